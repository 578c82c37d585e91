"""The private keys, read from the folder that `REDDOG_KEYS_DIR` names.

Each file holds 32 bytes, readable by its owner alone, and encrypted under the key that `kek.json` wraps
(audit/key_encryption.py); a demonstration's are plain hexadecimal digits. That of a signing key may say instead in which token
the key is (audit/signing_tokens.py). The public halves are in `keys.json` beside them, so that `root.key` is needed only to announce
keys, and can be kept elsewhere the rest of the time. An attacker who reads `seal.key` and the database knows undealt cards; one who
reads `rounds.key` can sign records, but not put them into the past of the log.

A process that serves declares itself with `serve_as`, and from then on has the keys that it needs and no others. `keys.json` also lists, under `made`, the keys that were made. A listed key without a file was lost. No other key is
ever drawn in its place.
"""

import json
import os
from functools import cache
from pathlib import Path
from typing import Any, Final

from django.conf import settings

from audit import key_encryption, key_uses, private_files, signing_tokens
from audit.core.note import Signer, vkey
from audit.file_signer import FileSigner
from audit.key_encryption import KeyFileRefused
from audit.key_uses import SECRET_KEYS, SIGNING_KEYS, KeyHolder, is_key, is_signing_key, missing_keys, needs, use_of
from audit.key_wrappers import configured_wrappers
from audit.places import keys_folder, log_origin
from kernel.serving import cached_by_cell, served_cell

_KEY_BYTES: Final = 32

_FIRST_KEYS: Final = (*SIGNING_KEYS, "seal", "vault", "pin")
"""The keys of an installation that is older than the list in `keys.json`."""

_serving: KeyHolder | None = None
"""What this process is, once it has said so. None: a command, which may use every key of its folder."""


class KeyNotForProcess(KeyFileRefused):
    """A process asked for a key that it does not need, or could read one."""


@cached_by_cell(None)
def signer(name: str) -> Signer:
    """Return the signer in the file of this name, and keep it in this process. Which signs now, `signing_keys` says.

    Raises:
        FileNotFoundError: there is no such file.
        KeyFileRefused: the file cannot be used, or not by this process.
    """
    assert is_signing_key(name), f"no such signing key: {name}"
    public = public_keys()[name]
    found = unlisted_signer(name, signs_as=public.partition("+")[0])
    assert vkey(found) == public, f"{name}.key is not the key that keys.json names"
    return found


def unlisted_signer(name: str, *, signs_as: str) -> Signer:
    """Return the signer of a key that was drawn and is perhaps not in `keys.json` yet. A token is not asked.

    Raises:
        FileNotFoundError, KeyFileRefused: as `signer` says.
    """
    content = _content_of(name)
    if signing_tokens.is_in_token(content):
        return signing_tokens.token_signer(name, content, signs_as=signs_as)
    return FileSigner.of(signs_as, read(name))


def require_usable(name: str) -> None:
    """Check that a key can be used: that its file opens, or that its token signs by it.

    Raises:
        FileNotFoundError, KeyFileRefused: as `read` says; or its token does not sign.
    """
    if not signing_tokens.is_in_token(_content_of(name)):
        read(name)
    elif isinstance(found := signer(name), signing_tokens.TokenSigner):
        found.require_there()


def in_token(name: str) -> bool:
    """Return whether a key's file is here and says that the key is in a token."""
    return name in present() and signing_tokens.is_in_token(path_of(name).read_bytes())


@cached_by_cell(None)
def secret(use: str) -> bytes:
    """Return the 32 secret bytes of `use`, one of SECRET_KEYS, a later vault key or the directory's, and keep them in this process.

    Raises:
        FileNotFoundError: it was not made, was destroyed, or was not copied to this machine.
        KeyFileRefused: the file cannot be used, or not by this process.
    """
    assert not is_signing_key(use), f"{use} signs"
    assert is_key(use), f"no such secret key: {use}"
    return read(use)


def serve_as(process: KeyHolder) -> None:
    """Read the keys that `process` needs, and from now on no others.

    The passphrase is stretched here, once for the process, and not in a player's request.

    Raises:
        KeyFileRefused: a file cannot be used. In production also: one is missing, or the folder has a key that the
            process does not need.
    """
    global _serving  # noqa: PLW0603  a process is one thing until it ends
    if settings.REDDOG_KEYS_APART:
        refuse_other_keys(process)
    _serving = process
    for name in {*present(), key_uses.DIRECTORY_KEY}:
        if needs(process, name) and path_of(name).exists() and (name in listed() or not is_signing_key(name)):
            _ = signer(name) if is_signing_key(name) else secret(name)


def refuse_other_keys(process: KeyHolder) -> None:
    """Refuse a folder that does not have exactly the keys that `process` needs.

    Raises:
        KeyNotForProcess: naming the keys that it has too many, or too few.
    """
    names = present()
    others = [f"{name}.key" for name in names if not needs(process, name) and os.access(path_of(name), os.R_OK)]
    if others:
        raise KeyNotForProcess(
            f"{folder()} holds {', '.join(others)}, which a {process.value} process does not need and could leak."
            " Give it a folder of its own: `manage.py distribute_keys` (docs/runbooks/keys.md)."
        )
    here = [*names, *(name for name in key_uses.OF_ALL_CELLS if path_of(name).exists())]
    missing = [f"{name}.key" for name in missing_keys(process, here, in_cell=bool(served_cell().name))]
    if missing and process is not KeyHolder.MIGRATE:
        raise KeyNotForProcess(f"{folder()} lacks {', '.join(missing)}, which a {process.value} process needs.")


def forget() -> None:
    """Be as a process that has just started: it holds no key and has not said what it is."""
    global _serving  # noqa: PLW0603  as above
    _serving = None
    for remembered in (signer, secret, _opened_kek):
        remembered.cache_clear()
    signing_tokens.forget()


def folder() -> Path:
    """Return the folder that holds the keys."""
    return keys_folder()


def public_keys(place: Path | None = None) -> dict[str, str]:
    """Return the public half of each signing key of a folder, this process's own by default, in the form verifiers take.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    return {name: text for name, text in listed(place).items() if is_signing_key(name)}


def made() -> tuple[str, ...]:
    """Return the names of the keys that this installation has, wherever their files are.

    An installation that is older than the list has the first keys, and those whose files exist.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    names = listed().get("made")
    if names is None:
        return (*_FIRST_KEYS, *(name for name in SECRET_KEYS if name not in _FIRST_KEYS and path_of(name).exists()))
    return tuple(names)


def draw(name: str) -> None:
    """Draw a key into its file, or into the token for its use, unless there is one. A crash leaves the whole key, or none.

    The file is encrypted if the folder has a `kek.json`. A crash after a token drew leaves a key in it that nothing names.

    Raises:
        KeyFileRefused: nothing was drawn: plain files are not allowed here, `kek.json` does not open, or the token does not
            answer.
    """
    if path_of(name).exists():
        return
    token = signing_tokens.token_for(use_of(name))
    fresh = private_files.write_apart(folder(), signing_tokens.draw_in_token(name, token) if token else _drawn(name))
    try:
        os.link(fresh, path_of(name))
    except FileExistsError:
        pass
    finally:
        fresh.unlink()
    private_files.sync_folder(folder())


def _drawn(name: str) -> bytes:
    kek = kek_of_folder()
    key = os.urandom(_KEY_BYTES)
    if kek is None:
        _require_plain_allowed(f"{name}.key")
        return key.hex().encode() + b"\n"
    return key_encryption.encrypted_key(name, key, kek)


def present() -> list[str]:
    """Return the names of the keys whose files are in the folder, sorted."""
    return sorted(path.stem for path in folder().glob("*.key") if is_key(path.stem))


def kek_path(place: Path | None = None) -> Path:
    """Return the file of a folder that holds the wrapped key-encryption key, if the keys are encrypted."""
    return (place or folder()) / "kek.json"


def list_made(*names: str, public: dict[str, str] | None = None, demonstration: bool = False) -> None:
    """Write the list of keys and, if given, the public halves. Keys of a demonstration stay marked as such."""
    document: dict[str, object] = {**(public_keys() if public is None else public), "made": list(names)}
    if demonstration or (public is None and listed().get("demonstration")):
        document["demonstration"] = True
    private_files.replace_file(folder() / "keys.json", (json.dumps(document, indent=2) + "\n").encode())


def path_of(name: str) -> Path:
    """Return the file that holds a key. Those that are one for all cells lie with the installation's own keys."""
    return Path(served_cell().outside(str(folder())) if name in key_uses.OF_ALL_CELLS else folder()) / f"{name}.key"


def trust_document() -> dict[str, str]:
    """Return what an auditor must know: origin, and the public halves of the root key and the first log key."""
    public = public_keys()
    return {"v": "rdf/1", "origin": log_origin(), "root": public["root"], "log": public["log"]}


def listed(place: Path | None = None) -> dict[str, Any]:
    """Return what `keys.json` of a folder says, this process's own by default.

    Raises:
        FileNotFoundError: no keys were made yet; `manage.py make_keys` makes them.
    """
    document: dict[str, Any] = json.loads(((place or folder()) / "keys.json").read_text())
    return document


def read(name: str) -> bytes:
    """Read a key from its file, without keeping it.

    Raises:
        FileNotFoundError: there is no such file.
        KeyFileRefused: the file cannot be used, or not by this process.
    """
    content = _content_of(name)
    if signing_tokens.is_in_token(content):
        raise KeyFileRefused(f"The key {name} is in a token, which gives it to nobody.")
    if key_encryption.is_encrypted(content):
        kek = kek_of_folder(path_of(name).parent)  # a cell's root lies with the installation's keys
        if kek is None:
            raise KeyFileRefused(f"{name}.key is encrypted, and its kek.json is not in {path_of(name).parent}.")
        key = key_encryption.decrypted_key(name, content, kek)
    else:
        _require_plain_allowed(f"{name}.key")
        key = plain_key(name, content)
    # Every keyed hash would accept an empty key, which keeps nothing secret.
    assert len(key) == _KEY_BYTES, f"{name}.key does not hold {_KEY_BYTES} bytes"
    return key


def _content_of(name: str) -> bytes:
    if _serving is not None and not needs(_serving, name):
        raise KeyNotForProcess(f"A {_serving.value} process does not need {name}.key, and does not read it.")
    return path_of(name).read_bytes()


def plain_key(name: str, content: bytes) -> bytes:
    """Read the hexadecimal digits of a plain key's file."""
    try:
        return bytes.fromhex(content.decode("ascii").strip())
    except ValueError:
        raise KeyFileRefused(f"{name}.key holds neither hexadecimal digits nor an encrypted key.") from None


def _require_plain_allowed(file: str) -> None:
    if not settings.REDDOG_KEYS_PLAIN:
        raise KeyFileRefused(
            f"{file} is plain, which production refuses. Encrypt the keys with `manage.py encrypt_keys`"
            " (docs/runbooks/keys.md), or say REDDOG_KEYS_PLAIN=allowed."
        )


def kek_of_folder(place: Path | None = None) -> bytes | None:
    """Return the key-encryption key of a folder, this process's own by default; None where the keys are plain."""
    try:
        content = kek_path(place).read_bytes()
    except FileNotFoundError:
        return None
    return _opened_kek(content)


@cache
def _opened_kek(content: bytes) -> bytes:
    return key_encryption.opened_kek(content, configured_wrappers())
