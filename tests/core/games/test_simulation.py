"""The simulation against plain Python, against live play's own cards, and against the exact mathematics."""

import hashlib
import hmac
import itertools
import json
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command
from hypothesis import given, settings, strategies as st

from audit.core.epoch_seeds import ROUNDS_PER_EPOCH, seed_before
from audit.core.shuffle import shoe
from games.core.cards import Card
from games.core.family import SeatResult
from games.core.montana.terms import MontanaTerms
from games.core.red_dog.terms import RaiseMode, RedDogTerms
from games.core.sheet import RuleSheet
from games.core.variants import VARIANTS, montana_red_dog, montana_red_dog_3_card, red_dog_atlantic_city
from games.laboratory.exact_math import figures_of
from games.laboratory.montana.exact_math import winning_card_ways
from games.simulation.estimate import Estimate, chi_square, house_edge_first_bet, house_edge_total_wagered
from games.simulation.families import SIMULATIONS, simulation_of
from games.simulation.family import NotSimulated, Tally
from games.simulation.fast_cards import LANES, FastDealer, draw_three, fill, lane_states
from games.simulation.platform_cards import EPOCHS, PlatformDealer
from games.simulation.report import Report
from games.simulation.run import Plan, simulate
from games.simulation.sha256 import WIDTH, Hmac, sha256
from kernel.ids import RoundId

PROJECT = Path(__file__).resolve().parents[3]
SHEET = red_dog_atlantic_city.SHEET
EIGHT_DECKS = replace(SHEET, decks=8)
MONTANA = montana_red_dog.SHEET
SEED = bytes(range(32))
SIMULATED = [sheet for sheet in VARIANTS if sheet.family in SIMULATIONS]


def simulated(sheet: RuleSheet, *, rounds: int, policy: str = "optimal", drbg: bool = False, jobs: int = 1) -> Report:
    plan = Plan(sheet=sheet, policy=policy, rounds=rounds, seed=SEED, drbg=drbg, jobs=jobs)
    return Report(plan=plan, totals=simulate(plan, played=lambda _: None), exact=figures_of(sheet), seconds=1.0)


# --- Random words and cards ---------------------------------------------------------------------------------


def test_the_generator_gives_the_words_that_are_known_of_it() -> None:
    # What xoshiro256++ gives from the state 1, 2, 3, 4.
    known = [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]
    state = np.repeat(np.array([[1], [2], [3], [4]], np.uint64), LANES, axis=1)
    words = np.empty(LANES * len(known), np.uint64)

    fill(state, words)

    for lane in range(LANES):
        assert words[lane::LANES].tolist() == known


def test_no_two_lanes_shares_or_seeds_begin_alike() -> None:
    begun = [
        tuple(column)
        for seed, partition in itertools.product((b"", SEED), range(3))
        for column in lane_states(seed, partition=partition).T.tolist()
    ]

    assert len(set(begun)) == 2 * 3 * LANES


# The first example waits for the compiler.
@settings(deadline=None)
@given(st.lists(st.integers(0, 2**64 - 1), min_size=1, max_size=20), st.integers(1, 8), st.sampled_from([0, 32]))
def test_three_cards_are_those_that_plain_arithmetic_shuffles(words: list[int], decks: int, low_bit: int) -> None:
    rows = tuple(np.empty((3, len(words)), np.uint16))
    kept = np.ones(len(words), np.bool_)

    draw_three(np.array(words, np.uint64), low_bit, decks, (rows[0], rows[1], rows[2]), kept)

    for i, word in enumerate(words):
        cards, fit = shuffled((word >> low_bit) % 2**32, decks=decks)
        assert [int(row[i]) for row in rows] == cards
        assert kept[i] == fit


def test_a_fraction_that_would_make_some_cards_likelier_is_thrown_away() -> None:
    # 2**32 is no multiple of the number of orders: so many fractions are left over, and those with the lowest
    # remainders are the ones to go.
    orders = 52 * 51 * 50
    kept = np.ones(1, np.bool_)
    row = np.empty(1, np.uint16)

    draw_three(np.zeros(1, np.uint64), 0, 1, (row, row, row), kept)

    assert 2**32 % orders > 0
    assert not kept[0]


@pytest.mark.parametrize(("count", "decks"), [(3, 1), (3, 8), (6, 1)])
def test_a_dealt_round_has_no_card_twice(count: int, decks: int) -> None:
    dealer = FastDealer(SEED, partition=0, decks=decks, count=count)
    dealt = dealer.cards[:, : dealer.deal()]

    assert dealt.shape[1] > 40_000
    assert dealt.max() == 52 * decks - 1
    assert (np.diff(np.sort(dealt, axis=0), axis=0) > 0).all()


@pytest.mark.parametrize("length", [0, 1, 3, 55, 56, 64, 66, 119, 120, 200])
def test_digests_of_many_messages_are_those_of_each(length: int) -> None:
    columns = 2 * WIDTH
    messages, keys = (
        np.frombuffer(hashlib.shake_128(name).digest(rows * columns), np.uint8).reshape(rows, columns)
        for name, rows in ((b"messages", length), (b"keys", 32))
    )
    digests, codes = sha256(messages), Hmac(keys).digest(messages[: length // 2], messages[length // 2 :])

    for i in range(columns):
        message, key = messages[:, i].tobytes(), keys[:, i].tobytes()
        assert digests[:, i].tobytes() == hashlib.sha256(message).digest()
        assert codes[:, i].tobytes() == hmac.digest(key, message, "sha256")


@pytest.mark.clause("F09")
@pytest.mark.parametrize(("count", "decks"), [(3, 1), (12, 1), (3, 4), (3, 8), (24, 1), (10, 8)])
def test_the_platforms_dealer_deals_what_live_play_deals(count: int, decks: int) -> None:
    partition = 3
    dealer = PlatformDealer(SEED, partition=partition, decks=decks, count=count)
    for nonce in (ROUNDS_PER_EPOCH, ROUNDS_PER_EPOCH - 1):
        seeds, clients = dealer._seeds.copy(), dealer._clients
        assert dealer.deal() == EPOCHS
        for lane in range(EPOCHS):
            seed, epoch = seeds[:, lane].tobytes(), EPOCHS * partition + lane
            round_id = RoundId(dealer._chain, epoch, nonce)
            live = shoe(seed, round_id=round_id, client=clients[:, lane].tobytes(), decks=decks)
            assert dealer.cards[:, lane].tolist() == live[:count]
            before = seed_before(seed, chain=dealer._chain, epoch=epoch, index=nonce - 1)
            assert dealer._seeds[:, lane].tobytes() == before


def test_rounds_that_need_more_than_the_first_block_of_bytes_are_among_those() -> None:
    dealer = PlatformDealer(SEED, partition=3, decks=1, count=24)
    dealer.deal()

    # 24 of 32 bytes must be below 52, 51, ... of 64: about half of the rounds have them.
    assert 0 < np.count_nonzero(dealer._enough) < EPOCHS


# --- Kinds of deals -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("drbg", [False, True])
@pytest.mark.parametrize("sheet", [SHEET, EIGHT_DECKS, MONTANA, montana_red_dog_3_card.SHEET], ids=lambda s: s.game)
def test_rounds_come_to_what_the_rules_say_of_each_by_itself(sheet: RuleSheet, *, drbg: bool) -> None:
    """Of a kind only the first deal is played; here every deal is, with its own suits and packs."""
    rounds = 3_000
    simulation = simulation_of(sheet, "optimal")
    one_by_one = Counter(simulation.settle(cards) for cards in dealt(sheet, rounds, drbg=drbg))

    assert simulated(sheet, rounds=rounds, drbg=drbg).totals == one_by_one


@pytest.mark.parametrize("decks", [1, 8])
def test_every_order_of_ranks_comes_as_often_as_the_shoe_allows(decks: int) -> None:
    copies, rounds = 4 * decks, 20_000_000
    ways = {
        (first, second, third): copies * (copies - (second == first)) * (copies - (third == first) - (third == second))
        for first, second, third in itertools.product(range(13), repeat=3)
    }
    counts = dict(zip(ways, tallied(replace(SHEET, decks=decks), rounds).counts.tolist(), strict=True))
    found = chi_square(
        {str(ranks): count for ranks, count in counts.items()},
        {str(ranks): Fraction(each, sum(ways.values())) for ranks, each in ways.items()},
    )

    assert min(counts.values()) > 0
    assert sum(counts.values()) == rounds
    assert 0.01 < found.p_value < 0.99


def test_only_numbers_of_winning_cards_come_that_a_hand_can_have() -> None:
    counts = tallied(MONTANA, 5_000_000).counts.reshape(52, 2, 10)
    ways = winning_card_ways(5)
    came = {winning for winning in range(52) if counts[winning].any()}

    assert came <= ways.keys()
    # What is left out is rarer than one hand in five million.
    assert {winning for winning, hands in ways.items() if hands > 10} <= came
    assert not counts[0, 1].any()


# --- Measured against exact ---------------------------------------------------------------------------------


@pytest.mark.clause("F05")
@pytest.mark.parametrize("sheet", SIMULATED, ids=lambda sheet: sheet.game)
def test_the_exact_edges_lie_inside_the_99_percent_intervals(sheet: RuleSheet) -> None:
    report = simulated(sheet, rounds=20_000_000)
    compared = [report.main] if report.side_bet is None else [report.main, report.side_bet]

    assert report.passed
    for comparison in compared:
        assert all(measured.agrees(exact, 0.99) for measured, exact in comparison.edges.values())


@pytest.mark.parametrize(
    ("sheet", "policy"),
    [(sheet, policy) for sheet in (SHEET, MONTANA) for policy in figures_of(sheet).policies],
    ids=lambda value: value if isinstance(value, str) else value.game,
)
def test_every_policy_that_has_exact_figures_can_be_played_and_agrees_with_them(sheet: RuleSheet, policy: str) -> None:
    assert simulated(sheet, rounds=2_000_000, policy=policy).passed


@pytest.mark.clause("F05")
def test_the_platforms_own_shuffle_gives_the_exact_edges_too() -> None:
    assert simulated(SHEET, rounds=300_000, drbg=True).passed


@pytest.mark.parametrize(
    ("spread", "trips"),
    [
        ((6, 5, 3, 2, 2, 2, 2, 2, 2, 2, 2), 12),
        ((5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1), 12),
        ((5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 2), 11),
    ],
    ids=["totals read as odds", "three of a kind at 12 to 1", "the widest spread at 2 to 1"],
)
def test_other_odds_than_those_of_the_sheet_are_noticed(spread: tuple[int, ...], trips: int) -> None:
    wrong = RedDogTerms(pay_spread=spread, pay_trips=trips, raise_mode=RaiseMode.EQUAL)
    played = simulated(replace(SHEET, terms=wrong), rounds=20_000_000)

    assert replace(played, exact=figures_of(SHEET)).passed is False


def test_rounds_of_another_number_of_decks_are_noticed() -> None:
    played = simulated(replace(SHEET, decks=2), rounds=20_000_000)

    assert replace(played, exact=figures_of(SHEET)).passed is False


def test_a_side_bet_at_other_odds_is_noticed() -> None:
    assert isinstance(MONTANA.terms, MontanaTerms)
    # Two pair at even money.
    wrong = replace(MONTANA.terms, pay_side_bet=(1, *MONTANA.terms.pay_side_bet[1:]))
    played = simulated(replace(MONTANA, terms=wrong), rounds=5_000_000)
    judged = replace(played, exact=figures_of(MONTANA))

    assert judged.main.agrees
    assert judged.passed is False


@pytest.mark.parametrize("drbg", [False, True])
@pytest.mark.slow
def test_the_result_does_not_depend_on_how_many_cores_work_for_it(*, drbg: bool) -> None:
    # Two whole shares and a part of a third.
    rounds = 2 * Plan(sheet=SHEET, policy="optimal", rounds=2, seed=SEED, drbg=drbg).share_rounds + 1_000
    one, two = (simulated(SHEET, rounds=rounds, drbg=drbg, jobs=jobs) for jobs in (1, 2))

    assert one.totals == two.totals
    assert one.totals.total() == rounds


def test_an_executor_of_the_callers_plays_the_same_rounds_and_stays_the_callers() -> None:
    plan = Plan(sheet=SHEET, policy="optimal", rounds=2, seed=SEED, drbg=True)
    plan = replace(plan, rounds=plan.share_rounds + 1_000)
    with ThreadPoolExecutor(2) as executor:
        totals = simulate(plan, played=lambda _: None, executor=executor)

        assert totals == simulate(plan, played=lambda _: None)
        assert executor.submit(int).result() == 0


def test_a_cluster_plays_the_same_rounds(capsys: pytest.CaptureFixture[str]) -> None:
    distributed = pytest.importorskip("distributed", reason="Dask is an extra: pip install distributed")
    words = ["red-dog-table", "--rounds", "3e7", "--seed", SEED.hex(), "--json"]
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster:
        for more in ([], ["--dask", cluster.scheduler_address]):
            call_command("simulate", *words, *more)

    here, there = (json.loads(line)["outcomes"] for line in capsys.readouterr().out.splitlines())
    assert here == there


def test_without_the_package_of_a_cluster_nothing_is_simulated(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(CommandError, match="pip install distributed") as refused:
        call_command("simulate", "red-dog-table", "--rounds", "1000", "--dask", "tcp://127.0.0.1:1")

    assert refused.value.returncode == 2


def test_too_few_rounds_are_not_judged() -> None:
    # Three of a kind comes once in 425 rounds: 17 * 25.
    report = simulated(SHEET, rounds=5 * 425 - 1)

    assert report.main.rounds_needed == 5 * 425
    assert report.passed is None


# --- Estimates ----------------------------------------------------------------------------------------------


def test_the_edges_and_their_errors_are_those_of_hand_calculation() -> None:
    won, raised, lost = (
        SeatResult(outcome="win", staked_minor=10, returned_minor=20),
        SeatResult(outcome="win", staked_minor=20, returned_minor=40),
        SeatResult(outcome="lose", staked_minor=10, returned_minor=0),
    )
    totals = Counter({won: 1, raised: 1, lost: 3})

    # Results of 1, 2, -1, -1, -1 bets: their mean is 0, their squares sum to 8, and 8 / 4 / 5 is 2 / 5.
    assert house_edge_first_bet(totals, unit_minor=10) == Estimate(value=Fraction(0), variance=Fraction(2, 5))
    # 6 bets staked on 5 rounds: the same errors, divided by the square of 6 / 5.
    assert house_edge_total_wagered(totals) == Estimate(
        value=Fraction(0), variance=Fraction(2, 5) / Fraction(6, 5) ** 2
    )


def test_an_interval_is_as_wide_as_the_normal_distribution_says() -> None:
    low, high = Estimate(value=Fraction(1, 2), variance=Fraction(1, 100)).interval(0.99)

    assert (round(low, 4), round(high, 4)) == (0.2424, 0.7576)  # 0.5 -+ 2.5758 * 0.1


def test_rare_classes_are_joined_and_an_impossible_one_is_noticed() -> None:
    chances = {"often": Fraction(9, 10), "seldom": Fraction(9, 100), "hardly": Fraction(1, 100)}

    # Of 100 rounds 9 and 1 are expected: together 10, of which 20 came, and 80 instead of 90.
    found = chi_square({"often": 80, "seldom": 18, "hardly": 2}, chances)
    assert found.degrees == 1
    assert found.statistic == pytest.approx(100 / 10 + 100 / 90)
    impossible = chi_square({"often": 99, "never": 1}, chances)
    assert (impossible.statistic, impossible.p_value) == (None, 0)
    # Of 3 rounds fewer than five are expected in all classes together.
    assert chi_square({"often": 3}, chances).p_value == 1


# --- The command --------------------------------------------------------------------------------------------


def test_the_command_prints_one_object_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "red-dog-atlantic-city", "--rounds", "1e5", "--seed", SEED.hex(), "--json")
    printed = capsys.readouterr()
    document = json.loads(printed.out)

    assert (document["rounds"], document["passed"]) == (100_000, True)
    assert document["house_edge"]["first_bet"]["exact"]["fraction"] == "523/16575"  # 1 - 16052/16575
    assert sum(outcome["rounds"] for outcome in document["outcomes"].values()) == 100_000
    assert "100%" in printed.err


def test_the_shortest_run_prints_an_object_that_any_reader_takes(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "montana-red-dog", "--rounds", "2", "--seed", "00", "--json")

    def refuse(constant: str) -> None:
        pytest.fail(f"{constant} is no JSON")

    assert json.loads(capsys.readouterr().out, parse_constant=refuse)["passed"] is None


def test_the_command_prints_both_edges_for_a_person(capsys: pytest.CaptureFixture[str]) -> None:
    call_command("simulate", "montana-red-dog", "--rounds", "1_000_000", "--seed", SEED.hex())
    printed = capsys.readouterr().out

    assert "side bet, scale A" in printed
    assert printed.rstrip().endswith("The exact figures agree.")


@pytest.mark.parametrize("words", [["pot-red-dog"], ["chess"], ["red-dog-table", "--policy", "wild"]], ids=" ".join)
def test_what_cannot_be_simulated_ends_the_command_with_2_before_any_progress(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(CommandError) as refused:
        call_command("simulate", *words, "--rounds", "1000")

    assert refused.value.returncode == 2
    assert capsys.readouterr().err == ""


def test_a_game_or_a_policy_that_there_is_not_is_answered_with_those_that_there_are() -> None:
    with pytest.raises(CommandError, match=r"^chess is not a game\. Games: .*yablon"):
        call_command("simulate", "chess")
    with pytest.raises(CommandError, match="wild is none of optimal, never_raise, always_raise"):
        call_command("simulate", "yablon", "--policy", "wild")


@pytest.mark.parametrize(
    "words",
    [["--rounds", "1"], ["--rounds", "2.5"], ["--rounds", "inf"], ["--rounds", "x"], ["--seed", "f"], ["--jobs", "0"]],
    ids=" ".join,
)
def test_nonsense_is_refused_with_a_sentence(words: list[str]) -> None:
    with pytest.raises(CommandError, match=words[0]):
        call_command("simulate", "red-dog-table", *words)


@pytest.mark.slow
def test_without_its_packages_the_command_says_what_to_install() -> None:
    done = python(
        "import sys; sys.modules['numba'] = None;"
        "from django.core.management import execute_from_command_line as run; run(['', 'simulate', 'red-dog-table'])"
    )

    assert done.returncode == 2
    assert "requirements-laboratory.txt" in done.stderr


@pytest.mark.slow
def test_live_play_loads_none_of_it() -> None:
    done = python(
        "import django, sys; django.setup(); import reddog_platform.urls;"
        "print([name for name in ('numba', 'scipy', 'tqdm', 'games.simulation') if name in sys.modules])"
    )

    assert done.stdout.strip() == "[]", done.stderr


def test_a_family_without_a_simulation_is_refused_by_name() -> None:
    pot = next(sheet for sheet in VARIANTS if sheet.family == "pot")

    with pytest.raises(NotSimulated, match="pot"):
        simulation_of(pot, "optimal")


def shuffled(bits: int, *, decks: int) -> tuple[list[int], bool]:
    """Return the three cards that 32 bits shuffle to the front, and whether they may be used."""
    size, orders = 52 * decks, 1
    shoe_cards = list(range(size))
    for here in range(3):
        orders *= size - here
        drawn, bits = divmod(bits * (size - here), 2**32)
        there = here + drawn
        shoe_cards[here], shoe_cards[there] = shoe_cards[there], shoe_cards[here]
    return shoe_cards[:3], bits >= 2**32 % orders


def dealt(sheet: RuleSheet, rounds: int, *, drbg: bool) -> list[list[Card]]:
    simulation = simulation_of(sheet, "optimal")
    dealer: FastDealer | PlatformDealer = (
        PlatformDealer(SEED, partition=0, decks=sheet.decks, count=simulation.deck_cards)
        if drbg
        else FastDealer(SEED, partition=0, decks=sheet.decks, count=simulation.fast_cards)
    )
    found: list[list[Card]] = []
    while len(found) < rounds:
        count = min(dealer.deal(), rounds - len(found))
        found += [[Card(card) for card in column] for column in dealer.cards[:, :count].T.tolist()]
    return found


def tallied(sheet: RuleSheet, rounds: int) -> Tally:
    simulation = simulation_of(sheet, "optimal")
    tally = Tally.empty(kinds=simulation.kinds, cards=simulation.fast_cards)
    dealer = FastDealer(SEED, partition=0, decks=sheet.decks, count=simulation.fast_cards)
    left = rounds
    while left:
        count = min(left, dealer.deal())
        simulation.count(dealer.cards, count, tally)
        left -= count
    return tally


def python(program: str) -> subprocess.CompletedProcess[str]:
    prelude = "import os; os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'reddog_platform.settings');"
    command = [sys.executable, "-c", prelude + program]
    return subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
