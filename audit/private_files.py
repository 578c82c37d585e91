"""Files of one account alone, which a crash leaves as they were or as they are to be."""

import os
import tempfile
from pathlib import Path


def replace_file(path: Path, content: bytes) -> None:
    """Put `content` in the place of `path`, private to this account. A crash leaves the old file or the new one."""
    write_apart(path.parent, content).replace(path)
    sync_folder(path.parent)


def write_apart(where: Path, content: bytes) -> Path:
    """Write a durable file under a name of its own, to be linked or renamed; return its path."""
    handle, name = tempfile.mkstemp(dir=where, suffix=".new")
    with os.fdopen(handle, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    return Path(name)


def remove_other_names(path: Path) -> None:
    """Remove the names `*.new` of a file, as a crash leaves one between `write_apart` and the end of what followed."""
    for other in path.parent.glob("*.new"):
        if path.exists() and other.samefile(path):
            other.unlink()


def sync_folder(where: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(where, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
