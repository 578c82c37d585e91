"""Limits on losses and wagers against rounds that are really dealt: at their edges, and where days turn."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING

import pytest

from games.core.action import Action
from kernel.instants import to_epoch_ms
from kernel.money import Money
from players.tokens import session_id_of
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.limits.windows import WindowKind
from responsible_gaming.core.rules.losses import LOSS_DAY, LOSS_MONTH, LOSS_WEEK
from responsible_gaming.core.rules.wagers import WAGER_DAY, WAGER_MONTH, WAGER_WEEK
from responsible_gaming.queries.limit_views import limit_view
from tests import world
from tests.world import LONG_SESSIONS, NOW, SeatedPlayer
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Callable

    from games.core.round_view import RoundView
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from responsible_gaming.core.limits.definition import LimitDefinition

pytestmark = [pytest.mark.clause("F26"), pytest.mark.django_db]

DAY = timedelta(days=1)
HOUR = timedelta(hours=1)
MILLISECOND = timedelta(milliseconds=1)
ROLLING = replace(LONG_SESSIONS, window_kind=WindowKind.ROLLING)


@pytest.fixture
def player() -> SeatedPlayer:
    world.open_house()
    return world.seat_player()


def refused(step: Callable[[], object]) -> dict[str, object]:
    """Take a step that a limit must forbid, and show that it changed nothing, and left an event at most."""
    before = world.everything_stored()
    with pytest.raises(LimitExceeded) as caught:
        step()
    assert world.unchanged_since(before, caught.value)
    return caught.value.members


def limited(
    player: SeatedPlayer,
    limit: LimitDefinition,
    value: int,
    *,
    jurisdiction: Jurisdiction = LONG_SESSIONS,
    now: datetime = NOW,
) -> None:
    world.set_limits(player.chain, Limits(current={limit.name: value}), jurisdiction=jurisdiction, now=now)


def left(player: SeatedPlayer, limit: LimitDefinition) -> int:
    running = limit_view(player.chain, limit, LONG_SESSIONS.window_rule, now=NOW).window_usage
    assert running is not None
    assert running.remaining_minor is not None
    return running.remaining_minor


# --- Edges --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("limit", [LOSS_DAY, LOSS_WEEK, LOSS_MONTH])
def test_a_loss_limit_allows_what_it_leaves_and_not_a_unit_more(player: SeatedPlayer, limit: LimitDefinition) -> None:
    limited(player, limit, 5_000)
    before_minor = balance(player.chain).cash_minor
    for _ in range(3):
        world.play_round(player)
    # What was won is there to be lost, whatever the three rounds brought: 3,500 at least are left.
    left_minor = 5_000 + balance(player.chain).cash_minor - before_minor
    assert left(player, limit) == left_minor

    members = refused(partial(world.deal, player, left_minor + 1))
    assert members == {"limit": limit.name, "maximum": Money(5_000, "USD"), "remaining": Money(left_minor, "USD")}
    assert world.deal(player, left_minor).bet.stake_minor == left_minor


def test_what_is_at_stake_counts_as_lost_until_it_comes_back() -> None:
    player, view = first_round_that_waits(1_000)
    limited(player, LOSS_DAY, 1_999)

    assert left(player, LOSS_DAY) == 999
    members = refused(partial(world.decide, player, view, Action.RAISE))

    assert members == {"limit": "loss_day", "maximum": Money(1_999, "USD"), "remaining": Money(999, "USD")}
    settled = world.decide(player, view, Action.STAND)
    assert left(player, LOSS_DAY) == 999 + (settled.returned_minor or 0)


def first_round_that_waits(stake_minor: int) -> tuple[SeatedPlayer, RoundView]:
    """Seat players until the first round of one waits, before which nothing was won or lost."""
    world.open_house()
    while True:
        player = world.seat_player(f"player{secrets.token_hex(4)}")
        view = world.deal(player, stake_minor)
        if view.outcome is None:
            return player, view


@pytest.mark.parametrize("limit", [WAGER_DAY, WAGER_WEEK, WAGER_MONTH])
def test_a_wager_limit_counts_stakes_whether_they_are_won_or_lost(player: SeatedPlayer, limit: LimitDefinition) -> None:
    limited(player, limit, 2_000)
    world.play_round(player, 800)
    world.play_round(player, 700)

    assert left(player, limit) == 500
    assert refused(partial(world.deal, player, 501)) == {
        "limit": limit.name,
        "maximum": Money(2_000, "USD"),
        "remaining": Money(500, "USD"),
    }
    world.play_round(player, 500)
    assert refused(partial(world.deal, player, 500))["remaining"] == Money(0, "USD")


def test_a_raise_past_a_wager_limit_is_refused_and_the_round_waits_for_another_decision(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    staked_minor = balance(player.chain).totals.staked_minor
    limited(player, WAGER_DAY, staked_minor + 499)

    members = refused(partial(world.decide, player, view, Action.RAISE))

    assert members == {
        "limit": "wager_day",
        "maximum": Money(staked_minor + 499, "USD"),
        "remaining": Money(499, "USD"),
    }
    assert balance(player.chain).in_play_minor == 500
    assert world.decide(player, view, Action.STAND).staked_minor == 500


def test_a_raise_up_to_a_wager_limit_is_taken(player: SeatedPlayer) -> None:
    view = world.deal_open_round(player)
    limited(player, WAGER_DAY, balance(player.chain).totals.staked_minor + 500)

    assert world.decide(player, view, Action.RAISE).staked_minor == 1_000


# --- Where days turn ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "turn",
    [datetime(2026, 3, 9, 4, tzinfo=UTC), datetime(2026, 11, 2, 5, tzinfo=UTC)],
    ids=["after 23 hours", "after 25 hours"],
)
def test_a_day_of_new_york_ends_at_its_midnight_though_the_clocks_have_changed(turn: datetime) -> None:
    begins = turn - 12 * HOUR
    world.open_house(now=begins)
    player = world.seat_player(now=begins)
    limited(player, WAGER_DAY, 500, now=begins)
    world.play_round(player, now=begins)

    refused(partial(world.deal, player, now=turn - MILLISECOND, jurisdiction=LONG_SESSIONS))
    assert world.deal(player, now=turn, jurisdiction=LONG_SESSIONS).bet.stake_minor == 500


def test_a_rolling_day_forgets_a_stake_exactly_24_hours_later() -> None:
    world.open_house()
    player = world.seat_player()
    limited(player, WAGER_DAY, 500, jurisdiction=ROLLING)
    world.play_round(player, jurisdiction=ROLLING)
    later = NOW + DAY
    world.open_next_epoch(player.chain, now=later - HOUR)
    player = replace(player, session_id=session_id_of(world.log_in_player(now=later - HOUR).token))

    refused(partial(world.deal, player, now=later - MILLISECOND, jurisdiction=ROLLING))
    assert world.deal(player, now=later, jurisdiction=ROLLING).dealt_ms == to_epoch_ms(later)
