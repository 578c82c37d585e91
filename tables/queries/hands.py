"""The hands and games that a table has finished, from its records. They hold nothing that is secret any more."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from audit.core.records import parse_entry
from audit.queries.records import entries, numbered_entries
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from kernel.refusals import Refusal, RefusalKind
from tables.models import BegunEpoch, EpochEnd
from tables.queries.definitions import DefinedTable
from tables.queries.table_events import event_of_record
from tables.queries.table_states import known_table

ENDS: Final = ("all-out", "last-one", "agreed", "time", "decided", "no-reveal", "not-covered", "void")
"""How a hand or a game can end: a game by its rules, agreement or time, a hand against the house by its decisions."""


class HandNotFound(Refusal):
    """The table has finished no such hand."""

    code, kind = "hand-not-found", RefusalKind.NOT_FOUND


class HandsPage(NamedTuple):
    """A page of finished hands, newest first."""

    items: list[dict[str, object]]
    next: int | None
    """The epoch before which the next page begins; None if there is none."""


def hands_page(chain: ChainId, *, before: int | None, limit: int) -> HandsPage:
    """Return up to `limit` finished hands of a table as JSON, newest first, before the one with this epoch.

    Raises:
        TableNotFound: there is none of this chain.
    """
    table = known_table(chain)
    finished = BegunEpoch.objects.filter(table=chain, end_seq__isnull=False)
    if before is not None:
        finished = finished.filter(epoch__lt=before)
    rows = list(finished.order_by("-epoch")[:limit])
    numbers = {row.epoch: row.end_seq for row in rows if row.end_seq is not None}
    ends = numbered_entries(chain, numbers.values())
    items = [_hand(table, row, parse_entry(ends[numbers[row.epoch]])) for row in rows]
    return HandsPage(items, rows[-1].epoch if len(rows) == limit else None)


def finished_hand(chain: ChainId, epoch: int) -> dict[str, object]:
    """Return a finished hand of a table as JSON, with its records from `seats` to the one that ended it.

    Raises:
        TableNotFound: there is no table of this chain.
        HandNotFound: it has no such hand, or has not finished it.
    """
    table = known_table(chain)
    row = BegunEpoch.objects.filter(table=chain, epoch=epoch, end_seq__isnull=False).first()
    if row is None:
        raise HandNotFound("The table has finished no hand of this number. Those that it has are listed under `hands`.")
    assert row.end_seq is not None, "it has ended"
    notes = entries(chain, from_seq=row.seats_seq, to_seq=row.end_seq + 1)
    return {**_hand(table, row, parse_entry(notes[-1])), "records": [event_of_record(note) for note in notes]}


def _hand(table: DefinedTable, row: BegunEpoch, end: Mapping[str, Any]) -> dict[str, object]:
    currency = table.definition.sheet.currency
    assert row.ended_ms is not None, "it has ended"
    return {
        "epoch": row.epoch,
        "ended_by": _ended_by(end),
        "leaf": None if row.end_leaf is None else bytes(row.end_leaf).hex(),
        "cards": end.get("cards", []),
        "results": [_result(result, currency) for result in end.get("results", [])],
        "missing": end.get("missing", []),
        "seed": end.get("seed"),
        "seated_at": rfc3339(row.seats_ms),
        "ended_at": rfc3339(row.ended_ms),
    }


def _ended_by(end: Mapping[str, Any]) -> str:
    if end["type"] == EpochEnd.TABLE_ABORT:
        return _kebab(end["reason"])
    return _kebab(end.get("why", "decided"))


def _result(result: Mapping[str, Any], currency: str) -> dict[str, object]:
    bonus = result.get("bonus")
    return {
        "seat": result["seat"],
        "outcome": _kebab(result["result"]),
        "staked": amount_document(result["staked"], currency),
        "returned": amount_document(result["returned"], currency),
        "rake": amount_document(result["rake"], currency) if "rake" in result else None,
        "side_bet": None
        if bonus is None
        else {"category": _kebab(bonus["category"]), "returned": amount_document(bonus["returned"], currency)},
    }


def _kebab(word: str) -> str:
    return word.replace("_", "-")
