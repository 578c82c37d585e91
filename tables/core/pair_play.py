"""How two players fare when they sit in the same games around a pot: who loses to whom, and who plays softly.

Soft play is a partner's good hand that is spared: a player who spares good hands in games with somebody, and not in others, leaves
that one the pot. It proves nothing. It says which pairs somebody should look at.

Source: regulation F52.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import permutations
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
    good_hands: int = 0
    """Good hands that the player decided (`spared_hands.py`); 0 also where nobody counted them."""
    spared_hands: int = 0
    """Those of them that the player spared."""


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
    good_hands_together: int
    """The player's good hands in games with the other one, as far as they were counted."""
    spared_together: int
    """Those of them that the player spared."""
    good_hands_apart: int
    """The same without the other one."""
    spared_apart: int


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


@dataclass(slots=True)
class _Sums:
    """What a player's games come to."""

    games: int = 0
    raised_minor: int = 0
    good_hands: int = 0
    spared_hands: int = 0

    def add(self, seat: PlayedSeat) -> None:
        self.games += 1
        self.raised_minor += seat.raised_minor
        self.good_hands += seat.good_hands
        self.spared_hands += seat.spared_hands


def pair_plays(games: Iterable[Mapping[ChainId, PlayedSeat]]) -> list[PairPlay]:
    """Return every pair that sat together, the most one-sided first.

    A game's losses go to its winners in proportion to what these won. What the house kept goes to nobody.
    """
    everywhere: defaultdict[ChainId, _Sums] = defaultdict(_Sums)
    together: defaultdict[tuple[ChainId, ChainId], _Sums] = defaultdict(_Sums)
    lost: defaultdict[tuple[ChainId, ChainId], Fraction] = defaultdict(Fraction)
    for game in games:
        for player, seat in game.items():
            everywhere[player].add(seat)
        for player, other in permutations(game, 2):
            together[player, other].add(game[player])
        for (loser, winner), amount in _flows(game):
            lost[loser, winner] += amount

    def partner(player: ChainId, other: ChainId) -> PartnerPlay:
        lost_minor = round(lost.get((player, other), _NOBODY))
        return _partner(player, everywhere[player], together[player, other], lost_minor=lost_minor)

    pairs = [
        _pair(partner(first, second), partner(second, first), sums.games)
        for (first, second), sums in together.items()
        if first < second
    ]
    return sorted(pairs, key=lambda pair: (-pair.net_minor, pair.partners[0].player, pair.partners[1].player))


def _flows(game: Mapping[ChainId, PlayedSeat]) -> Iterable[tuple[tuple[ChainId, ChainId], Fraction]]:
    lost_minor = -sum(seat.net_minor for seat in game.values() if seat.net_minor < 0)
    for loser, from_seat in game.items():
        for winner, to_seat in game.items():
            if from_seat.net_minor < 0 < to_seat.net_minor:
                yield (loser, winner), Fraction(-from_seat.net_minor * to_seat.net_minor, lost_minor)


def _partner(player: ChainId, everywhere: _Sums, together: _Sums, *, lost_minor: int) -> PartnerPlay:
    games_apart = everywhere.games - together.games
    raised_apart_minor = everywhere.raised_minor - together.raised_minor
    return PartnerPlay(
        player=player,
        games=everywhere.games,
        lost_minor=lost_minor,
        raised_together_minor=round(Fraction(together.raised_minor, together.games)),
        raised_apart_minor=round(Fraction(raised_apart_minor, games_apart)) if games_apart else None,
        good_hands_together=together.good_hands,
        spared_together=together.spared_hands,
        good_hands_apart=everywhere.good_hands - together.good_hands,
        spared_apart=everywhere.spared_hands - together.spared_hands,
    )


def _pair(first: PartnerPlay, second: PartnerPlay, games: int) -> PairPlay:
    ordered = (first, second) if first.lost_minor >= second.lost_minor else (second, first)
    return PairPlay(games=games, partners=ordered)
