"""How everyone's chips go into the pot, and how what is left in it goes out at the end.

Source: docs/rules/pot-red-dog.md, "The pot" and "The end".
"""

from collections.abc import Sequence
from dataclasses import replace

from games.core.pot.game import End, PotGame, terms_of


def collect(state: PotGame, each_minor: int) -> PotGame:
    """Take `each_minor` from everyone in play for the pot, and from a player who has less all that he has.

    A player without chips is out and his cards are discarded. The game ends where no more than one is left.
    """
    paid_minor = [min(each_minor, stack_minor) for stack_minor in state.stacks_minor]
    stacks_minor = tuple(
        stack_minor - part_minor for stack_minor, part_minor in zip(state.stacks_minor, paid_minor, strict=True)
    )
    out = [seat for seat, stack_minor in enumerate(stacks_minor) if not stack_minor]
    collected = replace(
        state,
        stacks_minor=stacks_minor,
        pot_minor=state.pot_minor + sum(paid_minor),
        hands=tuple(() if seat in out else hand for seat, hand in enumerate(state.hands)),
        discards=(*state.discards, *(card for seat in out for card in state.hands[seat])),
    )
    return replace(collected, end=End.LAST_ONE) if len(collected.in_play) <= 1 else collected


def refill(state: PotGame) -> tuple[PotGame, int]:
    """Fill the pot after a turn, or end the game; return with it what everyone in play was asked for.

    An empty pot ends the game once a player has gone out: that is looked at before the pot is filled.
    """
    in_play, terms = len(state.in_play), terms_of(state.sheet)
    if state.pot_minor == 0 and in_play < len(state.stacks_minor):
        return replace(state, end=End.ALL_OUT), 0
    if in_play <= 1:
        return replace(state, end=End.LAST_ONE), 0
    if state.pot_minor == 0:
        return collect(state, terms.refill_empty_minor), terms.refill_empty_minor
    if state.pot_minor <= terms.refill_minor * in_play:
        return collect(state, terms.refill_minor), terms.refill_minor
    return state, 0


def share_out(state: PotGame, seats: Sequence[int]) -> PotGame:
    """Divide the pot's chips equally among `seats`, at least one; odd chips go one by one to the first of them."""
    assert seats, "somebody paid what is in the pot"
    chip_minor = terms_of(state.sheet).chip_minor
    part, odd = divmod(state.pot_minor // chip_minor, len(seats))
    stacks_minor = list(state.stacks_minor)
    for place, seat in enumerate(seats):
        stacks_minor[seat] += (part + (place < odd)) * chip_minor
    return replace(state, pot_minor=0, stacks_minor=tuple(stacks_minor))
