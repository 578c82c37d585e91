"""Signing keys that were stolen while they waited: whoever told of the theft is believed, and they are never announced."""

from datetime import datetime
from typing import Final, NamedTuple

from audit.queries.events import events_of_kind

STOLEN: Final = "signing-key-stolen"
"""The kind of the event by which somebody tells of a theft, with the `keys` of a `use` that waited beside the stolen one."""


class TheftTold(NamedTuple):
    """A theft of the keys of a use, as somebody told of it."""

    at: datetime
    """When it was told."""
    use: str
    """`log` or `rounds`."""
    since_ms: int
    """From when on somebody else may have had them."""
    waiting: tuple[str, ...]
    """The vkeys of the keys that waited then, in the order in which they were drawn."""


def thefts_told() -> list[TheftTold]:
    """Return every theft of signing keys that was told of, in order."""
    return [
        TheftTold(event.at, str(event.after["use"]), _integer(event.after["stolen_since"]), _texts(event.after["keys"]))
        for event in events_of_kind(STOLEN)
    ]


def stolen_waiting() -> dict[str, TheftTold]:
    """Return the vkeys of keys that waited when a theft was told of, each with that theft. Nothing announces them."""
    return {vkey: theft for theft in reversed(thefts_told()) for vkey in theft.waiting}


def _integer(value: object) -> int:
    assert isinstance(value, int), "the event was written here"
    return value


def _texts(value: object) -> tuple[str, ...]:
    assert isinstance(value, list), "the event was written here"
    return tuple(map(str, value))
