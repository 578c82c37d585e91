"""Sessions: which ones a day has, how they ended, and what moved in them."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from cashier.operations.adjust_account import AdjustmentOrder, adjust_approved
from games.core.round_records import deal_fields
from games.operations import deal
from games.operations.expire import expire_rounds
from kernel.ids import chain_id
from kernel.instants import to_epoch_ms
from players.models import Session
from players.operations.log_in import log_out
from players.operations.save_activity import save_activity
from players.queries.sessions import session_references
from players.tokens import session_id_of
from reports.catalogue.player_sessions import DEFINITION
from tests import world
from tests.approving import approval
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import (
    DAY,
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
from tests.reports.making import Book, made
from tests.world import SeatedPlayer

if TYPE_CHECKING:
    from datetime import datetime
    from uuid import UUID

pytestmark = [pytest.mark.clause("F25"), pytest.mark.django_db]

LONG_AGO = FROM - 48 * HOUR
FIGURES = ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount")


def session(username: str, *, begun: datetime, ended: datetime | None = None) -> UUID:
    """Open an account, and begin a session and end it."""
    world.sign_up(username, now=LONG_AGO)
    session_id = session_id_of(world.log_in_player(username, now=begun).token)
    if ended is not None:
        log_out(session_id, now=ended)
    return session_id


def on_another_device(player: SeatedPlayer, *, now: datetime) -> SeatedPlayer:
    begun = world.log_in_player(now=now)
    return replace(player, session_id=session_id_of(begun.token), token=begun.token)


def without_session(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if name != "sess"}


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
        "games": 3,
        "wagers": staked,
        "winnings": returned,
        "side_wagers": 0,
        "side_winnings": 0,
        "voided": 0,
        "voided_amount": 0,
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


def test_a_round_is_of_the_session_that_staked_it_whichever_decides_it_and_all_sessions_are_the_games() -> None:
    world.open_house(now=LONG_AGO)
    early = FROM - 10 * MINUTE
    ada, gus = world.seat_player(now=early), world.seat_player("gus", now=early)
    here, there, gone = Book(), Book(), Book()
    # Staked on the day before, in a session that is over when time decides the round.
    left = gone.bet_until_one_waits(gus, 700, now=early)
    log_out(gus.session_id, now=early + MINUTE)
    other = on_another_device(ada, now=early + MINUTE)
    for minutes in (1, 3):
        here.play(ada, 500, now=FROM + minutes * MINUTE)
        there.play(other, 900, now=FROM + (minutes + 1) * MINUTE)
    here.decide(other, here.bet_until_one_waits(ada, now=FROM + 5 * MINUTE), now=FROM + 6 * MINUTE)
    torn = there.bet_until_one_waits(other, 900, now=FROM + 7 * MINUTE)
    log_out(other.session_id, now=FROM + 8 * MINUTE)
    there.void(torn, now=FROM + 9 * MINUTE)
    # Twenty-four hours after it was dealt.
    assert expire_rounds(clock=lambda: early + 24 * HOUR) == 1
    world.run_sequencer(now=UNTIL)

    told = made("player-sessions", DAY.first)

    by_session = {row["session"]: row for row in told.rows}
    for book, player in ((here, ada), (there, other)):
        row, played = by_session[player.session_id.hex], book.of()
        assert row["games"] == len(played.settled(FROM, UNTIL))
        assert (row["wagers"], row["winnings"]) == (played.handle(FROM, UNTIL), played.returned(FROM, UNTIL))
        assert row["voided_amount"] == sum(view.returned_minor or 0 for view in played.voided(FROM, UNTIL))
    row = by_session[gus.session_id.hex]
    assert (row["games"], row["wagers"], row["end"]) == (1, left.staked_minor, to_epoch_ms(early + MINUTE))
    assert (row["opening"], row["deposits"]) == (None, None)
    (total,), (games,) = told.totals, made("game-performance", DAY.first).totals
    assert {name: total[name] for name in FIGURES} == {name: games[name] for name in FIGURES}


def test_rounds_of_an_erased_player_and_of_stakes_without_a_session_have_rows_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house(now=LONG_AGO)
    ada = world.seat_player(now=FROM)
    reference = session_references(ada.chain)[ada.session_id]
    named = world.play_round(ada, 500, now=FROM + MINUTE)
    # As the log's first version had it.
    monkeypatch.setattr(deal, "deal_fields", lambda *args, **named: without_session(deal_fields(*args, **named)))
    unnamed = world.play_round(ada, 800, now=FROM + 2 * MINUTE)
    world.run_sequencer(now=FROM + HOUR)
    # An erasure leaves no session.
    Session.objects.filter(player_id=ada.chain).delete()

    rows = made("player-sessions", DAY.first).rows

    assert [(row["session"], row["start"], row["account"]) for row in rows] == [(None, None, ada.chain.hex)] * 2
    assert [(row["reference"], row["games"], row["wagers"]) for row in rows] == [
        (None, 1, unnamed.staked_minor),
        (reference, 1, named.staked_minor),
    ]


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


def test_pages_give_the_same_sessions_by_account_and_beginning_and_then_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    world.open_house(now=LONG_AGO)
    players = [world.seat_player(name, now=FROM) for name in ("ada", "gus", "hal", "ida")]
    for player in players:
        world.play_round(player, now=FROM + MINUTE)
    # Two of one instant, and one that began last and ends at once.
    for begun in (FROM + HOUR, FROM + HOUR, UNTIL - TICK):
        world.log_in_player(now=begun)
    session("bea", begun=FROM)
    Session.objects.filter(player__username__in=("gus", "hal", "ida")).delete()

    places = [(row["session"] is None, row["account"], row["start"]) for row in rows_of(DEFINITION)]
    assert len(places) == 4 + 1 + 3
    assert places == sorted(places, key=str)
    monkeypatch.setattr("reports.queries.session_games._CHAINS_AT_ONCE", 2)
    assert_same_in_small_pages(DEFINITION, monkeypatch)
    with keyed_reads():
        rows_of(DEFINITION)
