"""Play whole games in one process: the rules, a way to shuffle, and a policy for each seat. Nothing is stored."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from games.core.cards import PACK, Card
from games.core.family import Bet, CardsNeeded, DecisionNeeded
from games.core.play import Act, default_act
from games.core.pot.game import PotGame, packs
from games.core.pot.rules import PotRedDog
from games.core.sheet import RuleSheet

Shuffle = Callable[[Sequence[Card]], Sequence[Card]]
"""Returns the same cards in the order in which they will be dealt."""

Policy = Callable[[PotGame, DecisionNeeded], Act]
"""Chooses one of the decision's legal actions, from what its seat may know."""

_RULES: Final = PotRedDog()


def play_game(
    sheet: RuleSheet, bets: Sequence[Bet], *, shuffle: Shuffle, policies: Sequence[Policy], turns_max: int
) -> Iterator[PotGame]:
    """Yield every state of a game, from the antes to its end.

    After `turns_max` turns the game is ended as by agreement, before the next decision.

    Raises:
        Refusal: as `PotRedDog.start` does; IllegalAction if a policy chooses what is not legal.
    """
    assert len(policies) == len(bets), "each seat has its policy"
    state = _RULES.start(sheet, bets)
    stock = list(shuffle([Card(card) for card in range(PACK * packs(sheet, seats=len(bets)))]))
    yield state
    while state.end is None:
        need = _RULES.need(state)
        if isinstance(need, CardsNeeded):
            stock = list(shuffle(need.reshuffle)) if need.reshuffle else stock
            cards, stock = stock[: need.count], stock[need.count :]
            state = _RULES.draw(state, cards)
        elif len(state.turns) >= turns_max:
            state = _RULES.split(state)
        else:
            assert isinstance(need, DecisionNeeded), "a game that is not over needs cards or a decision"
            act = policies[need.seat](state, need)
            state = _RULES.act(state, seat=act.seat, action=act.action, amount_minor=act.amount_minor)
        assert _chips_minor(state) == sum(state.buy_ins_minor), "chips are neither made nor lost"
        yield state


def silent(_: PotGame, need: DecisionNeeded) -> Act:
    """Play as a seat that never answers: take the decision of the time-out."""
    return default_act(need)


def _chips_minor(state: PotGame) -> int:
    return sum(state.stacks_minor) + state.pot_minor + state.rake_minor
