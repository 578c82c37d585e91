"""Players' keys: which public keys are taken, and whether a signature under a statement is the key's.

Source: docs/formats/player-keys.md, "Keys" (RFC 8032; FIPS 186-5; SEC 1).
"""

import hashlib
from functools import lru_cache
from typing import Final, Literal, get_args

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from kernel.refusals import Refusal, RefusalKind

Algorithm = Literal["ed25519", "p256"]
ALGORITHMS: Final[tuple[Algorithm, ...]] = get_args(Algorithm)

_KEY_BYTES: Final = 32
_POINT_BYTES: Final = 65
_SIGNATURE_BYTES: Final = 64
_PRIME_25519: Final = 2**255 - 19
_ORDER_25519: Final = 2**252 + 27742317777372353535851937790883648493
_ORDER_P256: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
# The points of order 8, without the sign of x; the others of small order have y 0, 1 and -1.
_ORDER_EIGHT: Final = (
    "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
    "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
)
_SMALL_ORDER: Final = frozenset(
    (0, 1, _PRIME_25519 - 1, *(int.from_bytes(bytes.fromhex(y), "little") for y in _ORDER_EIGHT))
)


class UnusablePlayerKey(Refusal):
    """The public key is not usable."""

    code, kind = "unusable-player-key", RefusalKind.MALFORMED


class WrongPlayerSignature(Refusal):
    """The signature is not the key's."""

    code, kind = "wrong-player-signature", RefusalKind.INVALID


def kid_of(algorithm: Algorithm, public: bytes) -> str:
    """Return the id by which records name a key: 16 hex digits."""
    return hashlib.sha256(b"RDF2/pkey\x00" + algorithm.encode() + b"\x00" + public).hexdigest()[:16]


def require_usable(algorithm: Algorithm, public: bytes) -> None:
    """Refuse a public key that an auditor would refuse.

    Raises:
        UnusablePlayerKey: of another length, with a second spelling, of small order, or no point of the curve.
    """
    _load(algorithm, public)


def canonical_signature(algorithm: Algorithm, public: bytes, signature: bytes, message: bytes) -> bytes:
    """Return the one spelling of a signature that holds: of P-256 that with the lower s.

    Raises:
        UnusablePlayerKey: as `require_usable`.
        WrongPlayerSignature: it is not 64 bytes, is out of range, or is not over `message`.
    """
    key = _load(algorithm, public)
    if len(signature) != _SIGNATURE_BYTES:
        raise WrongPlayerSignature("A signature is 64 bytes. Nothing was done.")
    try:
        if isinstance(key, Ed25519PublicKey):
            return _in_range(key, signature, message)
        return _lower(key, signature, message)
    except InvalidSignature:
        raise WrongPlayerSignature(
            "The signature is not that of this key over this request at this place of the chain. Nothing was done."
        ) from None


def _in_range(key: Ed25519PublicKey, signature: bytes, message: bytes) -> bytes:
    if int.from_bytes(signature[_KEY_BYTES:], "little") >= _ORDER_25519:
        raise InvalidSignature
    key.verify(signature, message)
    return signature


def _lower(key: EllipticCurvePublicKey, signature: bytes, message: bytes) -> bytes:
    r, s = (int.from_bytes(half, "big") for half in (signature[:_KEY_BYTES], signature[_KEY_BYTES:]))
    if not (0 < r < _ORDER_P256 and 0 < s < _ORDER_P256):
        raise InvalidSignature
    key.verify(encode_dss_signature(r, s), message, ECDSA(SHA256()))
    # Both s and n - s hold. Devices make either, and a leaf has room for one.
    return signature[:_KEY_BYTES] + min(s, _ORDER_P256 - s).to_bytes(_KEY_BYTES, "big")


# A key signs many requests: that its point is one is found out once.
@lru_cache(maxsize=4096)
def _load(algorithm: Algorithm, public: bytes) -> Ed25519PublicKey | EllipticCurvePublicKey:
    if algorithm == "ed25519":
        y = int.from_bytes(public, "little") & (2**255 - 1)
        if len(public) != _KEY_BYTES or y >= _PRIME_25519 or y in _SMALL_ORDER:
            raise UnusablePlayerKey("An Ed25519 key is 32 bytes, canonical and not of small order. Nothing was done.")
        return Ed25519PublicKey.from_public_bytes(public)
    if len(public) != _POINT_BYTES or public[:1] != b"\x04":
        raise UnusablePlayerKey("A P-256 key is an uncompressed point of 65 bytes. Nothing was done.")
    try:
        return EllipticCurvePublicKey.from_encoded_point(SECP256R1(), public)
    except ValueError:
        raise UnusablePlayerKey("The P-256 key is no point of the curve. Nothing was done.") from None
