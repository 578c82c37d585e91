"""The files in which the processes of a machine keep their metrics, for the exporter to add up.

Each process holds a numbered slot, by a lock that ends with it however it ends. The next process with that slot counts
on in the same files. So there are never more files than there were processes at once, and no count is lost with a
process. The lock is the kernel's: processes in several containers can share the folder.
"""

import fcntl
import os
from pathlib import Path
from typing import Final

KINDS: Final = ("counter", "histogram", "gauge_max", "gauge_mostrecent")
"""What the library keeps apart, each in a file of its own."""

_SLOTS_MAX: Final = 1_000
_FILE_BYTES: Final = 1 << 20


class NoSlotError(OSError):
    """No slot of the folder can be taken."""


class Slot:
    """This process's slot in a folder; in a forked process, another one."""

    def __init__(self, folder: Path) -> None:
        """Take no slot yet."""
        self._folder = folder
        self._pid = 0
        self._handle = -1
        self._number = ""

    def number(self) -> str:
        """Return the slot of the calling process, which is taken at the first call.

        Raises:
            NoSlotError: the folder cannot be written, its disk is full, or all slots are taken.
        """
        if self._pid != os.getpid():
            if self._handle >= 0:
                # The parent still holds the lock by its own copy of this handle.
                os.close(self._handle)
                self._handle = -1
            self._handle, self._number = _take(self._folder)
            self._pid = os.getpid()
        return self._number


def _take(folder: Path) -> tuple[int, str]:
    for number in range(_SLOTS_MAX):
        try:
            handle = os.open(folder / f"{number}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except PermissionError as error:
            if not os.access(folder, os.W_OK | os.X_OK):
                raise NoSlotError(f"{folder} cannot be written") from error
            # Another account's slot.
            continue
        except OSError as error:
            raise NoSlotError(f"{folder}: {error.strerror}") from error
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(handle)
            continue
        _reserve(folder, str(number))
        return handle, str(number)
    raise NoSlotError(f"all {_SLOTS_MAX} slots of {folder} are taken")


def _reserve(folder: Path, number: str) -> None:
    """Make the slot's files with their blocks. A mapped file without them would kill its process on a full disk."""
    for kind in KINDS:
        handle = os.open(folder / f"{kind}_{number}.db", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            os.posix_fallocate(handle, 0, _FILE_BYTES)
        except OSError as error:
            os.ftruncate(handle, 0)
            raise NoSlotError(f"{folder}: {error.strerror}") from error
        finally:
            os.close(handle)
