"""The private keys, read from the folder that `REDDOG_KEYS_DIR` names.

Each file holds 32 bytes as hex, readable by its owner alone. The public halves stand in `keys.json` beside them, so
that only who announces keys needs `root.key`; it can be kept elsewhere the rest of the time. An attacker who reads
`seal.key` and the database knows undealt cards; one who reads `rounds.key` can sign records, but not put them into
the past of the log.
"""

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from audit.core.note import Signer, vkey

SIGNING_KEYS = ("root", "log", "rounds")
SECRET_KEYS = ("seal", "vault", "pin", "person")


@dataclass(frozen=True, slots=True)
class FileSigner:
    """An Ed25519 key that lives in a file and, once read, in this process. `name` is what it signs as."""

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
    public = public_keys()[use]
    held = FileSigner(public.partition("+")[0], Ed25519PrivateKey.from_private_bytes(_read(use)))
    assert vkey(held) == public, f"{use}.key is not the key that keys.json names"
    return held


@cache
def secret(use: str) -> bytes:
    """Return the 32 secret bytes of `use`, one of SECRET_KEYS."""
    assert use in SECRET_KEYS, f"no such secret key: {use}"
    return _read(use)


def folder() -> Path:
    """Return the folder that holds the keys."""
    return Path(settings.REDDOG_KEYS_DIR)


def public_keys() -> dict[str, str]:
    """Return the public half of each signing key, in the form verifiers take.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    named: dict[str, str] = json.loads((folder() / "keys.json").read_text())
    return named


def trust_document() -> dict[str, str]:
    """Return what an auditor must know: origin, and the public halves of the root key and the log key."""
    public = public_keys()
    return {"v": "rdf/1", "origin": settings.REDDOG_LOG_ORIGIN, "root": public["root"], "log": public["log"]}


def _read(use: str) -> bytes:
    return bytes.fromhex((folder() / f"{use}.key").read_text().strip())
