"""An exclusion binds the person: whoever comes back is refused or waits, however the name is written."""

from __future__ import annotations

import io
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date, datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.db import IntegrityError, connection, connections, transaction

from audit.queries.events import events
from kernel.refusals import Refusal
from players.core.eligibility import PlayerSuspended
from players.core.erasure import Basis
from players.core.identity import Address, Identity
from players.core.person_review import (
    PersonReviewDecided,
    PersonReviewDecision,
    PersonReviewNotFound,
    PersonReviewOpen,
)
from players.core.status import Status
from players.core.verification import Method
from players.models.persons import PersonKey, PersonReview
from players.operations.close_account import close_with_password
from players.operations.decide_person_review import decide_person_review
from players.operations.erase import Erasure, erase
from players.operations.register import AccountExists, Registration
from players.operations.set_status import reactivate, set_status
from players.operations.verify import verify_identity
from players.queries.accounts import player, require_eligible_now
from players.queries.person_reviews import person_reviews
from reddog_platform.erasure_hooks import erasure_hooks
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.correct_identity import correct_identity, correct_own_contacts
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.operations.register_player import register_player
from responsible_gaming.queries.exclusions import excluded_among, is_excluded
from staff.core.approval import Approval, ProposalNeeded
from tests import world
from tests.api.caller import Operator
from tests.at_once import at_once
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]

MARIA = Identity(
    given_name="Maria",
    family_name="Ivanova",
    born=date(1985, 4, 12),
    address=Address(line="12 High Street", city="London", postal_code="N1 9GU", country="GB"),
    email="maria.ivanova@gmail.com",
    phone="+442079460958",
)
ELSEWHERE = Address(line="7 Low Road", city="Leeds", postal_code="LS1 1AA", country="GB")
UNKNOWN: dict[str, Any] = {"email": "other@example.org", "phone": "", "address": ELSEWHERE}
SAME: dict[str, dict[str, Any]] = {
    "the same name": UNKNOWN,
    "Cyrillic letters that look Latin": {"given_name": "M\u0430ria", **UNKNOWN},
    "names swapped": {"given_name": "Ivanova", "family_name": "Maria", **UNKNOWN},
    "another spelling in one household": {"given_name": "Mariah", **UNKNOWN, "address": MARIA.address},
    "another family name and the mailbox, written otherwise": {
        "family_name": "Schmidt",
        **UNKNOWN,
        "email": "MariaIvanova+x@googlemail.com",
    },
    "a slip in the birth date and the line": {"born": date(1985, 4, 21), **UNKNOWN, "phone": MARIA.phone},
}
NEAR: dict[str, dict[str, Any]] = {
    "another spelling": {"given_name": "Mariah", **UNKNOWN},
    "a whole name in Cyrillic": {"given_name": "Мария", "family_name": "Иванова", **UNKNOWN},
    "a new family name in one household": {"family_name": "Schmidt", **UNKNOWN, "address": MARIA.address},
    "a slip in the birth date": {"born": date(1985, 4, 21), **UNKNOWN},
    "a short form": {"given_name": "Masha", **UNKNOWN},
}
LATER = NOW + timedelta(days=1)


def opened(username: str = "maria", *, now: datetime = NOW, **changed: Any) -> ChainId:
    """Open an account of Maria's, with what is changed of her description."""
    asked = Registration(
        username=username,
        password=world.PASSWORD,
        identity=replace(MARIA, **changed),
        currency="USD",
        consents=world.CONSENTS,
    )
    return register_player(asked, jurisdiction=DEMO, now=now)


def excluded_maria() -> ChainId:
    world.open_house()
    chain = opened()
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)
    return chain


def verified(chain: ChainId) -> None:
    verify_identity(chain, method=Method.PASSPORT, by=by(), now=NOW)


def closed(chain: ChainId) -> None:
    close_with_password(chain, proof=world.proof(), now=NOW)


def waiting(**changed: Any) -> tuple[ChainId, UUID]:
    """Open an account that waits for a review, and return both."""
    chain = opened("again", **changed)
    return chain, person_reviews(open_only=True, before=None, limit=1)[0].id


def decided(review: UUID, decision: PersonReviewDecision, *, now: datetime) -> None:
    decide_person_review(review, decision, by=by(), excluded=partial(excluded_among, now=now), now=now)


def by(proposer: str = "olga", approver: str = "omar") -> Approval:
    return Approval(proposal=uuid4(), proposer=proposer, approver=approver, reason="passports compared")


@pytest.mark.parametrize("close", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("changed", SAME.values(), ids=SAME)
def test_an_excluded_person_is_refused_an_account_however_the_name_is_written(
    changed: dict[str, Any], *, close: bool
) -> None:
    excluded = excluded_maria()
    if close:
        closed(excluded)

    with pytest.raises(AccountExists) as refused:
        opened("again", **changed)

    # In the words for anybody who has an account, and with nothing left of the try.
    assert "excluded" not in refused.value.detail
    assert not PersonReview.objects.exists()
    assert set(PersonKey.objects.values_list("player", flat=True)) == {excluded}


@pytest.mark.parametrize("close", [False, True], ids=["open", "closed"])
@pytest.mark.parametrize("changed", NEAR.values(), ids=NEAR)
def test_who_may_be_an_excluded_person_waits_before_the_first_bet(changed: dict[str, Any], *, close: bool) -> None:
    excluded = excluded_maria()
    if close:
        closed(excluded)

    chain = opened("again", **changed)

    with pytest.raises(PlayerSuspended):
        require_eligible_now(chain, DEMO.accounts)
    (review,) = person_reviews(open_only=True, before=None, limit=9)
    assert (review.player, review.other, review.decided_by) == (chain, excluded, ())


@pytest.mark.parametrize("changed", NEAR.values(), ids=NEAR)
def test_an_exclusion_holds_up_who_may_be_the_same_and_registered_before(changed: dict[str, Any]) -> None:
    world.open_house()
    second, first = opened("second", **changed), opened()
    far = Address(line="99 Far Lane", city="York", postal_code="YO1 1AA", country="GB")
    stranger = opened("stranger", family_name="Petrova", email="petrova@example.org", phone="", address=far)
    verified(first)
    assert [player(chain).status for chain in (first, second)] == [Status.SUSPENDED, Status.ACTIVE]

    exclude(first, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    assert [player(chain).status for chain in (second, stranger)] == [Status.SUSPENDED, Status.ACTIVE]
    review, registered = person_reviews(open_only=True, before=None, limit=9)
    assert (review.player, review.other) == (registered.other, registered.player) == (second, first)
    # The same again, and the other one's own, ask nobody twice.
    for one in (review, registered):
        decided(one.id, PersonReviewDecision.DIFFERENT, now=NOW)
    verified(second)
    exclude(second, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)
    assert player(first).status == Status.ACTIVE
    assert PersonReview.objects.count() == 2  # one a direction


def test_an_exclusion_of_a_name_that_nobody_verified_holds_up_nobody_else() -> None:
    world.open_house()
    victim = opened()
    mischief = opened("mischief", given_name="Mariah", **UNKNOWN)

    exclude(mischief, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    assert player(victim).status == Status.ACTIVE


@pytest.mark.parametrize("shared", ["email", "phone"])
def test_contacts_that_were_given_up_before_still_find_an_excluded_person(shared: str) -> None:
    world.open_house()
    excluded = opened()
    world.give_pin(excluded)
    new = {"email": "new@example.org", "phone": "+442079460000"}
    correct_own_contacts(excluded, new, pin=world.PIN, now=NOW)
    exclude(excluded, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    old = UNKNOWN | {shared: getattr(MARIA, shared)}
    chain = opened("again", given_name="Olga", family_name="Schmidt", **old)

    assert player(chain).status == Status.SUSPENDED
    (review,) = person_reviews(open_only=True, before=None, limit=9)
    assert (review.other, shared in review.shared) == (excluded, True)


def test_a_name_that_was_given_up_before_still_finds_an_excluded_person() -> None:
    world.open_house()
    excluded = opened()
    deed = {"given_name": "Olga", "family_name": "Schmidt"}
    correct_identity(excluded, deed, by=by(), jurisdiction=DEMO, now=NOW)
    exclude(excluded, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    chain = opened("again", **UNKNOWN)

    assert player(chain).status == Status.SUSPENDED
    (review,) = person_reviews(open_only=True, before=None, limit=9)
    assert (review.other, "key-name" in review.shared) == (excluded, True)


def test_a_sure_match_with_an_open_account_is_refused_though_nobody_is_excluded() -> None:
    world.open_house()
    opened()

    with pytest.raises(AccountExists):
        opened("again", given_name="Mariah", **UNKNOWN | {"address": MARIA.address})


def test_strangers_twins_and_the_household_of_an_excluded_person() -> None:
    excluded_maria()
    stranger = opened("stranger", **UNKNOWN | {"family_name": "Petrova"})
    partner = opened("partner", given_name="Boris", born=date(1983, 1, 30), email="boris@example.org")
    twin = opened("twin", given_name="Olga", email="olga@example.org", phone="")

    assert [player(chain).status for chain in (stranger, partner, twin)] == ["active", "active", "suspended"]


def test_an_address_that_many_share_tells_nobody_apart() -> None:
    excluded_maria()
    for number in range(5):
        born = date(1960 + number, 7, 7)
        opened(f"guest{number}", given_name="Guest", born=born, email=f"guest{number}@example.org", phone="")

    resident = opened("resident", family_name="Schmidt", email="maria.schmidt@example.org", phone="")

    assert player(resident).status == Status.ACTIVE


def test_no_member_of_the_staff_alone_ends_a_suspension_that_waits_for_a_review() -> None:
    excluded_maria()
    chain, _ = waiting(given_name="Mariah", **UNKNOWN)

    with pytest.raises(ProposalNeeded):
        set_status(chain, Status.ACTIVE, reason="looks fine", actor="operator:olga", now=NOW)
    # Two, who do not decide the review, do not either.
    with pytest.raises(PersonReviewOpen):
        reactivate(chain, by=by(), excluded=world.excluded_at(NOW), now=NOW)

    assert player(chain).status == Status.SUSPENDED


def test_two_members_let_a_different_person_play_and_both_are_named() -> None:
    excluded_maria()
    chain, review = waiting(given_name="Mariah", **UNKNOWN)

    decided(review, PersonReviewDecision.DIFFERENT, now=LATER)

    require_eligible_now(chain, DEMO.accounts)
    event = next(event for event in events(subject=chain, before=None, limit=9) if "review-decided" in event.kind)
    assert (event.actor, event.reason) == ("operator:olga+omar", "passports compared")
    # The pair is not asked about again.
    correct_own_contacts(chain, {"phone": MARIA.phone}, pin=_pin(chain), now=LATER)
    assert player(chain).status == Status.ACTIVE


def test_the_same_person_is_closed_and_recognized_by_the_new_name_too() -> None:
    excluded_maria()
    chain, review = waiting(given_name="Masha", family_name="Ivanovna", **UNKNOWN | {"phone": MARIA.phone})

    decided(review, PersonReviewDecision.SAME, now=LATER)

    assert player(chain).status == Status.CLOSED
    with pytest.raises(AccountExists):
        opened("third", given_name="Masha", family_name="Ivanovna", email="third@example.org", address=ELSEWHERE)


def test_a_review_is_decided_once() -> None:
    excluded_maria()
    _, review = waiting(given_name="Mariah", **UNKNOWN)
    decided(review, PersonReviewDecision.DIFFERENT, now=LATER)

    with pytest.raises(PersonReviewDecided):
        decided(review, PersonReviewDecision.SAME, now=LATER)
    with pytest.raises(PersonReviewNotFound):
        decided(uuid4(), PersonReviewDecision.SAME, now=LATER)


def test_the_database_knows_no_decision_of_one_person() -> None:
    excluded_maria()
    _, review = waiting(given_name="Mariah", **UNKNOWN)

    with pytest.raises(IntegrityError, match="players_person_review_by_two"), transaction.atomic():
        PersonReview.objects.filter(id=review).update(
            decision="same", decided_at=NOW, proposer="olga", approver="olga", reason="alone"
        )


def test_an_account_that_was_suspended_before_the_review_stays_so() -> None:
    excluded_maria()
    chain = opened("again", given_name="Petra", **UNKNOWN)
    set_status(chain, Status.SUSPENDED, reason="a case", actor="operator:olga", now=NOW)
    correct_identity(chain, {"given_name": "Mariah"}, by=by(), jurisdiction=DEMO, now=NOW)
    (review,) = person_reviews(open_only=True, before=None, limit=9)

    decided(review.id, PersonReviewDecision.DIFFERENT, now=LATER)

    assert player(chain).status == Status.SUSPENDED


@pytest.mark.parametrize("lane", ["operator", "player"])
def test_an_account_that_becomes_like_an_excluded_person_waits(lane: str) -> None:
    excluded_maria()
    chain = opened("again", given_name="Maria", **UNKNOWN | {"family_name": "Schmidt"})
    assert player(chain).status == Status.ACTIVE

    if lane == "operator":
        name = {"given_name": "Mariah", "family_name": "Ivanova"}
        correct_identity(chain, name, by=by(), jurisdiction=DEMO, now=NOW)
    else:
        correct_own_contacts(chain, {"phone": MARIA.phone}, pin=_pin(chain), now=NOW)

    assert player(chain).status == Status.SUSPENDED
    assert len(person_reviews(open_only=True, before=None, limit=9)) == 1


def test_an_account_that_becomes_an_open_one_s_person_is_left_as_it_is() -> None:
    world.open_house()
    opened()
    chain = opened("again", given_name="Petra", **UNKNOWN)

    with pytest.raises(AccountExists):
        correct_identity(chain, {"given_name": "M\u0430ria"}, by=by(), jurisdiction=DEMO, now=NOW)

    assert player(chain).status == Status.ACTIVE


def test_who_was_erased_while_excluded_is_looked_at_under_a_name_that_sounds_the_same() -> None:
    excluded = excluded_maria()
    closed(excluded)
    retention = timedelta(days=DEMO.accounts.retention_days + 1)
    asked = Erasure(chain=excluded, basis=Basis.NO_LONGER_NEEDED, reason="over", actor="operator:olga")
    erase(
        asked,
        retention_days=DEMO.accounts.retention_days,
        hooks=erasure_hooks(NOW + retention),
        now=NOW + retention,
    )

    assert set(PersonKey.objects.values_list("kind", flat=True)) == {"name", "mailbox", "line"}
    assert player(opened("again", given_name="Mariah", **UNKNOWN)).status == Status.SUSPENDED


def test_who_was_erased_without_an_exclusion_leaves_no_key() -> None:
    world.open_house()
    chain = opened()
    closed(chain)
    late = NOW + timedelta(days=DEMO.accounts.retention_days + 1)
    asked = Erasure(chain=chain, basis=Basis.NO_LONGER_NEEDED, reason="over", actor="operator:olga")
    erase(asked, retention_days=DEMO.accounts.retention_days, hooks=erasure_hooks(late), now=late)

    assert not PersonKey.objects.exists()


def test_accounts_from_before_the_keys_are_found_after_index_persons() -> None:
    excluded = excluded_maria()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM players_person_key")
    out = io.StringIO()

    call_command("index_persons", stdout=out)
    call_command("index_persons", stdout=out)

    assert out.getvalue().splitlines() == [f"Players who can be found now, and could not before: {n}." for n in (1, 0)]
    assert player(opened("again", given_name="Mariah", **UNKNOWN)).status == Status.SUSPENDED
    assert PersonReview.objects.get().other_id == excluded


@pytest.mark.parametrize(
    ("given_name", "family_name"),
    [("M\u0430ria", "Ivanova"), ("Ivanova", "Maria"), ("Mar1a", "Ivanova"), ("Maria", "Иванова")],
)
@pytest.mark.parametrize("listed_first", [False, True], ids=["account first", "list first"])
def test_the_national_list_finds_other_writings_of_a_name(
    given_name: str, family_name: str, *, listed_first: bool
) -> None:
    world.open_house()
    entry = "Ivanova,Maria,1985-04-12"

    if listed_first:
        world.import_exclusion_list(entry)
    chain = opened(given_name=given_name, family_name=family_name)
    if not listed_first:
        world.import_exclusion_list(entry)

    assert is_excluded(chain, now=LATER)


@pytest.mark.django_db(transaction=True)
def test_of_one_person_who_registers_twice_at_once_under_two_spellings_one_is_refused() -> None:
    world.open_house()

    def register_as(username: str, given_name: str, email: str) -> str:
        try:
            opened(username, given_name=given_name, email=email)
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "opened"

    tries = [("first", "Maria", "a@example.org"), ("second", "Mariah", "b@example.org")]
    with ThreadPoolExecutor(2) as both:
        ended = list(both.map(lambda one: register_as(*one), tries))

    assert sorted(ended) == ["account-exists", "opened"]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("first", "changed"),
    [("exclusion", "a short form"), ("registration", "a new family name in one household")],
)
def test_an_exclusion_and_a_registration_at_the_same_moment_do_not_miss_each_other(first: str, changed: str) -> None:
    world.open_house()
    excluded = opened()
    verified(excluded)

    def exclude_now() -> None:
        exclude(excluded, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    def register_now() -> None:
        opened("second", **NEAR[changed])

    steps = [exclude_now, register_now] if first == "exclusion" else [register_now, exclude_now]
    # Whichever is first: one of both sees the other, since near waits also for whom nothing excludes yet.
    at_once(*steps)

    (review,) = person_reviews(open_only=True, before=None, limit=9)
    assert review.other == excluded
    assert player(review.player).status == Status.SUSPENDED


def test_the_queue_is_read_by_the_staff_and_says_nothing_of_who_it_is() -> None:
    excluded = excluded_maria()
    first, review = waiting(given_name="Mariah", **UNKNOWN)
    far = Address(line="99 Far Lane", city="York", postal_code="YO1 1AA", country="GB")
    third = opened("third", **UNKNOWN | {"born": date(1985, 4, 21), "email": "third@example.org", "address": far})

    operator = Operator()
    (_,), cursor = _page(operator, "limit=1")
    (shown,), _ = _page(operator, f"cursor={cursor}")

    assert shown == {
        "id": review.hex,
        "player_id": first.hex,
        "other_player_id": excluded.hex,
        "listed_reference": None,
        "shared": ["given-name-alike", "family-name-equal", "birth-date-equal"],
        "opened_at": "2026-11-21T12:00:00.000Z",
        "decision": None,
        "decided_at": None,
        "decided_by": [],
        "reason": "",
    }
    decided(review, PersonReviewDecision.DIFFERENT, now=LATER)
    assert [one["player_id"] for one in _page(operator, "")[0]] == [third.hex]
    assert len(_page(operator, "status=all")[0]) == 2
    assert operator.get("/ops/person-reviews?status=none").status_code == 400


def _page(operator: Operator, query: str) -> tuple[list[dict[str, Any]], str | None]:
    page = json.loads(operator.get(f"/ops/person-reviews?{query}").content)
    return page["items"], page["next"]


def _pin(chain: ChainId) -> str:
    world.give_pin(chain)
    return world.PIN
