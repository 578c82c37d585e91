"""What this process was told to open the keys with: a passphrase or a program, from the settings or a terminal."""

import getpass
import sys
from collections.abc import Callable, Mapping
from pathlib import Path

from django.conf import settings

from audit.key_encryption import CommandWrapper, KeyFileRefused, KeyWrapper, PassphraseWrapper


def passphrase_wrapper(ask: Callable[[], str] | None = None) -> PassphraseWrapper:
    """Return the wrapper that takes its passphrase from `ask`, or from where this installation was told."""
    return PassphraseWrapper(ask or _configured_passphrase)


def command_wrapper() -> CommandWrapper:
    """Return the wrapper that runs this installation's programs."""
    return CommandWrapper(settings.REDDOG_KEYS_UNWRAP_COMMAND, settings.REDDOG_KEYS_WRAP_COMMAND)


def passphrase_of(path: Path) -> str:
    """Return the passphrase that a file holds: its text without the end of its last line.

    Raises:
        KeyFileRefused: it cannot be read.
    """
    try:
        return path.read_text(encoding="utf-8").rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise KeyFileRefused(f"The passphrase's file {path} cannot be read: {type(error).__name__}.") from error


def configured_wrappers() -> Mapping[str, KeyWrapper]:
    """Return what this process was told to open `kek.json` with, by method."""
    wrappers: list[KeyWrapper] = []
    if _passphrase_is_told() or sys.stdin.isatty():
        wrappers.append(passphrase_wrapper())
    if settings.REDDOG_KEYS_UNWRAP_COMMAND:
        wrappers.append(command_wrapper())
    return {wrapper.method: wrapper for wrapper in wrappers}


def wrapper_for_new() -> KeyWrapper | None:
    """Return what a new `kek.json` is to be wrapped by, if this process was told."""
    if settings.REDDOG_KEYS_WRAP_COMMAND:
        return command_wrapper()
    return passphrase_wrapper() if _passphrase_is_told() else None


def _passphrase_is_told() -> bool:
    return bool(settings.REDDOG_KEYS_PASSPHRASE or settings.REDDOG_KEYS_PASSPHRASE_FILE)


def _configured_passphrase() -> str:
    if settings.REDDOG_KEYS_PASSPHRASE_FILE:
        return passphrase_of(Path(settings.REDDOG_KEYS_PASSPHRASE_FILE))
    return str(settings.REDDOG_KEYS_PASSPHRASE) or getpass.getpass("Passphrase of the keys: ")
