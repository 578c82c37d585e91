"""The private keys, read from the folder that `REDDOG_KEYS_DIR` names.

Each file holds 32 bytes as hex, readable by its owner alone. The public halves are in `keys.json` beside them, so
that `root.key` is needed only to announce keys, and can be kept elsewhere the rest of the time. An attacker who reads
`seal.key` and the database knows undealt cards; one who reads `rounds.key` can sign records, but not put them into
the past of the log.

`keys.json` also lists, under `made`, the keys that were made. A listed key without a file was lost. No other key is
ever drawn in its place.
"""

import json
import os
import re
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings

from audit.core.note import Signer, vkey

SIGNING_KEYS = ("root", "log", "rounds")
_KEY_BYTES = 32
SECRET_KEYS = ("seal", "vault", "pin", "person", "factor")

_FIRST_KEYS: Final = (*SIGNING_KEYS, "seal", "vault", "pin")
"""The keys of an installation that is older than the list in `keys.json`."""
_LATER_VAULT_KEY: Final = re.compile(r"vault-[1-9][0-9]{0,4}")


_DEMONSTRATIONS_HOUSE: Final = "demo.reddog.example/"


@dataclass(frozen=True, slots=True)
class FileSigner:
    """An Ed25519 key that lives in a file and, once read, in this process. `name` is what it signs as."""

    name: str
    private_key: Ed25519PrivateKey
    public_key: bytes = field(init=False)

    def __post_init__(self) -> None:
        """Derive the public half once."""
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
    file_signer = FileSigner(public.partition("+")[0], Ed25519PrivateKey.from_private_bytes(_read(use)))
    assert vkey(file_signer) == public, f"{use}.key is not the key that keys.json names"
    return file_signer


@cache
def secret(use: str) -> bytes:
    """Return the 32 secret bytes of `use`, one of SECRET_KEYS or a later vault key, and keep them in this process.

    Raises:
        FileNotFoundError: it was not made, was destroyed, or was not copied to this machine.
    """
    assert use in SECRET_KEYS or _LATER_VAULT_KEY.fullmatch(use), f"no such secret key: {use}"
    return _read(use)


def folder() -> Path:
    """Return the folder that holds the keys."""
    return Path(settings.REDDOG_KEYS_DIR)


def public_keys() -> dict[str, str]:
    """Return the public half of each signing key, in the form verifiers take.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    return {use: text for use, text in _listed().items() if use in SIGNING_KEYS}


def made() -> tuple[str, ...]:
    """Return the names of the keys that this installation has, wherever their files are.

    An installation that is older than the list has the first keys, and those whose files exist.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    listed = _listed().get("made")
    if listed is None:
        return (*_FIRST_KEYS, *(name for name in SECRET_KEYS if name not in _FIRST_KEYS and path_of(name).exists()))
    return tuple(listed)


def are_of_a_demonstration() -> bool:
    """Return whether a demonstration made the keys of this folder: their files were readable to whoever tried it.

    Those of earlier versions have no mark. They are recognised by the demonstration's origin in their names, and by
    Django's secret beside them, which production never stores there.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    listed = _listed()
    named = any(listed[use].startswith(_DEMONSTRATIONS_HOUSE) for use in SIGNING_KEYS if use in listed)
    return bool(listed.get("demonstration")) or named or path_of("django").exists()


def draw(name: str) -> None:
    """Draw a key into its file, unless there is one. A crash leaves the whole key on the disk, or none."""
    fresh = folder() / f"{name}.{os.getpid()}.new"
    with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
        file.write(os.urandom(_KEY_BYTES).hex() + "\n")
        file.flush()
        os.fsync(file.fileno())
    try:
        os.link(fresh, path_of(name))
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    _sync_folder()


def destroy(name: str) -> None:
    """Remove a key's file, and the key from the list. Copies elsewhere are not reached."""
    path_of(name).unlink(missing_ok=True)
    list_made(*(kept for kept in made() if kept != name))


def list_made(*names: str, public: dict[str, str] | None = None, demonstration: bool = False) -> None:
    """Write the list of keys and, if given, the public halves. Keys of a demonstration stay marked as such."""
    listed: dict[str, object] = {**(public_keys() if public is None else public), "made": list(names)}
    if demonstration or (public is None and _listed().get("demonstration")):
        listed["demonstration"] = True
    new = folder() / "keys.json.new"
    new.write_text(json.dumps(listed, indent=2) + "\n")
    new.replace(folder() / "keys.json")


def path_of(name: str) -> Path:
    """Return the file that holds a key."""
    return folder() / f"{name}.key"


def trust_document() -> dict[str, str]:
    """Return what an auditor must know: origin, and the public halves of the root key and the log key."""
    public = public_keys()
    return {"v": "rdf/1", "origin": settings.REDDOG_LOG_ORIGIN, "root": public["root"], "log": public["log"]}


def _listed() -> dict[str, Any]:
    listed: dict[str, Any] = json.loads((folder() / "keys.json").read_text())
    return listed


def _read(use: str) -> bytes:
    key = bytes.fromhex(path_of(use).read_text().strip())
    # Every keyed hash would accept an empty key, which keeps nothing secret.
    assert len(key) == _KEY_BYTES, f"{use}.key does not hold {_KEY_BYTES} bytes"
    return key


def _sync_folder() -> None:
    handle = os.open(folder(), os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
