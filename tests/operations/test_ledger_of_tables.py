"""The ledger of games around a pot: chips are in no account of the player's, and what was bet of them again is told."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from tables.core.epoch import TableEpoch
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT
from tests.live_tables import SECOND
from tests.operations.test_soundness import tampered
from tests.world import NOW, SeatedPlayer
from wallet.queries.balances import balance
from wallet.queries.journals import bets_made_again, broken_balances, statement
from wallet.queries.totals import hours
from wallet.soundness import faults

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kernel.ids import ChainId

# Committed: rows are changed by another connection, the owner's.
pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])

HOUR_MS = 3_600_000
BUY_IN_MINOR = 5_000
FUNDED_MINOR = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftGame:
    """A game in which a player raised more than the buy-in, and left it."""

    player: SeatedPlayer
    result: Mapping[str, Any]
    seq: int
    """Of the `leave`."""

    @property
    def beyond_minor(self) -> int:
        return int(self.result["raised"]) - BUY_IN_MINOR


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def table() -> ChainId:
    return house_table.announced_table(house_table.table_of(POT.game, stakes=(1_000, 50_000)))


@pytest.fixture
def players() -> Mapping[int, SeatedPlayer]:
    return {seat: world.seat_player(name, FUNDED_MINOR) for seat, name in enumerate(("ada", "bob"))}


@pytest.fixture
def left(table: ChainId, players: Mapping[int, SeatedPlayer]) -> LeftGame:
    """Play games until in one of them somebody bet again what was won."""
    now = NOW
    for _ in range(40):
        now = live_tables.play_boldly(players, table, buy_in_minor=BUY_IN_MINOR, now=now) + SECOND
        house_table.end_all_stakes(now=now)
        results: Any = house_table.records(table)[-1]["results"]
        for result in results:
            if result["raised"] > BUY_IN_MINOR:
                player = players[result["seat"]]
                (newest,) = statement(player.chain, before_seq=None, limit=1)
                assert newest.kind == "leave"
                return LeftGame(player=player, result=result, seq=newest.seq)
    raise AssertionError("somebody raises more than the buy-in in 40 games")


def test_a_game_counts_its_buy_in_or_its_raises_as_staked_and_fsck_accepts_what_was_bet_again(left: LeftGame) -> None:
    sit, before = statement(left.player.chain, before_seq=left.seq, limit=2)

    seated, after = sit.balance, balance(left.player.chain)
    assert seated.cash_minor == before.balance.cash_minor - BUY_IN_MINOR
    assert seated.totals.since(before.balance.totals) == (0, BUY_IN_MINOR, 0)
    returned_minor = left.result["returned"]
    assert after.cash_minor == seated.cash_minor + returned_minor
    assert after.totals.since(seated.totals) == (0, left.beyond_minor, returned_minor + left.beyond_minor)
    assert after.totals.loss_minor - before.balance.totals.loss_minor == BUY_IN_MINOR - returned_minor
    assert (left.player.chain, left.seq, left.beyond_minor) in list(bets_made_again())
    assert list(broken_balances()) == []


def test_the_statement_has_a_game_that_left_nothing(table: ChainId, players: Mapping[int, SeatedPlayer]) -> None:
    now = NOW
    for _ in range(80):
        now = live_tables.play_boldly(players, table, buy_in_minor=1_500, now=now) + SECOND
        house_table.end_all_stakes(now=now)
        for player in players.values():
            (newest,) = statement(player.chain, before_seq=None, limit=1)
            if not newest.postings:
                assert newest.kind == "leave"
                assert newest.reference == str(TableEpoch(table, table_state(table).epoch - 1))
                return
    raise AssertionError("somebody loses all chips in 80 games")


def test_a_buy_in_is_a_bet_of_its_hour(table: ChainId, players: Mapping[int, SeatedPlayer]) -> None:
    live_tables.stake(players[0], table, stake_minor=BUY_IN_MINOR)
    now_ms = int(NOW.timestamp() * 1000)

    (hour,) = hours(players[0].chain, from_ms=now_ms - HOUR_MS, to_ms=now_ms + HOUR_MS)

    assert (hour.bets, hour.staked_minor) == (1, BUY_IN_MINOR)


def test_any_other_gap_between_totals_and_postings_is_a_fault(left: LeftGame) -> None:
    beyond_minor, returned_minor = left.beyond_minor, left.result["returned"]
    less = beyond_minor + 1
    changes = [
        "staked_minor = staked_minor + 1 WHERE kind = 'leave'",
        "returned_minor = returned_minor + 1 WHERE kind = 'leave'",
        # More was returned than staked, though both grew.
        "staked_minor = staked_minor + 1, returned_minor = returned_minor + 2 WHERE kind = 'leave'",
        # To have bet again as much less would be as if nobody had, and one more less is no game's.
        f"staked_minor = staked_minor - {less}, returned_minor = returned_minor - {less} WHERE kind = 'leave'",
        "staked_minor = staked_minor + 1, returned_minor = returned_minor + 1 WHERE kind = 'sit'",
        "deposited_minor = deposited_minor + 1 WHERE kind = 'leave'",
        f"staked_minor = staked_minor - {BUY_IN_MINOR} WHERE kind = 'sit'",
        f"returned_minor = returned_minor - {returned_minor + beyond_minor} WHERE kind = 'leave'",
    ]
    newest = f"chain = '{left.player.chain}' AND seq >= {left.seq - 1}"
    assert list(faults()) == []

    for change in changes:
        with tampered("wallet_journal", f"UPDATE wallet_journal SET {change} AND {newest}"):
            assert any("balances or totals" in fault for fault in faults()), change


def test_an_amount_bet_again_that_somebody_changed_is_told_as_it_is(left: LeftGame) -> None:
    change = "UPDATE wallet_journal SET staked_minor = staked_minor + 5, returned_minor = returned_minor + 5"
    with tampered("wallet_journal", f"{change} WHERE chain = '{left.player.chain}' AND seq = {left.seq}"):
        # The ledger alone cannot know it: whoever has the end of the game compares.
        assert list(faults()) == []
        assert (left.player.chain, left.seq, left.beyond_minor + 5) in list(bets_made_again())
