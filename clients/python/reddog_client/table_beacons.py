"""Which public value a hand's deck takes: the table's own source, at the one round that its records fix.

Source: docs/formats/tables.md, "Beacons".
"""

import re
from collections.abc import Mapping
from typing import Any, Final

from .errors import Reason, VerificationError
from .records import Record

_VALUE: Final = re.compile(r"[0-9a-f]{64}")
_SOURCE: Final[Mapping[str, type]] = {"src": str, "genesis": int, "period": int}
_TAKEN: Final[Mapping[str, type]] = {"src": str, "round": int, "value": str}


def require_beacon(table: Record, *, seats: Record, opened: Record) -> None:
    """Require that an `open` has the beacon of its `table`, where there is one, at the first round after `seats`.

    Whether the value is the source's own, only a copy of it shows.

    Raises:
        VerificationError: `OTHER_CARDS`; `MALFORMED_TEXT` if the `table` names no source.
    """
    source, taken = table.fields.get("beacon"), opened.fields.get("beacon")
    if source is None and taken is None:
        return
    if source is None or taken is None:
        raise _other(opened, table, "a beacon is mixed in exactly where the table's record has one")
    if not _has(source, _SOURCE) or source["period"] < 1:
        raise VerificationError(Reason.MALFORMED_TEXT, "the table's record names no source of a beacon", table.note)
    if not _has(taken, _TAKEN) or not _VALUE.fullmatch(taken["value"]):
        raise _other(opened, table, "the beacon is no public value of 32 bytes")
    if taken["src"] != source["src"]:
        raise _other(opened, table, "the beacon is of another source than the table's")
    due = _first_round_after(source, seats.fields["time"])
    if taken["round"] != due:
        raise _other(opened, seats, f"round {due} of the beacon is the first after the seats, not {taken['round']}")
    if source["genesis"] + (due - 1) * source["period"] > opened.fields["time"]:
        raise _other(opened, table, f"round {due} of the beacon is published after the opening")


def _first_round_after(source: Mapping[str, Any], time_ms: int) -> int:
    return int(max(0, (time_ms - source["genesis"]) // source["period"] + 1)) + 1


def _has(value: object, members: Mapping[str, type]) -> bool:
    return isinstance(value, Mapping) and all(type(value.get(name)) is kind for name, kind in members.items())


def _other(opened: Record, other: Record, detail: str) -> VerificationError:
    return VerificationError(Reason.OTHER_CARDS, detail, other.note, opened.note)
