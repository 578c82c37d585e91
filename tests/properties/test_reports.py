"""Whatever was played, paid and voided in whatever order and over whichever midnights: the reports add up."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.db import transaction
from hypothesis import HealthCheck, settings, strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from games.core.action import Action
from players.tokens import session_id_of
from tests import world
from tests.bank import Bank
from tests.reports.making import GAME, MONTANA, Book, back, made, seated, seated_test_account
from tests.world import LONG_SESSIONS

if TYPE_CHECKING:
    from games.core.round_view import RoundView
    from reports.core.table import Cell
    from tests.world import SeatedPlayer

OPENED: Final = datetime(2026, 10, 1, tzinfo=UTC)
# An hour before the day on which clocks go back in New York.
START: Final = datetime(2026, 11, 1, 3, tzinfo=UTC)
FIRST: Final = date(2026, 10, 31)
DAY: Final = timedelta(days=1)
NAMES: Final = ("ada", "bea", "probe")

who = st.sampled_from(NAMES)
paying = st.sampled_from([name for name in NAMES if name != "probe"])
games = st.sampled_from([(GAME, 0), (MONTANA, 0), (MONTANA, 300)])


class Nights(RuleBasedStateMachine):
    """Two players and a test account of the house, at two games; each of them goes on at a time of her own.

    The cards are truly random, so that what is drawn never depends on how a round went.
    """

    def __init__(self) -> None:
        super().__init__()
        self.rollback = transaction.atomic()
        # As a test's own: the cashier refuses to be part of anybody else's transaction.
        self.rollback._from_testcase = True  # type: ignore[attr-defined]  # Django's own, without a type
        self.rollback.__enter__()
        self.book = Book()
        self.bank = Bank()
        self.times: dict[str, datetime] = {}
        self.seats: dict[str, SeatedPlayer] = {}
        self.open: dict[str, RoundView] = {}

    @initialize()
    def sit_down(self) -> None:
        world.open_house(now=OPENED)
        for name in NAMES:
            make = seated_test_account if name == "probe" else seated
            self.seats[name], self.times[name] = make(name, 500_000, now=START), START
            world.give_pin(self.seats[name].chain)
        self.book.tests = {self.seats["probe"].chain}

    @rule(name=who, hours=st.sampled_from([1, 7, 25]))
    def time_passes(self, name: str, hours: int) -> None:
        """Leave the others behind: what they do next is of an earlier time and comes later into the log."""
        self.times[name] += timedelta(hours=hours)
        if name not in self.open:
            self.seats[name] = back(self.seats[name], name, now=self.times[name])

    @rule(name=who, game=games, stake_minor=st.sampled_from([500, 700, 9_000]))
    def bet(self, name: str, game: tuple[str, int], stake_minor: int) -> None:
        if name not in self.open:
            called, side_bet_minor = game
            view = self.book.bet(
                self.seats[name], stake_minor, side_bet_minor=side_bet_minor, game=called, now=self.times[name]
            )
            self._note(name, view)

    @rule(name=who, bold=st.booleans())
    def decide(self, name: str, *, bold: bool) -> None:
        if name in self.open:
            waiting = self.open.pop(name)
            # Whoever has been away meanwhile logs in first; an epoch is not opened while a round is.
            begun = world.log_in_player(name, now=self.times[name])
            seat = world.SeatedPlayer(
                chain=self.seats[name].chain,
                session_id=session_id_of(begun.token),
                token=begun.token,
                jurisdiction=LONG_SESSIONS,
            )
            self.book.decide(seat, waiting, Action.RAISE if bold else None, now=self.times[name])
            self.seats[name] = back(seat, name, now=self.times[name])

    @rule(name=who)
    def void(self, name: str) -> None:
        if name in self.open:
            self.book.void(self.open.pop(name), now=self.times[name])
            self.seats[name] = back(self.seats[name], name, now=self.times[name])

    @rule(name=paying, amount_minor=st.sampled_from([1, 400, 6_000]), out=st.booleans())
    def pay(self, name: str, amount_minor: int, *, out: bool) -> None:
        move = world.make_withdrawal if out else world.make_deposit
        move(
            self.seats[name].chain,
            amount_minor,
            method="wire",
            provider=self.bank,
            jurisdiction=LONG_SESSIONS,
            now=self.times[name],
        )

    @rule(name=who)
    def be_granted(self, name: str) -> None:
        world.fund(self.seats[name].chain, 1_000, now=self.times[name])

    @rule()
    def report_early(self) -> None:
        """Fold what there is, so that what is of an earlier time comes late."""
        world.run_sequencer()
        made("taxable-revenue", FIRST)

    def teardown(self) -> None:
        try:
            if self.seats:
                world.run_sequencer()
                self._reports_add_up()
                world.assert_world_sound()
        finally:
            transaction.set_rollback(True)
            self.rollback.__exit__(None, None, None)

    def _note(self, name: str, view: RoundView) -> None:
        if view.outcome is None:
            self.open[name] = view

    def _reports_add_up(self) -> None:
        until = max(self.times.values()).date() + DAY
        days = [FIRST + number * DAY for number in range((until - FIRST).days)]
        for day in days:
            _of_one_interval(day, day + DAY)
        _of_one_interval(FIRST, until)
        # `made` holds each against the ledger; what follows is days against the whole, and rounds' own views.
        _days_are_the_whole(days)
        self._views_are_the_whole(until)

    def _views_are_the_whole(self, until: date) -> None:
        after = max(self.times.values()) + DAY
        for row in made("wagering-summary", FIRST, until).rows:
            sums = self.book.of(game=str(row["game"]), test=row["accounts"] == "test")
            assert (row["to_games"], row["from_games"]) == (sums.to_games(START, after), sums.from_games(START, after))
            assert (row["start_funds"], row["end_funds"]) == (0, sums.funds_at(after))


def _of_one_interval(first: date, until: date) -> None:
    accounts, wagering, games_ = (
        made(kind, first, until) for kind in ("patron-account-summary", "wagering-summary", "game-performance")
    )
    for row in accounts.rows:
        moved = _whole(row["deposits"]) + _whole(row["adjustments"]) + _whole(row["from_games"])
        moved += _whole(row["withdrawals_returned"]) - _whole(row["withdrawals_requested"]) - _whole(row["to_games"])
        assert row["closing"] == _whole(row["opening"]) + moved
    for name in ("to_games", "from_games", "start_funds", "end_funds"):
        assert _sums(accounts.rows, name) == _sums(wagering.rows, name)
    assert _sums(wagering.rows, "win") == -_sums(accounts.rows, "win_loss")
    assert _sums(wagering.rows, "end_funds") == _sums(games_.rows, "interrupted_funds")
    back_ = ("winnings", "side_winnings", "voided_amount")
    assert _sums(wagering.rows, "from_games") == sum((_sums(games_.rows, name) for name in back_), Sums())
    # Sessions of the days before are still open, so that several are at once.
    sessions, by_game = made("player-sessions", first, until), made("session-games", first, until)
    for name in ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount"):
        assert _sums(sessions.rows, name) == _sums(games_.rows, name) == _sums(by_game.rows, name)
    assert {row["explanation"] for row in made("variance", first, until).rows} <= {""}
    for kind in ("operator-liability", "account-adjustments", "large-transactions", "rtp-variance"):
        made(kind, first, until)


def _days_are_the_whole(days: list[date]) -> None:
    summed = {
        "taxable-revenue": ("games", "handle", "returned", "ggr"),
        "game-performance": ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount"),
        "player-sessions": ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount"),
        "session-games": ("games", "wagers", "winnings", "side_wagers", "side_winnings", "voided", "voided_amount"),
        "wagering-summary": ("to_games", "from_games", "win"),
        "account-adjustments": ("amount",),
        "large-transactions": ("amount",),
    }
    for kind, names in summed.items():
        each = [made(kind, day).rows for day in days]
        whole = made(kind, days[0], days[-1] + DAY).rows
        for name in names:
            assert sum((_sums(rows, name) for rows in each), Sums()) == _sums(whole, name)


class Sums(Counter[str]):
    """Sums by kind of accounts; unlike a counter's, they may be below zero."""

    def __add__(self, other: Counter[str]) -> Sums:  # type: ignore[override]  # of its own kind
        return Sums({name: self[name] + other[name] for name in {*self, *other}})

    def __neg__(self) -> Sums:
        return Sums({name: -amount for name, amount in self.items()})


def _sums(rows: list[dict[str, Cell]], name: str) -> Sums:
    sums = Sums()
    for row in rows:
        # A row of tax has no figures of rounds.
        if row[name] is not None:
            sums[str(row["accounts"])] += _whole(row[name])
    return sums


def _whole(cell: Cell) -> int:
    assert isinstance(cell, int)
    return cell


@pytest.mark.clause("F32")
@pytest.mark.clause("F33")
@pytest.mark.clause("F35")
@pytest.mark.clause("F36")
@pytest.mark.slow
@pytest.mark.django_db
def test_reports_add_up_over_any_nights() -> None:
    run_state_machine_as_test(
        Nights,
        settings=settings(
            max_examples=10,
            stateful_step_count=20,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
