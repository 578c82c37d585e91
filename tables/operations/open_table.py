"""Open a table: its chain begins with what an operator decided, and never changes.

Source: docs/formats/tables.md, `table`.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction

from audit.chain_head import first_head
from audit.core.records import Record, new_chain
from audit.operations.append import create_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.chains import load_head
from audit.signed_record import signed_record
from games.operations.payout_floor import require_return
from games.queries.sheets import Offer, current_sheet, sheet_in_currency
from kernel.ids import SYSTEM_CHAIN, ChainId
from kernel.instants import to_epoch_ms
from kernel.money import currency
from kernel.refusals import Refusal, RefusalKind
from responsible_gaming.core.jurisdiction import Jurisdiction
from tables.core.definition import Admission, TableClock, TableDefinition
from tables.core.instants import record_time_ms
from tables.operations.table_step import rows_cte, wake
from wallet.core.ledger import CurrencyMismatch


class NotATableGame(Refusal):
    """The game is played alone."""

    code, kind = "not-a-table-game", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewTable:
    """What an operator asks for. `TableDefinition` says what its members may be."""

    game: str
    seats: int
    currency: str
    """The currency that the stakes were given in."""
    stake_min_minor: int
    stake_max_minor: int
    admission: Admission
    clock: TableClock
    test: bool
    reason: str
    """Why it is opened, for the event."""


def open_table(request: NewTable, *, jurisdiction: Jurisdiction, actor: str, now: datetime) -> ChainId:
    """Open a table by the current rules of its game, and return its chain. The croupier announces its first epoch.

    Raises:
        GameNotFound: no such game is on offer.
        NotATableGame: it has one seat.
        ReturnBelowMinimum: it returns less than the jurisdiction allows, and the table is not for test accounts.
        UnknownCurrency: with the jurisdiction's currencies that are `known`; nobody could sit there.
        CurrencyMismatch: with the game's `currency`.
        TableOutsideRules: with the `member` that is wrong.
    """
    offer = current_sheet(request.game)
    if not request.test:
        require_return(offer.sheet, jurisdiction)
    jurisdiction.require_named(request.currency)
    table = _defined(request, offer)
    chain = ChainId(UUID(bytes=os.urandom(16)))
    # It cites the record of its rules, which is in the system chain.
    at_ms = record_time_ms(to_epoch_ms(now), load_head(SYSTEM_CHAIN).tip.time_ms)
    event = compose_event(_event(chain, table, request, actor), now=now)
    record = signed_record(new_chain(chain), "table", {**table.fields(), "ev": leaf_hex(event)}, now_ms=at_ms)
    with transaction.atomic():
        _store(record, table)
        store_events([event])
        wake(chain)
    return chain


def _defined(request: NewTable, offer: Offer) -> TableDefinition:
    sheet = offer.sheet
    if not sheet.at_tables:
        raise NotATableGame("No table was opened. This game is played alone: its rules have one seat.")
    played = sheet_in_currency(offer.leaf, request.currency)
    if played is None:
        raise CurrencyMismatch(
            f"No table was opened. The stakes are in {request.currency}, the game in {', '.join(sheet.currencies)}.",
            currency=sheet.currency,
        )
    return TableDefinition(
        sheet=played,
        rules_leaf=offer.leaf,
        exponent=currency(played.currency).exponent,
        seats=request.seats,
        stake_min_minor=request.stake_min_minor,
        stake_max_minor=request.stake_max_minor,
        admission=request.admission,
        clock=request.clock,
        test=request.test,
    )


def _store(record: Record, table: TableDefinition) -> None:
    head = first_head(record.tip, limits_leaf=None)
    columns = (
        ("chain", "uuid"),
        ("leaf", "bytea"),
        ("game", "text"),
        ("rules_leaf", "bytea"),
        ("test", "boolean"),
        ("status", "text"),
        ("opened_ms", "bigint"),
    )
    row = (
        record.tip.chain,
        record.tip.leaf,
        table.sheet.game,
        table.rules_leaf,
        table.test,
        "open",
        record.tip.time_ms,
    )
    written = execute_step(
        [create_cte(head), *record_ctes([record]), rows_cte("opened", "tables_table", columns, [row])]
    )
    assert written, "a new chain has no rival"


def _event(chain: ChainId, table: TableDefinition, request: NewTable, actor: str) -> NewEvent:
    return NewEvent(
        kind="table-opened",
        actor=actor,
        reason=request.reason,
        after={"table": chain.hex, "game": table.sheet.game, **table.fields()},
    )
