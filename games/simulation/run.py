"""Play the rounds of a simulation, on as many cores as wanted, or wherever an executor runs them.

The port is the standard library's `Executor`. An adapter runs `_partition` on values that can be pickled.
"""

import signal
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context

import numpy as np

from games.core.cards import Card
from games.core.family import Bet, SeatResult
from games.core.sheet import RuleSheet
from games.simulation import fast_cards, platform_cards
from games.simulation.cards import Dealer
from games.simulation.families import simulation_of
from games.simulation.family import Simulation, Tally


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What to simulate: a sheet, for one seat with the lowest stake, played by a named policy.

    `drbg` deals with the platform's own shuffle. The result does not depend on `jobs`, the number of cores.
    """

    sheet: RuleSheet
    policy: str
    rounds: int
    seed: bytes
    drbg: bool = False
    jobs: int = 1

    @property
    def bet(self) -> Bet:
        """The seat's bet in every round."""
        return simulation_of(self.sheet, self.policy).bet

    @property
    def generator(self) -> str:
        """The name of the generator that deals the cards."""
        return platform_cards.NAME if self.drbg else fast_cards.NAME

    @property
    def share_rounds(self) -> int:
        """How many rounds a partition has: all that are dealt from one start of the generator."""
        return platform_cards.SHARE_ROUNDS if self.drbg else fast_cards.SHARE_ROUNDS


def simulate(plan: Plan, *, played: Callable[[int], object], executor: Executor | None = None) -> Counter[SeatResult]:
    """Play all rounds and count their results; call `played` with the number of rounds of each finished partition.

    The partitions run on `executor`, which is the caller's to shut down; without one on `plan.jobs` cores of this machine.

    Raises:
        NotSimulated: there is no simulation of the sheet's family, or no such policy.
    """
    simulation = simulation_of(plan.sheet, plan.policy)
    tally = _empty(plan, simulation)
    shares = range(-(-plan.rounds // plan.share_rounds))
    pool = _pool(plan, at_most=len(shares)) if executor is None else executor
    try:
        for counted in pool.map(partial(_partition, plan), shares):
            tally.add(counted)
            played(int(counted.counts.sum()))
    finally:
        if executor is None:
            # After an interrupt, wait for the partitions that have begun and drop the others.
            pool.shutdown(cancel_futures=True)
    return _results(tally, simulation)


def _pool(plan: Plan, *, at_most: int) -> Executor:
    """Return a pool of threads; of processes for `drbg`, whose kernels are too short for threads to run in parallel."""
    jobs = min(plan.jobs, at_most)
    if not plan.drbg or jobs == 1:
        return ThreadPoolExecutor(jobs)
    # Only the parent process handles Ctrl-C; it then stops these.
    ignore = (signal.SIGINT, signal.SIG_IGN)
    return ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=signal.signal, initargs=ignore)


def _partition(plan: Plan, partition: int) -> Tally:
    simulation = simulation_of(plan.sheet, plan.policy)
    dealer = _dealer(plan, simulation, partition)
    tally = _empty(plan, simulation)
    left = min(plan.share_rounds, plan.rounds - partition * plan.share_rounds)
    while left:
        taken = min(left, dealer.deal())
        simulation.count(dealer.cards, taken, tally)
        left -= taken
    return tally


def _empty(plan: Plan, simulation: Simulation) -> Tally:
    return Tally.empty(kinds=simulation.kinds, cards=simulation.deck_cards if plan.drbg else simulation.fast_cards)


def _dealer(plan: Plan, simulation: Simulation, partition: int) -> Dealer:
    decks = plan.sheet.decks
    if plan.drbg:
        return platform_cards.PlatformDealer(plan.seed, partition=partition, decks=decks, count=simulation.deck_cards)
    return fast_cards.FastDealer(plan.seed, partition=partition, decks=decks, count=simulation.fast_cards)


def _results(tally: Tally, simulation: Simulation) -> Counter[SeatResult]:
    results: Counter[SeatResult] = Counter()
    for kind in np.flatnonzero(tally.counts).tolist():
        cards = [Card(card) for card in tally.first[kind].tolist()]
        results[simulation.settle(cards)] += int(tally.counts[kind])
    return results
