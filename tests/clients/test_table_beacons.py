"""The players' client holds a hand's public value against the table's record and clock: no other source, no other round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from reddog_client.errors import Reason, VerificationError
from tests.clients.test_table_checks import Evening
from tests.verifier.sheets import MONTANA_TABLE
from tests.verifier.table_logs import beacon_hand
from tests.verifier.tables import SOURCE, beacon_value

if TYPE_CHECKING:
    from tests.verifier.producer import Document


def evening(**hand: Any) -> Evening:
    return Evening.of(beacon_hand(**hand), "ada", MONTANA_TABLE)


def due() -> int:
    return int(evening().record("open").fields["beacon"]["round"])


def refused(told: Evening) -> VerificationError:
    with pytest.raises(VerificationError) as lie:
        told.check()
    assert lie.value.evidence
    return lie.value


def test_the_first_round_after_the_seats_is_the_deck_of_an_honest_hand() -> None:
    honest = evening()

    honest.check()

    assert honest.record("open").fields["beacon"]["src"] == SOURCE["src"]


@pytest.mark.parametrize("step", [-1, 1])
def test_a_house_that_takes_another_round_is_refused_though_its_deck_follows_from_it(step: int) -> None:
    number = due() + step
    said: Document = {"round": number, "value": beacon_value(number)}

    lie = refused(evening(said=said))

    assert lie.reason is Reason.OTHER_CARDS
    assert f"not {number}" in str(lie)


def test_a_house_that_takes_another_source_is_refused() -> None:
    lie = refused(evening(said={"src": "https://beacon.example/house"}))

    assert lie.reason is Reason.OTHER_CARDS
    assert "another source" in str(lie)


def test_a_house_that_leaves_its_tables_beacon_out_or_adds_one_is_refused() -> None:
    taken = {"src": SOURCE["src"], "round": due(), "value": beacon_value(due())}
    without = evening()
    without.spoil("open", lambda fields: fields.pop("beacon"))

    for told in (without, evening(declared=False, said=taken)):
        lie = refused(told)
        assert lie.reason is Reason.OTHER_CARDS
        assert "exactly where" in str(lie)


@pytest.mark.parametrize("value", ["ab" * 31, "ab" * 33, "AB" * 32, "zz" * 32, 7])
def test_a_value_that_is_not_of_32_bytes_is_refused(value: object) -> None:
    told = evening()
    told.spoil("open", lambda fields: fields["beacon"].update(value=value))

    lie = refused(told)

    assert lie.reason is Reason.OTHER_CARDS
    assert "32 bytes" in str(lie)


def test_an_opening_before_its_round_is_published_is_refused() -> None:
    told = evening()
    seats = told.record("seats").fields["time"]
    told.spoil("open", lambda fields: fields.update(time=seats))

    assert "published after the opening" in str(refused(told))


@pytest.mark.parametrize("change", [{"period": 0}, {"genesis": "0"}, {"src": None}], ids=str)
def test_a_table_that_names_no_source_is_malformed(change: Document) -> None:
    told = evening()
    told.spoil("table", lambda fields: fields["beacon"].update(change))

    assert refused(told).reason is Reason.MALFORMED_TEXT
