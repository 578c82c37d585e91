"""Deliver to a folder of this machine, local or mounted, from which somebody else collects."""

import errno
import hashlib
import os
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from reports.delivery.backend import (
    PIECE_BYTES,
    Parcel,
    ParcelFile,
    Undeliverable,
    file_receipt,
    require_same_content,
    temporary_name,
)
from reports.delivery.destination_config import DestinationConfig

# The errors of file systems without hard links: FAT, some network shares.
_NO_LINKS: Final = frozenset((errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK))
_MODE: Final = 0o640


@dataclass(frozen=True, slots=True, kw_only=True)
class DropFolder:
    """A folder of this machine."""

    name: str
    """The name in the configuration."""

    folder: Path
    """The folder. It must exist, so that a missing mount is not mistaken for an empty folder."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Write every file; each is complete and on the disk before it gets its name.

        Raises:
            Undeliverable: another file has one of the names, or the folder does not take them.
        """
        try:
            files = {name: self._put(name, file) for name, file in parcel.files_in_order()}
            _sync_folder(self.folder)
        except OSError as error:
            raise Undeliverable(f"{self.folder} does not take the files: {error.strerror}.", lasting=False) from None
        return {"folder": str(self.folder), "files": files}

    def _put(self, name: str, file: ParcelFile) -> Mapping[str, object]:
        final = self.folder / name
        temporary = self.folder / temporary_name(name, file)
        exists = final.exists() or final.is_symlink()
        if not exists:
            _write(temporary, file)
            exists = not _give_name(temporary, final)
        if exists:
            require_same_content(file, stored_sha256=_digest_of(final), at=str(final))
        # A crash after the file got its name leaves the temporary file behind.
        temporary.unlink(missing_ok=True)
        return file_receipt(file, already_there=exists)


def from_config(config: DestinationConfig) -> DropFolder:
    """Return the backend of `file:///folder`.

    Raises:
        InvalidDestinations: the URL names no folder.
    """
    if config.url.netloc or not config.url.path.startswith("/"):
        raise config.invalid("url", "must be file:/// and a path from the root, such as file:///srv/reports")
    return DropFolder(name=config.name, folder=Path(config.path_of_url))


def _write(path: Path, file: ParcelFile) -> None:
    with (
        file.path.open("rb") as content,
        os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NOFOLLOW, _MODE), "wb") as written,
    ):
        shutil.copyfileobj(content, written, PIECE_BYTES)
        written.truncate()
        written.flush()
        os.fsync(written.fileno())


def _digest_of(path: Path) -> str | None:
    """Return the digest of a file; None for what is no file."""
    if not path.is_file():
        return None
    with path.open("rb") as stored:
        return hashlib.file_digest(stored, "sha256").hexdigest()


def _give_name(temporary: Path, final: Path) -> bool:
    """Give the file its final name; return False if another file has it by now."""
    try:
        # A link, because a rename would silently replace a file that appeared meanwhile.
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
    """Make the new names survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
