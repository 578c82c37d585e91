"""Each family's own rules: explicit hands, settled by hand and by programs that others wrote."""

from __future__ import annotations

import itertools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import pytest
from hypothesis import given, strategies as st

from tests.verifier import hands
from tests.verifier.sheets import MONTANA, MONTANA_3, POT, SHEET, SHOE
from verifier.families import FAMILIES, game_of
from verifier.game import Bet, Outcome, SideBet
from verifier.pot import Pot
from verifier.sheets import sheet as is_sheet

if TYPE_CHECKING:
    from tests.verifier.producer import Document
    from verifier.game import Game
    from verifier.records import Act
    from verifier.sheet_fields import Sheet

VECTORS = Path(__file__).parents[1] / "vectors" / "games"
SHARED = Path(__file__).parents[3] / "shared" / "vectors"
SCALES = {
    "A": [2, 4, 6, 8, 15, 50, 200, 500],
    "B": [1, 4, 7, 14, 19, 50, 300, 500],
    "C": [1, 4, 7, 14, 19, 50, 300, 1000],
}


def game(sheet: Document) -> Game:
    made = game_of(cast("Sheet", sheet))
    assert not isinstance(made, Pot), "a game around a pot has no rounds of one seat"
    return made


def act(action: str, amount: int = 0) -> Act:
    return {"a": action, "amt": amount, "by": "player", "t": 0}


def sheet_of(line: Document) -> Document:
    """Find the sheet that a line of the vectors is played by."""
    variant = line["variant"]
    if "montana" not in variant:
        mode = "up_to" if variant == "reddog_upto" else line.get("raise_rule", "equal")
        return {**SHEET, "decks": line.get("decks", 1), "raise_mode": mode}
    if "3" in variant:
        return MONTANA_3
    scale = line["bonus_table"] or {"montana-red-dog-b": "B", "montana-red-dog-c": "C"}.get(variant, "A")
    return {**MONTANA, "bonus": {**MONTANA["bonus"], "pay": SCALES[scale]}}


def lines(path: Path) -> list[Any]:
    """Read the legal lines of one seat."""
    if not path.is_file():
        pytest.skip(f"{path.name} does not lie in {path.parent}")
    read = [json.loads(line) for line in path.read_text().splitlines()]
    known = [line for line in read if line["variant"].startswith(("reddog_", "red-dog", "yablon", "montana"))]
    return [line for line in known if line["expect"]["legal"] and line.get("seats") is None]


@pytest.mark.parametrize(
    ("path", "at_least"),
    [(VECTORS / "red_dog.jsonl", 400), (VECTORS / "montana.jsonl", 250), (SHARED / "hands.jsonl", 25)],
    ids=["red-dog", "montana", "shared"],
)
def test_explicit_hands_settle_as_others_worked_them_out(path: Path, at_least: int) -> None:
    judged = lines(path)
    for line in judged:
        played, expected, bonus = game(sheet_of(line)), line["expect"], line.get("bonus") or 0
        amount = line.get("raise_cents", line["bet"]) if line["decision"] == "raise" else 0
        acts = [act(line["decision"], amount)] if line["decision"] else []
        cards = played.deal(iter(line["cards"]))

        assert len(cards) == expected.get("cards_used", len(line["cards"])), line["id"]
        assert played.allows(acts, ante_minor=line["bet"], seen=cards[: played.visible]), line["id"]
        outcome = played.settle(Bet(ante_minor=line["bet"], bonus_minor=bonus), acts=acts, cards=cards)
        told = outcome.bonus or SideBet(category="", returned_minor=0)
        assert (outcome.result, outcome.staked_minor, outcome.returned_minor) == (
            expected["outcome"],
            expected.get("total_staked", expected["staked"]),
            expected.get("total_returned", expected["returned"]),
        ), line["id"]
        assert (told.category or None, told.returned_minor) == (
            expected.get("bonus_category") if bonus else None,
            expected.get("bonus_returned", 0),
        ), line["id"]
    assert len(judged) >= at_least


@given(
    st.permutations(hands.PACK),
    st.sampled_from([SHEET, MONTANA, MONTANA_3]),
    st.integers(1, 50).map(lambda half: 2 * half),
    st.integers(0, 99),
    st.sampled_from(["play", "raise", "surrender", "stand"]),
)
def test_any_hand_settles_as_worked_out_by_hand(
    pack: list[str], sheet: Document, ante: int, bonus: int, action: str
) -> None:
    played = game(sheet)
    bonus = bonus if played.bonus_limits_minor else 0
    cards = played.deal(iter(pack))
    acts = [act(action, ante if action == "raise" else 0)]
    if not played.allows(acts, ante_minor=ante, seen=cards[: played.visible]):
        acts = []

    outcome = played.settle(Bet(ante_minor=ante, bonus_minor=bonus), acts=acts, cards=cards)

    extra = acts[0]["amt"] if acts else 0
    chosen = acts[0]["a"] if acts else None
    expected = hands.settled(pack, sheet, ante=ante, bonus=bonus, action=chosen, extra=extra)
    assert (cards, outcome.result) == (expected["cards"], expected["result"])
    assert hands.paid(outcome.staked_minor, outcome.returned_minor) == expected["pay"]
    told = outcome.bonus and {"category": outcome.bonus.category, "returned": outcome.bonus.returned_minor}
    assert told == expected.get("bonus")


@pytest.mark.parametrize(
    ("hand", "hit", "category", "returned"),
    [
        # A side bet of 200 by scale A: 200 * (1 + odds).
        ("2c 4d 7h 9s Jc", "Kd", "high_card", 0),
        ("2c 2d 7h 9s Jc", "Kd", "pair", 0),
        ("2c 2d 7h 7s Jc", "Jd", "two_pair", 600),
        ("2c 2d 7h 9s Jc", "2s", "three_of_a_kind", 1000),
        ("Ac 2d 3h 4s Jc", "5d", "straight", 1400),
        ("2c 4c 7c 9c Kd", "Jc", "flush", 1800),
        ("2c 2d 2h 7s 7c", "7d", "full_house", 3200),
        ("2c 2d 2h 7s 7c", "2s", "four_of_a_kind", 10_200),
        ("Ac 2c 3c 4c Kd", "5c", "straight_flush", 40_200),
        ("9c Tc Jc Qc Kc", "Ac", "royal_flush", 100_200),
    ],
)
def test_each_poker_hand_pays_its_odds_and_two_pair_is_the_least_that_is_paid(
    hand: str, hit: str, category: str, returned: int
) -> None:
    cards = [*hand.split(), *["Ts"] * 6, hit]

    outcome = game(MONTANA).settle(Bet(ante_minor=100, bonus_minor=200), acts=[act("surrender")], cards=cards)

    # The surrender gives 50 back, whatever became of the side bet.
    assert outcome.bonus == SideBet(category=category, returned_minor=returned)
    assert (outcome.result, outcome.staked_minor, outcome.returned_minor) == ("surrender", 300, 50 + returned)


def test_whether_cards_win_does_not_depend_on_the_decision() -> None:
    cards = ["Ks", "8s", "Qh", "5d", "2c", *["Td"] * 6, "Qs"]

    outcomes = {
        action: game(MONTANA).settle(Bet(ante_minor=100, bonus_minor=0), acts=acts, cards=cards)
        for action, acts in {"surrender": [act("surrender")], "play": [act("play")], "none": []}.items()
    }

    assert all(outcome.won for outcome in outcomes.values())
    assert outcomes["play"] == outcomes["none"]
    assert outcomes["surrender"] == Outcome(result="surrender", won=True, staked_minor=100, returned_minor=50)


@pytest.mark.parametrize(
    ("sheet", "seen", "acts", "allowed"),
    [
        (SHEET, "5c 9d", [act("raise", 600)], True),
        (SHEET, "5c 9d", [act("raise", 599)], False),
        (SHEET, "5c 9d", [act("stand")], True),
        (SHEET, "5c 9d", [act("play")], False),
        (SHEET, "5c 5d", [], True),
        (SHEET, "5c 5d", [act("stand")], False),
        (SHOE, "5c 9d", [act("raise", 1)], True),
        (SHOE, "5c 9d", [act("raise", 601)], False),
        (SHOE, "5c 9d", [act("raise", 0)], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("play")], True),
        (MONTANA, "5c 9d 2c 3c 4h", [act("raise", 600)], True),
        (MONTANA, "5c 9d 2c 3c 4h", [act("surrender")], True),
        (MONTANA, "5c 9d 2c 3c 4h", [], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("play"), act("play")], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("raise", 602)], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("surrender", 300)], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("play", 600)], False),
        (MONTANA, "5c 9d 2c 3c 4h", [act("stand")], False),
    ],
)
def test_a_family_allows_its_decisions_at_their_price(
    sheet: Document, seen: str, acts: list[Act], *, allowed: bool
) -> None:
    assert game(sheet).allows(acts, ante_minor=600, seen=seen.split()) is allowed


@pytest.mark.parametrize(("sheet", "count"), [(MONTANA, 12), (MONTANA_3, 10)])
def test_montana_takes_hand_dealers_five_burn_and_hit_from_the_top_of_the_pack(sheet: Document, count: int) -> None:
    shoe = itertools.count()

    assert game(sheet).deal(map(str, shoe)) == [str(place) for place in range(count)]
    assert next(shoe) == count


def test_every_family_has_a_sheet_here_that_is_of_its_form() -> None:
    assert {sheet["family"] for sheet in (SHEET, MONTANA, POT)} == set(FAMILIES)
    assert all(map(is_sheet, (SHEET, SHOE, MONTANA, MONTANA_3)))
    assert is_sheet({**SHEET, "pay": {**SHEET["pay"], "quotes": "totals"}})


NO_HALVES: list[object] = [[2, 4], [True, 2], [1, 3], {}, "1/2"]
NO_SIDE_BETS: list[object] = [False, [], {"max": 1, "min": 1, "scale": "A"}]

# What a member of a sheet may not be; None leaves it out.
SPOILT: list[tuple[Document, str, object]] = [
    *[(sheet, name, None) for sheet in (SHEET, MONTANA) for name in sheet],
    *[(sheet, "note", "of nobody") for sheet in (SHEET, MONTANA)],
    (SHEET, "family", "pot"),
    (SHEET, "family", "montana"),
    (SHEET, "family", ["red-dog"]),
    (SHEET, "hand", 5),
    (SHEET, "bonus", {}),
    (SHEET, "surrender", [1, 2]),
    (SHEET, "timeout_action", "play"),
    (SHEET, "labels", {**SHEET["labels"], "play": "PLAY"}),
    (SHEET, "rtp", {**SHEET["rtp"], "bonus": [1, 1]}),
    (SHEET, "pay", {**SHEET["pay"], "quotes": "odds"}),
    (MONTANA, "family", "red-dog"),
    (MONTANA, "ace", "low"),
    (MONTANA, "pay", SHEET["pay"]),
    (MONTANA, "decks", 2),
    (MONTANA, "raise_mode", "up_to"),
    (MONTANA, "timeout_action", "surrender"),
    (MONTANA, "labels", SHEET["labels"]),
    *[(MONTANA, "hand", hand) for hand in (0, 4, 6, True, "5")],
    *[(MONTANA, "surrender", part) for part in NO_HALVES],
    *[(MONTANA, "bonus", bonus) for bonus in NO_SIDE_BETS],
    *[(MONTANA, "bonus", {**MONTANA["bonus"], "pay": pay}) for pay in ([1] * 7, [1] * 9, [-1] * 8)],
    (MONTANA, "bonus", {**MONTANA["bonus"], "min": 0}),
    (MONTANA, "bonus", {**MONTANA["bonus"], "scale": ""}),
    (MONTANA, "bonus", {**MONTANA["bonus"], "odds": 1}),
]


@pytest.mark.parametrize(("sheet", "name", "value"), SPOILT, ids=str)
def test_a_sheet_with_a_member_of_another_form_is_none(sheet: Document, name: str, value: object) -> None:
    spoilt = {member: sheet[member] for member in sheet if member != name}

    assert not is_sheet(spoilt if value is None else {**spoilt, name: value})
