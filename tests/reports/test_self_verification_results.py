"""What self-verification found, from events of the shape that it will note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from audit.operations.save_event import NewEvent, save_event
from kernel.instants import to_epoch_ms
from reports.catalogue.self_verification_results import DEFINITION
from tests.reports.asking import FROM, HOUR, TICK, UNTIL, assert_same_in_small_pages, rows_of

if TYPE_CHECKING:
    from datetime import datetime

pytestmark = [pytest.mark.clause("F41"), pytest.mark.django_db]

APPROVED = "a" * 64
OTHER = "b" * 64


def verified(component: str, expected: str | None, found: str | None, *, at: datetime) -> None:
    before, after = ({"component": component, **({"sha256": digest} if digest else {})} for digest in (expected, found))
    save_event(NewEvent(kind="self-verification", actor="platform", before=before, after=after), now=at)


def test_nothing_was_verified_until_something_notes_it() -> None:
    save_event(NewEvent(kind="vault-key-changed", actor="platform", after={"key": "2"}), now=FROM)

    assert rows_of(DEFINITION) == []


def test_a_component_matches_if_what_was_found_is_what_was_approved() -> None:
    verified("games/core", APPROVED, APPROVED, at=FROM + HOUR)

    assert rows_of(DEFINITION) == [
        {
            "time": to_epoch_ms(FROM + HOUR),
            "component": "games/core",
            "expected": APPROVED,
            "found": APPROVED,
            "verdict": "match",
        }
    ]


@pytest.mark.parametrize(("expected", "found"), [(APPROVED, OTHER), (APPROVED, None), (None, OTHER)])
def test_what_differs_is_missing_or_was_never_approved_does_not_match(expected: str | None, found: str | None) -> None:
    verified("games/core", expected, found, at=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["expected"], row["found"], row["verdict"]) == (expected, found, "mismatch")


def test_the_first_instant_of_the_interval_is_in_it_and_its_end_is_not() -> None:
    for component, at in (("a", FROM - TICK), ("b", FROM), ("c", UNTIL - TICK), ("d", UNTIL)):
        verified(component, APPROVED, APPROVED, at=at)

    assert [row["component"] for row in rows_of(DEFINITION)] == ["b", "c"]


def test_pages_give_the_same_results_in_the_order_of_their_instants(monkeypatch: pytest.MonkeyPatch) -> None:
    for component in ("a", "b", "c"):
        verified(component, APPROVED, APPROVED, at=FROM)
    verified("d", APPROVED, APPROVED, at=FROM + HOUR)

    assert_same_in_small_pages(DEFINITION, monkeypatch)
