"""Export the log for an auditor.

Source: docs/formats/log.md, "Grammar"; docs/formats/events.md.
"""

from pathlib import Path

from audit.core.bundles import WIDTH, bundle_name, entry_bundle, event_lines
from audit.core.checkpoint import size_of
from audit.core.records import parse_entry
from audit.keys import trust_document
from audit.queries.listed_events import actor_key, listed_events
from audit.queries.log import all_entries, checkpoints
from audit.queries.witnesses import publishable_checkpoint
from kernel import canonical_json


class NothingToExport(Exception):  # noqa: N818  named for what it says
    """No checkpoint was signed yet."""


def export_log(folder: Path) -> int:
    """Write the log up to the newest checkpoint that may be published into `folder`, and return how many entries it has.

    The folder must be empty or new. One bundle at a time is in memory.

    Raises:
        NothingToExport: no checkpoint was signed yet.
        FileExistsError: the folder is not empty.
    """
    until = publishable_checkpoint()
    signed = {} if until is None else {size: note for size, note in checkpoints() if size <= size_of(until)}
    if not signed:
        raise NothingToExport("The log has no checkpoint yet. Is the sequencer running?")
    folder.mkdir(parents=True, exist_ok=True)
    if any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty.")
    for size, note in signed.items():
        _write(folder / "checkpoints" / str(size), note.encode())
    newest, listed = max(signed), 0
    for number, entries in enumerate(all_entries(size=newest, batch=WIDTH)):
        _write(folder / "tile" / "entries" / bundle_name(number, len(entries)), entry_bundle(entries))
        listed += sum(map(_leaves_listed, entries))
    for number, events in enumerate(listed_events(count=listed)):
        _write(folder / "events" / bundle_name(number, len(events)), event_lines(events, actor_key=actor_key()))
    _write(folder / "trust.json", canonical_json.encode(dict(trust_document())) + b"\n")
    _write(folder / "checkpoint", signed[newest].encode())
    return newest


def _leaves_listed(entry: str) -> int:
    """Return how many events a record lists."""
    if '"type":"events"' not in entry:
        return 0
    leaves = parse_entry(entry).get("leaves", [])
    assert isinstance(leaves, list), "only such a record has this in its text"
    return len(leaves)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
