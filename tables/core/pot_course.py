"""The cards of a game around a pot as they are dealt, and the course that records tell of it.

The rules are those of `games.core.pot`; here are the packs that it deals from, and the seals of its hidden hands.

Source: docs/formats/tables.md, "A course".
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from games.core.action import Action
from games.core.cards import Card, card_text
from games.core.family import Bet, CardsNeeded
from games.core.pot.game import HAND, PotGame, Turn, packs
from games.core.pot.rules import PotRedDog
from games.core.sheet import RuleSheet
from tables.core.epoch_cards import EpochCards, SealedHand

_RULES: Final = PotRedDog()


@dataclass(frozen=True, slots=True, kw_only=True)
class DealtGame:
    """A game and the packs that it is dealt from. The game numbers its seats by their place in `order`."""

    cards: EpochCards
    order: tuple[int, ...]
    """The table's seats from the dealer's left."""
    game: PotGame
    pack: tuple[Card, ...]
    """The pack in play, in deal order from its first card."""
    pack_place: int = 0
    """Where the next card lies in it."""
    reshuffles: int = 0
    hands_dealt: tuple[int, ...]
    """How many hands each place was dealt."""

    def hand_at(self, place: int) -> SealedHand:
        """Return the complete hand that a place holds, with its key."""
        assert len(self.game.hands[place]) == HAND, "the hand is complete"
        return self.cards.sealed(self.order[place], self.hands_dealt[place] - 1, self.game.hands[place])

    @property
    def hands(self) -> tuple[SealedHand, ...]:
        """The complete hands that are held, in the order of play."""
        return tuple(self.hand_at(place) for place, hand in enumerate(self.game.hands) if len(hand) == HAND)

    @property
    def shown(self) -> SealedHand | None:
        """The hand of the seat that decides; None when the game is over."""
        return None if self.game.end is not None else self.hand_at(self.game.seat)

    @property
    def seats_in_play(self) -> tuple[int, ...]:
        """The table's seats that have chips, in the order of play."""
        return tuple(self.order[place] for place in self.game.in_play)


@dataclass(frozen=True, slots=True, kw_only=True)
class Course:
    """What happened between two records of a game, up to a decision or the end."""

    turns: tuple[Turn, ...]
    sealed: tuple[SealedHand, ...]
    """The hands that were completed, in that order, also those that were shown since."""
    dealt: DealtGame
    """The game afterwards."""

    def fields(self, *, decision_ends_ms: int) -> dict[str, object]:
        """Write the course with the deadline of the decision that it ends in, which is ignored if the game is over."""
        game, shown = self.dealt.game, self.dealt.shown
        fields: dict[str, object] = {
            "turns": [_turn_member(self.dealt.order, turn) for turn in self.turns],
            "sealed": [hand.seal_member() for hand in self.sealed],
            "stacks": list(game.stacks_minor),
            "pot": game.pot_minor,
            "at": [self.dealt.reshuffles, self.dealt.pack_place],
        }
        return fields if shown is None else {**fields, "now": {**shown.opened_member(), "until": decision_ends_ms}}


def deal_game(sheet: RuleSheet, cards: EpochCards, *, order: Sequence[int], buy_ins_minor: Sequence[int]) -> Course:
    """Seat the players in the order of play, collect the antes and deal until somebody decides or the game is over.

    Raises:
        SeatsOutOfLimits, StakeOutOfLimits, StakeNotInUnits: as `PotRedDog.start` says.
    """
    game = _RULES.start(sheet, [Bet(buy_in_minor) for buy_in_minor in buy_ins_minor])
    deck = cards.deck(packs(sheet, seats=len(order)))
    dealt = DealtGame(
        cards=cards,
        order=tuple(order),
        game=game,
        pack=tuple(Card(card) for card in deck),
        hands_dealt=(0,) * len(order),
    )
    return _deal_on(dealt, turns_before=0)


def play_turn(dealt: DealtGame, action: Action, amount_minor: int) -> Course:
    """Take the decision of the seat that has the turn, and deal until the next one or the end.

    Raises:
        IllegalAction: as `Family.act` says.
    """
    game = _RULES.act(dealt.game, seat=dealt.game.seat, action=action, amount_minor=amount_minor)
    return _deal_on(replace(dealt, game=game), turns_before=len(dealt.game.turns))


def _deal_on(dealt: DealtGame, *, turns_before: int) -> Course:
    sealed: list[SealedHand] = []
    while isinstance(need := _RULES.need(dealt.game), CardsNeeded):
        dealt, completed = _deal(_with_pack_for(dealt, need), need.count)
        sealed += completed
    return Course(turns=dealt.game.turns[turns_before:], sealed=tuple(sealed), dealt=dealt)


def _with_pack_for(dealt: DealtGame, need: CardsNeeded) -> DealtGame:
    if not need.reshuffle:
        return dealt
    reshuffles = dealt.reshuffles + 1
    pack = dealt.cards.reshuffled(need.reshuffle, reshuffle=reshuffles)
    return replace(dealt, pack=pack, pack_place=0, reshuffles=reshuffles)


def _deal(dealt: DealtGame, count: int) -> tuple[DealtGame, list[SealedHand]]:
    """Deal the next cards, at most as many as the pack has, and return the hands that they complete."""
    game = dealt.game
    drawn = dealt.pack[dealt.pack_place : dealt.pack_place + count]
    hands, hands_dealt, completed = list(game.hands), list(dealt.hands_dealt), []
    for place, card in zip(game.awaiting, drawn, strict=False):  # the pack may have fewer than the hands lack
        hands[place] = (*hands[place], card)
        if len(hands[place]) == HAND:
            completed.append(dealt.cards.sealed(dealt.order[place], hands_dealt[place], hands[place]))
            hands_dealt[place] += 1
    after = replace(
        dealt,
        game=_RULES.draw(game, drawn),
        pack_place=dealt.pack_place + len(drawn),
        hands_dealt=tuple(hands_dealt),
    )
    return after, completed


def _turn_member(order: Sequence[int], turn: Turn) -> dict[str, object]:
    return {
        "seat": order[turn.seat],
        "cards": [card_text(card) for card in turn.cards],
        "result": turn.outcome.value,
        "staked": turn.staked_minor,
        "returned": turn.returned_minor,
        "refill": turn.refill_each_minor,
    }
