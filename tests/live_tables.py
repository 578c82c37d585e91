"""Tables that live in the database, for tests: opened, announced and played through the platform's own operations."""

from __future__ import annotations

import hashlib
import os
from datetime import datetime
from typing import TYPE_CHECKING, Final
from uuid import uuid4

from django.db import transaction

from audit import keys
from audit.chain_head import first_head
from audit.core.records import SALT_BYTES, build_record, new_chain
from audit.operations.announce_epoch import draw_epoch, epoch_cte
from audit.operations.append import create_cte, execute_step, record_ctes
from audit.operations.write_system_record import lock_system_chain
from games.core.family import Bet
from games.core.variants import montana_red_dog_table, pot_red_dog, red_dog_table
from games.operations import publish_rules
from games.queries.sheets import newest_document
from games.models import PublishedSheet
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from tables.core.definition import Admission, TableClock, TableDefinition
from tables.core.epoch import TableEpoch, contribution
from tables.core.stakes import commit_fields
from tables.operations.place_stake import StakeRequest, place_stake
from tables.operations.table_step import TableStep, rows_cte
from tables.queries.table_states import table_state
from tests import world
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from games.core.sheet import RuleSheet
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from tables.core.player_records import LateValue
    from tables.core.stake_view import StakeView
    from wallet.core.idempotency import IdempotentRequest

RED_DOG: Final = red_dog_table.SHEET
MONTANA: Final = montana_red_dog_table.SHEET
POT: Final = pot_red_dog.SHEET
BET_MS, REVEAL_MS, GAME_MS = 8_000, 10_000, 1_200_000
_COLUMNS = (
    ("chain", "uuid"),
    ("leaf", "bytea"),
    ("game", "text"),
    ("rules_leaf", "bytea"),
    ("test", "boolean"),
    ("status", "text"),
    ("opened_ms", "bigint"),
)


def open_table(
    sheet: RuleSheet = RED_DOG,
    *,
    seats: int | None = None,
    admission: Admission = Admission.PUBLIC,
    test: bool = False,
    now: datetime = NOW,
) -> ChainId:
    """Open a table by a sheet, and announce its first epoch. The house must be open."""
    leaf = _published(sheet, now)
    definition = TableDefinition(
        sheet=sheet,
        rules_leaf=leaf,
        exponent=2,
        seats=seats or sheet.seats,
        stake_min_minor=sheet.stake_min_minor,
        stake_max_minor=sheet.stake_max_minor,
        admission=admission,
        clock=TableClock(bet_ms=BET_MS, reveal_ms=REVEAL_MS, game_ms=GAME_MS if sheet.family == "pot" else None),
        test=test,
    )
    chain = ChainId(uuid4())
    record = build_record(
        new_chain(chain),
        "table",
        definition.fields(),
        now_ms=to_epoch_ms(now),
        salt=os.urandom(SALT_BYTES),
        signer=keys.signer("rounds"),
    )
    row = (chain, record.tip.leaf, sheet.game, leaf, test, "open", record.tip.time_ms)
    head = first_head(record.tip, limits_leaf=None)
    execute_step([create_cte(head), *record_ctes([record]), rows_cte("opened", "tables_table", _COLUMNS, [row])])
    drawn = draw_epoch(chain, 0)
    step = TableStep(head=table_state(chain).head, at_ms=record.tip.time_ms)
    step.write("commit", commit_fields(0, committed=drawn.commitment))
    assert step.save(epoch_cte(drawn, announced_seq=1))
    return chain


def value_of(player: SeatedPlayer, epoch: int) -> bytes:
    """Return the value that a player's client draws for an epoch."""
    return hashlib.sha256(f"{player.chain} {epoch}".encode()).digest()


def stake(  # noqa: PLR0913  all that a stake may be
    player: SeatedPlayer,
    table: ChainId,
    seat: int,
    stake_minor: int = 1_000,
    *,
    side_bet_minor: int = 0,
    epoch: int | None = None,
    late: LateValue | None = None,
    currency: str = "USD",
    asked: IdempotentRequest | None = None,
    jurisdiction: Jurisdiction | None = None,
    now: datetime = NOW,
) -> StakeView:
    """Place a stake, for the epoch that the table takes stakes for."""
    number = table_state(table).epoch if epoch is None else epoch
    request = StakeRequest(
        session_id=player.session_id,
        table=table,
        epoch=number,
        seat=seat,
        bet=Bet(stake_minor, side_bet_minor),
        currency=currency,
        contribution=contribution(TableEpoch(table, number), seat=seat, value=value_of(player, number)),
        idempotency=asked or world.fresh_request(),
        late=late,
    )
    return place_stake(request, jurisdiction=jurisdiction or player.jurisdiction, now=now)


def _published(sheet: RuleSheet, now: datetime) -> bytes:
    if newest_document(sheet.game) is None:
        with transaction.atomic():
            lock_system_chain()
            publish_rules._publish(sheet, None, now)  # noqa: SLF001  games of tables are not on offer yet
    return bytes(
        PublishedSheet.objects.filter(game=sheet.game).order_by("-published_seq").values_list("leaf", flat=True)[0]
    )
