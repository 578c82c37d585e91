"""Files of 256: bundles of entries and of events, as an export has them and as they are served.

Source: docs/formats/log.md, "Grammar"; events.md, "Grammar".
"""

from collections.abc import Iterable
from typing import Final

from audit.core.event_leaf import EventFacts, private_part, public_part
from audit.core.tiles import Tile, number_path, tile_at
from kernel import canonical_json

WIDTH: Final = 256


def bundle_name(number: int, width: int) -> str:
    """Return the name of the `number`-th file, with `width` members."""
    return number_path(number) if width == WIDTH else f"{number_path(number)}.p/{width}"


def members_of(name: str) -> range:
    """Return which members, from 0, the file of this name has.

    Raises:
        MalformedTile: it is no such name. They are those of tiles.
    """
    tile: Tile = tile_at("0", name)
    return range(tile.first, tile.end)


def entry_bundle(entries: Iterable[str]) -> bytes:
    """Write entries one behind the other, each behind its length."""
    stored = (entry.encode() for entry in entries)
    return b"".join(len(entry).to_bytes(2, "big") + entry for entry in stored)


def event_lines(events: Iterable[tuple[EventFacts | None, bool]], *, actor_key: bytes) -> bytes:
    """Write events one a line, each with whether its private part is erased; one that is gone as no text."""
    lines = []
    for event, erased in events:
        if event is None:
            lines.append(b"\n")
            continue
        private = {} if erased else {"priv": private_part(event)}
        lines.append(canonical_json.encode({"event": public_part(event, actor_key=actor_key), **private}) + b"\n")
    return b"".join(lines)
