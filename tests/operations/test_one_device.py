"""Two accounts on one device: who waits for whom, where an exclusion binds one, and what a device of many costs."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from players.core.eligibility import PlayerSuspended
from players.core.person_review import PersonReviewDecision
from players.core.status import Status
from players.operations.close_account import close_with_password
from players.queries.accounts import player, require_eligible_now
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.api.caller import Caller
from tests.operations.test_near_to_anybody import (
    DEVICE,
    ELSA,
    LATER,
    NEAR,
    STRANGER,
    decided,
    logged_in,
    opened,
    waiting,
)
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]


@pytest.fixture
def elsa() -> ChainId:
    world.open_house()
    return opened("elsa")


def younger() -> ChainId:
    """Open an account that is near to Elsa's on one device alone."""
    return opened("olga", now=NOW + timedelta(hours=1), **STRANGER | {"born": ELSA.born})


def excluded(chain: ChainId) -> None:
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=LATER)


def pairs() -> list[tuple[ChainId, ChainId | None]]:
    return [(review.player, review.other) for review in waiting()]


def test_an_older_account_that_logs_in_on_an_excluded_person_s_device_waits(elsa: ChainId) -> None:
    olga = younger()
    logged_in("olga", now=LATER)
    excluded(olga)

    logged_in("elsa", now=LATER)

    with pytest.raises(PlayerSuspended):
        require_eligible_now(elsa, DEMO.accounts)
    # A pair has one review, also at the next login.
    logged_in("elsa", now=LATER)
    assert pairs() == [(elsa, olga)]


def test_an_older_account_waits_for_one_that_waited_for_it_when_that_one_is_excluded(elsa: ChainId) -> None:
    olga = younger()
    for username in ("elsa", "olga"):
        logged_in(username, now=LATER)
    assert pairs() == [(olga, elsa)]
    excluded(olga)

    logged_in("elsa", now=LATER)

    assert pairs() == [(elsa, olga), (olga, elsa)]


def test_an_exclusion_of_a_pair_that_was_told_apart_holds_up_nobody(elsa: ChainId) -> None:
    olga = younger()
    for username in ("elsa", "olga"):
        logged_in(username, now=LATER)
    decided(waiting()[0], PersonReviewDecision.DIFFERENT)
    excluded(olga)

    logged_in("elsa", now=LATER)

    assert (player(elsa).status, waiting()) == (Status.ACTIVE, [])


def test_an_older_account_waits_for_another_account_of_an_excluded_person(elsa: ChainId) -> None:
    closed = opened("paula", now=NOW + timedelta(minutes=1), **NEAR["the line"] | {"phone": "+442079460999"})
    close_with_password(closed, proof=world.proof(), now=NOW)
    olga = younger()
    # Found to be Paula's, who is excluded afterwards.
    logged_in("paula", now=LATER)
    logged_in("olga", now=LATER)
    review = next(one for one in waiting() if one.other == closed)
    decided(review, PersonReviewDecision.SAME)
    excluded(closed)

    logged_in("elsa", now=LATER)

    assert (elsa, olga) in pairs()
    assert player(elsa).status == Status.SUSPENDED


def test_a_login_asks_who_is_excluded(elsa: ChainId) -> None:
    olga = younger()
    logged_in("olga", now=LATER)
    exclude(olga, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    answer = Caller().post("/sessions", {"username": "elsa", "password": world.PASSWORD, "device": DEVICE})

    assert (answer.status_code, player(elsa).status) == (201, Status.SUSPENDED)


def test_of_a_device_that_many_use_six_rows_are_read_and_no_player(elsa: ChainId) -> None:
    guests = [world.sign_up(f"guest{number}", now=NOW) for number in range(8)]
    for number in range(len(guests)):
        logged_in(f"guest{number}", now=LATER)

    with CaptureQueriesContext(connection) as read:
        logged_in("elsa", now=LATER)

    of_device = [
        one["sql"] for one in read if '"players_device"."common_digest" = ' in one["sql"] and "SELECT" in one["sql"]
    ]
    assert [sql.endswith("LIMIT 6") for sql in of_device] == [True]
    assert not [one["sql"] for one in read if '"players_player"."created_at" ASC' in one["sql"]]
    assert (player(elsa).status, waiting()) == (Status.ACTIVE, [])
