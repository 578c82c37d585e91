"""Reviews that two transactions open at the same moment: none fails the other one, and none waits for ever."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command

from players.core.status import Status
from players.core.verification import Method
from players.models.persons import PersonKey
from players.operations.verify import verify_identity
from players.queries.accounts import player, player_for_update
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.compare_persons import ComparedSoFar, compare_next
from responsible_gaming.operations.correct_identity import correct_identity, correct_own_contacts, lock_for_correction
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.queries.exclusions import is_excluded
from tests import world
from tests.at_once import at_once
from tests.operations.test_near_to_anybody import ELSA, LATER, NEAR, STRANGER, by, logged_in, opened, waiting
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [
    pytest.mark.clause("F28"),
    pytest.mark.clause("F21"),
    pytest.mark.django_db(transaction=True),
]
HOUR = timedelta(hours=1)


def not_compared(changed: dict[str, Any]) -> tuple[ChainId, ChainId]:
    """Open two accounts that are near, of which the older is from before there were keys, and is verified."""
    world.open_house()
    older = opened("elsa")
    PersonKey.objects.all().delete()
    younger = opened("again", now=NOW + HOUR, **changed)
    call_command("index_persons")
    verify_identity(older, method=Method.PASSPORT, by=by(), now=NOW)
    assert waiting() == []
    return older, younger


def excluded(chain: ChainId) -> None:
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=LATER)


def test_an_exclusion_is_not_lost_to_a_log_in_that_opens_the_same_review() -> None:
    older, younger = not_compared(NEAR["another spelling"])
    logged_in("elsa", now=LATER)

    at_once(lambda: logged_in("again", now=LATER), lambda: excluded(older))

    assert is_excluded(older, now=LATER)
    assert [(one.player, one.other) for one in waiting()] == [(younger, older)]
    assert player(younger).status == Status.SUSPENDED


def test_a_registration_and_a_new_contact_of_who_is_near_do_not_wait_for_one_another() -> None:
    world.open_house()
    elsa = opened("elsa")
    world.give_pin(elsa)

    at_once(
        lambda: opened("again", now=NOW + HOUR, **NEAR["another spelling"]),
        lambda: correct_own_contacts(elsa, {"phone": "+442079460111"}, pin=world.PIN, now=NOW),
    )

    (review,) = waiting()
    assert review.other == elsa


def test_an_exclusion_and_a_correction_of_who_is_near_do_not_wait_for_one_another() -> None:
    older, younger = not_compared(NEAR["another spelling"])
    change = {"phone": "+442079460111"}

    at_once(
        lambda: lock_for_correction(younger, change),
        lambda: excluded(older),
        lambda: correct_identity(younger, change, by=by(), jurisdiction=DEMO, now=LATER),
    )

    assert is_excluded(older, now=LATER)
    assert player(younger).status == Status.SUSPENDED


def test_an_exclusion_and_a_log_in_that_holds_up_the_excluded_person_do_not_wait_for_one_another() -> None:
    older, younger = not_compared(NEAR["another spelling"])
    verify_identity(younger, method=Method.PASSPORT, by=by(), now=NOW)
    logged_in("again", now=LATER)

    # The log-in has the older one's row before it compares who is on the device.
    at_once(
        lambda: player_for_update(older),
        lambda: excluded(younger),
        lambda: logged_in("elsa", now=LATER),
    )

    assert is_excluded(younger, now=LATER)
    assert [player(chain).status for chain in (older, younger)] == [Status.SUSPENDED, Status.SUSPENDED]


def test_of_two_who_log_in_on_one_device_at_once_the_younger_one_waits() -> None:
    world.open_house()
    elsa, olga = opened("elsa"), opened("olga", now=NOW + HOUR, **STRANGER | {"born": ELSA.born})

    at_once(lambda: logged_in("olga", now=LATER), lambda: logged_in("elsa", now=LATER))

    assert [player(chain).status for chain in (elsa, olga)] == [Status.ACTIVE, Status.SUSPENDED]


def test_two_comparisons_of_who_was_there_before_compare_each_player_once() -> None:
    not_compared(NEAR["another spelling"])
    compare_next(jurisdiction=DEMO, now=LATER)

    at_once(
        lambda: compare_next(jurisdiction=DEMO, now=LATER),
        lambda: compare_next(jurisdiction=DEMO, now=LATER),
    )

    assert compare_next(jurisdiction=DEMO, now=LATER) == ComparedSoFar(compared=2, opened=1, is_finished=True)


def test_an_exclusion_beside_a_comparison_of_who_is_near_opens_one_review() -> None:
    older, younger = not_compared(NEAR["another spelling"])
    compare_next(jurisdiction=DEMO, now=LATER)

    at_once(lambda: compare_next(jurisdiction=DEMO, now=LATER), lambda: excluded(older))

    assert is_excluded(older, now=LATER)
    assert [(one.player, one.other) for one in waiting()] == [(younger, older)]
