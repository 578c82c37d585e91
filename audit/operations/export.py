"""Export the log for an auditor.

Source: docs/formats/log.md, "Grammar".
"""

from collections.abc import Iterable
from pathlib import Path

from audit.keys import trust_document
from audit.queries.log import all_entries, checkpoints
from kernel import canonical_json

BUNDLE = 256


class NothingToExport(Exception):  # noqa: N818  named for what it says
    """No checkpoint was signed yet."""


def export_log(folder: Path) -> int:
    """Write the log up to its newest checkpoint into `folder`, and return how many entries it has.

    The folder must be empty or new. One bundle at a time is in memory.

    Raises:
        NothingToExport: no checkpoint was signed yet.
        FileExistsError: the folder is not empty.
    """
    signed = dict(checkpoints())
    if not signed:
        raise NothingToExport("The log has no checkpoint yet. Is the sequencer running?")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty.")
    for size, note in signed.items():
        _write(folder / "checkpoints" / str(size), note.encode())
    newest = max(signed)
    for number, entries in enumerate(all_entries(size=newest, batch=BUNDLE)):
        _write(folder / "tile" / "entries" / _bundle_path(number, len(entries)), _bundle(entries))
    _write(folder / "trust.json", canonical_json.encode(dict(trust_document())) + b"\n")
    _write(folder / "checkpoint", signed[newest].encode())
    return newest


def _bundle(entries: Iterable[str]) -> bytes:
    stored = (entry.encode() for entry in entries)
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in stored)


def _bundle_path(number: int, width: int) -> str:
    last = f"{number % 1000:03}"
    while number >= 1000:  # noqa: PLR2004  three digits a level
        number //= 1000
        last = f"x{number % 1000:03}/{last}"
    return last if width == BUNDLE else f"{last}.p/{width}"


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
