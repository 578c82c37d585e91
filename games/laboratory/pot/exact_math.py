"""Exact mathematics of Pot Red Dog: every turn from a fresh pack is played through the rules themselves.

The players play against each other, and the house gets nothing but a rake, however anyone plays. So the figures that a
sheet declares are those of all players together. What a single turn is worth to its player depends on the pot, and is
in the tables. Suits do not matter, so the turns are the 13 * 13 * 13 ranks of three cards, each weighted by the number
of ways in which the packs produce it.
"""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Final

from games.core.action import Action
from games.core.cards import RANKS, SUITS, Card
from games.core.pot.game import Outcome, Turn, packs, seat_players, spread_of, terms_of
from games.core.pot.terms import BASIS_POINTS, SEATS_MAX, SEATS_MIN, PotTerms
from games.core.pot.turn import finish_turn
from games.core.sheet import RuleSheet
from games.laboratory.exact_figures import ExactFigures, StrategyResult, Tally

_Ranks = tuple[int, int, int]
"""Of the cards of a turn, in the order of the deal."""

_RANK_COUNT: Final = len(RANKS)
_POLICIES: Final = ("optimal", "never_raise", "always_raise")


def compute_figures(sheet: RuleSheet) -> ExactFigures:
    """Compute the exact figures of a sheet.

    All `policies` have the same figures: for all players together, per chip won from the pot, less a rake at its full
    rate. The real rake is at most that, because it is rounded down to units. `outcomes` are the first two cards of a
    turn.

    `strategy` and `tables` consider one turn from a fresh pack, without its effect on later turns. There is a table for
    each number of packs that the sheet may use: `spreads_1_pack`, `spreads_2_packs`. A pair and each spread have their
    `chance`. A spread has the chance to `win`, the `expectation` per chip raised if the pot caps no win, and the pot
    above which the smallest raise is worth more than going down (null: never). A pair has the chance of a `red_dog`,
    and the pot above which a call is worth more than taking. The rake is left out.
    """
    terms = terms_of(sheet)
    turns = _turns(sheet) if terms.complete else {}
    tables = {count: _table(sheet, turns, packs_used=count) for count in _packs_used(sheet)}
    fewest = min(tables)
    together = StrategyResult(
        outcomes={_outcome(spread): chance for spread, chance in _chances(packs_used=fewest).items()},
        net={Fraction(-terms.rake_basis_points, BASIS_POINTS): Fraction(1)},
        staked=Fraction(1),
    )
    return ExactFigures(
        strategy=_strategy(tables[fewest]) if terms.complete else {},
        policies=dict.fromkeys(_POLICIES, together),
        tables={f"spreads_{count}_pack{'s' if count > 1 else ''}": table for count, table in tables.items()},
    )


def _packs_used(sheet: RuleSheet) -> list[int]:
    if not terms_of(sheet).complete:
        return [sheet.decks]
    return sorted({packs(sheet, seats=seats) for seats in range(SEATS_MIN, SEATS_MAX + 1)})


def _chances(*, packs_used: int) -> dict[int | None, Fraction]:
    """Return the probabilities of the first two cards of a turn, by their spread; None is a pair."""
    copies = len(SUITS) * packs_used
    ways: dict[int | None, int] = {}
    for first, second in itertools.product(range(_RANK_COUNT), repeat=2):
        spread = _spread(first, second)
        ways[spread] = ways.get(spread, 0) + copies * (copies - (second == first))
    return {spread: Fraction(count, sum(ways.values())) for spread, count in ways.items()}


def _table(sheet: RuleSheet, turns: Mapping[_Ranks, Turn], *, packs_used: int) -> dict[str, dict[str, object]]:
    terms = terms_of(sheet)
    chances = _chances(packs_used=packs_used)
    table: dict[str, dict[str, object]] = {_name(spread): {"chance": str(chances[spread])} for spread in chances}
    for spread, tally in _tallies(turns, bet_minor=terms.raise_min_minor, packs_used=packs_used).items():
        play = tally.play()
        row = _pair_row(play, terms) if spread is None else _spread_row(play, terms, terms.pay_spread[spread - 1])
        table[_name(spread)] |= row
    return table


def _turns(sheet: RuleSheet) -> dict[_Ranks, Turn]:
    """Play every turn that has a third card, by its ranks: call a pair, raise a spread by the least allowed."""
    terms = terms_of(sheet)
    bet_minor = terms.raise_min_minor
    free = replace(sheet, terms=replace(terms, rake_basis_points=0))
    # The pot is twice what the best odds pay, so that it caps no win.
    seated = seat_players(free, (bet_minor, bet_minor), pot_minor=2 * bet_minor * max(terms.pay_spread))
    turns = {}
    for ranks in itertools.product(range(_RANK_COUNT), range(_RANK_COUNT), range(_RANK_COUNT)):
        spread = _spread(ranks[0], ranks[1])
        if spread == 0:
            continue
        first, second, third = (_card(rank, place=place) for place, rank in enumerate(ranks))
        decided = (Action.CALL, 0) if spread is None else (Action.RAISE, bet_minor)
        dealt = replace(seated, hands=((first, second), ()), decided=decided)
        turns[ranks] = finish_turn(dealt, third).turns[0]
    return turns


def _tallies(turns: Mapping[_Ranks, Turn], *, bet_minor: int, packs_used: int) -> dict[int | None, Tally]:
    """Count turns by spread, each as often as so many packs deal its ranks."""
    copies = len(SUITS) * packs_used
    tallies: dict[int | None, Tally] = {}
    for (first, second, third), turn in turns.items():
        ways = copies * (copies - (second == first)) * (copies - (third == first) - (third == second))
        tally = tallies.setdefault(_spread(first, second), Tally(unit_minor=bet_minor))
        tally.add(ways, outcome=turn.outcome, staked_minor=turn.staked_minor, net_minor=turn.net_minor)
    return tallies


def _spread(first: int, second: int) -> int | None:
    return spread_of((_card(first, place=0), _card(second, place=1)))


def _pair_row(play: StrategyResult, terms: PotTerms) -> dict[str, object]:
    """A call costs nothing, so it is worth its chance of the whole pot."""
    chance = play.outcomes[Outcome.RED_DOG]
    return {"red_dog": str(chance), "call_above_pot_minor": str(terms.take_minor / chance)}


def _spread_row(play: StrategyResult, terms: PotTerms, odds: int) -> dict[str, object]:
    """Going down always costs its price; the smallest raise loses less once the pot can pay enough for a win."""
    won = play.outcomes[Outcome.WIN]
    lost_minor = (1 - won) * terms.raise_min_minor
    raise_above = max((lost_minor - terms.down_minor) / won, Fraction(0))
    worth_it = raise_above < odds * terms.raise_min_minor
    return {
        "win": str(won),
        "expectation": str(play.profit),
        "raise_above_pot_minor": str(raise_above) if worth_it else None,
    }


def _strategy(table: Mapping[str, Mapping[str, object]]) -> dict[str, object]:
    """Raise the most if a raise wins on average, else the least if that beats going down."""
    spreads = {int(name): row for name, row in table.items() if "win" in row}
    most = [spread for spread, row in spreads.items() if Fraction(str(row["expectation"])) > 0]
    least = {spread: row["raise_above_pot_minor"] for spread, row in spreads.items() if spread not in most}
    return {
        "raise_most_at_spread": most,
        "raise_least_above_pot_minor": {str(spread): pot for spread, pot in least.items()},
        "call_above_pot_minor": table[_name(None)]["call_above_pot_minor"],
    }


def _name(spread: int | None) -> str:
    return "pair" if spread is None else str(spread)


def _outcome(spread: int | None) -> str:
    return f"spread_{spread}" if spread else "pair" if spread is None else "consecutive"


def _card(rank: int, *, place: int) -> Card:
    """Return a card of this rank, the ace low or high, in a suit of its own for each place: none is dealt twice."""
    return Card(rank + _RANK_COUNT * place)
