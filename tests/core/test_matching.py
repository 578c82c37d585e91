"""Whether two descriptions are of one person: by the pairs of the vectors, and by what must hold for all of them."""

import json
import random
from collections import Counter
from datetime import date, timedelta
from typing import Any, Final

import pytest
from hypothesis import given, settings, strategies as st

from players.core.matching.birth_dates import BirthDates, compare_birth_dates, slips_of
from players.core.matching.known_names import is_short_form, is_spelling, is_translation
from players.core.matching.letters import readings, sound_of
from players.core.matching.pair_line import MalformedPair, read_pair
from players.core.matching.verdict import Description, Verdict, judge
from players.core.person import Person, canonical_person
from tests.vectors.make_log import HERE

PAIRS: Final = [json.loads(line) for line in (HERE / "persons.jsonl").read_text().splitlines()]
# The most common in the United States and Great Britain, which are nearer to one another than names of a whole world.
GIVEN: Final = [
    "James",
    "Mary",
    "Robert",
    "Patricia",
    "John",
    "Jennifer",
    "Michael",
    "Linda",
    "David",
    "Elizabeth",
    "William",
    "Barbara",
    "Richard",
    "Susan",
    "Joseph",
    "Jessica",
    "Thomas",
    "Karen",
    "Christopher",
    "Sarah",
    "Charles",
    "Lisa",
    "Daniel",
    "Nancy",
    "Matthew",
    "Sandra",
    "Anthony",
    "Betty",
    "Mark",
    "Ashley",
    "Donald",
    "Emily",
    "Steven",
    "Kimberly",
    "Andrew",
    "Margaret",
    "Paul",
    "Donna",
    "Joshua",
    "Michelle",
    "Kenneth",
    "Carol",
    "Kevin",
    "Amanda",
    "Brian",
    "Melissa",
    "Maria",
    "Anna",
    "Jose",
    "Juan",
]
FAMILY: Final = [
    "Smith",
    "Johnson",
    "Williams",
    "Brown",
    "Jones",
    "Garcia",
    "Miller",
    "Davis",
    "Rodriguez",
    "Martinez",
    "Hernandez",
    "Lopez",
    "Gonzalez",
    "Wilson",
    "Anderson",
    "Thomas",
    "Taylor",
    "Moore",
    "Jackson",
    "Martin",
    "Lee",
    "Perez",
    "Thompson",
    "White",
    "Harris",
    "Sanchez",
    "Clark",
    "Ramirez",
    "Lewis",
    "Robinson",
    "Walker",
    "Young",
    "Allen",
    "King",
    "Wright",
    "Scott",
    "Torres",
    "Nguyen",
    "Hill",
    "Flores",
    "Green",
    "Adams",
    "Nelson",
    "Baker",
    "Hall",
    "Rivera",
    "Campbell",
    "Mitchell",
    "Carter",
    "Khan",
]
STREETS: Final = ("High Street", "Station Road", "Church Lane", "Main Street", "Park Avenue", "London Road")
NAMES: Final = st.text(st.characters(categories=("L", "M", "Zs", "Pd")), min_size=1, max_size=20)
DESCRIPTIONS: Final = st.builds(
    Description,
    given_name=NAMES | st.sampled_from(GIVEN),
    family_name=NAMES | st.sampled_from(FAMILY),
    born=st.dates(date(1930, 1, 1), date(2005, 12, 31)),
    email=st.sampled_from(("", "ada@example.org", "a.da@gmail.com", "ada+b@gmail.com")),
    phone=st.sampled_from(("", "+442079460958", "020 7946 0958")),
    address=st.sampled_from(("", "12 High Street, London", "Flat 2, 12 High St", "14 High Street")),
)


@pytest.mark.clause("F21", "F28")
@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: f"{pair['id']} {pair['what']}")
def test_a_pair_of_the_vectors_has_its_verdict_in_both_orders(pair: dict[str, Any]) -> None:
    read = read_pair(json.dumps(pair).encode())

    assert judge(read.a, read.b) == judge(read.b, read.a) == pair["verdict"]


def test_the_vectors_are_two_hundred_pairs_and_more_with_every_verdict() -> None:
    verdicts = Counter(pair["verdict"] for pair in PAIRS)

    assert len({pair["id"] for pair in PAIRS}) == len(PAIRS) >= 200
    assert min(verdicts[verdict] for verdict in Verdict) >= 30


@pytest.mark.clause("F21", "F28")
@pytest.mark.parametrize("seed", range(5))
def test_of_a_thousand_pairs_of_strangers_at_most_five_wait_and_none_is_refused(seed: int) -> None:
    people = random.Random(seed)

    verdicts = Counter(judge(_stranger(people), _stranger(people)) for _ in range(1_000))

    assert verdicts[Verdict.SAME] == 0
    assert verdicts[Verdict.NEAR] <= 5


@pytest.mark.parametrize("seed", range(5))
def test_of_a_thousand_pairs_of_namesakes_none_is_refused_and_few_wait(seed: int) -> None:
    """Two of one full name wait where their birth dates are a slip apart: about 30 dates of 20,000.

    With one birth date they are one person, as they always were (docs/rules/accounts.md, AC-2).
    """
    people = random.Random(seed)
    verdicts: Counter[Verdict] = Counter()
    for _ in range(1_000):
        a, b = _stranger(people), _stranger(people)
        if a.born == b.born:
            continue
        namesake = Description(given_name=a.given_name, family_name=a.family_name, born=b.born, address=b.address)
        verdicts[judge(a, namesake)] += 1

    assert verdicts[Verdict.SAME] == 0
    assert verdicts[Verdict.NEAR] <= 10


@given(a=DESCRIPTIONS, b=DESCRIPTIONS)
def test_the_order_of_two_descriptions_does_not_matter(a: Description, b: Description) -> None:
    assert judge(a, b) is judge(b, a)


@given(one=DESCRIPTIONS)
def test_a_description_is_of_the_same_person_as_itself(one: Description) -> None:
    assert judge(one, one) is Verdict.SAME


@given(a=DESCRIPTIONS, b=DESCRIPTIONS)
def test_who_has_one_account_by_the_digest_of_a_person_is_the_same_here(a: Description, b: Description) -> None:
    other = Description(given_name=a.given_name.upper(), family_name=f" {a.family_name}", born=a.born, email=b.email)
    assert _digested(a) != _digested(other) or judge(a, other) is Verdict.SAME


def test_a_name_of_a_mixed_script_is_read_by_its_looks_and_a_whole_one_both_ways() -> None:
    assert readings("M\u0430ria") == {"maria"}
    assert readings("\u0412\u0435\u0440\u0430") == {"vera", "bepa"}
    assert readings("Мария") == {"mariya"}


def test_short_forms_spellings_and_translations_are_told_apart() -> None:
    bill, william, john, juan = map(sound_of, ("bill", "william", "john", "juan"))

    assert is_short_form(bill, william)
    assert not is_spelling(bill, william)
    assert is_translation(john, juan)
    assert not is_short_form(john, juan)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"nope", "no JSON"),
        (b"[" * 60_000, "no JSON"),
        (b"\xff\xfe{", "UTF-8"),
        (b"[]", "no object"),
        (b"{}", "`id`"),
        (b'{"id": true, "a": {}, "b": {}}', "`id`"),
        (b'{"id": 1}', "`a`"),
        (b'{"id": 1, "a": {"given_name": "Ada"}}', "`a.family_name`"),
        (b'{"id": 1, "a": {"given_name": 7}}', "`a.given_name`"),
        (b'{"id": 1, "a": {"given_name": "7", "family_name": "B"}}', "`a.given_name`"),
        (b'{"id": 1, "a": {"given_name": "A", "family_name": "B"}}', "`a.birth_date`"),
        (b'{"id": 1, "a": {"given_name": "A", "family_name": "B", "birth_date": "12.4.1985"}}', "`a.birth_date`"),
        (b'{"id": 1, "a": {"given_name": "A", "family_name": "B", "birth_date": "1985-02-30"}}', "calendar"),
        (b'{"id": 1, "a": {"given_name": "' + b"A" * 500 + b'"}}', "longer"),
        (b'{"id": 1, "a": {"given_name": "' + b"A" * 70_000 + b'"}}', "longer"),
    ],
)
def test_a_line_that_is_no_pair_is_refused_with_what_is_wrong(line: bytes, complaint: str) -> None:
    with pytest.raises(MalformedPair) as refused:
        read_pair(line)

    assert complaint in refused.value.detail


def _stranger(people: random.Random) -> Description:
    given_name, family_name = people.choice(GIVEN), people.choice(FAMILY)
    number = people.randrange(10**9)
    return Description(
        given_name=given_name,
        family_name=family_name,
        born=date(1945, 1, 1) + timedelta(days=people.randrange(60 * 365)),
        email=f"{given_name}.{family_name}{number % 10_000}@example.com",
        phone=f"+44{7_000_000_000 + number}",
        address=f"{people.randrange(1, 200)} {people.choice(STREETS)}, London",
    )


def _digested(one: Description) -> bytes:
    return canonical_person(Person(given_name=one.given_name, family_name=one.family_name, born=one.born))


@given(born=st.dates(date(1900, 1, 1), date(2029, 12, 31)))
@settings(max_examples=5, deadline=None)
def test_the_slips_of_a_birth_date_are_all_that_compare_as_one(born: date) -> None:
    days = (date(1900, 1, 1) + timedelta(days=number) for number in range(73_049))
    slips = {day for day in days if compare_birth_dates(born, day) in {BirthDates.SLIP, BirthDates.FAR_SLIP}}

    assert slips_of(born) == slips
