"""Public keys of players: which are taken, their ids, and which signatures hold under them.

Source: docs/formats/player-keys.md, "Keys" (RFC 8032, section 5.1; FIPS 186-5, section 6).
"""

import hashlib
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from .errors import Reason, VerificationError

P256_ORDER: Final = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
HALF_BYTES: Final = 32
"""A signature has two halves of so many bytes."""

_POINT_BYTES: Final = 1 + 2 * HALF_BYTES
_UNCOMPRESSED: Final = b"\x04"
_KID_BYTES: Final = 8
_ED25519_FIELD: Final = 2**255 - 19
_ED25519_ORDER: Final = 2**252 + 27742317777372353535851937790883648493
_SMALL_ORDER_Y: Final = frozenset(
    (
        0,
        1,
        _ED25519_FIELD - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    )
)


class Algorithm(StrEnum):
    """How a key signs."""

    ED25519 = "ed25519"
    P256 = "p256"


class Use(StrEnum):
    """What a key may sign: play, or keys alone."""

    PLAY = "play"
    RECOVER = "recover"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicKey:
    """A public key, spelt as its record spells it. One that the log would refuse is not made.

    Raises:
        VerificationError: `MALFORMED_TEXT` for another length or spelling, a point of small order, or none of the curve.
    """

    algorithm: Algorithm
    pub: bytes

    def __post_init__(self) -> None:
        if not (self._is_ed25519() if self.algorithm is Algorithm.ED25519 else self._is_p256()):
            raise VerificationError(Reason.MALFORMED_TEXT, f"{self.pub.hex()} is no key of {self.algorithm}")

    @property
    def kid(self) -> str:
        """Return the key's id, 16 hex digits."""
        named = b"RDF2/pkey\x00" + self.algorithm.encode() + b"\x00" + self.pub
        return hashlib.sha256(named).digest()[:_KID_BYTES].hex()

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Tell whether `signature` is this key's over `message`, in its only spelling."""
        first, second = signature[:HALF_BYTES], signature[HALF_BYTES:]
        if len(signature) != 2 * HALF_BYTES:
            return False
        try:
            if self.algorithm is Algorithm.ED25519:
                Ed25519PublicKey.from_public_bytes(self.pub).verify(signature, message)
                return int.from_bytes(second, "little") < _ED25519_ORDER
            r, s = int.from_bytes(first, "big"), int.from_bytes(second, "big")
            point = EllipticCurvePublicKey.from_encoded_point(SECP256R1(), self.pub)
            point.verify(encode_dss_signature(r, s), message, ECDSA(SHA256()))
        except InvalidSignature:
            return False
        return s <= P256_ORDER // 2

    def _is_ed25519(self) -> bool:
        # The highest bit is the sign of x.
        y = int.from_bytes(self.pub, "little") & (2**255 - 1)
        return len(self.pub) == HALF_BYTES and y < _ED25519_FIELD and y not in _SMALL_ORDER_Y

    def _is_p256(self) -> bool:
        if len(self.pub) != _POINT_BYTES or not self.pub.startswith(_UNCOMPRESSED):
            return False
        try:
            EllipticCurvePublicKey.from_encoded_point(SECP256R1(), self.pub)
        except ValueError:
            return False
        return True
