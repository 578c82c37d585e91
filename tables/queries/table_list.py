"""The tables that players and spectators can choose from, and what every view of a table begins with."""

from collections.abc import Collection
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet

from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.money import amount_document
from tables.core.continuation import Phase
from tables.core.instants import betting_ends_ms, reveal_ends_ms
from tables.models import Table, TableStatus
from tables.queries.burnt import BurntCounts, burnt_counts
from tables.queries.definitions import DefinedTable
from tables.queries.table_events import stream_url
from tables.queries.table_states import TableState, table_states

STATUSES: Final = tuple(status.value for status in TableStatus)
PHASES: Final = tuple(phase.value for phase in Phase)

_SECOND_MS: Final = 1000


class TablesPage(NamedTuple):
    """A page of tables, by id."""

    items: list[dict[str, object]]
    next: ChainId | None
    """The table after which the next page begins; None if there is none."""


def tables_page(
    *, after: UUID | None, limit: int, game: str | None = None, statuses: Collection[TableStatus] = ()
) -> TablesPage:
    """Return up to `limit` tables after this one, as JSON documents; of one game, or of these statuses.

    Without statuses, those that are not closed.
    """
    chains = table_ids(after=after, limit=limit, game=game, statuses=statuses)
    counts = burnt_counts(chains)
    listed = {state.table.chain: _listed(state, counts[state.table.chain]) for state in table_states(chains)}
    return TablesPage([listed[chain] for chain in chains], chains[-1] if len(chains) == limit else None)


def table_ids(
    *, after: UUID | None, limit: int, game: str | None = None, statuses: Collection[TableStatus] = ()
) -> list[ChainId]:
    """Return the ids of these tables, as `tables_page` has them."""
    tables = _of_status(statuses).order_by("chain")
    if game is not None:
        tables = tables.filter(game=game)
    if after is not None:
        tables = tables.filter(chain__gt=after)
    return [ChainId(chain) for chain in tables.values_list("chain", flat=True)[:limit]]


def table_summary(state: TableState) -> dict[str, object]:
    """Write what a table is and where it stands, as everybody may see it."""
    due_ms, sheet = due_at_ms(state), state.table.definition.sheet
    return {
        **_definition(state.table),
        "status": state.status.value,
        "available": state.takes_stakes and sheet.currency in settings.REDDOG_JURISDICTION.amounts,
        "seq": state.head.tip.seq,
        "epoch": state.epoch,
        "phase": state.phase.value,
        "due_at": None if due_ms is None else rfc3339(due_ms),
        "seats_taken": len(state.stakes),
    }


def _listed(state: TableState, burnt: BurntCounts) -> dict[str, object]:
    # Not in the summary, which is read each second by whoever watches a table.
    return {**table_summary(state), "burnt_hands": burnt.document(state.table.definition.sheet.currency)}


def due_at_ms(state: TableState) -> int | None:
    """Return the deadline of a table's phase; None where it only waits for players, and in a game around a pot.

    There the seat that decides and the game have deadlines of their own.
    """
    running, definition = state.running, state.table.definition
    match state.phase:
        case Phase.UNANNOUNCED:
            return None
        case Phase.BETTING:
            return betting_ends_ms(definition, state.waiting_since_ms)
        case Phase.REVEALING:
            assert running is not None, "seats have ended the betting"
            return reveal_ends_ms(definition, running.seats_ms)
        case Phase.PLAYING:
            assert running is not None, "a hand runs"
            return None if definition.around_pot else running.until_ms


def _of_status(statuses: Collection[TableStatus]) -> QuerySet[Table]:
    if statuses:
        return Table.objects.filter(status__in=[status.value for status in statuses])
    return Table.objects.exclude(status=TableStatus.CLOSED.value)


def _definition(table: DefinedTable) -> dict[str, object]:
    definition, sheet = table.definition, table.definition.sheet
    clock = definition.clock
    return {
        "id": table.chain.hex,
        "leaf": table.leaf.hex(),
        "game": sheet.game,
        "family": sheet.family,
        "rules": definition.rules_leaf.hex(),
        "rules_version": sheet.version,
        "test": definition.test,
        "admission": definition.admission.value,
        "seats_max": definition.seats,
        "seats_min": definition.seats_min,
        "stake_min": amount_document(definition.stake_min_minor, sheet.currency),
        "stake_max": amount_document(definition.stake_max_minor, sheet.currency),
        "betting_seconds": _whole_seconds(clock.bet_ms),
        "revealing_seconds": _whole_seconds(clock.reveal_ms),
        "deciding_seconds": _whole_seconds(sheet.timeout_ms),
        "game_seconds": None if clock.game_ms is None else _whole_seconds(clock.game_ms),
        "opened_at": rfc3339(table.opened_ms),
        "stream_url": stream_url(table.chain),
    }


def _whole_seconds(time_ms: int) -> int:
    """Return a length of time in seconds, rounded up."""
    return -(-time_ms // _SECOND_MS)
