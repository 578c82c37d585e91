"""The published hands notice each wrong rule that such games are known to be built with.

Every test plants one by the smallest change that makes it, and settles the hands again: some must come out otherwise.
Which ones is part of the test, so that a hand that is dropped or softened is missed here.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from games.core import families
from games.core.action import Action
from games.core.cards import Card
from games.core.family import CardsNeeded, DecisionNeeded, LegalAction, Need, RoundOver, SeatResult
from games.core.red_dog import rules
from games.core.red_dog.rules import Outcome, RedDog, RedDogRound, terms_of
from games.core.red_dog.terms import RedDogTerms
from games.core.sheet import RuleSheet
from games.laboratory.hands import settle_line
from games.laboratory.red_dog import hands

HANDS: Final[dict[str, dict[str, Any]]] = {
    hand["id"]: hand
    for line in (Path(__file__).parents[2] / "vectors" / "games" / "red_dog.jsonl").read_text().splitlines()
    for hand in [json.loads(line)]
}


def settled_otherwise() -> list[dict[str, Any]]:
    """Return the hands that do not come to what they are published to come to."""
    return [hand for hand in HANDS.values() if not {"id": hand["id"], **hand["expect"]}.items() <= told(hand).items()]


def told(hand: dict[str, Any]) -> dict[str, Any]:
    return settle_line(json.dumps(hand).encode())


def cards_of(hands: Sequence[dict[str, Any]]) -> set[str]:
    """Return the ranks of each hand in deal order: 9T for the nine and the ten, and a third card if there is one."""
    return {"".join(card[0] for card in hand["cards"]) for hand in hands}


def play_by(monkeypatch: pytest.MonkeyPatch, family: RedDog) -> None:
    """Let the engine play casino Red Dog by another state machine."""
    monkeypatch.setattr(families, "FAMILIES", {**families.FAMILIES, RedDogTerms.FAMILY: family})


def pay_by(monkeypatch: pytest.MonkeyPatch, change: Callable[[RuleSheet], RuleSheet]) -> None:
    """Let every house of the laboratory play by another sheet."""
    monkeypatch.setattr(hands, "SHEETS", {name: change(sheet) for name, sheet in hands.SHEETS.items()})


def test_nothing_is_settled_otherwise_by_the_rules_as_they_are() -> None:
    assert settled_otherwise() == []


def test_an_ace_that_is_low_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class AceLow(RedDog):
        def draw(self, state: RedDogRound, cards: Sequence[Card]) -> RedDogRound:
            return super().draw(state, [Card((card + 1) % 13) for card in cards])

    play_by(monkeypatch, AceLow())

    # A-2 would be consecutive, K-A a spread of 11, and an ace above a king and a ten would lie outside them.
    assert cards_of(settled_otherwise()) >= {"A27", "KA2", "A32"}


def test_ends_that_count_as_between_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def inclusive(state: RedDogRound, spread: int | None) -> tuple[Outcome, int | None]:
        first, second, third = (card % 13 for card in (*state.cards, Card(0))[:3])
        if spread and third in {first, second}:
            return Outcome.WIN, terms_of(state.sheet).pay_spread[spread - 1]
        return judged(state, spread)

    judged = rules._judge
    monkeypatch.setattr(rules, "_judge", inclusive)

    wrong = settled_otherwise()
    assert cards_of(wrong) >= {"424", "3JJ"}
    assert {hand["expect"].get("outcome", "lose") for hand in wrong} == {"lose"}


def test_twelve_to_one_for_three_of_a_kind_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    pay_by(monkeypatch, lambda sheet: replace(sheet, terms=replace(terms_of(sheet), pay_trips=12)))

    assert {rank * 3 for rank in "23456789TJQKA"} <= cards_of(settled_otherwise())


def test_a_third_card_on_consecutive_cards_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class AlwaysThree(RedDog):
        def need(self, state: RedDogRound) -> Need:
            need = super().need(state)
            return CardsNeeded(count=1) if isinstance(need, RoundOver) and len(state.cards) == 2 else need

    play_by(monkeypatch, AlwaysThree())

    # Also where the line has two cards only, which are enough.
    assert cards_of(settled_otherwise()) >= {"232", "32", "KA2"}


def test_a_raise_on_a_pair_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    class RaisedPairs(RedDog):
        def need(self, state: RedDogRound) -> Need:
            seat = len(state.raises_minor)
            if len(state.cards) == 2 and self.spread(state) is None and seat < len(state.stakes_minor):
                stake_minor = state.stakes_minor[seat]
                legal_actions = (
                    LegalAction(action=Action.RAISE, cost_min_minor=stake_minor, cost_max_minor=stake_minor),
                    LegalAction(action=Action.STAND, cost_min_minor=0, cost_max_minor=0),
                )
                return DecisionNeeded(seat=seat, legal_actions=legal_actions, default=Action.STAND)
            return super().need(state)

    play_by(monkeypatch, RaisedPairs())

    wrong = settled_otherwise()
    assert any(hand["decision"] == "raise" and not hand["expect"]["legal"] for hand in wrong)
    assert any(hand["decision"] is None and hand["expect"]["legal"] for hand in wrong)


def test_totals_that_are_read_as_odds_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def misread(sheet: RuleSheet) -> RuleSheet:
        terms = terms_of(sheet)
        spreads = tuple(odds + 1 for odds in terms.pay_spread)
        return replace(sheet, terms=replace(terms, pay_spread=spreads, pay_trips=terms.pay_trips + 1))

    pay_by(monkeypatch, misread)

    wrong = settled_otherwise()
    paid = [hand for hand in HANDS.values() if hand["expect"].get("outcome") in {"win", "trips"}]
    assert paid
    assert {hand["id"] for hand in paid} <= {hand["id"] for hand in wrong}
    assert any(hand["variant"] == "reddog_jp_table" for hand in wrong)


def test_a_push_on_a_spread_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def pushed(state: RedDogRound, spread: int | None) -> tuple[SeatResult, ...]:
        first, second, third = (card % 13 for card in (*state.cards, Card(0))[:3])
        return tuple(
            replace(result, returned_minor=result.staked_minor) if spread and third in {first, second} else result
            for result in results(state, spread)
        )

    results = rules._results
    monkeypatch.setattr(rules, "_results", pushed)

    assert cards_of(settled_otherwise()) >= {"424"}


def test_a_raise_that_is_not_paid_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def unpaid(state: RedDogRound, spread: int | None) -> tuple[SeatResult, ...]:
        return tuple(
            replace(
                result,
                returned_minor=min(result.returned_minor, stake_minor * (result.returned_minor // result.staked_minor)),
            )
            for result, stake_minor in zip(results(state, spread), state.stakes_minor, strict=True)
        )

    results = rules._results
    monkeypatch.setattr(rules, "_results", unpaid)

    wrong = settled_otherwise()
    assert any(hand["decision"] == "raise" for hand in wrong)
