"""Attacks at tables by one dishonest player, and by an operator who knows the deck: what they reach, and what not."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final

import pytest

from games.core.family import Bet
from tables.core.burnt import SittingOut, ValueOwed
from tables.core.continuation import CroupierStep, Phase
from tables.core.epoch import ContributionMismatch
from tables.core.player_records import LateValue
from tables.models import MissingValue, PlacedStake, TableStatus
from tables.operations.pause_tables import pause_tables
from tables.operations.place_stake import place_stake
from tables.operations.save_stake import StakeRequest
from tables.operations.set_table_status import set_table_status
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT, RED_DOG
from tests.live_tables import BETTING
from tests.world import NOW, SeatedPlayer

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = pytest.mark.django_db

_OPERATOR: Final = "operator:test"
_REVEALING: Final = timedelta(milliseconds=house_table.REVEAL_MS)


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


@pytest.fixture
def ada() -> SeatedPlayer:
    return world.seat_player("ada")


@pytest.fixture
def bob() -> SeatedPlayer:
    return world.seat_player("bob")


@pytest.fixture
def table() -> ChainId:
    return house_table.announced_table()


# --- A player who copies what everybody sees of another seat ---


def copied_stake(player: SeatedPlayer, table: ChainId, *, contribution: bytes, seat: int) -> None:
    """Stake with a contribution that somebody else has made and published."""
    wanted = StakeRequest(
        session_id=player.session_id,
        table=table,
        epoch=table_state(table).epoch,
        seat=seat,
        bet=Bet(1_000, 0),
        currency="USD",
        contribution=contribution,
        idempotency=world.fresh_request(),
    )
    place_stake(wanted, jurisdiction=player.jurisdiction, now=NOW)


def test_whoever_copies_a_contribution_owes_a_value_and_its_author_owes_none(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId
) -> None:
    """The copyist waits until Ada has left her seat, and cannot open what she committed to. She is free at once."""
    live_tables.stake(ada, table, seat=0)
    copied = bytes(PlacedStake.objects.get(chain=ada.chain).contribution)
    live_tables.withdraw(ada, table)
    copied_stake(bob, table, contribution=copied, seat=0)
    other = bytes(reversed(live_tables.value_of(ada, table, 0)))
    live_tables.stake(ada, table, seat=1, value=other)
    live_tables.end_betting(table, now=NOW + BETTING)
    live_tables.reveal(ada, table, value=other, now=NOW + BETTING)
    with pytest.raises(ContributionMismatch):
        live_tables.reveal(bob, table, value=other, now=NOW + BETTING)

    burnt = NOW + BETTING + _REVEALING
    assert house_table.step(table, now=burnt) is CroupierStep.TABLE_ABORT
    house_table.end_all_stakes(now=burnt)

    assert {missing.chain for missing in MissingValue.objects.all()} == {bob.chain}
    assert live_tables.stake(ada, table, seat=0, now=burnt).seat == 0
    with pytest.raises(ValueOwed):
        live_tables.stake(bob, table, seat=1, now=burnt)


# --- A player who burns a hand and goes to another table ---


def test_whoever_burnt_a_hand_neither_sits_nor_keeps_the_value_at_another_table(
    ada: SeatedPlayer, table: ChainId
) -> None:
    elsewhere = house_table.announced_table(house_table.table_of(seats=5))
    pot = house_table.announced_table(house_table.table_of(POT.game, stakes=(1_000, 50_000)))
    live_tables.stake(ada, table)
    live_tables.end_betting(table, now=NOW + BETTING)
    burnt = NOW + BETTING + _REVEALING
    assert house_table.step(table, now=burnt) is CroupierStep.TABLE_ABORT
    house_table.end_all_stakes(now=burnt)
    missing = MissingValue.objects.get(chain=ada.chain)
    told = LateValue(abort_leaf=bytes(missing.abort_leaf), value=live_tables.value_of(ada, table, 0))
    # The value of another hand, as a player would tell who hopes that nobody compares.
    foreign = LateValue(abort_leaf=told.abort_leaf, value=live_tables.value_of(ada, elsewhere, 0))

    for other, stake_minor in ((elsewhere, 1_000), (pot, 2_000)):
        sit = partial(live_tables.stake, ada, other, 0, stake_minor)
        with pytest.raises(SittingOut):
            sit(late=told, now=burnt + timedelta(minutes=9))
        with pytest.raises(ValueOwed):
            sit(now=burnt + timedelta(minutes=11))
        with pytest.raises(ContributionMismatch):
            sit(late=foreign, now=burnt + timedelta(minutes=11))
    assert live_tables.stake(ada, pot, 0, 2_000, late=told, now=burnt + timedelta(minutes=11)).seat == 0


# --- An operator who knows the deck, and has every stop that one person has ---


def _set(status: TableStatus) -> Callable[[ChainId, SeatedPlayer, datetime], object]:
    return lambda table, _player, now: set_table_status(table, status, reason="a test", actor=_OPERATOR, now=now)


def _switch(name: str) -> Callable[[ChainId, SeatedPlayer, datetime], object]:
    def off(table: ChainId, player: SeatedPlayer, now: datetime) -> None:
        switch = name.format(table=table.hex, player=player.chain.hex, game=RED_DOG.game)
        switch_off(SwitchOffOrder(switch=switch, reason="a test", actor=_OPERATOR), now=now)

    return off


STOPS: Final = {
    "paused": _set(TableStatus.PAUSED),
    "closed": _set(TableStatus.CLOSED),
    "all paused": lambda _table, _player, now: pause_tables(reason="a test", actor=_OPERATOR, now=now),
    "table off": _switch("table:{table}"),
    "game off": _switch("game:{game}"),
    "everything off": _switch("everything"),
    "player off": _switch("player:{player}"),
}


@pytest.mark.parametrize("revealed", [0, 1, 2], ids=lambda count: f"{count} values told")
@pytest.mark.parametrize("stop", STOPS)
@pytest.mark.clause("F40")
def test_no_single_operator_keeps_a_hand_from_its_cards_once_the_bets_stand(
    ada: SeatedPlayer, bob: SeatedPlayer, table: ChainId, stop: str, revealed: int
) -> None:
    """With the values of all seats the house knows the deck. What could stop a hand then would choose between decks."""
    live_tables.stake(ada, table, seat=0)
    live_tables.stake(bob, table, seat=1)
    live_tables.end_betting(table, now=NOW + BETTING)
    now = NOW + BETTING
    players = (ada, bob)
    for player in players[:revealed]:
        live_tables.reveal(player, table, now=now)

    STOPS[stop](table, ada, now)
    for player in players[revealed:]:
        live_tables.reveal(player, table, now=now)

    assert house_table.step(table, now=now) is CroupierStep.OPEN
    if table_state(table).phase is Phase.PLAYING:
        assert house_table.step(table, now=now + timedelta(minutes=1)) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now + timedelta(minutes=1)) == len(players)
    assert [house_table.kinds(player.chain)[-1] for player in players] == ["settle", "settle"]
    world.assert_world_sound()
