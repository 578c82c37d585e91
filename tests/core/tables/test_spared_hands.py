"""Good hands around a pot, and who spared them, as the records of a game tell it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

import pytest
from hypothesis import HealthCheck, given, settings

from games.core.action import Action
from games.core.cards import parse_card
from games.core.pot.game import spread_of
from games.laboratory.pot.exact_math import compute_figures
from tables.core.decisions import DecidedBy
from tables.core.spared_hands import GoodHand, good_hands
from tests.core.tables.random_games import PlayedGame, played_games
from tests.core.tables.seated import POT

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

pytestmark = pytest.mark.clause("F52")

SEVEN: Final = ["2s", "Th"]
"""Seven ranks lie between; the ace is low."""
SIX: Final = ["2s", "9h"]


def told(
    *decisions: Mapping[str, Any], cards: list[str], pot_minor: int = 10_000, stack_minor: int = 40_000
) -> list[GoodHand]:
    """Return the good hands of a game of seats 3 and 5, in which these decisions answer one question of seat 5 each."""
    course = {"pot": pot_minor, "stacks": [1_000, stack_minor], "now": {"seat": 5, "cards": cards}}
    records = [
        {"order": [3, 5], **course},
        *({"seat": 5, "by": "player", "amt": 0, **each, **course} for each in decisions),
    ]
    return list(good_hands(POT, records))


def test_a_good_hand_is_spared_by_less_than_half_of_what_could_be_raised() -> None:
    hands = told({"a": "down"}, {"a": "raise", "amt": 4_999}, {"a": "raise", "amt": 5_000}, cards=SEVEN)

    assert hands == [GoodHand(seat=5, spared=spared) for spared in (True, True, False)]


def test_a_hand_is_good_where_a_raise_wins_more_than_it_loses() -> None:
    assert told({"a": "down"}, cards=SIX) == []
    assert told({"a": "take"}, cards=["9s", "9h"]) == []


def test_half_is_of_the_chips_where_the_player_has_less_than_the_pot() -> None:
    assert [hand.spared for hand in told({"a": "raise", "amt": 1_500}, cards=SEVEN, stack_minor=3_000)] == [False]


def test_a_hand_that_nobody_could_raise_on_or_that_a_default_decided_is_not_counted() -> None:
    assert told({"a": "down"}, cards=SEVEN, pot_minor=500) == []
    for by in ("timeout", "away"):
        assert told({"a": "down", "by": by}, cards=SEVEN) == []


def test_a_mark_is_no_decision_and_leaves_the_question_as_it_was() -> None:
    course = {"pot": 10_000, "stacks": [1_000, 40_000], "now": {"seat": 5, "cards": SEVEN}}
    vote = {"seat": 5, "a": "vote", "by": "player"}
    records = [{"order": [3, 5], **course}, vote, {"seat": 5, "a": "down", "amt": 500, "by": "player"}]

    assert list(good_hands(POT, records)) == [GoodHand(seat=5, spared=True)]


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(played_games())
def test_the_records_tell_the_hands_that_the_exact_figures_call_good_and_the_engine_lets_raise(
    played: PlayedGame,
) -> None:
    assert list(good_hands(played.table.sheet, played.records)) == list(_by_the_engine(played))


def _by_the_engine(played: PlayedGame) -> Iterator[GoodHand]:
    """Read the same from the states of the game: from what was legal, and from the laboratory's figures."""
    for before, record in zip(played.states, played.records[1:], strict=False):
        if record["by"] != DecidedBy.PLAYER or "amt" not in record:
            continue
        raises = [legal for legal in before.decision_needed.legal_actions if legal.action is Action.RAISE]
        shown = before.dealt.shown
        assert shown is not None
        if raises and spread_of(shown.cards) in _GOOD[2 if len(before.dealt.order) > 5 else 1]:
            raised_minor = record["amt"] if record["a"] == "raise" else 0
            yield GoodHand(seat=record["seat"], spared=2 * raised_minor < raises[0].cost_max_minor)


def _good_spreads(packs: str) -> set[int]:
    rows = cast("Mapping[str, Mapping[str, str]]", compute_figures(POT).tables[packs])
    return {int(name) for name, row in rows.items() if "expectation" in row and not row["expectation"].startswith("-")}


_GOOD: Final = {1: _good_spreads("spreads_1_pack"), 2: _good_spreads("spreads_2_packs")}


def test_the_spreads_of_seven_and_more_ranks_are_good_with_one_pack_and_with_two() -> None:
    assert _GOOD[1] == _GOOD[2] == {7, 8, 9, 10, 11}
    assert spread_of([parse_card(card) for card in SEVEN]) == 7
