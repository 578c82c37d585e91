"""The tests of whether somebody chose among rounds by their cards: what they count, and what comes out.

Source: docs/formats/statistics.md.
"""

import enum
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from verifier import chances
from verifier.chances import Chance
from verifier.evidence import FINE, Cell, Counts, eighths, log10_evidence, log10_evidence_by_stake
from verifier.game import Game
from verifier.shape import TABLES_VERSION
from verifier.verdict import Code, Failure, Place

if TYPE_CHECKING:
    from verifier.player import OpenRound
    from verifier.records import Settle, Void

BOUND: Final = 7.0
"""The bound of log10 E: an honest log reaches it with a chance of at most one in ten million."""

NEWEST_HANDS: Final = 8
"""How many hands of an epoch that was not played to its end are judged."""


class StatisticalTest(enum.StrEnum):
    """The tests, in the order in which they are printed."""

    VOIDS = "voids"
    VOIDS_SIDE = "voids_side"
    VOIDS_SEEN = "voids_seen"
    TIMEOUTS = "timeouts"
    TIMEOUTS_SEEN = "timeouts_seen"
    LATE = "late"
    AGAINST = "against"
    UNPLAYED = "unplayed"
    DEALT = "dealt"
    STAKED = "staked"

    @property
    def code(self) -> Code:
        """Return the warning that it gives."""
        return _CODES.get(self, Code.W_SELECTED)


SEEN: Final = frozenset((StatisticalTest.VOIDS_SEEN, StatisticalTest.TIMEOUTS_SEEN))
"""The tests of visible cards: a round counts as won where these favour the player."""

_COUNTED: Final = (
    StatisticalTest.VOIDS,
    StatisticalTest.VOIDS_SIDE,
    StatisticalTest.VOIDS_SEEN,
    StatisticalTest.TIMEOUTS,
    StatisticalTest.TIMEOUTS_SEEN,
    StatisticalTest.LATE,
    StatisticalTest.AGAINST,
    StatisticalTest.UNPLAYED,
)
"""The tests of chosen rounds. The other two are of all rounds whose seeds are revealed."""

_CODES = {
    StatisticalTest.AGAINST: Code.W_ACTS,
    StatisticalTest.DEALT: Code.W_DEALT,
    StatisticalTest.STAKED: Code.W_CHAIN,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ChainCounts:
    """The rounds of one player's chain whose seeds are revealed; `begins` is the log index of its first record."""

    begins: int
    counts: Counts


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """What a test found."""

    test: StatisticalTest
    rounds: int
    won: int
    expected: float
    log10: float
    bound: float | None
    """None of a test that warns of nothing: honest logs reach any bound."""
    chain: str | None = None
    """Of the test by chain: the one that is nearest its bound."""

    @property
    def warning(self) -> Failure | None:
        """Return the warning, if the bound is reached."""
        if self.bound is None or self.log10 < self.bound:
            return None
        of = "" if self.chain is None else f" of chain {self.chain}"
        do = "favour the player" if self.test in SEEN else "win"
        sentence = (
            f"test {self.test}: the cards of {self.won} of {self.rounds} rounds{of} {do}, {self.expected:.1f} were expected;"
            f" log10 E is {self.log10:.2f}, the bound {self.bound:.2f}"
        )
        return Failure(code=self.test.code, sentence=sentence, place=Place(chain=self.chain))


@dataclass(slots=True)
class Statistics:
    """The counts of a log, or of a part of it. Parts add up in any order."""

    counts: dict[StatisticalTest, Counts] = field(default_factory=lambda: {test: Counts() for test in _COUNTED})
    chains: dict[str, ChainCounts] = field(default_factory=dict)
    begins: list[int] = field(default_factory=list)
    """The log index of the first record of each player's chain, also of those without a round."""

    def take_settled(self, played: "OpenRound", record: "Settle", *, won: bool) -> None:
        """Count a round that was settled correctly."""
        tests = []
        if record["time"] > played.late_after:
            tests.append(StatisticalTest.LATE)
        for act in record["acts"]:
            if act["by"] != "player":
                tests.append(StatisticalTest.TIMEOUTS)
            elif not chances.is_best(played.game, act, cards=played.cards, ante_minor=played.bet.ante_minor):
                tests.append(StatisticalTest.AGAINST)
        if tests:
            cell = _seen_cell(played)
            for test in tests:
                self.counts[test].take(cell, won=won)
        if StatisticalTest.TIMEOUTS in tests:
            self._take_visible(StatisticalTest.TIMEOUTS_SEEN, played)

    def take_voided(self, played: "OpenRound", record: "Void", *, won: bool, side_bet_pays: bool) -> None:
        """Count a voided round: by its cards, or as won where its seed is lost and it could have won."""
        cell = _seen_cell(played)
        won = won and cell.wins > 0
        self.counts[StatisticalTest.VOIDS].take(cell, won=won)
        self._take_visible(StatisticalTest.VOIDS_SEEN, played)
        if record["time"] > played.late_after:
            self.counts[StatisticalTest.LATE].take(cell, won=won)
        if played.bet.bonus_minor and played.game.bonus_limits_minor is not None:
            weight = eighths(played.bet.bonus_minor, stake_max=played.game.bonus_limits_minor[1])
            side = _cell(played.game, chances.side_bet(played.cards), weight)
            self.counts[StatisticalTest.VOIDS_SIDE].take(side, won=side_bet_pays and side.wins > 0)

    def _take_visible(self, test: StatisticalTest, played: "OpenRound") -> None:
        """Count a hand that asks for a decision, as won where its visible cards favour the player."""
        if chances.asks(played.game, played.cards):
            weight = eighths(played.bet.ante_minor, stake_max=played.game.sheet["stake_max"])
            cell = _cell(played.game, chances.favour(played.game), weight)
            self.counts[test].take(cell, won=chances.favours(played.game, played.cards))

    def take_unplayed(self, game: Game, *, ante_minor: int, won: bool) -> None:
        """Count a hand that was committed to and never dealt."""
        self.counts[StatisticalTest.UNPLAYED].take(blind_cell(game, ante_minor=ante_minor), won=won)

    def take_chain(self, name: str, revealed: Counts, *, begins: int) -> None:
        """Take what a whole chain has come to; `begins` is the log index of its first record."""
        self.begins.append(begins)
        if revealed.cells:
            self.chains[name] = ChainCounts(begins=begins, counts=revealed)

    def add(self, other: "Statistics") -> None:
        """Add the counts of another share; each chain is in one alone."""
        for test, counts in other.counts.items():
            self.counts[test].add(counts)
        self.chains |= other.chains
        self.begins += other.begins

    def results(self) -> Iterator[Finding]:
        """Yield what each test found, in their order."""
        for test, counts in self.counts.items():
            bound = None if test is StatisticalTest.TIMEOUTS_SEEN else BOUND
            yield _result(test, counts, log10_evidence(counts), bound=bound)
        dealt = Counts()
        for chain in self.chains.values():
            dealt.add(chain.counts)
        yield _result(StatisticalTest.DEALT, dealt, log10_evidence(dealt, tilts=FINE))
        yield self._by_chain(dealt)

    def _by_chain(self, all_rounds: Counts) -> Finding:
        """Judge each chain by its own bound, and return the one that is nearest it."""
        numbers = {begins: number for number, begins in enumerate(sorted(self.begins), start=1)}
        nearest = _result(StatisticalTest.STAKED, all_rounds, 0.0)
        for name, chain in sorted(self.chains.items(), key=lambda item: item[1].begins):
            number = numbers[chain.begins]
            bound = BOUND + math.log10(number * (number + 1))
            found = log10_evidence_by_stake(chain.counts)
            if nearest.bound is None or nearest.chain is None or found - bound > nearest.log10 - nearest.bound:
                nearest = _result(StatisticalTest.STAKED, chain.counts, found, bound=bound, chain=name)
        return nearest


def counted(version: str) -> bool:
    """Tell whether rounds that end by a record of this version are counted: those of the first are judged as ever."""
    return version == TABLES_VERSION


def blind_cell(game: Game, *, ante_minor: int) -> Cell:
    """Return the cell of a round with the chance before any card is seen."""
    return _cell(game, chances.blind(game), eighths(ante_minor, stake_max=game.sheet["stake_max"]))


def _seen_cell(played: "OpenRound") -> Cell:
    weight = eighths(played.bet.ante_minor, stake_max=played.game.sheet["stake_max"])
    return _cell(played.game, chances.seen(played.game, played.cards), weight)


def _cell(game: Game, chance: Chance, weight: int) -> Cell:
    return Cell(game.sheet["game"], game.sheet["ver"], chance.wins, chance.of, weight)


def _result(
    test: StatisticalTest, counts: Counts, log10: float, *, bound: float | None = BOUND, chain: str | None = None
) -> Finding:
    return Finding(
        test=test,
        rounds=counts.rounds,
        won=counts.won,
        expected=float(counts.expected),
        log10=log10,
        bound=bound,
        chain=chain,
    )
