"""Who may be the holder of another account waits before the first bet, whether or not anybody is excluded."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

from players.core.eligibility import PlayerSuspended
from players.core.identity import Address, Identity
from players.core.person_review import PersonReviewDecision, PersonReviewOpen
from players.core.status import Status
from players.models import Device
from players.models.persons import PersonReview
from players.operations.close_account import close_with_password
from players.operations.decide_person_review import decide_person_review
from players.operations.log_in import LoginRequest, log_in
from players.operations.register import Registration
from players.operations.set_status import reactivate
from players.queries.accounts import player, require_eligible_now
from players.queries.person_reviews import PersonReviewView, person_reviews
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.correct_identity import correct_own_contacts
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.operations.register_player import register_player
from responsible_gaming.queries.exclusions import excluded_among
from staff.core.approval import Approval
from tests import world
from tests.core.test_matching import FAMILY, GIVEN
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]

ELSA = Identity(
    given_name="Elsa",
    family_name="Lindgren",
    born=date(1985, 4, 12),
    address=Address(line="12 High Street", city="London", postal_code="N1 9GU", country="GB"),
    email="elsa.lindgren@example.org",
    phone="+442079460958",
)
ELSEWHERE: dict[str, Any] = {
    "email": "other@example.org",
    "phone": "",
    "address": Address(line="7 Low Road", city="Leeds", postal_code="LS1 1AA", country="GB"),
}
NEAR: dict[str, dict[str, Any]] = {
    "another spelling": {"given_name": "Elza", **ELSEWHERE},
    "a slip in the birth date": {"born": date(1985, 4, 21), **ELSEWHERE},
    "a new family name in one household": {**ELSEWHERE, "family_name": "Schmidt", "address": ELSA.address},
    "the line": {**ELSEWHERE, "given_name": "Olga", "family_name": "Schmidt", "phone": ELSA.phone},
}
STRANGER: dict[str, Any] = {"given_name": "Olga", "family_name": "Petrova", "born": date(1971, 11, 3), **ELSEWHERE}
DEVICE = "0123456789abcdef"
LATER = NOW + timedelta(days=1)


def opened(username: str, *, now: datetime = NOW, **changed: Any) -> ChainId:
    """Open an account of Elsa's, with what is changed of her description."""
    asked = Registration(
        username=username,
        password=world.PASSWORD,
        identity=replace(ELSA, **changed),
        currency="USD",
        consents=world.CONSENTS,
    )
    return register_player(asked, jurisdiction=DEMO, now=now)


def logged_in(username: str, device: str = DEVICE, *, now: datetime = NOW) -> None:
    asked = LoginRequest(username=username, proof=world.proof(), device=device)
    log_in(asked, rules=DEMO.sessions, accounts=DEMO.accounts, excluded=world.excluded_at(now), now=now)


def decided(review: PersonReviewView, decision: PersonReviewDecision) -> None:
    excluded = partial(excluded_among, now=LATER)
    decide_person_review(review.id, decision, by=by(), excluded=excluded, now=LATER)


def by() -> Approval:
    return Approval(proposal=uuid4(), proposer="olga", approver="omar", reason="passports compared")


def waiting() -> list[PersonReviewView]:
    return person_reviews(open_only=True, before=None, limit=9)


@pytest.mark.parametrize("changed", NEAR.values(), ids=NEAR)
def test_who_is_near_to_an_open_account_waits_though_nobody_is_excluded(changed: dict[str, Any]) -> None:
    world.open_house()
    first = opened("elsa")

    second = opened("again", **changed)

    with pytest.raises(PlayerSuspended):
        require_eligible_now(second, DEMO.accounts)
    (review,) = waiting()
    assert (review.player, review.other) == (second, first)
    # The older account is not held up, and nobody alone ends the waiting.
    require_eligible_now(first, DEMO.accounts)
    with pytest.raises(PersonReviewOpen):
        reactivate(second, by=by(), excluded=world.excluded_at(LATER), now=LATER)
    decided(review, PersonReviewDecision.DIFFERENT)
    require_eligible_now(second, DEMO.accounts)


def test_a_second_account_that_is_found_to_be_of_one_person_is_closed() -> None:
    world.open_house()
    first, second = opened("elsa"), opened("again", **NEAR["another spelling"])

    decided(waiting()[0], PersonReviewDecision.SAME)

    assert [player(chain).status for chain in (first, second)] == [Status.ACTIVE, Status.CLOSED]


@pytest.mark.parametrize("excluded", [False, True])
def test_who_returns_under_another_spelling_stays_suspended_and_is_closed_if_excluded(*, excluded: bool) -> None:
    world.open_house()
    first = opened("elsa")
    if excluded:
        exclude(first, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)
    close_with_password(first, proof=world.proof(), now=NOW)
    second = opened("again", **NEAR["another spelling"])
    assert player(second).status == Status.SUSPENDED

    decided(waiting()[0], PersonReviewDecision.SAME)

    assert player(second).status == (Status.CLOSED if excluded else Status.SUSPENDED)
    if not excluded:
        reactivate(second, by=by(), excluded=world.excluded_at(LATER), now=LATER)
        require_eligible_now(second, DEMO.accounts)


def test_a_new_contact_that_makes_a_player_near_to_another_one_is_looked_at_once() -> None:
    world.open_house()
    first, second = opened("elsa"), opened("olga", **STRANGER | {"born": ELSA.born})
    assert player(second).status == Status.ACTIVE
    for chain in (first, second):
        world.give_pin(chain)

    correct_own_contacts(second, {"phone": ELSA.phone}, pin=world.PIN, now=NOW)
    # The pair has a review, whoever of both changes something next.
    correct_own_contacts(first, {"email": "elsa.2@example.org"}, pin=world.PIN, now=NOW)

    assert [player(chain).status for chain in (first, second)] == [Status.ACTIVE, Status.SUSPENDED]
    assert PersonReview.objects.count() == 1


def test_of_a_thousand_common_people_almost_nobody_waits_for_anybody() -> None:
    # Sixty register one after the other: 60 * 59 / 2 = 1,770 pairs, of which 5 in 1,000 would be nine.
    world.open_house()
    draw = random.Random(16)
    opened_all = []
    for number in range(60):
        person: dict[str, Any] = {
            "given_name": draw.choice(GIVEN),
            "family_name": draw.choice(FAMILY),
            "born": date(1950, 1, 1) + timedelta(days=draw.randrange(20_000)),
            "email": f"person{number}@example.org",
            "phone": "",
            "address": Address(line=f"{number + 1} Long Road", city="Leeds", postal_code="LS1 1AA", country="GB"),
        }
        opened_all.append(opened(f"person{number}", **person))

    assert sum(player(chain).status != Status.ACTIVE for chain in opened_all) <= 1


@pytest.mark.parametrize(
    ("shared", "waits"),
    [({"born": ELSA.born}, True), ({"family_name": ELSA.family_name}, True), ({}, False)],
    ids=["birth date", "family name", "nothing else"],
)
def test_one_device_and_a_birth_date_or_a_family_name_make_the_younger_account_wait(
    shared: dict[str, Any], *, waits: bool
) -> None:
    world.open_house()
    first, second = opened("elsa"), opened("olga", now=NOW + timedelta(hours=1), **STRANGER | shared)
    assert player(second).status == Status.ACTIVE

    # The younger one comes first, and waits from the older one's login on, with a session that runs.
    logged_in("olga", now=LATER)
    assert {player(chain).status for chain in (first, second)} == {Status.ACTIVE}
    logged_in("elsa", now=LATER)

    assert [player(chain).status for chain in (first, second)] == [
        Status.ACTIVE,
        Status.SUSPENDED if waits else Status.ACTIVE,
    ]
    assert [(one.player, one.other, "device" in one.shared) for one in waiting()] == [(second, first, True)] * waits


def test_another_device_tells_nothing_and_a_pair_told_apart_is_not_asked_again() -> None:
    world.open_house()
    opened("elsa")
    second = opened("olga", now=NOW + timedelta(hours=1), **STRANGER | {"born": ELSA.born})
    logged_in("elsa", now=LATER)
    logged_in("olga", "another-device-16", now=LATER)
    assert player(second).status == Status.ACTIVE
    logged_in("olga", now=LATER)
    decided(waiting()[0], PersonReviewDecision.DIFFERENT)

    logged_in("olga", now=LATER)

    assert player(second).status == Status.ACTIVE
    # Nothing but digests is stored of a device.
    stored = Device.objects.values_list("digest", "common_digest")
    assert not any(DEVICE.encode() in bytes(part) for row in stored for part in row if part is not None)


def test_a_device_that_many_use_tells_nobody_apart() -> None:
    world.open_house()
    names = ("Abel", "Boris", "Cedric", "Dimitri", "Emil", "Fedor", "Gustav")
    guests = [
        opened(
            name.lower(),
            now=NOW + timedelta(minutes=number),
            given_name=name,
            born=date(1950 + 7 * number, 1 + number, 11),
            email=f"{name}@example.org",
            phone="",
            address=Address(line=f"{number} Low Road", city="Leeds", postal_code="LS1 1AA", country="GB"),
        )
        for number, name in enumerate(names)
    ]
    for name in names:
        logged_in(name.lower(), now=LATER)

    # The first five had few others on the device, and share the family name; the last has six.
    assert player(guests[-1]).status == Status.ACTIVE
    assert player(guests[1]).status == Status.SUSPENDED
