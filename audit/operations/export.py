"""Export the log for an auditor.

Source: docs/formats/log.md, "Grammar"; docs/formats/events.md.
"""

from collections.abc import Iterable
from pathlib import Path

from audit.core.event_leaf import EventFacts, private_part, public_part
from audit.core.records import parse_entry
from audit.keys import trust_document
from audit.queries.listed_events import actor_key, listed_events
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
    newest, listed = max(signed), 0
    for number, entries in enumerate(all_entries(size=newest, batch=BUNDLE)):
        _write(folder / "tile" / "entries" / _bundle_path(number, len(entries)), _bundle(entries))
        listed += sum(map(_leaves_listed, entries))
    for number, events in enumerate(listed_events(count=listed)):
        _write(folder / "events" / _bundle_path(number, len(events)), _event_lines(events))
    _write(folder / "trust.json", canonical_json.encode(dict(trust_document())) + b"\n")
    _write(folder / "checkpoint", signed[newest].encode())
    return newest


def _bundle(entries: Iterable[str]) -> bytes:
    stored = (entry.encode() for entry in entries)
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in stored)


def _leaves_listed(entry: str) -> int:
    """Return how many events a record lists."""
    if '"type":"events"' not in entry:
        return 0
    leaves = parse_entry(entry).get("leaves", [])
    assert isinstance(leaves, list), "only such a record has this in its text"
    return len(leaves)


def _event_lines(events: Iterable[tuple[EventFacts | None, bool]]) -> bytes:
    """Write events one a line; those of an erased player without their private part, and one that is gone as no text."""
    key = actor_key()
    lines = []
    for event, erased in events:
        if event is None:
            lines.append(b"\n")
            continue
        private = {} if erased else {"priv": private_part(event)}
        lines.append(canonical_json.encode({"event": public_part(event, actor_key=key), **private}) + b"\n")
    return b"".join(lines)


def _bundle_path(number: int, width: int) -> str:
    last = f"{number % 1000:03}"
    while number >= 1000:  # noqa: PLR2004  three digits a level
        number //= 1000
        last = f"x{number % 1000:03}/{last}"
    return last if width == BUNDLE else f"{last}.p/{width}"


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
