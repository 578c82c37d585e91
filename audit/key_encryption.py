"""Keys at rest: each key's file is encrypted under one key-encryption key, which is wrapped in `kek.json`.

The key-encryption key is 32 random bytes. A passphrase wraps it, or a program that the operator names, such as a
client of a key-management service. To change either is to replace one file; the keys' own files stay as they are.

Source: docs/formats/keys.md; docs/adr/0032-keys-at-rest.md; NIST SP 800-38D (AES-GCM); RFC 9106 (Argon2id).
"""

import os
import shlex
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final, Protocol

from argon2.low_level import Type, hash_secret_raw
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.core.exceptions import ImproperlyConfigured

from audit.key_uses import is_signing_key
from kernel import canonical_json

KEY_VERSION: Final = "reddog-key/1"
KEK_VERSION: Final = "reddog-kek/1"
PASSPHRASE_CHARACTERS_MIN: Final = 16

_KEY_BYTES: Final = 32
_NONCE_BYTES: Final = 12
_SALT_BYTES: Final = 16

# RFC 9106, section 4, the second recommended option. It takes a few hundred milliseconds, once for each process.
_PASSES: Final = 3
_LANES: Final = 4
_MEMORY_KIB: Final = 64 * 1024

# What a file may ask for: no less, which would be guessed faster, and no more than a process can give at its start.
_PASSES_MAX: Final = 20
_LANES_MAX: Final = 64
_MEMORY_KIB_MAX: Final = 1024 * 1024

_COMMAND_SECONDS_MAX: Final = 30


class KeyFileRefused(ImproperlyConfigured):
    """A file of the keys' folder cannot be used, and somebody has to put that right. Nothing was changed."""


class KeyWrapper(Protocol):
    """What guards the key-encryption key: the port for a key-management service."""

    @property
    def method(self) -> str:
        """The word for it in `kek.json`."""

    def wrap(self, key: bytes, /) -> dict[str, object]:
        """Return the members of `kek.json` from which `unwrap` makes the 32 bytes of `key` again.

        Raises:
            KeyFileRefused: it cannot be wrapped.
        """

    def unwrap(self, document: Mapping[str, object], /) -> bytes:
        """Return the 32 bytes that `wrap` was given.

        Raises:
            KeyFileRefused: they cannot be had with what this wrapper knows, or the document was altered.
        """


@dataclass(frozen=True, slots=True)
class PassphraseWrapper:
    """Wraps with AES-256-GCM under a key that Argon2id makes of a passphrase. It asks for the passphrase when needed."""

    ask: Callable[[], str]
    method: str = "argon2id"

    def wrap(self, key: bytes, /) -> dict[str, object]:
        """Wrap `key` under the passphrase with a fresh salt and nonce.

        Raises:
            KeyFileRefused: the passphrase is shorter than PASSPHRASE_CHARACTERS_MIN.
        """
        passphrase = self.ask()
        if len(passphrase) < PASSPHRASE_CHARACTERS_MIN:
            raise KeyFileRefused(
                f"The passphrase has {len(passphrase)} characters. It needs {PASSPHRASE_CHARACTERS_MIN} or more."
            )
        nonce = os.urandom(_NONCE_BYTES)
        members: dict[str, object] = {
            "method": self.method,
            "memory_kib": _MEMORY_KIB,
            "passes": _PASSES,
            "lanes": _LANES,
            "salt": os.urandom(_SALT_BYTES).hex(),
            "nonce": nonce.hex(),
        }
        sealed = AESGCM(_stretched(passphrase, members)).encrypt(nonce, key, _context(members))
        return {**members, "ciphertext": sealed.hex()}

    def unwrap(self, document: Mapping[str, object], /) -> bytes:
        """Open what `wrap` gave.

        Raises:
            KeyFileRefused: another passphrase, or altered members.
        """
        members = {name: value for name, value in document.items() if name not in {"v", "ciphertext"}}
        cipher = AESGCM(_stretched(self.ask(), members))
        try:
            return cipher.decrypt(_nonce_of(members), _bytes_of(document, "ciphertext"), _context(members))
        except InvalidTag:
            raise KeyFileRefused(
                "kek.json does not open: the passphrase is another one, or the file was altered."
            ) from None


@dataclass(frozen=True, slots=True)
class CommandWrapper:
    """Wraps by two programs of the operator's. Each reads hexadecimal digits and writes hexadecimal digits.

    `wrap_command` reads the 64 digits of the key and writes what may be stored; `unwrap_command` is its inverse. Both
    are split as a shell would, and run without one.
    """

    unwrap_command: str
    wrap_command: str = ""
    method: str = "command"

    def wrap(self, key: bytes, /) -> dict[str, object]:
        """Run the wrapping program.

        Raises:
            KeyFileRefused: there is none, it failed, or what it wrote does not unwrap to the key.
        """
        if not self.wrap_command:
            raise KeyFileRefused("REDDOG_KEYS_WRAP_COMMAND names no program that wraps.")
        if not self.unwrap_command:
            # Otherwise a key would be wrapped that nobody is told how to open.
            raise KeyFileRefused("REDDOG_KEYS_UNWRAP_COMMAND names no program that unwraps.")
        members = {"method": self.method, "ciphertext": _ran(self.wrap_command, key).hex()}
        if self.unwrap(members) != key:
            raise KeyFileRefused("What REDDOG_KEYS_WRAP_COMMAND wrapped, REDDOG_KEYS_UNWRAP_COMMAND does not open.")
        return dict(members)

    def unwrap(self, document: Mapping[str, object], /) -> bytes:
        """Run the unwrapping program.

        Raises:
            KeyFileRefused: it failed, or did not write 32 bytes.
        """
        key = _ran(self.unwrap_command, _bytes_of(document, "ciphertext"))
        if len(key) != _KEY_BYTES:
            raise KeyFileRefused(f"REDDOG_KEYS_UNWRAP_COMMAND wrote {len(key)} bytes, not {_KEY_BYTES}.")
        return key


def new_kek(wrapper: KeyWrapper) -> bytes:
    """Draw a key-encryption key and return the content of its `kek.json`."""
    return wrapped_kek(os.urandom(_KEY_BYTES), wrapper)


def wrapped_kek(kek: bytes, wrapper: KeyWrapper) -> bytes:
    """Return the content of `kek.json` for this key, wrapped afresh."""
    return canonical_json.encode({"v": KEK_VERSION, **wrapper.wrap(kek)}) + b"\n"


def opened_kek(content: bytes, wrappers: Mapping[str, KeyWrapper]) -> bytes:
    """Return the key that a `kek.json` wraps. `wrappers` are those that this process was told of, by method.

    Raises:
        KeyFileRefused: it is none, needs another wrapper, or does not open.
    """
    document = _document(content, KEK_VERSION, "kek.json")
    method = document.get("method")
    if not isinstance(method, str) or method not in wrappers:
        raise KeyFileRefused(
            f"kek.json is wrapped by {method}. {_TOLD.get(str(method), 'This version does not know it.')}"
        )
    return wrappers[method].unwrap(document)


def encrypted_key(name: str, key: bytes, kek: bytes) -> bytes:
    """Return the content of the file of the key of this name."""
    nonce = os.urandom(_NONCE_BYTES)
    members: dict[str, object] = {"v": KEY_VERSION, "name": name, "purpose": _purpose(name), "nonce": nonce.hex()}
    sealed = AESGCM(kek).encrypt(nonce, key, _context({"name": name, "purpose": _purpose(name)}))
    return canonical_json.encode({**members, "ciphertext": sealed.hex()}) + b"\n"


def decrypted_key(name: str, content: bytes, kek: bytes) -> bytes:
    """Return the key of this name from the content of its file.

    Raises:
        KeyFileRefused: it is another key's, was altered, or is under another key-encryption key.
    """
    document = _document(content, KEY_VERSION, f"{name}.key")
    if document.get("name") != name:
        raise KeyFileRefused(f"{name}.key holds the key {document.get('name')}: files were exchanged.")
    # The name and purpose that are asked for, not those that the file claims.
    context = _context({"name": name, "purpose": _purpose(name)})
    try:
        return AESGCM(kek).decrypt(_nonce_of(document), _bytes_of(document, "ciphertext"), context)
    except InvalidTag:
        raise KeyFileRefused(f"{name}.key does not open: it was altered, or belongs to another kek.json.") from None


def is_encrypted(content: bytes) -> bool:
    """Return whether a key's file is encrypted. A plain one is hexadecimal digits."""
    return content.lstrip().startswith(b"{")


_TOLD: Final = {
    "argon2id": "Name its passphrase in REDDOG_KEYS_PASSPHRASE_FILE (docs/runbooks/keys.md).",
    "command": "Name the program that unwraps it in REDDOG_KEYS_UNWRAP_COMMAND (docs/runbooks/keys.md).",
}


def _purpose(name: str) -> str:
    return "signing" if is_signing_key(name) else "secret"


def _context(members: Mapping[str, object]) -> bytes:
    return b"reddog-keys/1\0" + canonical_json.encode(dict(members))


def _document(content: bytes, version: str, file: str) -> dict[str, object]:
    try:
        document = canonical_json.decode(content.removesuffix(b"\n"))
    except canonical_json.NotCanonical:
        raise KeyFileRefused(f"{file} is no file of this format: it was altered.") from None
    if document.get("v") != version:
        raise KeyFileRefused(f"{file} is of the format {document.get('v')}, not {version}.")
    return document


def _nonce_of(members: Mapping[str, object]) -> bytes:
    return _bytes_of(members, "nonce", length=_NONCE_BYTES)


def _bytes_of(members: Mapping[str, object], name: str, *, length: int | None = None) -> bytes:
    try:
        content = bytes.fromhex(str(members[name]))
    except (KeyError, ValueError):
        raise KeyFileRefused(f"The member {name} holds no hexadecimal digits: the file was altered.") from None
    if length is not None and len(content) != length:
        raise KeyFileRefused(f"The member {name} has {len(content)} bytes, not {length}: the file was altered.")
    return content


def _stretched(passphrase: str, members: Mapping[str, object]) -> bytes:
    memory_kib = _number(members, "memory_kib", _MEMORY_KIB, _MEMORY_KIB_MAX)
    passes = _number(members, "passes", _PASSES, _PASSES_MAX)
    lanes = _number(members, "lanes", 1, _LANES_MAX)
    return hash_secret_raw(
        passphrase.encode(),
        _bytes_of(members, "salt", length=_SALT_BYTES),
        time_cost=passes,
        memory_cost=memory_kib,
        parallelism=lanes,
        hash_len=_KEY_BYTES,
        type=Type.ID,
    )


def _number(members: Mapping[str, object], name: str, at_least: int, at_most: int) -> int:
    number = members.get(name)
    if not isinstance(number, int) or not at_least <= number <= at_most:
        raise KeyFileRefused(f"kek.json asks for {name} {number}; from {at_least} to {at_most} are possible.")
    return number


def _ran(command: str, given: bytes) -> bytes:
    """Run a program of the operator's on `given`, and return what it wrote. What it says is not repeated."""
    try:
        program, *_ = words = shlex.split(command)
    except ValueError:
        # Not repeated either: an argument may be a secret.
        raise KeyFileRefused(
            "A program for the keys is no command: it is empty, or a quotation does not end."
        ) from None
    try:
        ended = subprocess.run(  # noqa: S603  the operator names it
            words, input=given.hex() + "\n", capture_output=True, text=True, timeout=_COMMAND_SECONDS_MAX, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise KeyFileRefused(f"{program} could not be run: {type(error).__name__}.") from error
    if ended.returncode:
        raise KeyFileRefused(f"{program} ended with {ended.returncode}: {ended.stderr.strip()[-300:]}")
    try:
        return bytes.fromhex(ended.stdout.strip())
    except ValueError:
        raise KeyFileRefused(f"{program} did not write hexadecimal digits.") from None
