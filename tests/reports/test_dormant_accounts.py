"""Accounts that nobody uses, as of the end of a day."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest

from kernel.instants import to_epoch_ms
from players.core.status import Status
from players.operations.dormancy import mark_dormant, tell_of_dormancy
from players.operations.set_status import reactivate, set_status
from reports.catalogue.dormant_accounts import DEFINITION
from reports.core.day_zone import DayZone
from reports.core.period import Period
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.approving import approval
from tests.reports.asking import (
    ANN,
    FROM,
    HOUR,
    TICK,
    UNTIL,
    assert_same_in_small_pages,
    opened_for_tests,
    rows_of,
    table_of,
)
from tests.world import ACCOUNTS

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F59"), pytest.mark.django_db]

NEW_JERSEY = JURISDICTIONS["new-jersey"]
YEAR = timedelta(days=ACCOUNTS.dormant_after_days)
LONG_AGO = FROM - 2 * YEAR
NEXT_DAY = Period(date(2026, 11, 22), date(2026, 11, 23), DayZone("America/New_York"))


def marked(*, at: datetime) -> None:
    mark_dormant(rules=ACCOUNTS, clock=lambda: at)


def dormant(username: str, *, at: datetime) -> ChainId:
    """Open an account whose unused year is over at an instant, and look for such accounts then."""
    chain = world.sign_up(username, now=at - YEAR)
    marked(at=at)
    return chain


def accounts_told(period: Period | None = None) -> set[object]:
    rows = rows_of(DEFINITION) if period is None else rows_of(DEFINITION, period)
    return {row["account"] for row in rows}


def test_a_dormant_account_tells_its_last_use_and_what_it_holds() -> None:
    ada = world.sign_up(now=LONG_AGO)
    world.fund(ada, 700, now=LONG_AGO)
    world.log_in_player(now=LONG_AGO + HOUR)
    world.log_in_player(now=LONG_AGO + 2 * HOUR)
    marked(at=FROM)
    # Of the next day.
    world.fund(ada, 50, now=UNTIL)

    assert rows_of(DEFINITION) == [
        {
            "accounts": "players",
            "account": ada.hex,
            "currency": "USD",
            "last_activity": to_epoch_ms(LONG_AGO + 2 * HOUR),
            "warned": None,
            "dormant_since": to_epoch_ms(FROM),
            "balance": 700,
            "notices": 1,
        }
    ]


def test_an_account_that_was_never_used_was_last_active_when_it_was_opened() -> None:
    dormant("ada", at=FROM)

    (row,) = rows_of(DEFINITION)

    assert row["last_activity"] == to_epoch_ms(FROM - YEAR)


def test_both_notices_are_told_with_their_instants() -> None:
    chain = world.sign_up("ada", now=FROM - YEAR)
    near = FROM - timedelta(days=29)
    tell_of_dormancy(rules=ACCOUNTS, clock=lambda: near)
    marked(at=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["account"], row["warned"], row["notices"]) == (chain.hex, to_epoch_ms(near), 2)


def test_a_notice_of_days_without_use_that_ended_is_not_told() -> None:
    first = FROM - 2 * YEAR
    world.sign_up("ada", now=first)
    tell_of_dormancy(rules=ACCOUNTS, clock=lambda: first + YEAR - timedelta(days=1))
    # She came back on the last day, and then never again; nobody looked in the weeks before the end.
    world.log_in_player("ada", now=first + YEAR - HOUR)
    marked(at=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["warned"], row["notices"]) == (None, 1)


def test_an_account_is_told_that_was_marked_before_the_end_and_not_one_that_was_then() -> None:
    in_time = dormant("in-time", at=UNTIL - TICK)
    at_the_end = dormant("at-the-end", at=UNTIL)

    assert accounts_told() == {in_time.hex}
    assert accounts_told(NEXT_DAY) == {in_time.hex, at_the_end.hex}


def test_an_account_is_not_told_whose_status_was_another_at_the_end() -> None:
    ada = world.sign_up("ada", now=UNTIL - YEAR)
    set_status(ada, Status.SUSPENDED, reason="a complaint", actor=ANN, now=FROM)
    reactivate(ada, by=approval("settled"), excluded=world.excluded_at(FROM + HOUR), now=FROM + HOUR)
    marked(at=UNTIL)

    assert accounts_told() == set()
    assert accounts_told(NEXT_DAY) == {ada.hex}


def test_a_log_in_that_does_not_wake_an_account_is_no_use_of_it() -> None:
    dormant("ada", at=FROM)
    # Identity has to be verified anew first.
    world.log_in_player("ada", accounts=NEW_JERSEY.accounts, now=FROM + HOUR)

    (row,) = rows_of(DEFINITION)

    assert row["last_activity"] == to_epoch_ms(FROM - YEAR)


def test_a_report_stays_as_it_was_when_accounts_wake_or_change_afterwards() -> None:
    woken, later, suspended = (dormant(name, at=FROM) for name in ("woken", "later", "suspended"))
    world.log_in_player("woken", now=UNTIL - TICK)
    world.log_in_player("later", now=UNTIL)
    set_status(suspended, Status.SUSPENDED, reason="a complaint", actor=ANN, now=UNTIL + HOUR)

    assert accounts_told() == {later.hex, suspended.hex}
    assert accounts_told(NEXT_DAY) == set()
    assert woken.hex not in accounts_told()


def test_an_account_that_fell_asleep_again_is_told_once_and_since_the_last_time() -> None:
    ada = dormant("ada", at=FROM - 2 * YEAR)
    world.log_in_player("ada", now=FROM - YEAR)
    marked(at=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["account"], row["dormant_since"]) == (ada.hex, to_epoch_ms(FROM))
    assert row["last_activity"] == to_epoch_ms(FROM - YEAR)


def test_balances_of_test_accounts_are_added_up_apart() -> None:
    for username, amount_minor in (("ada", 700), ("bob", 40)):
        world.fund(world.sign_up(username, now=LONG_AGO), amount_minor, now=LONG_AGO)
    world.fund(opened_for_tests("own", now=LONG_AGO), 5, now=LONG_AGO)
    marked(at=FROM)

    table = table_of(DEFINITION)

    # 700 + 40, and 5.
    assert [(total[0], total[2], total[table.column_index("balance")]) for total in table.totals] == [
        ("players", "USD", 740),
        ("test", "USD", 5),
    ]


@pytest.mark.parametrize("chunk", [1, 2, 500])
def test_pages_give_the_same_accounts_in_the_order_of_their_chains(monkeypatch: pytest.MonkeyPatch, chunk: int) -> None:
    from players.queries import dormant_accounts

    for number in range(5):
        world.sign_up(f"player-{number}", now=LONG_AGO)
    marked(at=FROM)
    # Two that are no longer dormant, one that was not yet.
    world.log_in_player("player-0", now=UNTIL)
    world.log_in_player("player-1", now=UNTIL + HOUR)
    dormant("late", at=UNTIL)
    looked = dormant_accounts.dormant_at
    monkeypatch.setattr(
        "reports.catalogue.dormant_accounts.dormant_at", lambda until, *, after: looked(until, after=after, chunk=chunk)
    )

    chains = [str(row["account"]) for row in rows_of(DEFINITION)]

    assert len(chains) == 5
    assert chains == sorted(chains)
    assert_same_in_small_pages(DEFINITION, monkeypatch)
