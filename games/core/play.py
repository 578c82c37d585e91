"""Walk a round through its family: what live play does step by step, and replay does again from the records."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.action import Action
from games.core.cards import Card
from games.core.families import family_of
from games.core.family import Bet, CardsNeeded, DecisionNeeded
from games.core.sheet import RuleSheet
from kernel.refusals import Refusal, RefusalKind


class DeckTooShort(Refusal):
    """There are not enough cards to go on."""

    code, kind = "deck-too-short", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """A seat's decision and the new money it put at stake, 0 where the action costs nothing."""

    seat: int
    action: Action
    amount_minor: int


def deal_first_cards(sheet: RuleSheet, bets: Sequence[Bet], deck: Sequence[int]) -> Any:
    """Open a round, one bet a seat, and deal its first cards: what is on the table before anything else happens.

    `deck` is in deal order from its first card, each 0 to 52 * decks - 1; it may be longer than the round can use.

    Raises:
        SeatsOutOfLimits, StakeOutOfLimits, SideBetOutOfLimits: as `Family.start` says.
        DeckTooShort: with `needed`, a count of cards.
    """
    return _draw(sheet, family_of(sheet).start(sheet, bets), deck)


def deal_until_decision(sheet: RuleSheet, state: Any, deck: Sequence[int]) -> Any:
    """Deal until somebody must decide or the round is over; cards that a state has already are not dealt again.

    Raises:
        DeckTooShort: with `needed`, a count of cards.
    """
    while isinstance(family_of(sheet).need(state), CardsNeeded):
        state = _draw(sheet, state, deck)
    return state


def begin(sheet: RuleSheet, bets: Sequence[Bet], deck: Sequence[int]) -> Any:
    """Open a round, one bet a seat, and deal until somebody must decide or the round is over.

    Raises: as `deal_first_cards` does.
    """
    return deal_until_decision(sheet, deal_first_cards(sheet, bets, deck), deck)


def proceed(sheet: RuleSheet, state: Any, act: Act, deck: Sequence[int]) -> Any:
    """Take a decision, and deal until somebody must decide or the round is over.

    Raises:
        IllegalAction: as `Family.act` says.
        DeckTooShort: with `needed`, a count of cards.
    """
    acted = family_of(sheet).act(state, seat=act.seat, action=act.action, amount_minor=act.amount_minor)
    return deal_until_decision(sheet, acted, deck)


def replay(sheet: RuleSheet, bets: Sequence[Bet], deck: Sequence[int], acts: Iterable[Act]) -> Any:
    """Return the state that these cards and acts lead to; it is over only if the acts complete the round.

    Raises: as `begin` and `proceed` do.
    """
    state = begin(sheet, bets, deck)
    for act in acts:
        state = proceed(sheet, state, act, deck)
    return state


def default_act(need: DecisionNeeded) -> Act:
    """Return the act that is taken for a seat that stays silent."""
    (legal,) = (legal for legal in need.legal_actions if legal.action is need.default)
    assert legal.cost_min_minor == legal.cost_max_minor, "a default has one price"
    return Act(seat=need.seat, action=need.default, amount_minor=legal.cost_min_minor)


def _draw(sheet: RuleSheet, state: Any, deck: Sequence[int]) -> Any:
    family = family_of(sheet)
    need = family.need(state)
    assert isinstance(need, CardsNeeded), "cards are dealt only where the round needs them"
    assert not need.reshuffle, "one deck lasts for a round of this family"
    place = len(family.dealt(state))
    cards = deck[place : place + need.count]
    if len(cards) < need.count:
        raise DeckTooShort(f"The round needs {place + need.count} cards.", needed=place + need.count)
    return family.draw(state, [Card(card) for card in cards])
