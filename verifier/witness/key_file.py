"""The private key of a witness: a file that its owner alone may read, encrypted where a passphrase is given."""

import os
from dataclasses import dataclass
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    KeySerializationEncryption,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)

from verifier import cosignature


class KeyRefused(Exception):  # noqa: N818  named like a refusal
    """The key cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class WitnessSigner:
    """A private key with the name that it signs as."""

    name: str
    key: Ed25519PrivateKey

    @property
    def vkey(self) -> str:
        """Return the public half, as policies have it."""
        return cosignature.vkey(self.name, self.key.public_key().public_bytes_raw())

    def cosign(self, text: bytes, *, time: int) -> str:
        """Return the line by which it signs a checkpoint's text."""
        return cosignature.sign(text, name=self.name, key=self.key, time=time)


def make(path: Path, name: str, *, passphrase: bytes | None) -> WitnessSigner:
    """Draw a key into a new file of mode 0600.

    Raises:
        KeyRefused: no key has such a name.
        FileExistsError: there is such a file. It is left as it is.
    """
    if not name or "+" in name or any(mark.isspace() for mark in name):
        raise KeyRefused("a key's name is not empty, and has neither spaces nor a plus sign")
    key = Ed25519PrivateKey.generate()
    how: KeySerializationEncryption = NoEncryption() if passphrase is None else BestAvailableEncryption(passphrase)
    content = f"{name}\n".encode() + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, how)
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return WitnessSigner(name, key)


def read(path: Path, *, passphrase: bytes | None) -> WitnessSigner:
    """Read a key.

    Raises:
        KeyRefused: others may read the file, it holds no such key, or the passphrase is wrong, missing or needless.
        OSError: it cannot be read.
    """
    if path.stat().st_mode & 0o077:
        raise KeyRefused(f"others than its owner may read {path}: chmod 600")
    name, _, pem = path.read_bytes().partition(b"\n")
    try:
        key = load_pem_private_key(pem, passphrase)
    except (ValueError, TypeError) as error:
        raise KeyRefused(f"{path} does not open: {error}") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise KeyRefused(f"{path} holds a key of another kind")
    return WitnessSigner(name.decode(), key)
