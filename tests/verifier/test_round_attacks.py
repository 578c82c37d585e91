"""Attacks on rounds, on the rules and limits that they are played by, and on the money that they move.

As in `test_attacks.py` the attacker holds every key of the operator's and signs again what he changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.attacked import dealt, settled, verdict
from tests.verifier.auditor import audited
from tests.verifier.hands import deals_consecutive, deals_loss, deals_pair_push, deals_trips, deals_win
from tests.verifier.play import Player, founded, one_round, seated
from tests.verifier.producer import SYSTEM
from tests.verifier.sheets import SHEET
from verifier import verdict_output

if TYPE_CHECKING:
    from collections.abc import Callable


# --- Rounds -----------------------------------------------------------------------------------------------------


def test_a_voided_nonce_is_not_dealt_again() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules).void()
    ada.nonce -= 1
    ada.deal(500, rules=rules).settle()

    assert verdict(log) == "E_NONCE"


def test_an_epoch_has_no_more_rounds_than_were_committed_to() -> None:
    log, rules = founded()
    ada = seated(log, "ada", rounds=2).open()
    ada.deal(500, rules=rules).settle().deal(500, rules=rules).settle().rounds = 3
    ada.deal(500, rules=rules)

    assert verdict(log) == "E_NONCE"


def test_no_round_is_dealt_before_an_epoch_is_open() -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    ada.epoch = 0
    ada.deal(500, rules=rules)

    assert verdict(log) == "E_NONCE"


def test_a_round_is_settled_once() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).settle().settle()

    assert verdict(log) == "E_NONCE"


@pytest.mark.parametrize("field", ["epoch", "nonce"])
@pytest.mark.parametrize("kind", ["settle", "void"])
def test_a_round_ends_under_its_own_number(kind: str, field: str) -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    ada.void() if kind == "void" else ada.settle()
    log.drafts[-1].fields[field] += 1

    assert verdict(log) == "E_NONCE"


def test_a_second_round_does_not_open_beside_the_first() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).deal(500, rules=rules)

    assert verdict(log) == "E_TWO_OPEN"


def test_an_epoch_does_not_open_while_a_round_is_open() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open().deal(500, rules=rules)
    log.checkpoint()
    ada.open()

    assert verdict(log) == "E_TWO_OPEN"


def test_other_cards_at_the_settlement_are_not_those_of_the_seed() -> None:
    log = one_round()
    settled(log)["cards"][2] = "2c" if settled(log)["cards"][2] != "2c" else "3c"

    assert verdict(log) == "E_CARDS"


def test_a_card_left_out_is_not_what_the_seed_deals() -> None:
    log = one_round()
    del settled(log)["cards"][2]

    assert verdict(log) == "E_CARDS"


def test_a_third_card_on_consecutive_ones_is_not_dealt() -> None:
    log = one_round(deals_consecutive)
    settled(log)["cards"].append("2c")

    assert verdict(log) == "E_CARDS"


def test_other_cards_shown_at_the_deal_are_found_at_the_settlement() -> None:
    log = one_round()
    dealt(log)["cards"].reverse()

    assert verdict(log) == "E_CARDS"


def test_other_cards_shown_before_a_void_are_found_too() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).void()
    dealt(log)["cards"].reverse()

    assert verdict(log) == "E_CARDS"


@pytest.mark.parametrize("cards", [["2c"], ["2c", "7d", "Kh"]])
def test_a_deal_shows_two_cards_and_that_is_told_at_once(cards: list[str]) -> None:
    log = one_round()
    dealt(log)["cards"] = cards
    del log.drafts[-1]

    assert verdict(log) == "E_CARDS"


def test_a_decision_may_not_be_dropped() -> None:
    log = one_round(deals_loss, "stand")
    settled(log)["acts"] = []

    assert verdict(log) == "E_ACTION"


@pytest.mark.parametrize("wanted", [deals_pair_push, deals_trips, deals_consecutive])
@pytest.mark.parametrize("action", ["raise", "stand"])
def test_a_hand_without_a_decision_takes_none(wanted: Callable[[list[str]], bool], action: str) -> None:
    log = one_round(wanted)
    settled(log)["acts"] = [{"a": action, "amt": 0, "by": "player", "t": dealt(log)["time"]}]

    assert verdict(log) == "E_ACTION"


@pytest.mark.parametrize("amount", [0, 1, 499, 501, 1000])
def test_a_raise_is_equal_to_the_stake(amount: int) -> None:
    log = one_round()
    settled(log)["acts"][0]["amt"] = amount

    assert verdict(log) == "E_ACTION"


def test_standing_costs_nothing() -> None:
    log = one_round(deals_loss, "stand")
    settled(log)["acts"][0]["amt"] = 1

    assert verdict(log) == "E_ACTION"


def test_an_action_of_another_game_does_not_fit() -> None:
    log = one_round()
    settled(log)["acts"][0]["a"] = "surrender"

    assert verdict(log) == "E_ACTION"


def test_a_time_out_does_not_come_early() -> None:
    log = one_round(deals_loss, "stand")
    settled(log)["acts"][0]["by"] = "timeout"

    assert verdict(log) == "E_ACTION"


def test_a_time_out_does_not_raise() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open(wanted=deals_loss).deal(500, rules=rules)
    log.now += SHEET["timeout_ms"]
    ada.settle("raise", by="timeout")

    assert verdict(log) == "E_ACTION"


# --- Rules and limits -------------------------------------------------------------------------------------------


def test_rules_that_were_never_published_settle_nothing() -> None:
    log = one_round()
    log.drafts[log.index("deal")].pinned["rules"] = "ab" * 32

    assert verdict(log) == "E_RULES"


def test_a_round_alone_is_not_played_by_the_rules_of_a_table() -> None:
    log, _ = founded()
    at_tables = {**SHEET, "game": "red-dog-table", "seats": 7}
    rules = log.add(SYSTEM, "rules", {"rules": at_tables})
    seated(log, "ada").open().deal(500, rules=rules, sheet=at_tables).settle()

    assert verdict(log) == "E_RULES"


def test_rules_published_after_the_deal_come_too_late() -> None:
    log, _ = founded()
    ada = seated(log, "ada").open()
    rules = log.add(SYSTEM, "rules", {"rules": {**SHEET, "ver": 2}})
    ada.deal(500, rules=rules)
    log.drafts[-1], log.drafts[-2] = log.drafts[-2], log.drafts[-1]

    assert verdict(log) == "E_RULES"


def test_another_paytable_than_the_published_one_pays_wrong() -> None:
    log, rules = founded()
    stingy = {**SHEET, "pay": {"spread": [1] * 11, "trips": 2}}
    seated(log, "ada").open(wanted=deals_trips).deal(500, rules=rules, sheet=stingy).settle()

    assert verdict(log) == "E_PAYOUT"


def test_a_published_sheet_does_not_change_under_its_version() -> None:
    log = one_round()
    log.add(SYSTEM, "rules", {"rules": {**SHEET, "pay": {"spread": [1] * 11, "trips": 2}}})

    assert verdict(log) == "E_RULES"


def test_a_sheet_whose_least_stake_is_above_its_greatest_is_none() -> None:
    log = one_round()
    log.add(SYSTEM, "rules", {"rules": {**SHEET, "ver": 2, "stake_min": 30_001}})

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("ante", [1, 499, 30_001])
def test_a_stake_outside_the_sheet_is_refused(ante: int) -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(ante, rules=rules)

    assert verdict(log) == "E_RULES"


def test_rules_in_another_currency_settle_nothing() -> None:
    log, rules = founded()
    player = Player(log, "ada").register(cur="EUR").commit().move("adjustment", 1000)
    log.checkpoint()
    player.open().deal(500, rules=rules)

    assert verdict(log) == "E_RULES"


def test_a_stake_above_the_players_own_limit_is_refused() -> None:
    log, rules = founded()
    seated(log, "ada").limit({"now": {"stake_max": 700}}).open().deal(701, rules=rules)

    assert verdict(log) == "E_RG"


@pytest.mark.parametrize(("later", "expected"), [(0, "OK"), (1, "E_RG")])
def test_nothing_is_dealt_to_a_player_who_is_excluded(later: int, expected: str) -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    # The deal is three records later: limits, open, deal, a second each.
    lifted = log.now + 3000
    ada.limit({"now": {"excluded": 1}, "next": {"effective_at": lifted + later}}).open().deal(700, rules=rules)

    assert verdict(log) == expected


@pytest.mark.parametrize(("later", "expected"), [(0, "OK"), (-1, "E_RG")])
def test_a_limit_to_come_holds_from_its_instant_on(later: int, expected: str) -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    # The deal is three records later: limits, open, deal, a second each.
    instant = log.now + 3000
    rg = {"now": {"stake_max": 9000}, "next": {"effective_at": instant + 1 + later, "stake_max": 600}}
    ada.limit(rg).open().deal(700, rules=rules)

    assert verdict(log) == expected


def test_a_deal_names_the_newest_limits() -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    older = ada.limits
    ada.limit({"now": {"stake_max": 700}}).open().limits = older
    ada.deal(600, rules=rules)

    assert verdict(log) == "E_RG"


# --- Money ------------------------------------------------------------------------------------------------------


def test_a_payout_changed_and_signed_again_is_not_what_the_rules_give() -> None:
    log = one_round()
    fields = settled(log)
    fields["pay"]["returned"] -= 100
    for move in fields["moves"]:
        move[1] += {"cash": -100, "house": 100}.get(move[0], 0)
    fields["bal"][1] -= 100

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize(("field", "value"), [("result", "lose"), ("pay", {"returned": 2000, "staked": 501})])
def test_result_and_stake_are_what_the_rules_give(field: str, value: object) -> None:
    log = one_round()
    settled(log)[field] = value

    assert verdict(log) == "E_PAYOUT"


@pytest.mark.parametrize("kind", ["deal", "settle", "wallet"])
def test_moves_neither_make_nor_lose_money(kind: str) -> None:
    log = one_round()
    log.drafts[log.index(kind)].fields["moves"][0][1] += 1

    assert verdict(log) == "E_UNBALANCED"


@pytest.mark.parametrize("kind", ["deal", "settle"])
def test_balanced_moves_of_another_amount_are_not_those_of_the_event(kind: str) -> None:
    log = one_round()
    moves = log.drafts[log.index(kind)].fields["moves"]
    moves[0][1] -= 1
    moves[1][1] += 1

    assert verdict(log) == "E_MOVES"


@pytest.mark.parametrize(
    ("kind", "moves"),
    [
        ("deposit", [["cash", -5], ["deposit", 5]]),
        ("bonus", [["cash", -5], ["bonus", 5]]),
        ("withdrawal", [["cash", 5], ["withdrawal", -5]]),
        ("deposit", [["cash", 5], ["house", -5]]),
        ("adjustment", [["house", -5], ["adjustment", 5]]),
    ],
)
def test_money_from_outside_moves_as_its_kind_says(kind: str, moves: list[list[object]]) -> None:
    log, _ = founded()
    ada = seated(log, "ada")
    ada.record("wallet", {"kind": kind, "moves": moves, "bal": [100_000, 100_000]})

    assert verdict(log) == "E_MOVES"


def test_a_void_gives_back_what_was_staked() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).void()
    log.drafts[-1].fields["moves"] = [["cash", 499], ["in_play", -499]]

    assert verdict(log) == "E_MOVES"


@pytest.mark.parametrize("kind", ["deal", "settle", "wallet"])
@pytest.mark.parametrize("side", [0, 1])
def test_a_balance_follows_from_the_one_before_and_the_moves(kind: str, side: int) -> None:
    log = one_round()
    log.drafts[log.index(kind)].fields["bal"][side] += 1

    assert verdict(log) == "E_BALANCE"


def test_a_balance_is_never_negative() -> None:
    log, _ = founded()
    seated(log, "ada").move("withdrawal", -100_001)

    assert verdict(log) == "E_BALANCE"


def test_nobody_raises_with_money_he_wins_by_the_raise() -> None:
    log, rules = founded()
    ada = seated(log, "ada").move("withdrawal", -99_100)
    ada.open(wanted=deals_win).deal(500, rules=rules).settle("raise")

    # 900 were left, the ante took 500: 400 do not pay a raise of 500, whatever it wins.
    assert verdict(log) == "E_BALANCE"


def test_the_record_after_a_bad_one_is_judged_by_what_the_bad_one_says() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open()
    for _ in range(5):
        ada.deal(500, rules=rules).settle()
    log.drafts[log.index("settle", nonce=2)].fields["result"] = "jackpot"
    log.drafts[log.index("settle", nonce=4)].fields["pay"]["staked"] += 1

    outcome = audited(log.seal())

    assert outcome.tally.failures == {"E_PAYOUT": 2}
    assert outcome.tally.tampering is not None
    assert outcome.tally.tampering.place.index == log.index("settle", nonce=2)
    assert verdict_output.as_document(outcome)["others"] == {"E_PAYOUT": 1}
