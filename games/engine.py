"""The digest of the running engine: what `rules` records bind each round to."""

from functools import cache
from pathlib import Path

from audit.core.code_digest import digest

_PROJECT = Path(__file__).resolve().parent.parent
_FOLDERS = ("audit/core", "games/core")


@cache
def engine_sha256() -> str:
    """Hash the files of `games/core` and `audit/core` as they were when this process first asked."""
    files = (path for folder in _FOLDERS for path in (_PROJECT / folder).rglob("*.py"))
    return digest({path.relative_to(_PROJECT).as_posix(): path.read_bytes() for path in files})
