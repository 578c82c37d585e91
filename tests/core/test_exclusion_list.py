"""The national exclusion list as a file: what is read, and what is refused without repeating a word of it."""

from __future__ import annotations

from contextlib import suppress
from datetime import date

import pytest
from hypothesis import given, strategies as st

from players.core.person import Person
from responsible_gaming.core.exclusion_list import (
    BYTES_MAX,
    LINES_MAX,
    Entry,
    ExclusionListShrank,
    ExclusionListTooLarge,
    ListedTerm,
    MalformedExclusionList,
    read_list,
    require_not_shrunk,
)

pytestmark = pytest.mark.clause("F28")

HEADER = b"family_name,given_name,birth_date,from,until,reference\n"
LOVELACE = Person(family_name="Lovelace", given_name="Ada", born=date(1990, 12, 31))


def read(*lines: bytes, header: bytes = HEADER) -> list[Entry]:
    return list(read_list([header, *lines]))


def test_an_entry_has_a_person_and_a_term() -> None:
    (entry,) = read(b'Lovelace,Ada,1990-12-31,2026-01-01,2027-02-28,"GB, 17"\n')

    assert entry.person == LOVELACE
    assert entry.term == ListedTerm(from_day=date(2026, 1, 1), until_day=date(2027, 2, 28), reference="GB, 17")


@pytest.mark.parametrize(
    ("header", "line"),
    [
        (b"family_name,given_name,birth_date\n", b"Lovelace,Ada,1990-12-31\n"),
        (b"\xef\xbb\xbffamily_name,given_name,birth_date\r\n", b"Lovelace,Ada,1990-12-31\r\n"),
        (b"birth_date,until,given_name,family_name\n", b"1990-12-31,9999-12-31,Ada,Lovelace"),
        (HEADER, b'"Lovelace","Ada",1990-12-31,,,\n'),
    ],
    ids=["required columns alone", "a byte order mark and CRLF", "another order, no end", "quotes, empty columns"],
)
def test_a_file_may_be_written_in_several_ways(header: bytes, line: bytes) -> None:
    assert read(line, b"\n", header=header) == [Entry(person=LOVELACE, term=ListedTerm())]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        (b"Lovelace,Ada,1990-12-31\n", "has not as many fields"),
        (b"Lovelace,Ada,31.12.1990,,,\n", "has a birth_date that is no day"),
        (b"Lovelace,Ada,19901231,,,\n", "has a birth_date that is no day"),
        (b"Lovelace,Ada,1990-02-30,,,\n", "has a birth_date that is no day"),
        (b"Lovelace,Ada,,,,\n", "has no birth_date"),
        (b"Lovelace,,1990-12-31,,,\n", "has a name without a letter"),
        (b"---,Ada,1990-12-31,,,\n", "has a name without a letter"),
        (b"L" * 201 + b",Ada,1990-12-31,,,\n", "has a name of more than 200 letters"),
        (b"Lovelace,Ada,1990-12-31,2027-01-02,2027-01-01,\n", "ends before it begins"),
        (b"Lovelace,Ada,1990-12-31,,soon,\n", "has a until that is no day"),
        (b"Lovelace,Ada,1990-12-31,,,a\x00b\n", "has a reference"),
        (b"Lovelace,Ada,1990-12-31,,," + b"r" * 101 + b"\n", "has a reference"),
        (b"Lovelace,\xff,1990-12-31,,,\n", "is not UTF-8"),
        (b'"Lovelace"x,Ada,1990-12-31,,,\n', "is no CSV"),
        (b'"Lovelace,Ada,1990-12-31,,,\n', "is no CSV"),
        (b"Love\rlace,Ada,1990-12-31,,,\n", "is no CSV"),
    ],
)
def test_one_malformed_line_refuses_the_whole_file_and_is_named_by_its_number(line: bytes, complaint: str) -> None:
    with pytest.raises(MalformedExclusionList) as refused:
        read(b"Hopper,Grace,1906-12-09,,,\n", line)

    assert refused.value.members == {"lines": [3]}
    assert f"line 3 {complaint}" in refused.value.detail
    for told in ("Lovelace", "1990", "Hopper", "Ada,"):
        assert told not in refused.value.detail


def test_every_malformed_line_is_named_up_to_twenty() -> None:
    with pytest.raises(MalformedExclusionList) as refused:
        read(*([b"Hopper,Grace,1906-12-09,,,\n", b"x\n"] * 25))

    assert refused.value.members == {"lines": list(range(3, 43, 2))}
    assert "Reading ended there" in refused.value.detail


@pytest.mark.parametrize(
    "header",
    [
        b"",
        b"Lovelace,Ada,1990-12-31\n",
        b"family_name,given_name\n",
        b"family_name,given_name,birth_date,address\n",
        b"family_name,given_name,birth_date,birth_date\n",
    ],
)
def test_a_file_whose_first_line_does_not_name_its_columns_is_refused(header: bytes) -> None:
    with pytest.raises(MalformedExclusionList) as refused:
        read(b"Lovelace,Ada,1990-12-31\n", header=header)

    assert "line 1 " in refused.value.detail
    assert "Ada" not in refused.value.detail


def test_a_file_without_an_end_is_refused() -> None:
    # Names of 200 letters of four bytes.
    line = ",".join(["\U00010400" * 200] * 2).encode() + b",1990-12-31,,,\n"
    with pytest.raises(ExclusionListTooLarge):
        read(*([line] * (BYTES_MAX // len(line) + 1)))
    with pytest.raises(ExclusionListTooLarge):
        read(*([b"\n"] * LINES_MAX))


@pytest.mark.parametrize(
    ("one", "other", "both"),
    [
        (
            ListedTerm(until_day=date(2027, 1, 1)),
            ListedTerm(until_day=date(2028, 1, 1)),
            ListedTerm(until_day=date(2028, 1, 1)),
        ),
        (ListedTerm(until_day=date(2027, 1, 1)), ListedTerm(), ListedTerm()),
        (
            ListedTerm(from_day=date(2026, 1, 1)),
            ListedTerm(from_day=date(2025, 1, 1)),
            ListedTerm(from_day=date(2025, 1, 1)),
        ),
        (ListedTerm(reference="a"), ListedTerm(reference="b"), ListedTerm(reference="a")),
    ],
)
def test_of_two_entries_of_one_person_the_stricter_counts(one: ListedTerm, other: ListedTerm, both: ListedTerm) -> None:
    assert one.with_another(other) == both


@pytest.mark.parametrize(("before", "after", "taken"), [(0, 0, True), (1, 0, False), (9, 5, True), (10, 4, False)])
def test_a_list_that_lost_more_than_half_is_refused(before: int, after: int, taken: bool) -> None:  # noqa: FBT001  a column
    if taken:
        require_not_shrunk(before=before, after=after)
        return
    with pytest.raises(ExclusionListShrank) as refused:
        require_not_shrunk(before=before, after=after)
    assert refused.value.members == {"before": before, "after": after}


@given(st.binary(max_size=400))
def test_whatever_is_sent_is_read_or_refused(content: bytes) -> None:
    with suppress(MalformedExclusionList):
        assert all(isinstance(entry, Entry) for entry in read(*content.splitlines(keepends=True)))
