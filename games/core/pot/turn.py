"""How a turn is judged, paid and passed on.

Source: docs/rules/pot-red-dog.md, "Your turn".
"""

from dataclasses import dataclass, replace

from games.core.action import Action
from games.core.cards import Card
from games.core.pot.chips import refill, share_out
from games.core.pot.game import Outcome, PotGame, Turn, rank, spread_of, terms_of
from games.core.pot.terms import BASIS_POINTS


@dataclass(frozen=True, slots=True)
class _Verdict:
    """What a turn came to: the chips that the player put in, and those that come back, bet and rake included."""

    outcome: Outcome
    staked_minor: int
    returned_minor: int


def finish_turn(state: PotGame, third: Card | None = None) -> PotGame:
    """Settle the turn, discard its cards, fill the pot, and pass the turn or end the game."""
    hand = state.hands[state.seat]
    used_cards = hand if third is None else (*hand, third)
    verdict = _judge(state, third)
    rake_minor = _rake(state, verdict)

    stacks_minor = list(state.stacks_minor)
    stacks_minor[state.seat] += verdict.returned_minor - verdict.staked_minor - rake_minor
    paid = replace(
        state,
        stacks_minor=tuple(stacks_minor),
        pot_minor=state.pot_minor + verdict.staked_minor - verdict.returned_minor,
        rake_minor=state.rake_minor + rake_minor,
        hands=tuple(() if seat == state.seat else cards for seat, cards in enumerate(state.hands)),
        decided=None,
        discards=(*state.discards, *used_cards),
    )
    filled, refill_each_minor = refill(paid)
    turn = Turn(
        seat=state.seat,
        cards=used_cards,
        action=None if state.decided is None else state.decided[0],
        outcome=verdict.outcome,
        spread=spread_of(hand),
        staked_minor=verdict.staked_minor,
        returned_minor=verdict.returned_minor - rake_minor,
        rake_minor=rake_minor,
        pot_before_refill_minor=paid.pot_minor,
        stack_before_refill_minor=paid.stacks_minor[state.seat],
        refill_each_minor=refill_each_minor,
        pot_minor=filled.pot_minor,
        stacks_minor=filled.stacks_minor,
        over=filled.end is not None,
    )
    passed = replace(filled, turns=(*state.turns, turn))
    if turn.over:
        # Where the refill took everyone's last chips, those who paid it share it.
        return share_out(passed, passed.in_play or paid.in_play)
    return replace(passed, seat=_next(passed))


def _judge(state: PotGame, third: Card | None) -> _Verdict:
    terms, hand = terms_of(state.sheet), state.hands[state.seat]
    spread = spread_of(hand)
    if spread == 0:
        return _Verdict(Outcome.CONSECUTIVE_DRAW, 0, 0)
    assert state.decided is not None, "a pair and a spread are decided"
    action, amount_minor = state.decided
    if action is Action.TAKE:
        return _Verdict(Outcome.PAIR_TAKE, 0, min(terms.take_minor, state.pot_minor))
    if action is Action.DOWN:
        return _Verdict(Outcome.DOWN, amount_minor, 0)

    assert third is not None, "a call and a raise draw"
    ranks = [rank(card) for card in hand]
    if spread is None:
        return (
            _Verdict(Outcome.RED_DOG, 0, state.pot_minor) if rank(third) in ranks else _Verdict(Outcome.PAIR_MISS, 0, 0)
        )
    if not min(ranks) < rank(third) < max(ranks):
        return _Verdict(Outcome.LOSE, amount_minor, 0)
    # A win takes no more than the pot held before the bet, whatever the odds.
    won_minor = min(amount_minor * terms.pay_spread[spread - 1], state.pot_minor)
    return _Verdict(Outcome.WIN, amount_minor, amount_minor + won_minor)


def _rake(state: PotGame, verdict: _Verdict) -> int:
    """Return the house's part of what is won, rounded down to whole units so that stacks stay in units."""
    terms = terms_of(state.sheet)
    won_minor = max(verdict.returned_minor - verdict.staked_minor, 0)
    rake_minor = won_minor * terms.rake_basis_points // BASIS_POINTS
    return rake_minor - rake_minor % terms.unit_minor


def _next(state: PotGame) -> int:
    """Return the next seat to the left that is in play."""
    after = [seat for seat in state.in_play if seat > state.seat]
    return (after or state.in_play)[0]
