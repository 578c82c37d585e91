"""Attacks on rounds of Montana Red Dog, and on what its side bet adds to a record.

As in `test_attacks.py` the attacker holds every key of the operator's and signs again what he changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.attacked import dealt, settled, verdict
from tests.verifier.hands import deals, deals_a_beaten_hit, deals_an_unbeaten_hit
from tests.verifier.play import founded, one_montana_round, one_round, seated
from tests.verifier.producer import SYSTEM, Document, Log
from tests.verifier.sheets import MONTANA, MONTANA_3, SHEET

if TYPE_CHECKING:
    from tests.verifier.play import Player


def at_the_table(sheet: Document = MONTANA) -> tuple[Log, Player, str]:
    """A log with one player who has opened an epoch, and the leaf of the sheet."""
    log, _ = founded()
    rules = log.add(SYSTEM, "rules", {"rules": sheet})
    return log, seated(log, "ada").open(), rules


# --- The bet ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ante", [99, 101, 30_002])
def test_an_ante_that_is_odd_or_outside_the_sheet_is_refused(ante: int) -> None:
    log, ada, rules = at_the_table()
    ada.deal(ante, rules=rules, sheet=MONTANA)

    assert verdict(log) == "E_RULES"


@pytest.mark.parametrize(("bonus", "expected"), [(99, "E_RULES"), (100, "OK"), (30_000, "OK"), (30_001, "E_RULES")])
def test_a_side_bet_is_within_the_sheet_both_ends_included(bonus: int, expected: str) -> None:
    log, ada, rules = at_the_table()
    ada.deal(600, rules=rules, sheet=MONTANA, bonus=bonus).settle()

    assert verdict(log) == expected


@pytest.mark.parametrize("sheet", [SHEET, MONTANA_3], ids=["red-dog", "three cards"])
def test_a_side_bet_in_a_game_that_offers_none_is_refused(sheet: Document) -> None:
    log, ada, rules = at_the_table({**sheet, "ver": 2})
    ada.deal(600, rules=rules, sheet=sheet, bonus=100)

    assert verdict(log) == "E_RULES"


@pytest.mark.parametrize(("bonus", "expected"), [(0, "OK"), (100, "OK"), (101, "E_RG")])
def test_the_players_own_limit_bounds_ante_and_side_bet_together(bonus: int, expected: str) -> None:
    log, ada, rules = at_the_table()
    ada.limit({"now": {"stake_max": 700}}).deal(600, rules=rules, sheet=MONTANA, bonus=bonus)

    assert verdict(log) == expected


@pytest.mark.parametrize("bonus", [0, -100, True, "100", {}])
def test_a_side_bet_of_no_amount_is_not_written_down(bonus: object) -> None:
    log = one_montana_round()
    dealt(log)["bonus"] = bonus

    assert verdict(log) == "E_FORM"


def test_a_side_bet_that_is_not_taken_from_cash_is_not_paid_for() -> None:
    log = one_montana_round()
    dealt(log)["moves"] = [["cash", -600], ["in_play", 600]]
    dealt(log)["bal"][1] += 200

    assert verdict(log) == "E_MOVES"


# --- Cards ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("sheet", [MONTANA, MONTANA_3], ids=["five", "three"])
@pytest.mark.parametrize("more", [-1, 1])
def test_a_deal_shows_the_hand_and_that_is_told_at_once(sheet: Document, more: int) -> None:
    log, ada, rules = at_the_table(sheet)
    ada.deal(600, rules=rules, sheet=sheet)
    dealt(log)["cards"] = ada.cards(1)[: sheet["hand"] + more]

    assert verdict(log) == "E_CARDS"


def test_a_hand_shown_that_the_seed_does_not_deal_is_found_at_the_settlement() -> None:
    log = one_montana_round()
    dealt(log)["cards"].reverse()

    assert verdict(log) == "E_CARDS"


@pytest.mark.parametrize("place", range(12))
def test_no_card_of_hand_dealer_burn_and_hit_may_be_another(place: int) -> None:
    log = one_montana_round()
    cards = settled(log)["cards"]
    cards[place] = "2c" if cards[place] != "2c" else "3c"

    assert verdict(log) == "E_CARDS"


def test_burn_and_hit_may_not_be_exchanged() -> None:
    log = one_montana_round()
    cards = settled(log)["cards"]
    cards[10], cards[11] = cards[11], cards[10]

    assert verdict(log) == "E_CARDS"


def test_the_hit_card_may_not_be_left_out_after_a_surrender() -> None:
    log = one_montana_round(action="surrender")
    settled(log)["cards"].pop()

    assert verdict(log) == "E_CARDS"


# --- Decisions --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "amount"),
    [("play", 600), ("play", 1), ("raise", 0), ("raise", 300), ("raise", 1200), ("surrender", 300), ("stand", 0)],
)
def test_a_decision_is_one_of_the_family_at_its_price(action: str, amount: int) -> None:
    log = one_montana_round()
    settled(log)["acts"][0].update({"a": action, "amt": amount})

    assert verdict(log) == "E_ACTION"


def test_a_raise_does_not_cover_the_side_bet() -> None:
    log = one_montana_round()
    settled(log)["acts"][0]["amt"] = 800

    assert verdict(log) == "E_ACTION"


@pytest.mark.parametrize("count", [0, 2])
def test_every_hand_takes_one_decision(count: int) -> None:
    log = one_montana_round(action="play")
    settled(log)["acts"] *= count

    assert verdict(log) == "E_ACTION"


@pytest.mark.parametrize("action", ["raise", "surrender"])
def test_a_time_out_plays_and_neither_raises_nor_surrenders(action: str) -> None:
    log, ada, rules = at_the_table()
    ada.deal(600, rules=rules, sheet=MONTANA)
    log.now += MONTANA["timeout_ms"]
    ada.settle(action, by="timeout")

    assert verdict(log) == "E_ACTION"


def test_a_time_out_of_a_montana_round_does_not_come_early() -> None:
    log = one_montana_round(action="play")
    settled(log)["acts"][0]["by"] = "timeout"

    assert verdict(log) == "E_ACTION"


def test_a_raise_is_not_paid_with_what_the_side_bet_wins() -> None:
    log, ada, rules = at_the_table()
    ada.move("withdrawal", -99_000)
    log.checkpoint()
    ada.open(wanted=deals("two_pair")).deal(600, rules=rules, sheet=MONTANA, bonus=200).settle("raise")

    # 1,000 were left, ante and side bet took 800: 200 do not pay a raise of 600, whatever the cards bring.
    assert verdict(log) == "E_BALANCE"


# --- Payouts ----------------------------------------------------------------------------------------------------


def paid_otherwise(log: Log, returned: int) -> None:
    """Let the settlement return so much more, with moves and balance to match."""
    fields = settled(log)
    fields["pay"]["returned"] += returned
    net = dict(fields["moves"])
    net["cash"] = net.get("cash", 0) + returned
    net["house"] = net.get("house", 0) - returned
    order = ("cash", "in_play", "house")
    fields["moves"] = [[account, net[account]] for account in order if net.get(account)]
    fields["bal"][1] += returned


@pytest.mark.parametrize("action", ["play", "raise", "surrender"])
@pytest.mark.parametrize("returned", [-50, 50])
def test_a_montana_payout_changed_and_signed_again_is_not_what_the_rules_give(action: str, returned: int) -> None:
    log = one_montana_round(action=action)
    paid_otherwise(log, returned)

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize("returned", [-50, 50])
def test_the_side_bets_part_of_a_payout_is_what_its_scale_gives(returned: int) -> None:
    log = one_montana_round()
    settled(log)["bonus"]["returned"] += returned

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize("returned", [-600, 200])
def test_a_side_bet_paid_by_another_scale_is_paid_wrong_however_well_the_sums_agree(returned: int) -> None:
    log = one_montana_round()
    settled(log)["bonus"]["returned"] += returned
    paid_otherwise(log, returned)

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize("category", ["pair", "three_of_a_kind", "jackpot"])
def test_the_side_bets_category_is_what_the_cards_make(category: str) -> None:
    log = one_montana_round()
    settled(log)["bonus"]["category"] = category

    assert verdict(log) == "E_PAYOUT"


def test_a_side_bet_may_not_be_forgotten_though_it_lost() -> None:
    log = one_montana_round(deals("high_card"))
    del settled(log)["bonus"]

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize("montana", [True, False], ids=["montana", "red-dog"])
def test_a_side_bet_that_was_not_placed_is_not_settled(*, montana: bool) -> None:
    log = one_montana_round(bonus=0) if montana else one_round()
    settled(log)["bonus"] = {"category": "high_card", "returned": 0}

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize(
    "bonus", [{}, True, {"category": "pair"}, {"category": "pair", "returned": -1}, {"category": "Pair", "returned": 0}]
)
def test_the_settlement_of_a_side_bet_has_its_form(bonus: object) -> None:
    log = one_montana_round()
    settled(log)["bonus"] = bonus

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("result", ["win", "push", "lose"])
def test_a_surrender_is_neither_won_nor_lost(result: str) -> None:
    log = one_montana_round(action="surrender")
    settled(log)["result"] = result

    assert verdict(log) == "E_PAYOUT"


def test_a_lost_hand_is_not_called_surrendered_to_keep_the_other_half() -> None:
    log = one_montana_round(deals_an_unbeaten_hit, "play")
    settled(log)["result"] = "surrender"

    assert verdict(log) == "E_PAYOUT"


def test_a_hit_card_of_another_suit_is_not_beaten() -> None:
    log = one_montana_round(deals_an_unbeaten_hit, "play", bonus=0)
    settled(log)["result"] = "win"
    paid_otherwise(log, 1200)

    assert verdict(log) == "E_PAYOUT"


def test_a_beaten_hit_card_is_not_kept_by_the_house() -> None:
    log = one_montana_round(deals_a_beaten_hit, "play", bonus=0)
    settled(log)["result"] = "lose"
    paid_otherwise(log, -1200)

    assert verdict(log) == "E_PAYOUT"


def test_what_was_staked_includes_the_side_bet() -> None:
    log = one_montana_round()
    settled(log)["pay"]["staked"] -= 200

    assert verdict(log) == "E_PAYOUT"


# --- Moves ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", ["play", "raise", "surrender"])
def test_a_side_bet_does_not_stay_in_play_after_its_round(action: str) -> None:
    log = one_montana_round(action=action)
    moves = dict(settled(log)["moves"])
    moves["in_play"] += 200
    moves["house"] = moves.get("house", 0) - 200
    settled(log)["moves"] = [[account, delta] for account, delta in moves.items() if delta]

    assert verdict(log) == "E_MOVES"


def test_a_void_gives_the_side_bet_back_with_the_ante() -> None:
    log, ada, rules = at_the_table()
    ada.deal(600, rules=rules, sheet=MONTANA, bonus=200).void()
    assert verdict(log) == "OK"

    log.drafts[-1].fields.update({"moves": [["cash", 600], ["in_play", -600]], "bal": [99_200, 99_800]})

    assert verdict(log) == "E_MOVES"


def test_a_void_settles_no_side_bet() -> None:
    log, ada, rules = at_the_table()
    ada.deal(600, rules=rules, sheet=MONTANA, bonus=200).void()
    log.drafts[-1].fields["bonus"] = {"category": "pair", "returned": 0}

    assert verdict(log) == "E_FORM"


# --- Sheets -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "changed",
    [
        {"stake_min": 30_002},
        {"seats": 10},
        {"bonus": {**MONTANA["bonus"], "min": 30_001}},
        {"bonus": {}},
        {"rtp": MONTANA_3["rtp"]},
        {"hand": 3},
        {"family": "poker"},
        {"decks": 2},
    ],
    ids=str,
)
def test_a_sheet_that_contradicts_itself_or_its_family_is_none(changed: Document) -> None:
    log = one_montana_round()
    log.add(SYSTEM, "rules", {"rules": {**MONTANA, "ver": 2, **changed}})

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("seats", [1, 9])
def test_a_table_may_have_as_many_seats_as_the_pack_has_hands(seats: int) -> None:
    log = one_montana_round()
    # 9 * 5 + 7 = 52.
    log.add(SYSTEM, "rules", {"rules": {**MONTANA, "ver": 2, "seats": seats}})

    assert verdict(log) == "OK"


def test_another_pay_scale_under_the_same_version_is_another_sheet() -> None:
    log = one_montana_round()
    dearer = {**MONTANA["bonus"], "pay": [1, 4, 7, 14, 19, 50, 300, 500], "scale": "B"}
    log.add(SYSTEM, "rules", {"rules": {**MONTANA, "bonus": dearer}})

    assert verdict(log) == "E_RULES"


def test_a_round_is_settled_by_the_family_of_the_sheet_that_its_deal_names() -> None:
    log, ada, montana = at_the_table()
    red_dog = log.add(SYSTEM, "rules", {"rules": {**SHEET, "ver": 2}})
    ada.deal(600, rules=montana, sheet=MONTANA).settle()
    dealt(log)["rules"] = red_dog

    assert verdict(log) == "E_CARDS"
