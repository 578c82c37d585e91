"""What a witness remembers: of each log the size and the root that it signed last, in a file that survives a crash.

A witness that forgot would sign another history. So the file is made once, with the key, and never found missing again.
"""

import fcntl
import json
import os
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Self

from verifier.tree import EMPTY_ROOT

_ROOT_BYTES = 32


class StateRefused(Exception):  # noqa: N818  named like a refusal
    """The state cannot be gone on from; the text says why."""


@dataclass(frozen=True, slots=True)
class Signed:
    """The tree that was signed last."""

    size: int
    root: bytes


@dataclass(slots=True)
class State:
    """The file and what it holds. Hold `lock` from looking at a log until it is kept."""

    path: Path
    lock: threading.Lock = field(default_factory=threading.Lock)
    _signed: dict[str, Signed] = field(default_factory=dict)
    _held: int = -1

    @classmethod
    def create(cls, path: Path) -> None:
        """Make the file of a witness that has signed nothing.

        Raises:
            FileExistsError: there is one.
        """
        with path.open("x") as file:
            file.write("{}\n")
            file.flush()
            os.fsync(file.fileno())
        _sync_folder(path.parent)

    @classmethod
    def open(cls, path: Path) -> Self:
        """Read the file, and keep other witnesses from it until this process ends.

        Raises:
            StateRefused: it is not there, is none, or another witness goes on from it.
        """
        state = cls(path)
        if not path.exists():
            raise StateRefused(
                f"{path} is missing. A witness that forgot what it signed must not sign: make a new key."
            )
        # Beside the file, which is replaced at each change.
        state._held = os.open(path.with_name(f"{path.name}.lock"), os.O_RDWR | os.O_CREAT, 0o600)
        try:
            fcntl.flock(state._held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StateRefused(f"another witness goes on from {path}") from None
        try:
            state._signed = {origin: _signed(known) for origin, known in json.loads(path.read_text()).items()}
        except (ValueError, AttributeError, KeyError, TypeError) as error:
            raise StateRefused(f"{path} is not the state of a witness: {error}") from None
        return state

    def signed(self, origin: str) -> Signed:
        """Return what was signed last of a log; the empty tree before the first time."""
        return self._signed.get(origin, Signed(0, EMPTY_ROOT))

    def keep(self, origin: str, signed: Signed) -> None:
        """Remember what is about to be signed. It is on the disk when this returns.

        Raises:
            OSError: it could not be written. Then nothing may be signed.
        """
        known = {**self._signed, origin: signed}
        replace(self.path, {name: {"size": each.size, "root": each.root.hex()} for name, each in known.items()})
        self._signed = known


def replace(path: Path, document: object) -> None:
    """Put a JSON document in the place of a file. It is on the disk when this returns.

    Raises:
        OSError: it could not be written. The file is as it was.
    """
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w") as file:
        json.dump(document, file)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)
    _sync_folder(path.parent)


def _signed(known: dict[str, Any]) -> Signed:
    signed = Signed(int(known["size"]), bytes.fromhex(known["root"]))
    if signed.size < 0 or len(signed.root) != _ROOT_BYTES:
        raise ValueError("a size or a root is none")
    return signed


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
