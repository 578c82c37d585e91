"""How two players fare when they sit in the same games around a pot: who loses to whom, and how boldly they bet.

It proves nothing. It says which pairs somebody should look at.

Source: regulation F52.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Final

from kernel.ids import ChainId

_NOBODY: Final = Fraction(0)


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedSeat:
    """What a game came to for a player. Minor units."""

    net_minor: int
    """Won; below 0 for a loss."""
    raised_minor: int
    """The sum of the player's raises."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PartnerPlay:
    """One player of a pair. Amounts are minor units, rounded; half to even."""

    player: ChainId
    games: int
    """All games of the player among those that were looked at, with or without the other one."""
    lost_minor: int
    """What the player lost to the other one."""
    raised_together_minor: int
    """The mean of the player's raises in a game with the other one."""
    raised_apart_minor: int | None
    """The same without the other one; None where there was no such game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PairPlay:
    """Two players who sat in the same games."""

    games: int
    """Those that both played."""
    partners: tuple[PartnerPlay, PartnerPlay]
    """The one who lost more to the other is first."""

    @property
    def net_minor(self) -> int:
        """What the first lost to the second, less what came back."""
        return self.partners[0].lost_minor - self.partners[1].lost_minor


def pair_plays(games: Iterable[Mapping[ChainId, PlayedSeat]]) -> list[PairPlay]:
    """Return every pair that sat together, the most one-sided first.

    A game's losses go to its winners in proportion to what these won. What the house kept goes to nobody.
    """
    played: Counter[ChainId] = Counter()
    raised: Counter[ChainId] = Counter()
    together: Counter[tuple[ChainId, ChainId]] = Counter()
    raised_together: Counter[tuple[ChainId, ChainId]] = Counter()
    lost: defaultdict[tuple[ChainId, ChainId], Fraction] = defaultdict(Fraction)
    for game in games:
        for player, seat in game.items():
            played[player] += 1
            raised[player] += seat.raised_minor
        for first, second in combinations(sorted(game), 2):
            together[first, second] += 1
            raised_together[first, second] += game[first].raised_minor
            raised_together[second, first] += game[second].raised_minor
        for (loser, winner), amount in _flows(game):
            lost[loser, winner] += amount

    def partner(player: ChainId, other: ChainId, count: int) -> PartnerPlay:
        apart = played[player] - count
        raised_apart = raised[player] - raised_together[player, other]
        return PartnerPlay(
            player=player,
            games=played[player],
            lost_minor=round(lost.get((player, other), _NOBODY)),
            raised_together_minor=round(Fraction(raised_together[player, other], count)),
            raised_apart_minor=round(Fraction(raised_apart, apart)) if apart else None,
        )

    pairs = [
        _pair(partner(first, second, count), partner(second, first, count), count)
        for (first, second), count in together.items()
    ]
    return sorted(pairs, key=lambda pair: (-pair.net_minor, pair.partners[0].player, pair.partners[1].player))


def _flows(game: Mapping[ChainId, PlayedSeat]) -> Iterable[tuple[tuple[ChainId, ChainId], Fraction]]:
    lost_minor = -sum(seat.net_minor for seat in game.values() if seat.net_minor < 0)
    for loser, from_seat in game.items():
        for winner, to_seat in game.items():
            if from_seat.net_minor < 0 < to_seat.net_minor:
                yield (loser, winner), Fraction(-from_seat.net_minor * to_seat.net_minor, lost_minor)


def _pair(first: PartnerPlay, second: PartnerPlay, games: int) -> PairPlay:
    ordered = (first, second) if first.lost_minor >= second.lost_minor else (second, first)
    return PairPlay(games=games, partners=ordered)
