"""A folder of this machine, local or mounted, that somebody else collects from."""

import errno
import hashlib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reports.delivery.entry import Entry
from reports.delivery.place import Parcel, Undeliverable, put_down, require_same

# What file systems without hard links say: FAT, some network shares.
_NO_LINKS: Final = frozenset((errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK))
_MODE: Final = 0o640


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFolder:
    """Puts files into `folder`, which must be there: a mount that is missing shall not be mistaken for an empty one."""

    name: str
    folder: Path

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Put every file there, each whole and on the disk before it has its name.

        Raises:
            Undeliverable: another file has one of the names, or the folder does not take them.
        """
        try:
            files = {name: self._put(name, content) for name, content in parcel.in_order()}
            _sync_folder(self.folder)
        except OSError as error:
            raise Undeliverable(f"{self.folder} does not take the files: {error.strerror}.", lasting=False) from None
        return {"folder": str(self.folder), "files": files}

    def _put(self, name: str, content: bytes) -> Mapping[str, object]:
        final = self.folder / name
        temporary = self.folder / temporary_name(name, content)
        found = final.exists() or final.is_symlink()
        if not found:
            _write(temporary, content)
            found = not _give_name(temporary, final)
        if found:
            require_same(content, found=final.read_bytes() if final.is_file() else None, at=str(final))
        # A crash after the file got its name leaves the temporary one beside it.
        temporary.unlink(missing_ok=True)
        return put_down(content, found=found)


def from_entry(entry: Entry) -> DropFolder:
    """Read `file:///folder`.

    Raises:
        WrongPlaces: the address is no folder's.
    """
    if entry.url.netloc or not entry.url.path.startswith("/"):
        raise entry.wrong("url", "must be file:/// and a path from the root, such as file:///srv/reports")
    return DropFolder(name=entry.name, folder=Path(entry.path_of_url))


def temporary_name(name: str, content: bytes) -> str:
    """Name the file that a content is written into before it is whole.

    It follows from the content, and the file is never shortened: so a second try completes what a killed one left, and
    two at once write the same bytes into the same place, whichever of them gives it its name.
    """
    return f".{name}.{hashlib.sha256(content).hexdigest()[:16]}.part"


def _write(path: Path, content: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, _MODE), "wb") as file:
        file.write(content)
        file.truncate()
        file.flush()
        os.fsync(file.fileno())


def _give_name(temporary: Path, final: Path) -> bool:
    """Give the file its name, unless something else has it by now."""
    try:
        # A link, because a rename would replace what came in between without a word.
        os.link(temporary, final)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        if final.exists():
            return False
        temporary.rename(final)
    return True


def _sync_folder(folder: Path) -> None:
    """Make the names themselves survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
