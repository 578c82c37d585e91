"""What the checks read: records by their place, and rows as the core knows them."""

from collections.abc import Iterator, Mapping
from typing import Any

from audit.core.records import COMMON_FIELDS, parse_entry
from audit.queries.records import record_entry
from games.core.family import Bet
from kernel.ids import ChainId
from kernel.refusals import Refusal
from tables.core.stakes import Stake
from tables.models import BegunEpoch, PlacedStake

Record = Mapping[str, Any]


def checked(subject: str, faults: Iterator[str]) -> Iterator[str]:
    """Yield the faults of a subject as sentences. Rows that no check can make sense of are a fault of it, too."""
    try:
        yield from (f"{subject}: {fault}" for fault in faults)
    except (AssertionError, LookupError, ValueError, Refusal) as error:
        yield f"{subject}: its rows and its records do not belong together ({error!r})."


def record(chain: Any, seq: int) -> Record:
    """Return a stored record's document."""
    return parse_entry(record_entry(ChainId(chain), seq))


def tells(document: Record, fields: Mapping[str, object]) -> bool:
    """Say whether a record has exactly these fields beside those that every record has."""
    return {name: value for name, value in document.items() if name not in COMMON_FIELDS} == dict(fields)


def stake_of(row: PlacedStake) -> Stake:
    """Return the stake that a row stores."""
    return Stake(
        seat=row.seat,
        leaf=bytes(row.leaf),
        bet=Bet(row.stake_minor, row.side_bet_minor),
        contribution=bytes(row.contribution),
        room_minor=row.room_minor,
    )


def result_of(epoch: BegunEpoch, seat: int) -> Record:
    """Return what the `hand_end` of an epoch says of a seat."""
    results = {result["seat"]: result for result in record(epoch.table, number(epoch.end_seq))["results"]}
    result: Record = results[seat]
    return result


def number(seq: int | None) -> int:
    """Return the number that a row has."""
    assert seq is not None, "the row has the record's number"
    return seq


def optional_bytes(stored: bytes | memoryview | None) -> bytes | None:
    """Return a column's bytes; None for null."""
    return None if stored is None else bytes(stored)
