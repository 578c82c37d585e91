"""Players at tables over HTTP, and what the croupier does for them in between."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any
from uuid import UUID

from audit.clock import database_now
from games.core.variants import red_dog_table
from kernel.ids import ChainId
from tables.core.epoch import TableEpoch, contribution
from tables.operations.take_step import take_step
from tests import world
from tests.api.caller import Caller, Operator, Player, now
from tests.house_table import end_all_stakes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from django.http import HttpResponse

    from games.core.sheet import RuleSheet


class Seated(Player):
    """A player's client at tables, which keeps the values that it drew."""

    def value(self, table_id: str, epoch: int) -> bytes:
        return hashlib.sha256(f"{self.seat.chain} {table_id} {epoch}".encode()).digest()

    def contribution(self, table_id: str, epoch: int, seat: int) -> str:
        of = TableEpoch(chain_of(table_id), epoch)
        return contribution(of, seat=seat, value=self.value(table_id, epoch)).hex()

    def sit(self, table_id: str, seat: int, stake_minor: int, *, key: str = "", **others: Any) -> HttpResponse:
        epoch = others.pop("epoch", shown(self, table_id)["epoch"])
        body = {
            "epoch": epoch,
            "seat": seat,
            "stake": {"amount": stake_minor, "currency": "USD"},
            "contribution": self.contribution(table_id, epoch, seat),
        }
        return self.post(f"/tables/{table_id}/stakes", body | others, key=key)

    def reveal(self, table_id: str, epoch: int) -> HttpResponse:
        body = {"epoch": epoch, "value": self.value(table_id, epoch).hex()}
        return self.post(f"/tables/{table_id}/reveals", body)

    def decide(self, table_id: str, asked_seq: int, action: str, *, key: str = "", **others: Any) -> HttpResponse:
        body = {"asked_seq": asked_seq, "action": action}
        return self.post(f"/tables/{table_id}/actions", body | others, key=key)


def told(answer: HttpResponse, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


def shown(who: Caller, table_id: str) -> Any:
    """Return a table as somebody sees it."""
    return told(who.get(f"/tables/{table_id}"))


def open_table(operator: Operator, sheet: RuleSheet = red_dog_table.SHEET, **others: Any) -> str:
    """Open a table for two, and announce its first epoch as the croupier does; return its id."""
    table_id = told(operator.post("/ops/tables", order(sheet) | others), 201)["id"]
    step(table_id)
    return str(table_id)


def order(sheet: RuleSheet = red_dog_table.SHEET) -> dict[str, Any]:
    """Return an operator's order of a table."""
    body: dict[str, Any] = {
        "game": sheet.game,
        "seats": 2,
        "stake_min": {"amount": sheet.stake_min_minor, "currency": "USD"},
        "stake_max": {"amount": sheet.stake_max_minor, "currency": "USD"},
        "admission": "public",
        "betting_seconds": 60,
        "revealing_seconds": 10,
        "test": False,
        "reason": "a test",
    }
    return body | {"game_seconds": 600} if sheet.family == "pot" else body


def step(table_id: str) -> None:
    """Take the table's next step, as the croupier does."""
    assert take_step(chain_of(table_id), now=database_now()) is not None


def chain_of(table_id: str) -> ChainId:
    return ChainId(UUID(hex=table_id))


def seat_all(table_id: str, players: Sequence[Seated], stake_minor: int) -> None:
    """Let two players sit, end the betting, and have it covered by a checkpoint."""
    for seat, player in enumerate(players):
        told(player.sit(table_id, seat, stake_minor), 201)
    step(table_id)
    world.run_sequencer(now=now())


def dealt(table_id: str, players: Sequence[Seated], stake_minor: int) -> Any:
    """Let two players sit and reveal, and have the cards dealt; return the table as everybody sees it."""
    seat_all(table_id, players, stake_minor)
    for player in players:
        told(player.reveal(table_id, shown(player, table_id)["epoch"]), 201)
    step(table_id)
    end_all_stakes(now=database_now())
    return shown(Caller(), table_id)


def dealt_with_a_decision(table_id: str, players: Sequence[Seated], stake_minor: int = 500) -> Any:
    """Deal hands until one asks for decisions."""
    for _ in range(40):
        table = dealt(table_id, players, stake_minor)
        if table["phase"] == "playing":
            return table
    raise AssertionError("forty hands without a decision")
