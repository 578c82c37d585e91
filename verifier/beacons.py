"""A table's public source of randomness: which round a hand takes is fixed by the log alone.

Source: docs/formats/tables.md, "Beacons".
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from verifier.table_records import Beacon, Source, TableOpen
from verifier.verdict import Code, Fault


class Schedule(NamedTuple):
    """When a source publishes its rounds, in milliseconds."""

    genesis: int
    period: int


def round_time(source: Source, number: int) -> int:
    """Return when a source publishes a round, counted from 1, in milliseconds."""
    return source["genesis"] + (number - 1) * source["period"]


def first_round_after(source: Source, time_ms: int) -> int:
    """Return the first round that a source publishes later than this instant."""
    return max(0, (time_ms - source["genesis"]) // source["period"] + 1) + 1


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconCopy:
    """What an auditor's own copy of sources has: values in hex, by source and round, and when rounds are published.

    The source is "" where the auditor did not name it: that is held against whichever source it may be.
    """

    values: Mapping[tuple[str, int], str]
    schedules: Mapping[str, Schedule]

    def value_of(self, beacon: Beacon) -> str | None:
        """Return what the copy has for the round of a beacon; None if nothing."""
        return self.values.get((beacon["src"], beacon["round"]), self.values.get(("", beacon["round"])))

    def schedule_of(self, source: str) -> Schedule | None:
        """Return when the rounds of a source are published; None if the copy does not say."""
        return self.schedules.get(source, self.schedules.get(""))


NO_COPY: Final = BeaconCopy(values={}, schedules={})


def parse_copy(raw: bytes) -> BeaconCopy:
    """Read a copy: on each line an answer of the source, or a JSON object {round: value}; perhaps with `src`.

    An answer has `round` and `randomness`, or `genesis_time` and `period` in seconds.

    Raises:
        ValueError: a line is none of these, or has another value of a round, or other times, than one before.
    """
    values: dict[tuple[str, int], str] = {}
    schedules: dict[str, Schedule] = {}
    for answer in _answers(raw.decode()):
        source = str(answer.get("src", ""))
        if "genesis_time" in answer:
            schedule = Schedule(*(_seconds(answer, name) for name in ("genesis_time", "period")))
            if schedules.setdefault(source, schedule) != schedule:
                raise ValueError("two schedules for a source")
            continue
        for number, value in _values(answer):
            if not (isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value)):
                raise ValueError(f"the value of round {number} is not 64 lower-case hex digits")
            if values.setdefault((source, number), value) != value:
                raise ValueError(f"two values for round {number}")
    return BeaconCopy(values=values, schedules=schedules)


def _answers(text: str) -> Iterator[Mapping[str, object]]:
    try:
        documents = [json.loads(text)]
    except ValueError:
        documents = [json.loads(line) for line in text.splitlines() if line.strip()]
    for document in documents:
        if not isinstance(document, dict):
            raise ValueError("a line is no JSON object")  # noqa: TRY004  what is wrong is the text
        yield document


def _values(answer: Mapping[str, object]) -> Iterator[tuple[int, object]]:
    if "round" in answer:
        yield int(str(answer["round"])), answer.get("randomness")
    else:
        yield from ((int(number), value) for number, value in answer.items() if number != "src")


def _seconds(answer: Mapping[str, object], name: str) -> int:
    value = answer.get(name)
    if type(value) is not int:
        raise ValueError(f"{name} is no whole number of seconds")
    return 1000 * value


def compare(beacon: Beacon, source: Source, copy: BeaconCopy) -> Fault | None:
    """Return what a copy says of the public value of a deck; a warning where it says nothing, and None if it agrees."""
    named, value, schedule = ascii(source["src"][:80]), copy.value_of(beacon), copy.schedule_of(source["src"])
    if value not in {None, beacon["value"]}:
        return Fault(Code.E_BEACON, f"round {beacon['round']} of {named} has another value in the copy")
    if schedule not in {None, Schedule(source["genesis"], source["period"])}:
        return Fault(Code.E_BEACON, f"the rounds of {named} are published at other times by the copy")
    if value is None:
        return Fault(Code.W_BEACON, f"round {beacon['round']} of {named} was compared with no copy")
    if schedule is None:
        return Fault(Code.W_BEACON, f"when the rounds of {named} are published was compared with no copy")
    return None


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
