"""A game around a pot as the platform's pure rules walk it, of which the verifier has its own."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from games.core.action import Action
from games.core.family import CardsNeeded, RoundOver
from games.core.pot.rules import PotRedDog
from tests.verifier.producer import name_of, sha256

if TYPE_CHECKING:
    from games.core.pot.game import PotGame
    from tests.verifier.producer import Document


@dataclass(kw_only=True)
class Walk:
    """A game around the pot as the platform's rules play it."""

    state: PotGame
    order: list[int]
    pack: list[int]
    key: Any
    again: Any
    shuffles: int = 0
    place: int = 0
    completed: dict[int, int] = field(default_factory=dict)
    raised: dict[int, int] = field(default_factory=dict)
    RULES = PotRedDog()

    def deal_on(self, *, before: int) -> Document:
        """Deal until somebody must decide or the game is over; return the course."""
        seals = []
        while isinstance(need := self.RULES.need(self.state), CardsNeeded):
            if need.reshuffle:
                self.shuffles += 1
                self.pack, self.place = self.again(self.shuffles, need.reshuffle), 0
            cards = self.pack[self.place : self.place + need.count]
            self.place += need.count
            awaiting = self.state.awaiting
            held: dict[int, list[int]] = {at: [*self.state.hands[at]] for at in awaiting}
            for at, card in zip(awaiting, cards, strict=False):
                held[at].append(card)
                if len(held[at]) == 2:
                    seat = self.order[at]
                    self.completed[seat] = self.completed.get(seat, -1) + 1
                    names = " ".join(map(name_of, held[at])).encode()
                    sealed = sha256(b"RDF1/sealed\0" + self.key(seat, self.completed[seat]) + names)
                    seals.append({"seat": seat, "h": sealed.hex()})
            self.state = self.RULES.draw(self.state, [*cards])  # type: ignore[list-item]  # plain numbers
        turns = [
            {
                "seat": self.order[turn.seat],
                "cards": [*map(name_of, turn.cards)],
                "result": turn.outcome.value,
                "staked": turn.staked_minor,
                "returned": turn.returned_minor,
                "refill": turn.refill_each_minor,
            }
            for turn in self.state.turns[before:]
        ]
        course: Document = {
            "turns": turns,
            "sealed": seals,
            "stacks": [*self.state.stacks_minor],
            "pot": self.state.pot_minor,
            "at": [self.shuffles, self.place],
        }
        if not self.over:
            seat = self.order[self.state.seat]
            cards_shown = [*map(name_of, self.state.hands[self.state.seat])]
            course["now"] = {"seat": seat, "cards": cards_shown, "key": self.key(seat, self.completed[seat]).hex()}
        return course

    @property
    def over(self) -> bool:
        return isinstance(self.RULES.need(self.state), RoundOver)

    def decide(self, action: str, amount: int) -> Document:
        before, at = len(self.state.turns), self.state.seat
        self.state = self.RULES.act(self.state, seat=at, action=Action(action), amount_minor=amount)
        if action == "raise":
            self.raised[self.order[at]] = self.raised.get(self.order[at], 0) + amount
        return self.deal_on(before=before)

    def divide(self) -> None:
        self.state = self.RULES.split(self.state)

    def results(self) -> list[Document]:
        need = self.RULES.need(self.state)
        assert isinstance(need, RoundOver)
        told = [
            {
                "seat": seat,
                "result": result.outcome,
                "staked": result.staked_minor,
                "returned": result.returned_minor,
                "rake": 0,
                "raised": self.raised.get(seat, 0),
            }
            for seat, result in zip(self.order, need.results, strict=True)
        ]
        return sorted(told, key=lambda result: result["seat"])

    def left(self) -> list[Document]:
        return [
            {
                "seat": seat,
                "cards": [*map(name_of, hand)],
                "key": self.key(seat, self.completed[seat]).hex(),
            }
            for seat, hand in zip(self.order, self.state.hands, strict=True)
            if len(hand) == 2
        ]
