"""Sessions: which ones a day has, how they ended, and what moved in them."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from cashier.operations.adjust_account import AdjustmentOrder, adjust_approved
from kernel.ids import chain_id
from kernel.instants import to_epoch_ms
from players.operations.log_in import log_out
from players.operations.save_activity import save_activity
from players.queries.sessions import session_references
from players.tokens import session_id_of
from reports.catalogue.player_sessions import DEFINITION
from tests import world
from tests.approving import approval
from tests.reports.asking import (
    FROM,
    HOUR,
    MINUTE,
    TICK,
    UNTIL,
    assert_same_in_small_pages,
    opened_for_tests,
    rows_of,
    table_of,
)
from tests.world import SeatedPlayer

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

pytestmark = [pytest.mark.clause("F25"), pytest.mark.django_db]

LONG_AGO = FROM - 48 * HOUR


def session(username: str, *, begun: datetime, ended: datetime | None = None) -> UUID:
    """Open an account, and begin a session and end it."""
    world.sign_up(username, now=LONG_AGO)
    session_id = session_id_of(world.log_in_player(username, now=begun).token)
    if ended is not None:
        log_out(session_id, now=ended)
    return session_id


def told() -> dict[str, tuple[object, object]]:
    return {str(row["session"]): (row["end"], row["end_reason"]) for row in rows_of(DEFINITION)}


def test_a_session_tells_what_the_account_did_between_its_two_instants() -> None:
    world.open_house(now=LONG_AGO)
    ada = world.sign_up(now=LONG_AGO)
    world.give_pin(ada)
    world.make_deposit(ada, 10_500, now=FROM)
    world.make_withdrawal(ada, 500, now=FROM)
    begun = FROM + HOUR
    held = session_id_of(world.log_in_player(now=begun).token)
    world.make_deposit(ada, 2_000, now=begun)
    world.open_next_epoch(ada, now=begun)
    seated = SeatedPlayer(chain=ada, session_id=held, token="")
    played = [world.play_round(seated, 500, now=begun + MINUTE) for _ in range(3)]
    world.make_withdrawal(ada, 300, now=begun + 2 * MINUTE)
    # Refused by the provider: it goes out and comes back, and cash is as before.
    world.make_withdrawal(ada, 400, method="card-declined", now=begun + 3 * MINUTE)
    # What the staff gives counts as a deposit for limits, and is none here.
    gift = AdjustmentOrder(chain=ada, amount_minor=60, currency="USD", corrects=None)
    adjust_approved(gift, by=approval(), jurisdiction=world.DEMO, now=begun + 4 * MINUTE)
    save_activity(held, now=begun + 5 * MINUTE)
    log_out(held, now=begun + 6 * MINUTE)
    world.make_deposit(ada, 7_000, now=begun + 6 * MINUTE)
    world.make_withdrawal(ada, 800, now=begun + 6 * MINUTE)

    (row,) = rows_of(DEFINITION)

    staked = sum(view.staked_minor for view in played)
    returned = sum(view.returned_minor or 0 for view in played)
    assert staked >= 3 * 500
    assert row == {
        "session": held.hex,
        "accounts": "players",
        "account": ada.hex,
        "currency": "USD",
        "start": to_epoch_ms(begun),
        "last_active": to_epoch_ms(begun + 5 * MINUTE),
        "end": to_epoch_ms(begun + 6 * MINUTE),
        "end_reason": "logged-out",
        "geo": None,
        "reference": session_references(ada)[held],
        "wagered": staked,
        "won": returned,
        "deposits": 2_000,
        # 300 that were paid and 400 that came back; the latter as an adjustment.
        "withdrawals": 300 + 400,
        "opening": 10_500 - 500,
        "closing": 10_500 - 500 + 2_000 - staked + returned - 300 + 60,
    }


def test_a_session_over_midnight_is_told_with_what_moved_up_to_then_however_it_ended_later() -> None:
    begun = UNTIL - HOUR
    held = session("ada", begun=begun)
    (row,) = rows_of(DEFINITION)
    chain = chain_id(str(row["account"]))
    assert chain is not None
    world.make_deposit(chain, 1_000, now=UNTIL - timedelta(milliseconds=1))
    world.make_deposit(chain, 5_000, now=UNTIL)
    save_activity(held, now=UNTIL + MINUTE)
    log_out(held, now=UNTIL + TICK)

    (row,) = rows_of(DEFINITION)

    assert (row["start"], row["last_active"], row["end"], row["end_reason"]) == (to_epoch_ms(begun), None, None, None)
    assert (row["deposits"], row["opening"], row["closing"]) == (1_000, 0, 1_000)


def test_sessions_are_told_that_were_open_at_any_instant_of_the_interval() -> None:
    day = 24 * HOUR
    # A session that nobody ends lasts 24 hours.
    session("expired-before", begun=FROM - day)
    expired = session("expired-within", begun=FROM - day + TICK)
    session("ended-before", begun=FROM - HOUR, ended=FROM)
    ended = session("ended-within", begun=FROM - HOUR, ended=FROM + TICK)
    at_once = session("ended-at-once", begun=FROM, ended=FROM)
    ended_last = session("ended-last", begun=FROM + 2 * TICK, ended=UNTIL)
    going_on = session("going-on", begun=FROM + 3 * TICK, ended=UNTIL + TICK)
    begun_last = session("begun-last", begun=UNTIL - TICK)
    session("begun-after", begun=UNTIL)

    from_ms, until_ms = to_epoch_ms(FROM), to_epoch_ms(UNTIL)
    assert told() == {
        expired.hex: (from_ms, "expired"),
        ended.hex: (from_ms, "logged-out"),
        at_once.hex: (from_ms, "logged-out"),
        ended_last.hex: (until_ms, "logged-out"),
        going_on.hex: (None, None),
        begun_last.hex: (None, None),
    }


def test_sessions_of_test_accounts_are_told_apart() -> None:
    own = opened_for_tests("own", now=LONG_AGO)
    world.log_in_player("own", now=FROM)
    session("ada", begun=FROM)

    place = table_of(DEFINITION).column_index("account")

    assert [row[place] for row in table_of(DEFINITION, accounts="test").rows] == [own.hex]
    assert len(table_of(DEFINITION, accounts="players").rows) == 1


def test_pages_give_the_same_sessions_in_the_order_of_their_beginnings(monkeypatch: pytest.MonkeyPatch) -> None:
    # Three of one instant, the first of them begun last.
    begun = (FROM + HOUR, FROM, FROM + HOUR, FROM + HOUR, UNTIL - TICK)
    for number, at in enumerate(begun):
        session(f"player-{number}", begun=at)

    assert [row["start"] for row in rows_of(DEFINITION)] == [to_epoch_ms(at) for at in sorted(begun)]
    assert_same_in_small_pages(DEFINITION, monkeypatch)
