"""Who registered before the rules of one person held is compared once, and waits as who registers now."""

from __future__ import annotations

import contextlib
import io
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from players.core.person_review import PersonReviewDecision
from players.core.status import Status
from players.models.persons import PersonReview
from players.operations.close_account import close_with_password
from players.operations.set_status import reactivate
from players.queries.accounts import player
from reddog_platform.list_diagnostics import compared_persons
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.models import PersonComparison
from responsible_gaming.operations import compare_persons
from responsible_gaming.operations.compare_persons import ComparedSoFar, compare_next
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.operations.test_near_to_anybody import ELSA, ELSEWHERE, NEAR, STRANGER, by, decided, opened, waiting
from tests.operations.test_recognized_persons import verified
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]

LATER = NOW + timedelta(days=1)
AFTERWARDS = NOW + timedelta(hours=1)


@contextlib.contextmanager
def unseen() -> Iterator[None]:
    """Let nobody who is known be recognized meanwhile, as before anybody was compared."""
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_person_key")
    yield
    call_command("index_persons", stdout=io.StringIO())


def compared() -> ComparedSoFar:
    """Compare all, in at most as many steps as there are accounts in a test, and one."""
    for _ in range(9):
        far = compare_next(jurisdiction=DEMO, now=LATER)
        if far.is_finished:
            return far
    raise AssertionError("the comparison does not end")


def statuses(*chains: ChainId) -> list[str]:
    return [player(chain).status for chain in chains]


def test_the_younger_account_of_a_pair_from_before_waits_and_once_told_apart_plays_for_good(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    first, stranger = opened("elsa"), opened("olga", **STRANGER | {"email": "olga@example.org"})
    with unseen():
        second = opened("again", now=AFTERWARDS, **NEAR["another spelling"])

    assert compared() == ComparedSoFar(compared=3, opened=1, is_finished=True)

    assert statuses(first, stranger, second) == [Status.ACTIVE, Status.ACTIVE, Status.SUSPENDED]
    (review,) = waiting()
    assert (review.player, review.other) == (second, first)
    decided(review, PersonReviewDecision.DIFFERENT)
    # By rules with another number all are compared again, and nobody asks again.
    monkeypatch.setattr(compare_persons, "REVISION", 2)
    assert compared().opened == 0
    assert player(second).status == Status.ACTIVE


def test_doctor_is_red_from_an_upgrade_until_all_are_compared() -> None:
    world.open_house()
    opened("elsa")
    assert compared_persons().healthy, "nobody registered before the rules held"

    # As the migration does where there are players.
    PersonComparison.objects.create(revision=compare_persons.REVISION, started_at=LATER)
    assert not compared_persons().healthy
    compare_next(jurisdiction=DEMO, now=LATER)
    assert "1 of those" in compared_persons().state
    assert not compared_persons().healthy

    assert compared().is_finished
    assert compared_persons().healthy


def test_an_older_account_waits_for_a_younger_one_that_an_exclusion_binds_if_its_holder_was_verified(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    older = opened("elsa")
    with unseen():
        younger = opened("again", now=AFTERWARDS, **NEAR["a slip in the birth date"])
    exclude(younger, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=AFTERWARDS)
    assert compared().opened == 1
    assert (player(older).status, waiting()[0].player) == (Status.ACTIVE, younger)

    verified(younger)
    monkeypatch.setattr(compare_persons, "REVISION", 2)

    assert compared().opened == 1
    assert player(older).status == Status.SUSPENDED


def test_who_is_near_to_the_national_list_that_was_imported_before_waits() -> None:
    world.open_house()
    chain = opened("elsa")
    with unseen():
        world.import_exclusion_list("Lindgren,Elza,1985-04-12")
    assert player(chain).status == Status.ACTIVE

    assert compared().opened == 1

    assert (player(chain).status, waiting()[0].other) == (Status.SUSPENDED, None)


def test_closed_accounts_are_not_compared_and_hold_up_who_is_near_to_them() -> None:
    world.open_house()
    first = opened("elsa")
    with unseen():
        second = opened("again", now=AFTERWARDS, **NEAR["another spelling"])
    close_with_password(first, proof=world.proof(), now=AFTERWARDS)

    assert compared() == ComparedSoFar(compared=1, opened=1, is_finished=True)

    assert statuses(first, second) == [Status.CLOSED, Status.SUSPENDED]


def test_who_came_back_to_a_closed_account_by_two_people_is_not_asked_again() -> None:
    world.open_house()
    close_with_password(opened("elsa"), proof=world.proof(), now=NOW)
    back = opened("again", now=AFTERWARDS)
    reactivate(back, by=by(), excluded=world.excluded_at(LATER), now=LATER)

    assert compared().opened == 0

    assert player(back).status == Status.ACTIVE


def test_a_comparison_that_is_broken_off_goes_on_with_the_player_that_it_had_reached(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house()
    opened("elsa")
    with unseen():
        second = opened("again", now=AFTERWARDS, **NEAR["another spelling"])
    assert compare_next(jurisdiction=DEMO, now=LATER) == ComparedSoFar(compared=1, opened=0, is_finished=False)

    def trouble(*_: object, **__: object) -> int:
        # The review is open in the transaction that is broken off.
        raise RuntimeError("power")

    with monkeypatch.context() as broken:
        broken.setattr(compare_persons, "review_near_to_list", trouble)
        with pytest.raises(RuntimeError):
            compare_next(jurisdiction=DEMO, now=LATER)
    assert (player(second).status, PersonReview.objects.count()) == (Status.ACTIVE, 0)

    assert compared() == ComparedSoFar(compared=2, opened=1, is_finished=True)
    # Who registers from then on was compared at the registration.
    opened("third", now=LATER + timedelta(hours=1), **STRANGER | {"email": "olga@example.org"})
    assert compared().compared == 2


def test_the_command_stops_at_so_many_reviews_and_goes_on_when_it_is_called_again() -> None:
    world.open_house()
    opened("elsa")
    others = []
    slips: tuple[dict[str, Any], ...] = ({"given_name": "Elza"}, {"born": date(1985, 4, 21)})
    for number, changed in enumerate(slips):
        with unseen():
            elsewhere = ELSEWHERE | {"email": f"e{number}@example.org"} | changed
            others.append(opened(f"again{number}", now=AFTERWARDS, **elsewhere))
    out = io.StringIO()

    for arguments in (["--reviews", "1"], ["--reviews", "1"], [], []):
        call_command("compare_persons", *arguments, stdout=out)

    first, second, *rest = out.getvalue().splitlines()
    assert first == "Players compared so far: 2. Reviews opened: 1. Call it again to go on."
    # The third one may be the first and the second: 1 + 2.
    assert second == "Players compared so far: 3. Reviews opened: 3. Call it again to go on."
    assert rest == ["Players compared so far: 3. Reviews opened: 3. All are compared."] * 2
    assert statuses(*others) == [Status.SUSPENDED] * 2
    assert ELSA.email not in out.getvalue()
    with pytest.raises(CommandError, match="1 or more"):
        call_command("compare_persons", "--reviews", "0")
