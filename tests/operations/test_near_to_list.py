"""Who may be a person of the national list waits before the first bet, and two of the staff decide."""

from __future__ import annotations

import json
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from audit.queries.events import events
from players.core.listed_names import heard_names, near_names
from players.core.person import Person
from players.core.person_review import PersonReviewDecision
from players.operations.decide_person_review import decide_person_review
from players.queries.accounts import player
from players.queries.person_reviews import person_reviews
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.models import StoredListedName, StoredListedPerson, StoredListImport
from responsible_gaming.operations.correct_identity import correct_identity
from responsible_gaming.operations.import_exclusions import ExclusionListUnfinished
from tests import world
from tests.api.caller import Auditor
from tests.api.test_filters import listed as pages
from tests.approving import approval
from tests.world import NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId
    from players.queries.person_reviews import PersonReviewView

pytestmark = [pytest.mark.clause("F28"), pytest.mark.django_db(transaction=True)]

DAY = timedelta(days=1)
DEMO = JURISDICTIONS["demo"]
MARIA = "Garcia,Maria,1990-01-01,,GB-17"
OTHERS = tuple(f"Somebody,Number {number},1980-01-01,," for number in range(9))

listed = world.import_exclusion_list


def named(given_name: str, family_name: str = "Garcia", username: str = "ada") -> ChainId:
    return world.sign_up(username, given_name=given_name, family_name=family_name)


def status(chain: ChainId) -> str:
    return player(chain).status


def reviews(chain: ChainId) -> list[PersonReviewView]:
    found = person_reviews(open_only=False, before=None, limit=50)
    return [review for review in found if review.player == chain]


@pytest.mark.parametrize(
    ("given_name", "family_name"),
    [
        ("Mariah", "Garcia"),
        ("Marie", "Garcia"),
        ("Maria", "Garzia"),
        ("Maria", "Gracia"),
        ("Garsia", "Mariya"),
        ("Maria Elena", "Garcia"),
        ("M\u0430riah", "Garcia"),
    ],
)
def test_who_registers_under_a_name_near_to_a_listed_one_waits(given_name: str, family_name: str) -> None:
    listed(MARIA)

    chain = named(given_name, family_name)

    assert status(chain) == "suspended"
    (review,) = reviews(chain)
    assert (review.other, review.listed_reference, review.decision) == (None, "GB-17", "")
    assert review.shared == ("names-near", "birth-date-equal")


def test_who_is_listed_for_sure_or_not_near_or_born_on_another_day_has_no_review() -> None:
    listed(MARIA, "Stone,Marcia,1990-01-02,,")

    for username, given_name, family_name in (
        ("ada", "Maria", "Garcia"),
        ("bob", "Anna", "Garcia"),
        ("carl", "Martha", "Stone"),
    ):
        chain = named(given_name, family_name, username)
        assert reviews(chain) == []
        assert status(chain) == "active"


def test_an_entry_whose_term_is_over_holds_up_nobody() -> None:
    listed(f"Garcia,Maria,1990-01-01,{NOW.date() - DAY},")
    assert reviews(named("Mariah")) == []


def test_an_import_finds_those_who_are_players_already_and_asks_once() -> None:
    near, far, short = named("Mariah"), named("Anna", username="anna"), named("William", "Smith", "will")

    for _ in range(2):
        listed(MARIA, "Smith,Bill,1990-01-01,,", *OTHERS)

    assert [len(reviews(chain)) for chain in (near, far, short)] == [1, 0, 1]
    assert [status(chain) for chain in (near, far, short)] == ["suspended", "active", "suspended"]


def test_a_list_from_before_names_were_kept_is_completed_by_the_next_import() -> None:
    listed(MARIA)
    StoredListedName.objects.all().delete()
    chain = named("Mariah")
    assert reviews(chain) == []

    listed(MARIA)

    assert len(reviews(chain)) == 1


def test_an_import_that_broke_off_is_taken_up_by_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chain = named("Mariah")
    with monkeypatch.context() as broken:

        def trouble(*_: object, **__: object) -> None:
            raise ExclusionListUnfinished

        broken.setattr("responsible_gaming.operations.import_exclusions.review_near_to_list", trouble)
        with pytest.raises(ExclusionListUnfinished):
            listed(MARIA)
    assert (reviews(chain), StoredListImport.objects.count()) == ([], 0)

    listed(MARIA)

    assert len(reviews(chain)) == 1


def test_what_the_list_drops_is_forgotten_with_its_names() -> None:
    listed(MARIA, *OTHERS)
    listed(*OTHERS)

    assert StoredListedPerson.objects.count() == len(OTHERS)
    assert set(StoredListedName.objects.values_list("listed", flat=True)) == set(
        StoredListedPerson.objects.values_list("digest", flat=True)
    )
    assert reviews(named("Mariah")) == []


def test_a_new_name_near_to_a_listed_one_holds_up_whoever_takes_it() -> None:
    listed(MARIA)
    chain = named("Anna")

    correct_identity(chain, {"given_name": "Mariah"}, by=approval(), jurisdiction=DEMO, now=NOW + DAY)

    assert status(chain) == "suspended"
    assert len(reviews(chain)) == 1


@pytest.mark.parametrize(
    ("decision", "left"), [(PersonReviewDecision.DIFFERENT, "active"), (PersonReviewDecision.SAME, "closed")]
)
def test_two_of_the_staff_decide_and_the_pair_is_not_asked_about_again(
    decision: PersonReviewDecision, left: str
) -> None:
    listed(MARIA)
    chain = named("Mariah")
    (review,) = reviews(chain)

    decide_person_review(review.id, decision, by=approval(), excluded=lambda _: frozenset(), now=NOW + DAY)
    listed(MARIA, *OTHERS)

    assert status(chain) == left
    assert len(reviews(chain)) == 1


def test_the_queue_says_that_it_is_the_lists_entry_and_nothing_of_who_it_is() -> None:
    listed(MARIA)
    chain = named("Mariah")

    (item,) = pages(Auditor(), "/ops/person-reviews", limit=5)

    assert (item["player_id"], item["other_player_id"], item["listed_reference"]) == (chain.hex, None, "GB-17")
    told = json.dumps([[event.reason, dict(event.after)] for event in events(subject=chain, before=None, limit=50)])
    assert "arcia" not in told
    assert "aria" not in told


def test_near_is_mutual() -> None:
    def person(given_name: str, family_name: str = "Garcia") -> Person:
        return Person(given_name=given_name, family_name=family_name, born=date(1990, 1, 1))

    for given_name in ("Mariah", "Marta", "Mara", "Marie", "Maria Elena"):
        assert near_names(person(given_name)) & heard_names(person("Maria"))
        assert near_names(person("Maria")) & heard_names(person(given_name))
    # The same letters are no name, and a short one has too many others one letter away.
    assert not near_names(person("Ada", "Abe")) & heard_names(person("Ada", "Bea"))
    assert not near_names(person("Li", "Na")) & heard_names(person("Lu", "Na"))


@pytest.mark.parametrize(
    ("born", "names"),
    [
        pytest.param("1990-12-05", "Garcia,Maria", id="day and month exchanged"),
        pytest.param("1990-05-13", "Garcia,Maria", id="one digit"),
        pytest.param("1909-05-12", "Garcia,Maria", id="two neighbours, and so as of parent and child"),
        pytest.param("1990-05-21", "Maria,García", id="two neighbours, and the names swapped"),
    ],
)
def test_a_birth_date_with_a_slip_on_the_list_is_near_whoever_comes_first(born: str, names: str) -> None:
    here = world.sign_up("ada", given_name="Maria", family_name="Garcia", born=date(1990, 5, 12))
    listed(f"{names},{born},,GB-17", "Vasiliev,Иван,1991-05-12,,GB-17")
    later = world.sign_up("ivan", given_name="Ivan", family_name="Vasiliev", born=date(1990, 5, 12))

    for chain in (here, later):
        assert status(chain) == "suspended"
        (review,) = reviews(chain)
        assert (review.listed_reference, review.shared) == ("GB-17", ("names-equal", "birth-date-slip"))


def test_another_birth_date_or_another_name_with_a_slip_is_nobody_of_the_list() -> None:
    listed("Garcia,Maria,1990-05-12,,", "Smith,Mariah,1990-12-05,,")
    for username, family_name, born in (("ada", "Garcia", date(1990, 6, 13)), ("bob", "Smith", date(1990, 5, 12))):
        chain = world.sign_up(username, given_name="Maria", family_name=family_name, born=born)
        assert (status(chain), reviews(chain)) == ("active", [])
