"""A player's own copy of a public source of randomness, and the decks of tables that it is held against.

Source: docs/formats/tables.md, "Beacons".
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, Self, TypeVar

from .errors import ClientError, Reason, VerificationError
from .records import Record

_DIGITS: Final = re.compile(r"[0-9a-f]{64}")

_Key = TypeVar("_Key")
_Value = TypeVar("_Value")
_Times = tuple[int, int]
"""When a source published its round 1, and how long it takes from round to round, in milliseconds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BeaconCopy:
    """Values by source and round, and the times of each source's rounds. The source is "" where a line names none."""

    values: Mapping[tuple[str, int], str]
    times: Mapping[str, _Times]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a copy as `python -m verifier --beacon` does: on each line an answer of the source, or {round: value}.

        Raises:
            ClientError: a line is neither, or contradicts one before.
        """
        values: dict[tuple[str, int], str] = {}
        times: dict[str, _Times] = {}
        for answer in _answers(text):
            source = str(answer.pop("src", ""))
            try:
                if "genesis_time" in answer:
                    _add(times, source, (_milliseconds(answer["genesis_time"]), _milliseconds(answer["period"])))
                    continue
                rounds = {answer["round"]: answer["randomness"]} if "round" in answer else answer
                for number, value in rounds.items():
                    _add(values, (source, int(number)), _digits(value))
            except (KeyError, TypeError, ValueError):
                raise ClientError(f"no copy of a beacon: {json.dumps(answer)[:200]}") from None
        return cls(values=values, times=times)

    def compare(self, table: Record, opened: Record) -> bool:
        """Hold an `open` of a table against the copy; tell whether the copy has both its round and the times of rounds.

        Raises:
            VerificationError: `OTHER_BEACON`.
        """
        source, taken = table.fields["beacon"], opened.fields["beacon"]
        value = self.values.get((source["src"], taken["round"]), self.values.get(("", taken["round"])))
        times = self.times.get(source["src"], self.times.get(""))
        if value not in {None, taken["value"]}:
            raise _other(table, opened, f"the copy has {value} in round {taken['round']}, not {taken['value']}")
        if times not in {None, (source["genesis"], source["period"])}:
            raise _other(table, opened, "by the copy the rounds are published at other times than the table says")
        return value is not None and times is not None


def decks_of(records: Iterable[Record]) -> Iterator[tuple[Record, Record]]:
    """Yield the first record of a table with each `open` of it whose deck takes a public value, in their order."""
    table = None
    for record in records:
        if record.kind == "table":
            table = record
        elif record.kind == "open" and "beacon" in record.fields:
            if table is None or "beacon" not in table.fields:
                raise VerificationError(
                    Reason.OTHER_BEACON,
                    "a deck takes a public value that its table's record does not have",
                    record.note,
                )
            yield table, record


def _answers(text: str) -> Iterator[dict[str, Any]]:
    try:
        documents = [json.loads(text)]
    except ValueError:
        try:
            documents = [json.loads(line) for line in text.splitlines() if line.strip()]
        except ValueError:
            raise ClientError("no copy of a beacon: a line is not JSON") from None
    for document in documents:
        if not isinstance(document, dict):
            raise ClientError("no copy of a beacon: a line is no JSON object")
        yield document


def _digits(value: str) -> str:
    if not _DIGITS.fullmatch(value):
        raise ValueError
    return value


def _milliseconds(seconds: object) -> int:
    if type(seconds) is not int:
        raise TypeError
    return 1000 * seconds


def _add(known: dict[_Key, _Value], key: _Key, value: _Value) -> None:
    if known.setdefault(key, value) != value:
        raise ValueError


def _other(table: Record, opened: Record, detail: str) -> VerificationError:
    return VerificationError(Reason.OTHER_BEACON, detail, table.note, opened.note)
