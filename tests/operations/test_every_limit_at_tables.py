"""Every limit that refuses a round alone refuses a stake at a table in the same words: against the house and around a pot."""

from __future__ import annotations

from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import pytest

from kernel.refusals import Refusal
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules import LIMITS, RULES
from tests import house_table, live_tables, world
from tests.operations.test_table_stakes import pot_table
from tests.world import LONG_SESSIONS, NOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F26")]

STAKE_MINOR: Final = 1_000
MINUTE_MS: Final = 60_000
HOUR_MS: Final = 60 * MINUTE_MS
MONEY: Final = ("stake_max", "loss_day", "loss_week", "loss_month", "wager_day", "wager_week", "wager_month")
TIMES_MS: Final = {
    "session_ms": 5 * MINUTE_MS,
    "day_ms": 15 * MINUTE_MS,
    "week_ms": HOUR_MS,
    "month_ms": HOUR_MS,
    "check_ms": 15 * MINUTE_MS,
}


def test_every_limit_on_bets_has_its_case_here() -> None:
    assert {*MONEY, *TIMES_MS} == {limit.name for rule in RULES if rule.at_bet for limit in rule.limits}


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch) -> tuple[ChainId, ChainId]:
    """Open a table against the house and one around a pot."""
    house_table.open_house_with_tables(monkeypatch)
    return house_table.announced_table(), pot_table()


def test_a_stake_is_held_to_each_limit_on_money_as_a_round_is(tables: tuple[ChainId, ChainId]) -> None:
    for name in MONEY:
        player = limited(name, STAKE_MINOR - 1)

        require_refused_alike(player, tables, now=NOW)

        taken = live_tables.stake(player, tables[0], 0, STAKE_MINOR - 1, jurisdiction=LONG_SESSIONS)
        assert taken.bet.stake_minor == STAKE_MINOR - 1
        live_tables.withdraw(player, tables[0])


def test_no_stake_is_taken_when_the_time_of_a_limit_is_over_as_no_round_is(tables: tuple[ChainId, ChainId]) -> None:
    for name, duration_ms in TIMES_MS.items():
        player = limited(name, duration_ms)

        require_refused_alike(player, tables, now=NOW + timedelta(milliseconds=duration_ms))


def limited(name: str, value: int) -> SeatedPlayer:
    """Return a new player with one limit."""
    player = world.seat_player(f"player-{name.replace('_', '-')}", 100_000)
    (limit,) = (each for each in LIMITS.values() if each.name == name)
    world.set_limits(player.chain, Limits(current={limit.name: value}), jurisdiction=LONG_SESSIONS)
    return player


def require_refused_alike(player: SeatedPlayer, tables: tuple[ChainId, ChainId], *, now: datetime) -> None:
    """Require that a stake of 1,000 is refused at each table with the code, words and members of a round's refusal."""
    alone = refusal(partial(world.deal, player, STAKE_MINOR, jurisdiction=LONG_SESSIONS, now=now))
    for table in tables:
        seated = partial(live_tables.stake, player, table, 0, STAKE_MINOR, jurisdiction=LONG_SESSIONS, now=now)
        assert refusal(seated) == alone


def refusal(step: Callable[[], object]) -> tuple[str, str, dict[str, Any]]:
    """Take a step that is refused; return its code, its words and its members."""
    with pytest.raises(Refusal) as caught:
        step()
    return caught.value.code, str(caught.value), caught.value.members
