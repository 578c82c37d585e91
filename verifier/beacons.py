"""A table's public source of randomness: which round a hand takes is fixed by the log alone.

Source: docs/formats/tables.md, "Beacons".
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from verifier.table_records import Beacon, Source, TableOpen
from verifier.verdict import Code, Fault


def round_time(source: Source, number: int) -> int:
    """Return when a source publishes a round, counted from 1, in milliseconds."""
    return source["genesis"] + (number - 1) * source["period"]


def first_round_after(source: Source, time_ms: int) -> int:
    """Return the first round that a source publishes later than this instant."""
    return max(0, (time_ms - source["genesis"]) // source["period"] + 1) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconCopy:
    """What an auditor's own copy of a source has: values in hex, by source and round.

    The source is "" where the auditor did not name it: such a value is held against whichever source has the round.
    """

    values: Mapping[tuple[str, int], str]

    def value_of(self, beacon: Beacon) -> str | None:
        """Return what the copy has for the round of a beacon; None if nothing."""
        return self.values.get((beacon["src"], beacon["round"]), self.values.get(("", beacon["round"])))


def parse_copy(raw: bytes) -> BeaconCopy:
    """Read a copy: a JSON object {round: value}, or on each line one with `round`, `randomness` and perhaps `src`.

    Raises:
        ValueError: it is neither, or has two values for a round.
    """
    values: dict[tuple[str, int], str] = {}
    for named, value in _pairs(raw.decode()):
        if not (isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value)):
            raise ValueError(f"the value of round {named[1]} is not 64 lower-case hex digits")
        if values.setdefault(named, value) != value:
            raise ValueError(f"two values for round {named[1]}")
    return BeaconCopy(values=values)


def _pairs(text: str) -> Iterator[tuple[tuple[str, int], object]]:
    try:
        documents = [json.loads(text)]
    except ValueError:
        documents = [json.loads(line) for line in text.splitlines() if line.strip()]
    for document in documents:
        if not isinstance(document, dict):
            raise ValueError("a line is no JSON object")  # noqa: TRY004  what is wrong is the text
        if "round" in document:
            yield (str(document.get("src", "")), int(document["round"])), document.get("randomness")
        else:
            yield from ((("", int(number)), value) for number, value in document.items())


def compare(beacon: Beacon, copy: BeaconCopy | None) -> list[Fault]:
    """Return a warning if nothing was there to compare a beacon's value with.

    Raises:
        Fault: `E_BEACON` if the auditor's copy has another value.
    """
    value = None if copy is None else copy.value_of(beacon)
    if value is None:
        return [Fault(Code.W_BEACON, f"round {beacon['round']} of {beacon['src'][:80]!a} was compared with no copy")]
    if value != beacon["value"]:
        raise Fault(Code.E_BEACON, f"round {beacon['round']} of {beacon['src'][:80]!a} has another value in the copy")
    return []


def require_beacon(source: Source | None, record: TableOpen, *, seats_ms: int) -> None:
    """Refuse an opening that leaves the table's beacon out, has one where the table has none, or takes another round.

    Raises:
        Fault: `E_CONTRIB`.
    """
    beacon = record.get("beacon")
    if (beacon is None) is not (source is None):
        raise Fault(Code.E_CONTRIB, "a beacon is mixed in exactly where the table's record has one")
    if beacon is None or source is None:
        return
    if beacon["src"] != source["src"]:
        raise Fault(Code.E_CONTRIB, "the beacon is of another source than the table's")
    due = first_round_after(source, seats_ms)
    if beacon["round"] != due:
        raise Fault(
            Code.E_CONTRIB, f"round {beacon['round']} of the beacon, where round {due} is the first after the seats"
        )
    if round_time(source, due) > record["time"]:
        raise Fault(Code.E_CONTRIB, f"round {due} of the beacon is published after the opening")
