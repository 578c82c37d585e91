"""Keys that sign: those of this device, and what a device must offer that keeps its own.

Source: docs/formats/player-keys.md, "Keys" and "Clients".
"""

import secrets
from dataclasses import dataclass
from typing import Final, Protocol, Self

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from .public_keys import HALF_BYTES, P256_ORDER, Algorithm, PublicKey

_SECRET_BYTES: Final = 32


class Signer(Protocol):
    """A private key. It may lie where no program reads it: the client asks for signatures alone."""

    @property
    def public(self) -> PublicKey:
        """Return the public half."""

    def sign(self, message: bytes) -> bytes:
        """Return 64 bytes: for P-256 r and s, with s at most half of the order."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeviceKey:
    """A private key in memory and in the account's file; `secret` is never shown."""

    algorithm: Algorithm
    secret: bytes

    @classmethod
    def draw(cls, algorithm: Algorithm = Algorithm.ED25519) -> Self:
        """Draw a new key from the operating system's entropy."""
        if algorithm is Algorithm.ED25519:
            return cls(algorithm=algorithm, secret=secrets.token_bytes(_SECRET_BYTES))
        number = 1 + secrets.randbelow(P256_ORDER - 1)
        return cls(algorithm=algorithm, secret=number.to_bytes(_SECRET_BYTES, "big"))

    def __repr__(self) -> str:
        return f"DeviceKey({self.public.kid})"

    @property
    def public(self) -> PublicKey:
        """Return the public half."""
        if self.algorithm is Algorithm.ED25519:
            pub = Ed25519PrivateKey.from_private_bytes(self.secret).public_key().public_bytes_raw()
        else:
            point = derive_private_key(int.from_bytes(self.secret, "big"), SECP256R1()).public_key()
            pub = point.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return PublicKey(algorithm=self.algorithm, pub=pub)

    def sign(self, message: bytes) -> bytes:
        """Return 64 bytes: for P-256 r and s, with s at most half of the order."""
        if self.algorithm is Algorithm.ED25519:
            return Ed25519PrivateKey.from_private_bytes(self.secret).sign(message)
        private = derive_private_key(int.from_bytes(self.secret, "big"), SECP256R1())
        r, s = decode_dss_signature(private.sign(message, ECDSA(SHA256(), deterministic_signing=True)))
        return r.to_bytes(HALF_BYTES, "big") + min(s, P256_ORDER - s).to_bytes(HALF_BYTES, "big")
