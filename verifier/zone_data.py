"""What this machine's time zone database says of a zone, as a digest.

Source: docs/adr/0099-a-state-of-all-that-the-judge-knows.md.
"""

import hashlib
import zoneinfo
from collections.abc import Iterable
from importlib import resources
from pathlib import Path


def digests(names: Iterable[str]) -> dict[str, str]:
    """Return the SHA-256 of what this machine has of each of these zones, by name; empty for one that it lacks."""
    return {name: _digest(name) for name in sorted(names)}


def _digest(name: str) -> str:
    for folder in zoneinfo.TZPATH:
        if (file := Path(folder, name)).is_file():
            return hashlib.sha256(file.read_bytes()).hexdigest()
    try:
        packaged = resources.files("tzdata").joinpath("zoneinfo", *name.split("/"))
        return hashlib.sha256(packaged.read_bytes()).hexdigest()
    except (ModuleNotFoundError, OSError):
        return ""
