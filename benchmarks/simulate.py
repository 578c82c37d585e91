"""Simulated rounds a second on one core, beside a plain Python loop and beside the generator alone.

`benchmarks/simulate.py` measures all of them in turn, so that each runs under the same conditions, and prints one
JSON object; docs/simulation.md explains it. The bound is the rate that no simulation with this generator can exceed: it
counts only the time to draw the random words, two rounds a word. That is arithmetic in registers and the nearest cache,
and independent of the memory. Rates are those of the fastest turn, by CPU time; only the certification run is timed by
wall-clock time.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final
from uuid import UUID

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from audit.core.epoch_seeds import seed_before
from audit.core.shuffle import shoe
from games.core.variants import red_dog_atlantic_city
from games.simulation.estimate import house_edge_first_bet
from games.simulation.fast_cards import fill, lane_states
from games.simulation.run import Plan, simulate
from kernel.ids import ChainId, RoundId

if TYPE_CHECKING:
    from collections.abc import Callable

_SHEET: Final = red_dog_atlantic_city.SHEET
_LOOP_ROUNDS: Final = 1_000_000
_FAST_ROUNDS: Final = 1_000_000_000
_DRBG_ROUNDS: Final = 2**20
_EPOCH_ROUNDS: Final = 256
_WORDS: Final = 2**11
_FILLS: Final = 2**15

# The loop turns random bytes below 208 into cards 0 to 51, four byte values for each card.
_FIT: Final = 208
_CARD_OF_BYTE: Final = bytes(byte % 52 for byte in range(256))
_PAY: Final = (0, 5, 4, 2, 1, 1, 1, 1, 1, 1, 1, 1)
_PAY_TRIPS: Final = 11
_RAISE_FROM: Final = 7


def loop(rounds: int) -> float:
    """Play the Atlantic City game in a plain Python loop, and return the house edge per stake."""
    net = played = 0
    while played < rounds:
        cards = iter(os.urandom(2**16).translate(_CARD_OF_BYTE, bytes(range(_FIT, 256))))
        for first, second, third in zip(cards, cards, cards, strict=False):
            if third in {first, second} or first == second:
                continue
            low, high = sorted((first % 13, second % 13))
            spread = high - low - 1
            if spread < 0:
                net += _PAY_TRIPS if third % 13 == low else 0
            elif spread > 0:
                bet = 2 if spread >= _RAISE_FROM else 1
                net += bet * _PAY[spread] if low < third % 13 < high else -bet
            played += 1
            if played == rounds:
                break
    return -net / rounds


def fast(rounds: int, *, jobs: int = 1, drbg: bool = False) -> float:
    """Simulate the same game, and return the house edge per stake."""
    plan = Plan(sheet=_SHEET, policy="optimal", rounds=rounds, seed=os.urandom(32), jobs=jobs, drbg=drbg)
    totals = simulate(plan, played=lambda _: None)
    return float(house_edge_first_bet(totals, unit_minor=_SHEET.stake_min_minor).value)


def generator_alone() -> None:
    """Draw words and do nothing with them."""
    state, words = lane_states(b"", partition=0), np.empty(_WORDS, np.uint64)
    for _ in range(_FILLS):
        fill(state, words)


def one_after_another(rounds: int) -> None:
    """Deal by the platform's own code, a round at a time."""
    chain, seed = ChainId(UUID(int=0)), os.urandom(32)
    for index in range(rounds):
        epoch, nonce = divmod(index, _EPOCH_ROUNDS)
        shoe(seed, round_id=RoundId(chain, epoch, nonce + 1), client=bytes(32), decks=1)[:3]
        seed = seed_before(seed, chain=chain, epoch=epoch, index=nonce)


def measure(*, turns: int, jobs: int, rounds: int) -> dict[str, object]:
    """Let all take turns, and compare."""
    subjects: dict[str, tuple[Callable[[], object], int]] = {
        "loop": (lambda: loop(_LOOP_ROUNDS), _LOOP_ROUNDS),
        "fast": (lambda: fast(_FAST_ROUNDS), _FAST_ROUNDS),
        "bound": (generator_alone, 2 * _WORDS * _FILLS),
        "drbg": (lambda: fast(_DRBG_ROUNDS, drbg=True), _DRBG_ROUNDS),
        "drbg_one_after_another": (lambda: one_after_another(2**14), 2**14),
    }
    for drbg in (False, True):
        fast(2, drbg=drbg)  # compiled, or loaded, before the clock runs
    rates: dict[str, list[float]] = {name: [] for name in subjects}
    for _ in range(turns):
        for name, (subject, played) in subjects.items():
            rates[name].append(played / _seconds(subject, time.process_time))
    best = {name: max(measured) for name, measured in rates.items()}
    return {
        "rounds_per_s": {name: round(rate) for name, rate in best.items()},
        "ratio_to_loop": round(best["fast"] / best["loop"], 1),
        "ratio_to_bound": round(best["fast"] / best["bound"], 3),
        "drbg_ratio": round(best["drbg"] / best["drbg_one_after_another"], 1),
        "house_edge": {"loop": loop(_LOOP_ROUNDS), "fast": fast(_FAST_ROUNDS)},
        "run": {
            "rounds": rounds,
            "jobs": jobs,
            "seconds": round(_seconds(lambda: fast(rounds, jobs=jobs), time.perf_counter), 2),
        },
        "turns": turns,
    }


def _seconds(subject: Callable[[], object], clock: Callable[[], float]) -> float:
    began = clock()
    subject()
    return clock() - began


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="Simulated rounds a second beside a loop and a bound.")
    parser.add_argument("--turns", type=int, default=5, help="of each subject, on one core")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="cores of the certification run")
    parser.add_argument("--rounds", type=int, default=1_000_000_000, help="of the certification run")
    options = parser.parse_args()
    print(json.dumps(measure(turns=options.turns, jobs=options.jobs, rounds=options.rounds)))


if __name__ == "__main__":
    main()
