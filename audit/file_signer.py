"""A signing key that a file holds: the port's simplest back end."""

from dataclasses import dataclass, field
from typing import Self

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


@dataclass(frozen=True, slots=True)
class FileSigner:
    """An Ed25519 key that lives in a file and, once read, in this process. `name` is what it signs as."""

    name: str
    private_key: Ed25519PrivateKey
    public_key: bytes = field(init=False)

    @classmethod
    def of(cls, name: str, private_bytes: bytes) -> Self:
        """Return the signer of the 32 bytes of a private key."""
        return cls(name, Ed25519PrivateKey.from_private_bytes(private_bytes))

    def __post_init__(self) -> None:
        """Derive the public half once."""
        object.__setattr__(self, "public_key", self.private_key.public_key().public_bytes_raw())

    def sign(self, message: bytes, /) -> bytes:
        """Return the 64 bytes of the signature."""
        return self.private_key.sign(message)
