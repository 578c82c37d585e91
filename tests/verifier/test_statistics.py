"""Operators who write logs in which every record follows, and choose by the hidden cards: each is named by a test."""

from __future__ import annotations

import math
from collections import Counter
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, strategies as st

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.hands import PACK, beats, best_of, cautious, deals_consecutive, deals_win, spread_of
from tests.verifier.play import Player, announce, founded, one_round, seated
from tests.verifier.producer import HOUR_MS, ROUNDS, SYSTEM, Log, sha256
from tests.verifier.sheets import MONTANA, MONTANA_3, SHEET, SHOE
from tests.verifier.spoiling import fields, put
from verifier import chances, montana, red_dog, verdict_output
from verifier.evidence import COARSE, FINE, Cell, Counts, eighths, log10_evidence, log10_evidence_by_stake
from verifier.judge import Depth
from verifier.statistics import StatisticalTest, Statistics
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from verifier.audit import AuditResult
    from verifier.game import Game
    from verifier.records import Act
    from verifier.statistics import Finding

RED_DOG, RED_DOG_SHOE = red_dog.game(SHEET), red_dog.game(SHOE)  # type: ignore[arg-type]  # plain documents
MONTANA_5_CARDS, MONTANA_3_CARDS = montana.game(MONTANA), montana.game(MONTANA_3)  # type: ignore[arg-type]  # the same
HAND_AFTER_DEADLINE_MS = 24 * HOUR_MS


class Evening:
    """A log of the second version with one player, dealt rounds by an operator who sees the cards first."""

    def __init__(self, *, rounds: int = 64, version: str = "rdf/2") -> None:
        self.log = Log()
        self.log.version = version
        announce(self.log, ROUNDS)
        self.rules = self.log.add(SYSTEM, "rules", {"rules": SHEET})
        self.player = seated(self.log, "ada", rounds=rounds).open()
        self.player.move("adjustment", 10_000_000)

    def deal(self, ante: int = 500, *, ante_of_winners: int | None = None) -> list[str]:
        """Deal the next round, in the next epoch where this one is used up, and return its cards."""
        if self.player.nonce == len(self.player.opened) - 1:
            self.leave()
        cards = self.player.cards(self.player.nonce + 1)
        self.player.deal(ante_of_winners if ante_of_winners and wins(cards) else ante, rules=self.rules)
        return cards

    def leave(self, client: bytes = b"") -> None:
        self.log.checkpoint()
        self.player.open(client=client)

    def expire(self) -> None:
        self.log.now += HAND_AFTER_DEADLINE_MS
        self.player.settle("stand", by="timeout")

    def audit(self) -> AuditResult:
        return audited(self.log.seal())


def wins(cards: Sequence[str]) -> bool:
    return deals_win(list(cards)) or len({card[0] for card in cards[:3]}) == 1


def found(outcome: AuditResult, test: StatisticalTest) -> Finding:
    assert outcome.tests is not None
    return next(one for one in outcome.tests if one.test is test)


def warned(outcome: AuditResult) -> dict[StatisticalTest, Code]:
    assert outcome.tests is not None
    return {one.test: one.warning.code for one in outcome.tests if one.warning is not None}


# Operators


def test_an_honest_operator_who_voids_expires_and_leaves_without_looking_is_not_warned_of() -> None:
    evening, chance = Evening(rounds=16), Random(1)
    for number in range(300):
        cards = evening.deal(chance.choice((500, 4000, 30_000)))
        if number % 5 == 0:
            evening.player.void()
        elif number % 5 == 1 and cautious(cards, SHEET) is not None:
            evening.expire()
        else:
            evening.player.settle(chance.choice(("raise", "stand")))
        if number % 30 == 0:
            evening.player.commit(reason="restored a backup").commit(reason="again")
            evening.leave()

    outcome = evening.audit()

    assert code(outcome) == "OK"
    assert outcome.first_version_records == 0
    assert verdict_output.exit_status(outcome) == 0
    assert [one.test for one in outcome.tests or ()] == [*StatisticalTest]
    counted = {one.test: one.rounds for one in outcome.tests or ()}
    assert counted[StatisticalTest.VOIDS] == 60
    # Ten epochs left after at least one round, and two commitments replaced before each: 8 hands of each.
    assert counted[StatisticalTest.UNPLAYED] >= 10 * 2 * 8
    assert counted[StatisticalTest.DEALT] == counted[StatisticalTest.STAKED] == 300
    assert min(counted[test] for test in (StatisticalTest.TIMEOUTS, StatisticalTest.AGAINST)) > 10
    for one in outcome.tests or ():
        assert abs(one.won - one.expected) < 4 * math.sqrt(one.rounds) + 1


def voided_if(choose: Callable[[list[str], Random], bool], rounds: int) -> AuditResult:
    evening, chance = Evening(), Random(2)
    for _ in range(rounds):
        cards = evening.deal()
        if choose(cards, chance):
            evening.player.void()
        else:
            evening.player.settle()
    return evening.audit()


def test_an_operator_who_voids_every_winning_round_is_named() -> None:
    outcome = voided_if(lambda cards, _: wins(cards), 120)

    assert warned(outcome) == {StatisticalTest.VOIDS: Code.W_SELECTED}
    assert verdict_output.exit_status(outcome) == 3
    assert "WARNING W_SELECTED" in "\n".join(verdict_output.as_text(outcome))
    assert "test voids" in next(one for one in outcome.tally.milder).sentence
    # The cards that were voided are revealed: all rounds together are as they should be.
    assert found(outcome, StatisticalTest.VOIDS).won == found(outcome, StatisticalTest.VOIDS).rounds > 20


def test_an_operator_who_voids_half_of_the_winning_rounds_and_others_as_well_is_named() -> None:
    outcome = voided_if(lambda cards, chance: chance.random() < (0.5 if wins(cards) else 0.1), 800)

    assert warned(outcome) == {StatisticalTest.VOIDS: Code.W_SELECTED}
    assert found(outcome, StatisticalTest.VOIDS).rounds - found(outcome, StatisticalTest.VOIDS).won > 40


def test_an_operator_who_lets_winning_rounds_run_into_their_time_out_is_named() -> None:
    evening = Evening()
    for _ in range(200):
        cards = evening.deal()
        if deals_win(cards):
            evening.expire()
        else:
            evening.player.settle()

    assert warned(evening.audit()) == {StatisticalTest.TIMEOUTS: Code.W_SELECTED}


def test_an_operator_who_ends_winning_rounds_late_is_named() -> None:
    evening = Evening()
    for _ in range(200):
        if deals_win(evening.deal()):
            evening.log.now += SHEET["mmd_ms"] + HAND_AFTER_DEADLINE_MS
        evening.player.settle()

    outcome = evening.audit()

    assert warned(outcome) == {StatisticalTest.LATE: Code.W_SELECTED}
    # The warning is graver than the lateness that it counts.
    assert verdict_output.exit_status(outcome) == 3


def test_an_operator_who_leaves_epochs_before_a_winning_hand_is_named() -> None:
    evening = Evening(rounds=8)
    evening.deal()
    evening.player.settle()
    for _ in range(170):
        evening.leave(client_of(evening.player, lambda won: won[0]))

    assert warned(evening.audit()) == {StatisticalTest.UNPLAYED: Code.W_SELECTED}


def client_of(player: Player, wanted: Callable[[list[bool]], bool]) -> bytes:
    """Find a client seed by which the hands of the announced epoch are as wanted."""
    player.opened, opened = player.announced, player.opened
    player.epoch += 1
    tries = 0
    while True:
        player.client = sha256(f"tried {player.epoch} {tries}".encode())
        if wanted([wins(player.cards(nonce)) for nonce in range(1, len(player.opened))]):
            break
        tries += 1
    player.epoch -= 1
    player.opened = opened
    return player.client


def test_an_operator_who_replaces_commitments_that_win_is_named() -> None:
    evening = Evening(rounds=8)
    for _ in range(8):
        evening.deal()
        evening.player.settle()
    for _ in range(14):
        # The client seed is known, and the hands that it makes are good: they are replaced before it opens them.
        client = client_of(evening.player, lambda won: sum(won) >= 5)
        evening.player.commit(reason="the power failed")
        evening.leave(client)
        for _ in range(8):
            evening.deal()
            evening.player.settle()

    outcome = evening.audit()

    assert warned(outcome) == {StatisticalTest.UNPLAYED: Code.W_SELECTED}
    assert outcome.tally.commitments_replaced == 14


def favoured(cards: list[str]) -> bool:
    """Tell whether the visible cards favour the player: a pair, or a spread on which one raises."""
    return cards[0][0] == cards[1][0] or spread_of(cards) >= 7


def test_an_operator_who_voids_rounds_whose_visible_cards_favour_the_player_is_named() -> None:
    outcome = voided_if(lambda cards, _: favoured(cards), 120)

    assert warned(outcome) == {StatisticalTest.VOIDS_SEEN: Code.W_SELECTED}
    assert verdict_output.exit_status(outcome) == 3
    assert "favour the player" in next(one for one in outcome.tally.milder).sentence
    # A pair asks for nothing.
    assert found(outcome, StatisticalTest.VOIDS_SEEN).rounds < found(outcome, StatisticalTest.VOIDS).rounds


def test_players_who_let_good_hands_run_out_make_no_operator_a_cheat() -> None:
    evening = Evening()
    for _ in range(150):
        if spread_of(evening.deal()) >= 7:
            evening.expire()
        else:
            evening.player.settle()

    outcome = evening.audit()

    assert warned(outcome) == {}
    seen = found(outcome, StatisticalTest.TIMEOUTS_SEEN)
    assert (seen.rounds, seen.bound, seen.warning) == (seen.won, None, None)
    assert seen.log10 > 7
    assert "timeouts_seen" in "\n".join(verdict_output.as_text(outcome))


def test_seeds_that_are_not_revealed_count_as_won() -> None:
    evening = Evening(rounds=8)
    evening.deal()
    evening.player.settle()
    for _ in range(3):
        evening.leave()
        evening.log.drafts[-1].fields.pop("left")

    outcome = evening.audit()

    assert warned(outcome) == {StatisticalTest.UNPLAYED: Code.W_SELECTED}
    # 7 hands after the first, then 8 of each epoch that was opened and not played.
    assert found(outcome, StatisticalTest.UNPLAYED).won == found(outcome, StatisticalTest.UNPLAYED).rounds == 7 + 8 + 8


def test_an_operator_who_writes_winning_raises_as_stands_is_named() -> None:
    evening = Evening()
    for _ in range(500):
        cards = evening.deal()
        evening.player.settle("stand" if wins(cards) and spread_of(cards) >= 7 else None)

    outcome = evening.audit()

    assert warned(outcome) == {StatisticalTest.AGAINST: Code.W_ACTS}
    assert verdict_output.deciding(outcome) is not None


def test_seeds_that_were_tried_out_until_players_lose_are_named() -> None:
    evening = Evening(rounds=8)
    for _ in range(45):
        evening.leave(client_of(evening.player, lambda won: not any(won)))
        for _ in range(8):
            evening.deal()
            evening.player.settle()

    assert StatisticalTest.DEALT in warned(evening.audit())
    assert warned(evening.audit())[StatisticalTest.DEALT] is Code.W_DEALT


def test_a_player_who_knows_the_cards_is_named() -> None:
    evening = Evening()
    for _ in range(600):
        evening.deal(500, ante_of_winners=30_000)
        evening.player.settle()

    outcome = evening.audit()

    # All rounds are weighed by their stakes too, so a single player's log warns of both.
    assert warned(outcome) == {StatisticalTest.DEALT: Code.W_DEALT, StatisticalTest.STAKED: Code.W_CHAIN}
    assert found(outcome, StatisticalTest.STAKED).chain == evening.player.chain
    assert found(outcome, StatisticalTest.STAKED).bound == pytest.approx(7 + math.log10(2))


def test_side_bets_that_pay_and_are_voided_are_named() -> None:
    log = Log()
    log.version = "rdf/2"
    announce(log, ROUNDS)
    rules = log.add(SYSTEM, "rules", {"rules": MONTANA})
    player = seated(log, "ada", rounds=256).open().move("adjustment", 10_000_000)
    for _ in range(250):
        cards = player.deal(600, rules=rules, sheet=MONTANA, bonus=30_000).cards(player.nonce)
        if best_of([*cards[:5], cards[11]]) not in ("high_card", "pair"):
            player.void()
        else:
            player.settle()

    outcome = audited(log.seal())

    assert found(outcome, StatisticalTest.VOIDS).rounds == found(outcome, StatisticalTest.VOIDS_SIDE).rounds > 10
    assert warned(outcome)[StatisticalTest.VOIDS_SIDE] is Code.W_SELECTED


@pytest.mark.parametrize(("ante", "weight"), [(500, 1), (15_000, 4), (30_000, 8)])
def test_a_voided_round_weighs_by_its_part_of_the_greatest_stake(ante: int, weight: int) -> None:
    evening, expected = Evening(), Counts()
    for _ in range(10):
        cards = evening.deal(ante)
        evening.player.void()
        chance = chances.seen(RED_DOG, cards[:2])
        expected.take(Cell(SHEET["game"], SHEET["ver"], chance.wins, chance.of, weight), won=wins(cards))

    assert found(evening.audit(), StatisticalTest.VOIDS).log10 == pytest.approx(log10_evidence(expected), abs=1e-9)


@pytest.mark.parametrize(("bonus", "weight"), [(3_000, 1), (15_000, 4), (30_000, 8)])
def test_a_voided_side_bet_weighs_by_its_part_of_the_greatest_side_bet(bonus: int, weight: int) -> None:
    log, expected = Log(), Counts()
    log.version = "rdf/2"
    announce(log, ROUNDS)
    rules = log.add(SYSTEM, "rules", {"rules": MONTANA})
    player = seated(log, "ada", rounds=16).open().move("adjustment", 10_000_000)
    for _ in range(10):
        cards = player.deal(600, rules=rules, sheet=MONTANA, bonus=bonus).cards(player.nonce)
        player.void()
        chance = chances.side_bet(cards[:5])
        pays = best_of([*cards[:5], cards[11]]) not in ("high_card", "pair")
        expected.take(Cell(MONTANA["game"], MONTANA["ver"], chance.wins, chance.of, weight), won=pays)

    outcome = audited(log.seal())

    assert found(outcome, StatisticalTest.VOIDS_SIDE).log10 == pytest.approx(log10_evidence(expected), abs=1e-9)


# Lost seeds


def lost_in_an_epoch() -> Evening:
    evening = Evening(rounds=8)
    evening.deal()
    evening.player.settle()
    evening.deal()
    evening.player.void(lost=True)
    return evening


def test_a_seed_that_was_called_lost_and_is_revealed_by_what_was_left_was_held() -> None:
    evening = lost_in_an_epoch()
    evening.leave()
    evening.deal()
    evening.player.settle()

    outcome = evening.audit()

    assert code(outcome) == "E_SEED_HELD"
    assert outcome.tally.failures == Counter({Code.E_SEED_HELD: 1})
    assert verdict_output.exit_status(outcome) == 1
    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert (failure.place.kind, failure.place.index) == ("void", evening.log.index("void"))
    assert found(outcome, StatisticalTest.VOIDS).rounds == 1


def test_a_seed_stays_lost_that_nothing_reveals_and_counts_as_won() -> None:
    evening = lost_in_an_epoch()
    ended = evening.audit()
    evening.leave()
    evening.log.drafts[-1].fields.pop("left")

    for outcome in (ended, evening.audit()):
        assert code(outcome) == "E_SEED_LOST"
        assert outcome.tally.failures == Counter({Code.E_SEED_LOST: 1})
        assert verdict_output.exit_status(outcome) == 2
        assert found(outcome, StatisticalTest.VOIDS).rounds == 1
        assert found(outcome, StatisticalTest.VOIDS).won == (found(outcome, StatisticalTest.VOIDS).expected > 0)


def test_a_lost_seed_of_cards_that_cannot_win_does_not_count_as_won() -> None:
    evening = Evening(rounds=8)
    evening.log.checkpoint()
    evening.player.open(wanted=deals_consecutive)
    evening.deal()
    evening.player.void(lost=True)

    outcome = evening.audit()

    assert code(outcome) == "E_SEED_LOST"
    voids = found(outcome, StatisticalTest.VOIDS)
    assert (voids.rounds, voids.won, voids.expected, voids.log10) == (1, 0, 0, 0)


def test_a_lost_seed_ends_its_epoch_and_a_later_one_proves_that_it_was_held() -> None:
    evening = lost_in_an_epoch()
    evening.deal()
    evening.player.settle()

    assert evening.audit().tally.failures == Counter({Code.E_NONCE: 1, Code.E_SEED_HELD: 1})


def test_an_operator_who_loses_the_seeds_of_winning_rounds_is_named() -> None:
    evening = Evening(rounds=4)
    lost = 0
    while lost < 30:
        if wins(evening.deal()):
            evening.player.void(lost=True)
            lost += 1
            evening.leave()
            evening.log.drafts[-1].fields.pop("left", None)
        else:
            evening.player.settle()

    outcome = evening.audit()

    assert warned(outcome)[StatisticalTest.VOIDS] is Code.W_SELECTED
    assert outcome.tally.failures[Code.E_SEED_LOST] == 30


# What an open reveals


def two_epochs() -> Log:
    evening = Evening(rounds=8)
    evening.deal()
    evening.player.settle()
    evening.player.commit(reason="restored a backup").commit(reason="again")
    evening.leave()
    return evening.log


def other_seed(log: Log) -> None:
    opened = fields(log, "open", -1)
    opened["left"] = opened["replaced"][0]


@pytest.mark.parametrize(
    ("spoil", "expected"),
    [
        pytest.param(lambda _: None, "OK", id="as it should be"),
        pytest.param(other_seed, "E_SEED", id="another seed of what was left"),
        pytest.param(lambda log: fields(log, "open", -1)["replaced"].reverse(), "E_SEED", id="in another order"),
        pytest.param(lambda log: fields(log, "open", -1)["replaced"].append("5e" * 32), "E_SEED", id="one too many"),
        pytest.param(lambda log: fields(log, "open", -1)["replaced"].pop(0), "OK", id="the first is lost"),
        pytest.param(lambda log: fields(log, "open", -1).pop("replaced"), "OK", id="all are lost"),
        pytest.param(put("open", left="5e" * 32), "E_SEED", id="left before the first epoch"),
        pytest.param(put("open", replaced=["5e" * 32]), "E_SEED", id="replaced where nothing was"),
        pytest.param(put("open", replaced=[]), "E_FORM", id="an empty list"),
        pytest.param(put("open", left="5e"), "E_FORM", id="no seed"),
    ],
)
def test_revealed_seeds_are_those_of_their_commitments(spoil: Callable[[Log], object], expected: str) -> None:
    log = two_epochs()

    spoil(log)

    assert code(audited(log.seal())) == expected


def test_an_epoch_that_was_played_to_its_end_has_nothing_left() -> None:
    evening = Evening(rounds=2)
    for _ in range(3):
        evening.deal()
        evening.player.settle()
    opened = fields(evening.log, "open", -1)
    assert "left" not in opened
    opened["left"] = evening.player.seeds(0)[-1].hex()

    assert code(evening.audit()) == "E_SEED"


# Older logs, and other ways to read one


def test_a_log_of_the_first_version_is_judged_as_ever() -> None:
    evening = Evening(version="rdf/1", rounds=8)
    for _ in range(40):
        if wins(evening.deal()):
            evening.player.void()
        else:
            evening.player.settle()
    evening.player.void(lost=True) if evening.player.deal_leaf and wins(evening.deal()) else evening.player.settle()

    outcome = evening.audit()

    assert code(outcome) == "OK"
    assert {one.rounds for one in outcome.tests or ()} == {0}
    assert outcome.tally.voided_winning == outcome.tally.voided > 5
    told = "\n".join(verdict_output.as_text(outcome))
    assert f"versions  records of rdf/1: {len(evening.log.drafts)}, not judged by" in told
    assert verdict_output.as_document(outcome)["first_version_records"] == len(evening.log.drafts)


def test_the_first_version_has_no_revealed_seeds() -> None:
    log = one_round()
    fields(log, "open")["left"] = "5e" * 32

    assert code(audited(log.seal())) == "E_FORM"


def test_a_lost_seed_of_the_first_version_ends_no_epoch() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).void(lost=True).deal(500, rules=rules).settle()

    assert audited(log.seal()).tally.failures == Counter({Code.E_SEED_LOST: 1})


def test_tree_mode_tells_nothing_of_the_tests() -> None:
    outcome = audited(one_round().seal(), depth=Depth.TREE)

    assert outcome.tests is None
    assert verdict_output.as_document(outcome)["tests"] is None
    assert not any(line.startswith("tests") for line in verdict_output.as_text(outcome))


def test_processes_find_the_same_together_as_one_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Log()
    log.version = "rdf/2"
    announce(log, ROUNDS)
    rules = log.add(SYSTEM, "rules", {"rules": SHEET})
    for name in ("ada", "ben", "cem", "dot"):
        player = seated(log, name, rounds=8).open()
        for _ in range(6):
            player.deal(500, rules=rules).void().deal(900, rules=rules).settle("stand")
            log.checkpoint()
            player.open()
    log.checkpoint()
    folder = log.seal().write(tmp_path)
    monkeypatch.setattr("verifier.audit.ENTRIES_WORTH_A_PROCESS", 1)

    alone, shared = audited_folder(folder, jobs=1), audited_folder(folder, jobs=3)

    assert found(alone, StatisticalTest.VOIDS).rounds == 24
    assert found(alone, StatisticalTest.UNPLAYED).rounds == 24 * 6
    assert alone.tests == shared.tests


# Chances


def test_chances_of_red_dog_are_those_of_counted_cards() -> None:
    winning = dealt = 0
    for first, second in combinations(PACK, 2):
        thirds = [card for card in PACK if card not in (first, second)]
        won = sum(wins([first, second, third]) for third in thirds)
        assert Fraction(*chances.seen(RED_DOG, [first, second])) == Fraction(won, 50)
        winning, dealt = winning + won, dealt + 50
    assert Fraction(*chances.blind(RED_DOG)) == Fraction(winning, dealt) == Fraction(71, 255)
    # Six packs: 24 cards between 4 and 6, 22 more of a pair's rank, of the 310 unseen.
    assert Fraction(*chances.seen(RED_DOG_SHOE, ["4c", "6d"])) == Fraction(24, 310)
    assert Fraction(*chances.seen(RED_DOG_SHOE, ["4c", "4c"])) == Fraction(22, 310)


def test_chances_of_montana_are_those_of_counted_cards() -> None:
    winning, dealt = Fraction(0), 0
    for hand in combinations(PACK, 3):
        winning, dealt = winning + 49 * Fraction(*chances.seen(MONTANA_3_CARDS, hand)), dealt + 49
    assert Fraction(*chances.blind(MONTANA_3_CARDS)) == winning / dealt == Fraction(6327, 20825)
    assert Fraction(*chances.blind(MONTANA_5_CARDS)) == Fraction(8689, 19740)
    for number in range(200):
        hand5 = Random(number).sample(PACK, 5)
        hits = [hit for hit in PACK if hit not in hand5]
        assert Fraction(*chances.seen(MONTANA_5_CARDS, hand5)) == Fraction(sum(beats(hand5, hit) for hit in hits), 47)
        pays = sum(best_of([*hand5, hit]) not in ("high_card", "pair") for hit in hits)
        assert Fraction(*chances.side_bet(hand5)) == Fraction(pays, 47)


def test_chances_that_visible_cards_favour_the_player_are_those_of_counted_hands() -> None:
    assert chances.favour(RED_DOG) == (5, 22)
    asked = [hand for hand in combinations(PACK, 2) if chances.asks(RED_DOG, hand)]
    assert Fraction(sum(chances.favours(RED_DOG, hand) for hand in asked), len(asked)) == Fraction(5, 22)
    hands = list(combinations(PACK, 3))
    favouring = sum(2 * sum(beats(list(hand), hit) for hit in PACK if hit not in hand) > 49 for hand in hands)
    assert Fraction(favouring, len(hands)) == Fraction(*chances.favour(MONTANA_3_CARDS)) == Fraction(28, 425)
    assert chances.favour(MONTANA_5_CARDS) == (79, 238)


def act(name: str, amount: int = 0) -> Act:
    return {"a": name, "amt": amount, "by": "player", "t": 0}


@pytest.mark.parametrize(
    ("game", "cards", "best"),
    [
        # Spread 7 wins 28 of 50 at 1 to 1, spread 6 only 24; spread 1 wins 4 at 5 to 1: 20 against 46.
        (RED_DOG, ["2c", "Td"], {"raise"}),
        (RED_DOG, ["2c", "9d"], {"stand"}),
        (RED_DOG, ["2c", "4d"], {"stand"}),
        # Four aces beat 12 of each suit less one card: 47 of 47 hits, but the fifth card itself.
        (MONTANA_5_CARDS, ["Ac", "Ad", "Ah", "As", "2c"], {"raise"}),
        (MONTANA_5_CARDS, ["2c", "2d", "2h", "2s", "3c"], {"surrender"}),
        # 14 of 47: worth -19/47, more than -1/2.
        (MONTANA_5_CARDS, ["Ac", "2d", "2h", "2s", "4d"], {"play"}),
    ],
)
def test_the_best_decision_follows_from_the_sheet(game: Game, cards: list[str], best: set[str]) -> None:
    options = [act("raise", 500), act("stand"), act("play"), act("surrender")]
    named = {"red-dog": ("raise", "stand"), "montana": ("raise", "play", "surrender")}[game.sheet["family"]]

    found_best = {
        option["a"]
        for option in options
        if option["a"] in named and chances.is_best(game, option, cards=cards, ante_minor=500)
    }

    assert found_best == best


def test_a_raise_by_less_than_the_stake_is_not_the_best() -> None:
    assert not chances.is_best(RED_DOG_SHOE, act("raise", 499), cards=["2c", "Kd"], ante_minor=500)
    assert chances.is_best(RED_DOG_SHOE, act("raise", 500), cards=["2c", "Kd"], ante_minor=500)


# Evidence


def cell(wins_of_50: int, weight: int = 4) -> Cell:
    return Cell("a-game", 1, wins_of_50, 50, weight)


def counts(*rounds: tuple[Cell, bool]) -> Counts:
    counted = Counts()
    for one, won in rounds:
        counted.take(one, won=won)
    return counted


def test_the_known_answer_of_the_page() -> None:
    known = counts((cell(24), True), (cell(8), True), (cell(4), True), (cell(40), False))

    assert (known.rounds, known.won, known.expected) == (4, 3, Fraction(38, 25))
    assert log10_evidence(known) == pytest.approx(0.464953, abs=5e-7)


@pytest.mark.parametrize("stake", [1, 500, 3750, 3751, 29_999, 30_000, 90_000])
def test_weights_are_whole_eighths_and_at_most_one(stake: int) -> None:
    assert eighths(stake, stake_max=30_000) == min(8, math.ceil(Fraction(8 * stake, 30_000)))


@given(
    rounds=st.lists(
        st.tuples(st.builds(cell, st.integers(0, 50), st.integers(0, 8)), st.booleans(), st.integers(0, 2)), max_size=60
    ),
    order=st.randoms(use_true_random=False),
)
def test_parts_of_a_log_add_up_to_the_same_in_any_order(rounds: list[tuple[Cell, bool, int]], order: Random) -> None:
    possible = [(one, won and one.wins > 0, part) for one, won, part in rounds]
    whole = counts(*((one, won) for one, won, _ in possible))
    parts = [counts(*((one, won) for one, won, part in possible if part == number)) for number in range(3)]
    order.shuffle(parts)
    joined = Statistics()
    for part in parts:
        statistics = Statistics()
        statistics.counts[StatisticalTest.VOIDS] = part
        joined.add(statistics)

    assert joined.counts[StatisticalTest.VOIDS].cells == whole.cells
    assert log10_evidence(joined.counts[StatisticalTest.VOIDS]) == log10_evidence(whole)
    assert log10_evidence(joined.counts[StatisticalTest.VOIDS], tilts=FINE) == log10_evidence(whole, tilts=FINE)


@given(p=st.fractions(0, 1, max_denominator=2000), weight=st.integers(0, 8), tilt=st.sampled_from(COARSE + FINE))
def test_each_round_has_the_mean_factor_one_if_nobody_chose(p: Fraction, weight: int, tilt: Fraction) -> None:
    def evidence(*, won: bool) -> float:
        one = Counts()
        one.take(Cell("a-game", 1, p.numerator, p.denominator, weight), won=won)
        return 10 ** log10_evidence(one, tilts=(tilt,))

    mean = float(p) * evidence(won=True) + float(1 - p) * evidence(won=False)

    assert mean == pytest.approx(1, rel=1e-9)


@pytest.mark.parametrize("tilts", [COARSE, FINE])
def test_honest_logs_reach_a_bound_no_more_often_than_it_says(tilts: Sequence[Fraction]) -> None:
    chance, logs, reached = Random(3), 300, Counter[int]()
    for _ in range(logs):
        log, peak = Counts(), 0.0
        for _ in range(40):
            wins_of_50 = chance.choice((4, 16, 36))
            log.take(cell(wins_of_50, chance.choice((1, 8))), won=chance.randrange(50) < wins_of_50)
            peak = max(peak, log10_evidence(log, tilts=tilts))
        reached += Counter(bound for bound in (5, 20, 100) if peak >= math.log10(bound))

    # Looked at after every round: at most logs / bound on average, plus three standard deviations.
    for bound in (5, 20, 100):
        expected = logs / bound
        assert reached[bound] <= expected + 3 * math.sqrt(expected)


def test_one_who_stakes_alike_on_all_cards_is_not_told_from_luck_by_stakes_below_the_greatest() -> None:
    lucky = counts(*[(cell(14, 1), True)] * 20)

    assert log10_evidence_by_stake(lucky) < log10_evidence(lucky, tilts=FINE)


def test_the_bound_of_a_chain_rises_with_its_number() -> None:
    statistics = Statistics()
    for number in range(1, 4):
        statistics.take_chain(f"{number:032x}", counts((cell(14, number), True)), begins=10 * number)
    statistics.take_chain("f" * 32, Counts(), begins=25)

    nearest = next(one for one in statistics.results() if one.test is StatisticalTest.STAKED)

    # The third begins after one without a round, so it is the fourth: 7 + log10(4 * 5); the first has 7 + log10(2).
    assert nearest.chain == f"{1:032x}"
    assert nearest.bound == pytest.approx(7 + math.log10(1 * 2))
