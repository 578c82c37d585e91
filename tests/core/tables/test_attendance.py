"""Votes, absence, and two time-outs in a row: every short history of two seats, against the page's own words."""

import itertools
from typing import Final

import pytest

from tables.core.attendance import Attendance, Mark, MarkStands, SeatIsAway
from tables.core.decisions import DecidedBy

Event = tuple[int, Mark | DecidedBy]
SEATS: Final = (3, 8)
EVENTS: Final[tuple[Event, ...]] = tuple(itertools.product(SEATS, [*Mark, *DecidedBy]))


def is_away(seat: int, history: list[Event]) -> bool:
    """Read the history backwards for what made the seat away, or ended it."""
    away, timed_out = False, 0
    for event in (event for who, event in history if who == seat):
        # A mark and a way of deciding are both called "away": they are told apart by identity.
        if event is Mark.BACK or event is DecidedBy.PLAYER:
            away, timed_out = False, 0
        elif event is Mark.AWAY:
            away = True
        elif event is DecidedBy.TIMEOUT:
            timed_out += 1
            away = away or timed_out == 2
    return away


def votes(seat: int, history: list[Event]) -> bool:
    """A vote stands until its seat decides a turn itself."""
    own = [event for who, event in history if who == seat and event in {Mark.VOTE, DecidedBy.PLAYER}]
    return own[-1:] == [Mark.VOTE]


def possible(seat: int, event: Mark | DecidedBy, history: list[Event]) -> bool:
    if event is Mark.VOTE:
        return not votes(seat, history)
    if event is Mark.BACK or event is DecidedBy.AWAY:
        return is_away(seat, history)
    return not is_away(seat, history)


def take(marks: Attendance, seat: int, event: Mark | DecidedBy) -> Attendance:
    return marks.marked(seat, event) if isinstance(event, Mark) else marks.decided(seat, event)


@pytest.mark.clause("PRD-19")
def test_every_history_of_up_to_four_events_marks_as_the_page_says() -> None:
    """12 events at each step; those that are impossible are refused, and the others go on."""
    begun: list[tuple[list[Event], Attendance]] = [([], Attendance())]
    compared = 0
    for _ in range(4):
        longer = []
        for history, marks in begun:
            for seat, event in EVENTS:
                if not possible(seat, event, history):
                    with pytest.raises((MarkStands, SeatIsAway, AssertionError)):
                        take(marks, seat, event)
                    continue
                after, so_far = take(marks, seat, event), [*history, (seat, event)]
                assert after.away == {each for each in SEATS if is_away(each, so_far)}
                assert after.votes == {each for each in SEATS if votes(each, so_far)}
                everybody = all(is_away(each, so_far) or votes(each, so_far) for each in SEATS)
                assert after.agreed(SEATS) == (everybody and bool(after.votes))
                longer.append((so_far, after))
                compared += 1
        begun = longer
    assert compared > 3000


def test_a_mark_that_stands_is_refused_and_so_is_a_decision_of_who_is_away() -> None:
    away = Attendance().marked(3, Mark.AWAY)

    with pytest.raises(MarkStands):
        away.marked(3, Mark.AWAY)
    with pytest.raises(MarkStands):
        Attendance().marked(3, Mark.BACK)
    with pytest.raises(MarkStands):
        Attendance().marked(3, Mark.VOTE).marked(3, Mark.VOTE)
    with pytest.raises(SeatIsAway):
        away.decided(3, DecidedBy.PLAYER)


def test_nobody_agrees_where_everybody_is_away_and_nobody_votes() -> None:
    away = Attendance().marked(3, Mark.AWAY).marked(8, Mark.AWAY)

    assert not away.agreed(SEATS)
    assert away.marked(3, Mark.VOTE).agreed(SEATS)
    assert not Attendance().marked(3, Mark.VOTE).agreed(SEATS)
