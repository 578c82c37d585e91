"""Ways around a review of the person: whoever waits goes on waiting, whatever else becomes of the account."""

from __future__ import annotations

from datetime import timedelta

import pytest

from players.core.eligibility import PlayerSuspended
from players.core.status import Status, StatusNotAllowed
from players.operations.close_account import close_with_password
from players.operations.dormancy import mark_dormant
from players.operations.register import AccountExists
from players.queries.accounts import player, require_eligible_now
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.correct_identity import correct_own_contacts
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.operations.test_near_to_anybody import NEAR, opened, waiting
from tests.operations.test_recognized_persons import verified
from tests.world import DEMO, NOW

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]

SPELLED = NEAR["another spelling"]


def test_an_identity_that_two_operators_verify_does_not_end_the_waiting() -> None:
    world.open_house()
    opened("elsa")
    second = opened("again", **SPELLED)

    verified(second)

    with pytest.raises(PlayerSuspended):
        require_eligible_now(second, DEMO.accounts)


def test_years_without_a_log_in_and_a_log_in_do_not_wake_who_waits() -> None:
    world.open_house()
    opened("elsa")
    second = opened("again", **SPELLED)
    years = NOW + timedelta(days=3 * 366)

    mark_dormant(rules=DEMO.accounts, clock=lambda: years)
    world.log_in_player("again", now=years)

    assert player(second).status == Status.SUSPENDED


def test_new_contacts_do_not_end_the_waiting() -> None:
    world.open_house()
    opened("elsa")
    second = opened("again", **NEAR["the line"])
    world.give_pin(second)

    correct_own_contacts(second, {"phone": "+442079460959"}, pin=world.PIN, now=NOW)

    assert (player(second).status, len(waiting())) == (Status.SUSPENDED, 1)


@pytest.mark.parametrize("excluded", [False, True], ids=["free", "excluded"])
def test_who_waits_neither_closes_the_account_nor_begins_again_beside_it(*, excluded: bool) -> None:
    world.open_house()
    first = opened("elsa")
    if excluded:
        exclude(first, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)
    second = opened("again", **SPELLED)

    with pytest.raises(StatusNotAllowed):
        close_with_password(second, proof=world.proof(), now=NOW)
    with pytest.raises(AccountExists):
        opened("once-more", **SPELLED | {"email": "third@example.org"})
    third = opened("a-third-way", **SPELLED | {"given_name": "Ilsa", "email": "third@example.org"})

    assert player(third).status == Status.SUSPENDED
