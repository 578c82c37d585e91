"""That a limit refused a bet is remembered, once for each limit and gaming day."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings
from django.db import connections

from audit.queries.events import events
from games.core.action import Action
from reports.catalogue.limits_refused import DEFINITION
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.rules.pacing import RoundTooSoon
from tests import world
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import rows_of
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F26"), pytest.mark.django_db]

_DAY = timedelta(days=1)


def saved(chain: ChainId) -> list[tuple[datetime, dict[str, object]]]:
    found = events(subject=chain, before=None, limit=9, kinds=["bet-refused-by-limit"])
    return [(event.at, dict(event.after)) for event in reversed(found)]


def test_of_each_limit_the_first_refusal_of_a_gaming_day_is_saved() -> None:
    world.open_house()
    seat = replace(world.seat_player(), jurisdiction=world.LONG_SESSIONS)
    world.set_limits(seat.chain, Limits(current={"stake_max": 900, "wager_day": 800}, window_rule=DEMO.window_rule))
    later = NOW + timedelta(minutes=1)
    asked = ((1_000, NOW), (1_000, later), (850, later), (1_000, later + _DAY / 4))
    for stake_minor, now in asked:
        with keyed_reads(), pytest.raises(LimitExceeded):
            world.deal(seat, stake_minor, now=now)
    world.deal(seat, 500, now=later + _DAY / 4)

    bet = {"refused": "limit-exceeded", "limit": "stake_max", "maximum_minor": 900}
    wagers = {"refused": "limit-exceeded", "limit": "wager_day", "maximum_minor": 800, "remaining_minor": 800}
    assert saved(seat.chain) == [(NOW, bet), (later, wagers)]
    told = [(row["account"], row["limit"], row["maximum"], row["remaining"]) for row in rows_of(DEFINITION)]
    assert told == [(seat.chain.hex, "stake_max", 900, None), (seat.chain.hex, "wager_day", 800, 800)]


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_refusal_that_cannot_be_saved_is_told_all_the_same() -> None:
    world.open_house()
    seat = world.seat_player()
    world.set_limits(seat.chain, Limits(current={"stake_max": 900}, window_rule=DEMO.window_rule))

    with no_event_is_taken(), pytest.raises(LimitExceeded):
        world.deal(seat, 1_000)

    assert saved(seat.chain) == []


@contextmanager
def no_event_is_taken() -> Iterator[None]:
    """Have the database refuse events, whatever the reason may be."""
    application = settings.DATABASES["default"]["USER"]
    with connections["owner"].cursor() as cursor:
        cursor.execute(f"REVOKE INSERT ON audit_event FROM {application}")
        try:
            yield
        finally:
            cursor.execute(f"GRANT INSERT ON audit_event TO {application}")


def test_a_round_that_comes_too_soon_is_no_refusal_by_a_limit() -> None:
    world.open_house()
    seat = world.seat_player()
    slow = replace(DEMO, game_cycle_ms=5_000)
    world.play_round(seat, 500, jurisdiction=slow, now=NOW)

    with pytest.raises(RoundTooSoon):
        world.deal(replace(seat, jurisdiction=slow), 500, now=NOW + timedelta(seconds=1))

    assert saved(seat.chain) == []


def test_a_refused_raise_is_saved_too() -> None:
    world.open_house()
    seat = world.seat_player()
    view = world.deal_open_round(seat)
    world.set_limits(seat.chain, Limits(current={"wager_day": view.staked_minor}, window_rule=DEMO.window_rule))

    with pytest.raises(LimitExceeded):
        world.decide(seat, view, Action.RAISE)

    assert [event["limit"] for _, event in saved(seat.chain)] == ["wager_day"]
