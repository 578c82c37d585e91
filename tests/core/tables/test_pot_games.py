"""What holds for every game around a pot, however it is played and by whomever it is left."""

import itertools
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from games.core.action import Action
from games.core.cards import PACK, Card, parse_card
from games.core.family import SeatResult
from games.core.play import default_act
from games.core.pot.game import packs, spread_of
from kernel import canonical_json
from tables.core.continuation import CroupierStep, next_step, position_in_game
from tables.core.decisions import DecidedBy
from tables.core.epoch_cards import seal_of
from tables.core.money import chips_missing_minor, results_missing_minor
from tables.core.pot_game import GameEnd, TableGame
from tables.core.replay import replay_ended_game, replay_game
from tables.core.room import totals_of_leaving
from tests.core.tables.random_games import HAND_LEAF, PlayedGame, played_games

# What a test gets was played before it begins, which may take long on a busy machine.
for_every_game = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def courses(played: PlayedGame) -> Iterator[Mapping[str, Any]]:
    """Yield the records that have a course."""
    return (record for record in played.records if "stacks" in record)


def kept_minor(game: TableGame) -> int:
    """Return the rake so far."""
    return game.dealt.game.rake_minor


@pytest.mark.clause("F07")
@pytest.mark.clause("PRD-20")
@for_every_game
@given(played_games())
def test_chips_are_conserved_in_every_record_and_at_the_end(played: PlayedGame) -> None:
    buy_ins = [stake.bet.stake_minor for stake in played.stakes]
    for record, game in zip(played.records, played.states, strict=True):
        if "stacks" in record:
            missing = chips_missing_minor(
                buy_ins, stacks_minor=record["stacks"], pot_minor=record["pot"], rake_minor=kept_minor(game)
            )
            assert missing == 0
    results = [
        (SeatResult(outcome=each["result"], staked_minor=each["staked"], returned_minor=each["returned"]), each["rake"])
        for each in played.end["results"]
    ]
    assert results_missing_minor(results) == 0
    assert [each["staked"] for each in played.end["results"]] == buy_ins
    assert sum(each["rake"] for each in played.end["results"]) == kept_minor(played.ended)


@pytest.mark.clause("PRD-17")
@pytest.mark.clause("PRD-18")
@pytest.mark.clause("PRD-19")
@for_every_game
@given(played_games())
def test_every_game_ends_once_and_says_why(played: PlayedGame) -> None:
    last, over = played.states[-1], played.ended

    assert all(game.end is None for game in played.states[:-1])
    assert over.end is not None
    assert over.dealt.game.pot_minor == 0
    if over.end is GameEnd.TIME:
        assert last.end is None
        assert played.ended_ms >= over.ends_ms
    else:
        assert last == over
        assert played.records[-1]["time"] < over.ends_ms
    if over.end in {GameEnd.AGREED, GameEnd.TIME}:
        chip_minor = 100
        before = {place: last_stacks(played)[place] for place in over.dealt.game.in_play}
        shares = {over.dealt.game.stacks_minor[place] - stack_minor for place, stack_minor in before.items()}
        assert max(shares) - min(shares) in {0, chip_minor}


def last_stacks(played: PlayedGame) -> list[int]:
    return list([*courses(played)][-1]["stacks"])


@pytest.mark.clause("PRD-16")
@for_every_game
@given(played_games())
def test_pack_hands_and_used_cards_are_together_the_packs_and_no_card_is_twice(played: PlayedGame) -> None:
    size = PACK * packs(played.table.sheet, seats=len(played.stakes))
    for game in played.states:
        dealt = game.dealt
        hands = [card for hand in dealt.game.hands for card in hand]
        lying = [*dealt.pack[dealt.pack_place :], *hands, *dealt.game.discards]
        assert sorted(lying) == list(range(size))
        if dealt.reshuffles:
            assert dealt.pack == played.cards.reshuffled(dealt.pack, reshuffle=dealt.reshuffles)
    for before, after in itertools.pairwise(played.states):
        assert (before.dealt.pack == after.dealt.pack) == (before.dealt.reshuffles == after.dealt.reshuffles)
        assert before.dealt.reshuffles <= after.dealt.reshuffles


@pytest.mark.clause("PRD-22")
@for_every_game
@given(played_games())
def test_every_shown_hand_opens_the_seal_that_its_seat_was_given(played: PlayedGame) -> None:
    seals: dict[int, list[str]] = {}
    turns: dict[int, int] = {}
    for record in courses(played):
        for sealed in record["sealed"]:
            seals.setdefault(sealed["seat"], []).append(sealed["h"])
        for turn in record["turns"]:
            # A turn uses up one hand, and a seat has one at a time: its turns and its hands go by the same number.
            seat, nth = turn["seat"], turns.get(turn["seat"], 0)
            opened = played.cards.sealed(seat, nth, [parse_card(text) for text in turn["cards"][:2]])
            assert opened.seal.hex() == seals[seat][nth]
            turns[seat] = nth + 1
        if "now" in record:
            assert_opens(record["now"], seals)
    for hand in played.end["hands"]:
        assert_opens(hand, seals)
    held = [seat for seat, hand in zip(played.ended.dealt.order, played.ended.dealt.game.hands, strict=True) if hand]
    assert [hand["seat"] for hand in played.end["hands"]] == held


def assert_opens(shown: Mapping[str, Any], seals: Mapping[int, list[str]]) -> None:
    """Assert that a hand with its key is the newest that its seat was given."""
    assert seal_of(bytes.fromhex(shown["key"]), shown["cards"]).hex() == seals[shown["seat"]][-1]


@pytest.mark.clause("PRD-21")
@for_every_game
@given(played_games())
def test_a_default_is_what_the_rules_say_and_comes_when_they_say(played: PlayedGame) -> None:
    defaults = 0
    for before, record in zip(played.states, played.records[1:], strict=False):
        if record["by"] not in {DecidedBy.TIMEOUT.value, DecidedBy.AWAY.value}:
            continue
        defaults += 1
        game = before.dealt.game
        act = default_act(before.decision_needed)
        pair = spread_of(game.hands[game.seat]) is None
        down_minor = min(500, game.stacks_minor[game.seat])
        assert (record["a"], record["amt"]) == (("take", 0) if pair else ("down", down_minor))
        assert (act.action.value, act.amount_minor) == (record["a"], record["amt"])
        if record["by"] == DecidedBy.TIMEOUT.value:
            assert record["time"] >= before.decision_ends_ms
            assert record["seat"] not in before.attendance.away
        else:
            assert record["seat"] in before.attendance.away
    assert defaults == sum(record.get("by") in {"timeout", "away"} for record in played.records)


@for_every_game
@given(played_games())
def test_deadlines_follow_from_the_times_of_records(played: PlayedGame) -> None:
    for record in courses(played):
        if "now" in record:
            assert record["now"]["until"] == record["time"] + 20_000
    hand = played.records[0]
    assert hand["until"] == hand["time"] + 240_000
    turns = [record["n"] for record in played.records[1:]]
    assert turns == list(range(1, len(turns) + 1))


@for_every_game
@given(played_games())
def test_a_game_is_rebuilt_from_its_records_and_its_seed_alone(played: PlayedGame) -> None:
    hand, *turns = played.records
    for count in {0, len(turns) // 2, len(turns)}:
        rebuilt = replay_game(played.table, played.stakes, played.cards, hand, turns[:count])
        assert rebuilt == played.states[count]
    whole = replay_game(played.table, played.stakes, played.cards, hand, turns)
    assert replay_ended_game(whole, {"time": played.ended_ms}) == played.ended


@for_every_game
@given(played_games())
def test_another_seed_or_a_changed_record_is_not_played_on(played: PlayedGame) -> None:
    hand, *turns = played.records
    if not hand["sealed"]:
        return  # a game that the antes end has no card
    other = replace(played.cards, seed=bytes(32))
    with pytest.raises(AssertionError, match="tell the same game"):
        replay_game(played.table, played.stakes, other, hand, turns)
    moved = {**hand, "stacks": [hand["stacks"][0] - 500, *hand["stacks"][1:]], "pot": hand["pot"] + 500}
    with pytest.raises(AssertionError, match="tell the same game"):
        replay_game(played.table, played.stakes, played.cards, moved, turns)


@for_every_game
@given(played_games())
def test_after_every_record_the_croupier_has_one_next_step(played: PlayedGame) -> None:
    for game in played.states:
        if game.end is not None:
            continue
        position = position_in_game(game)
        for now_ms in {game.decision_ends_ms - 1, game.decision_ends_ms, game.ends_ms - 1, game.ends_ms}:
            due = next_step(played.table, position, now_ms=now_ms)
            assert due is not None
            may_default = now_ms < game.ends_ms and game.default_by(at_ms=now_ms) is not None
            assert (due.step is CroupierStep.DEFAULT and due.from_ms <= now_ms) == may_default
            assert (due.step is CroupierStep.HAND_END and due.from_ms <= now_ms) == (now_ms >= game.ends_ms)


@for_every_game
@given(played_games())
def test_a_game_goes_on_until_everybody_with_chips_votes_or_is_away(played: PlayedGame) -> None:
    for game in played.states[:-1]:
        in_play, marks = set(game.dealt.seats_in_play), game.attendance
        assert not marks.votes or in_play - marks.votes - marks.away
    if played.ended.end is GameEnd.AGREED:
        marks = played.ended.attendance
        assert marks.votes
        assert set(played.ended.dealt.seats_in_play) <= marks.votes | marks.away


@pytest.mark.clause("PRD-5")
@pytest.mark.clause("PRD-10")
@for_every_game
@given(played_games())
def test_raises_stay_within_the_room_and_totals_count_what_was_staked_beyond_the_buy_in(played: PlayedGame) -> None:
    raised: dict[int, int] = {stake.seat: 0 for stake in played.stakes}
    for record in played.records[1:]:
        if record["a"] == Action.RAISE.value:
            raised[record["seat"]] += record["amt"]
    for stake, result in zip(played.stakes, played.end["results"], strict=True):
        assert (result["seat"], result["raised"]) == (stake.seat, raised[stake.seat])
        assert stake.room_minor is None or result["raised"] <= stake.room_minor
        buy_in, returned = result["staked"], result["returned"]
        totals = totals_of_leaving(buy_in_minor=buy_in, raised_minor=result["raised"], returned_minor=returned)
        assert buy_in + totals.staked_minor == max(buy_in, result["raised"])
        assert buy_in + totals.loss_minor == buy_in - returned


@for_every_game
@given(played_games())
def test_every_record_is_canonical_and_fits_into_an_entry(played: PlayedGame) -> None:
    assert played.end["hand"] == HAND_LEAF.hex()
    for record in (*played.records, played.end):
        assert len(canonical_json.encode(dict(record))) < 40_000


@for_every_game
@given(played_games())
def test_no_record_names_a_card_before_it_is_shown(played: PlayedGame) -> None:
    for record, game in zip(played.records, played.states, strict=True):
        if "stacks" not in record or game.end is not None:
            continue
        places = [place for place in game.dealt.game.in_play if game.dealt.order[place] != record["now"]["seat"]]
        hidden = [set[Card](game.dealt.game.hands[place]) for place in places]
        assert all(len(hand) == 2 for hand in hidden)
        assert set(record["now"]) == {"seat", "cards", "key", "until"}
        assert all(set(sealed) == {"seat", "h"} for sealed in record["sealed"])
