"""Open a table: its chain begins with what an operator decided, and never changes.

Source: docs/formats/tables.md, `table`.
"""

import os
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

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
from tables.beacon import beacon_for_new_tables
from tables.core.definition import Admission, TableClock, TableDefinition, TableOutsideRules
from tables.core.instants import record_time_ms
from tables.models import Table
from tables.operations.table_step import rows_cte, wake
from wallet.core.idempotency import IdempotentRequest, require_same_request
from wallet.core.ledger import CurrencyMismatch

REVEAL_MIN_MS: Final = 5_000
"""The least time for values. In less, a slow connection of an honest player would burn hands."""

REVEAL_MAX_MS: Final = 60_000
"""The most. In more, a hand would burn behind the game's newest hands, which are those whose missing values are counted."""


class NotATableGame(Refusal):
    """The game is played alone."""

    code, kind = "not-a-table-game", RefusalKind.CONFLICT


class RulesNotCurrent(Refusal):
    """The rules that were read are not the current ones."""

    code, kind = "rules-not-current", RefusalKind.CONFLICT


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
    rules_version: int | None = None
    """The version of the game's rules that the operator has read; None takes the current one unread."""
    idempotency: IdempotentRequest | None = None
    """The request's key: a table is opened once for each. None where no client asked."""


def open_table(request: NewTable, *, jurisdiction: Jurisdiction, actor: str, now: datetime) -> ChainId:
    """Open a table by the current rules of its game, and return its chain. The croupier announces its first epoch.

    A repeated request opens nothing, and returns the same chain.

    Raises:
        ReusedIdempotencyKey: the key belongs to another request.
        GameNotFound: no such game is on offer.
        RulesNotCurrent: with the `current` version of its rules.
        NotATableGame: it has one seat.
        ReturnBelowMinimum: it returns less than the jurisdiction allows, and the table is not for test accounts.
        UnknownCurrency: with the jurisdiction's currencies that are `known`; nobody could sit there.
        CurrencyMismatch: with the game's `currency`.
        TableOutsideRules: with the `member` that is wrong, a time that is too short or too long for players included.
        BeaconUnavailable: a beacon is configured, and does not say when its rounds are.
    """
    if (before := _opened_before(request.idempotency)) is not None:
        return before
    offer = current_sheet(request.game)
    _require_current(request, offer)
    if not request.test:
        require_return(offer.sheet, jurisdiction)
    jurisdiction.require_named(request.currency)
    table = _defined(request, offer)
    _require_clock_for_players(table.clock, jurisdiction)
    chain = ChainId(UUID(bytes=os.urandom(16)))
    # It cites the record of its rules, which is in the system chain.
    at_ms = record_time_ms(to_epoch_ms(now), load_head(SYSTEM_CHAIN).tip.time_ms)
    event = compose_event(_event(chain, table, request, actor), now=now)
    record = signed_record(new_chain(chain), "table", {**table.fields(), "ev": leaf_hex(event)}, now_ms=at_ms)
    try:
        with transaction.atomic():
            _store(record, table, request.idempotency)
            store_events([event])
            wake(chain)
    except IntegrityError as error:
        # The same key was faster.
        if isinstance(error.__cause__, UniqueViolation) and (before := _opened_before(request.idempotency)):
            return before
        raise
    return chain


def _opened_before(request: IdempotentRequest | None) -> ChainId | None:
    """Return the table that this request opened when it was sent before; None for a new one, or one without a key."""
    if request is None:
        return None
    opened = Table.objects.filter(key=request.key).values_list("chain", "request_digest").first()
    if opened is None:
        return None
    chain, digest = opened
    assert digest is not None, "a key has the digest of its request"
    require_same_request(request, bytes(digest))
    return ChainId(chain)


def _require_current(request: NewTable, offer: Offer) -> None:
    current = offer.sheet.version
    if request.rules_version not in {None, current}:
        raise RulesNotCurrent(
            f"Nothing was changed. The rules of {request.game} are of version {current} now: read them first.",
            current=current,
        )


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
        beacon=beacon_for_new_tables(),
    )


def _require_clock_for_players(clock: TableClock, jurisdiction: Jurisdiction) -> None:
    """Refuse a clock by which honest clients are too late, hands burn uncounted, or one stake outlasts a reality check.

    What has begun may be finished: neither a time limit nor a reality check stops a game around a pot. So no game lasts
    longer than the time between two checks, at test tables too. Tables that are open already keep their clocks.
    """
    if clock.reveal_ms < REVEAL_MIN_MS:
        raise TableOutsideRules(
            f"No table was opened. revealing_seconds is {REVEAL_MIN_MS // 1000} or more: slow clients would burn hands.",
            member="revealing_seconds",
        )
    if clock.reveal_ms > REVEAL_MAX_MS:
        raise TableOutsideRules(
            f"No table was opened. revealing_seconds is {REVEAL_MAX_MS // 1000} or less: later, missing values are not counted.",
            member="revealing_seconds",
        )
    longest_ms = jurisdiction.reality_check_interval_ms
    if clock.game_ms is not None and clock.game_ms > longest_ms:
        raise TableOutsideRules(
            f"No table was opened. game_seconds is {longest_ms // 1000} or less: no reality check would come between.",
            member="game_seconds",
        )


def _store(record: Record, table: TableDefinition, request: IdempotentRequest | None) -> None:
    head = first_head(record.tip, limits_leaf=None)
    columns = (
        ("chain", "uuid"),
        ("leaf", "bytea"),
        ("game", "text"),
        ("rules_leaf", "bytea"),
        ("test", "boolean"),
        ("status", "text"),
        ("opened_ms", "bigint"),
        ("key", "text"),
        ("request_digest", "bytea"),
    )
    row = (
        record.tip.chain,
        record.tip.leaf,
        table.sheet.game,
        table.rules_leaf,
        table.test,
        "open",
        record.tip.time_ms,
        None if request is None else request.key,
        None if request is None else request.digest,
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
