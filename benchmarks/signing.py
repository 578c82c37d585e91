"""A player's device for the load: it signs what the players' client says, with a key that is loaded once."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Self

from cryptography.hazmat.primitives.asymmetric.ec import ECDSA, SECP256R1, EllipticCurvePrivateKey, derive_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

# The client is a package of its own, which players install. The platform does without it.
sys.path.append(str(Path(__file__).resolve().parent.parent / "clients/python"))

from reddog_client.keys import DeviceKey
from reddog_client.public_keys import HALF_BYTES, P256_ORDER, Algorithm
from reddog_client.statements import SIGNS_FOR_MS, Place, Statement, signature

if TYPE_CHECKING:
    from reddog_client.public_keys import PublicKey

ALGORITHMS: Final = tuple(algorithm.value for algorithm in Algorithm)


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadedKey:
    """A device key whose halves are not derived anew for each signature."""

    device: DeviceKey
    public: PublicKey
    private: Ed25519PrivateKey | EllipticCurvePrivateKey

    @classmethod
    def of(cls, device: DeviceKey) -> Self:
        """Load a key."""
        if device.algorithm is Algorithm.ED25519:
            return cls(device=device, public=device.public, private=Ed25519PrivateKey.from_private_bytes(device.secret))
        number = int.from_bytes(device.secret, "big")
        return cls(device=device, public=device.public, private=derive_private_key(number, SECP256R1()))

    @classmethod
    def read(cls, words: str) -> Self:
        """Read a key as `str` writes it."""
        algorithm, _, secret = words.partition(":")
        return cls.of(DeviceKey(algorithm=Algorithm(algorithm), secret=bytes.fromhex(secret)))

    def __str__(self) -> str:
        """Write the key for the load, which reads it."""
        return f"{self.device.algorithm}:{self.device.secret.hex()}"

    def sign(self, message: bytes) -> bytes:
        """Return 64 bytes: for P-256 r and s, with s at most half of the order."""
        if isinstance(self.private, Ed25519PrivateKey):
            return self.private.sign(message)
        r, s = decode_dss_signature(self.private.sign(message, ECDSA(SHA256())))
        return r.to_bytes(HALF_BYTES, "big") + min(s, P256_ORDER - s).to_bytes(HALF_BYTES, "big")


@dataclass(slots=True, kw_only=True)
class SigningChain:
    """A chain whose player signs, and its newest leaf."""

    key: LoadedKey
    origin: str
    chain: str
    leaf: str

    def place(self) -> Place:
        """Return the place of a statement that is signed now."""
        until = time.time_ns() // 1_000_000 + SIGNS_FOR_MS
        return Place(origin=self.origin, chain=self.chain, prev=self.leaf, until=until)

    def psig(self, statement: Statement) -> dict[str, Any]:
        """Sign a statement, and return the member `psig` of its request."""
        prev = {"prev": statement["prev"]} if "prev" in statement else {}
        return {**signature(statement, self.key), **prev}
