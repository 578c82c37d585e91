"""One key of a player: its two algorithms, which public keys are taken, and which signatures.

Source: docs/formats/player-keys.md, "Keys" (RFC 8032, section 5.1; FIPS 186-5, section 6; SEC 1, section 2.3).
"""

import hashlib
from dataclasses import dataclass

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePublicKey,
)
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from verifier.verdict import Code, Fault

ED25519, P256 = "ed25519", "p256"

_KID_DOMAIN = b"RDF2/pkey\x00"
_KID_BYTES = 8
_HALF_BYTES = 32
_POINT_BYTES = 1 + 2 * _HALF_BYTES
_UNCOMPRESSED = b"\x04"

_FIELD_25519 = 2**255 - 19
_ORDER_25519 = 2**252 + 27742317777372353535851937790883648493
# The y of the points of order 1, 2, 4 and 8; each stands for both signs of x.
_SMALL_ORDER_Y = frozenset(
    (
        0,
        1,
        _FIELD_25519 - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    )
)
_ORDER_P256 = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551

PublicKey = Ed25519PublicKey | EllipticCurvePublicKey


@dataclass(slots=True, kw_only=True)
class HeldKey:
    """A key of a chain, live from the millisecond `live_from` until a record ends it."""

    public: PublicKey
    alg: str
    pub: str
    """In hex."""
    use: str
    live_from: int
    forced: bool = False
    """Whether operators let it in, without a signature of the player's."""
    used: bool = False
    ended_at: int | None = None

    @property
    def ended(self) -> bool:
        """Tell whether a record has ended it."""
        return self.ended_at is not None

    def live(self, *, at: int) -> bool:
        """Tell whether it may sign at the millisecond `at`."""
        return not self.ended and self.live_from <= at


def kid_of(alg: str, pub: bytes) -> str:
    """Return the id of a key."""
    return hashlib.sha256(_KID_DOMAIN + alg.encode() + b"\x00" + pub).digest()[:_KID_BYTES].hex()


def load(alg: str, pub: bytes) -> PublicKey:
    """Return the public key that a record spells.

    Raises:
        Fault: `E_PKEY` for another algorithm or length, a spelling that is not the only one, a point of small order, or
            none of the curve.
    """
    if alg == ED25519 and len(pub) == _HALF_BYTES:
        # The highest bit is the sign of x.
        y = int.from_bytes(pub, "little") & (2**255 - 1)
        if y >= _FIELD_25519 or y in _SMALL_ORDER_Y:
            raise Fault(Code.E_PKEY, "the key is not canonical, or of small order")
        return Ed25519PublicKey.from_public_bytes(pub)
    if alg == P256 and len(pub) == _POINT_BYTES and pub.startswith(_UNCOMPRESSED):
        try:
            return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), pub)
        except ValueError:
            raise Fault(Code.E_PKEY, "the key is no point of the curve") from None
    raise Fault(Code.E_PKEY, "no algorithm here has keys of this name and length")


def require_signature(public: PublicKey, signature: bytes, message: bytes) -> None:
    """Refuse a signature that is not the key's, or that is not the only spelling of it.

    Raises:
        Fault: `E_PSIG`.
    """
    if len(signature) != 2 * _HALF_BYTES:
        raise Fault(Code.E_PSIG, "the player's signature is not 64 bytes long")
    try:
        if isinstance(public, Ed25519PublicKey):
            if int.from_bytes(signature[_HALF_BYTES:], "little") >= _ORDER_25519:
                raise Fault(Code.E_PSIG, "the second half of the player's signature is out of range")
            public.verify(signature, message)
        else:
            public.verify(_der(signature), message, ECDSA(SHA256()))
    except InvalidSignature:
        raise Fault(Code.E_PSIG, "the player did not sign what the record says at this place of the chain") from None


def _der(signature: bytes) -> bytes:
    r, s = (int.from_bytes(half, "big") for half in (signature[:_HALF_BYTES], signature[_HALF_BYTES:]))
    if not (0 < r < _ORDER_P256 and 0 < s <= _ORDER_P256 // 2):
        raise Fault(Code.E_PSIG, "a half of the player's signature is out of range, or the second is the high one")
    return encode_dss_signature(r, s)
