"""The private keys, read from the folder that `REDDOG_KEYS_DIR` names.

Each file holds 32 bytes as hex, readable by its owner alone. The names and dates of signing keys stand in
`keys.json` beside them. An attacker who reads `seal.key` and the database knows undealt cards; one who reads
`rounds.key` can sign records, but not put them into the past of the log.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from audit.core.note import Signer, vkey

SIGNING_KEYS = ("root", "log", "rounds")
SECRET_KEYS = ("seal", "vault", "pin")


@dataclass(frozen=True, slots=True)
class FileSigner:
    """An Ed25519 key that lives in a file and, once read, in this process."""

    name: str
    private_key: Ed25519PrivateKey
    public_key: bytes = field(init=False)

    def __post_init__(self) -> None:
        """Keep the public half at hand."""
        object.__setattr__(self, "public_key", self.private_key.public_key().public_bytes_raw())

    def sign(self, message: bytes, /) -> bytes:
        """Return the 64 bytes of the signature."""
        return self.private_key.sign(message)


@cache
def signer(use: str) -> Signer:
    """Return the signer of `use`, one of SIGNING_KEYS.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    assert use in SIGNING_KEYS, f"no such signing key: {use}"
    names = json.loads((folder() / "keys.json").read_text())
    return FileSigner(names[use], Ed25519PrivateKey.from_private_bytes(_read(use)))


@cache
def secret(use: str) -> bytes:
    """Return the 32 secret bytes of `use`, one of SECRET_KEYS."""
    assert use in SECRET_KEYS, f"no such secret key: {use}"
    return _read(use)


def folder() -> Path:
    """Return the folder that holds the keys."""
    return Path(settings.REDDOG_KEYS_DIR)


def trust_document() -> dict[str, str]:
    """Return what an auditor must know: origin, and the public halves of the root key and the log key."""
    return {
        "v": "rdf/1",
        "origin": settings.REDDOG_LOG_ORIGIN,
        "root": vkey(signer("root")),
        "log": vkey(signer("log")),
    }


def _read(use: str) -> bytes:
    return bytes.fromhex((folder() / f"{use}.key").read_text().strip())
