"""The cards of a game around a pot, dealt again turn by turn. Who decided what, and what it paid, is the auditor's.

Source: docs/formats/tables.md, "Dealing" and "A course".
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from .decks import RoundSecrets, card_texts
from .errors import Reason, VerificationError
from .records import Record
from .table_stake import Dealing

_HAND: Final = 2


def require_game_cards(
    dealing: Dealing, secrets: RoundSecrets, records: Sequence[Record], *, buy_ins: Mapping[int, int]
) -> None:
    """Require that each record of a game shows the cards that its seed gives.

    `records` are the `hand`, every decision, and the `hand_end`.

    Raises:
        VerificationError: `OTHER_CARDS`, with the record that differs first.
    """
    hand, *turns, end = records
    game = _DealtGame(dealing, secrets, order=hand.fields["order"], buy_ins=buy_ins)
    for record in (hand, *turns):
        fields = record.fields
        sealed = game.play(fields["turns"], over="now" not in fields, begins=record is hand)
        shown_course = (
            fields["sealed"],
            fields["at"],
            fields.get("now", {}).get("cards"),
            fields.get("now", {}).get("key"),
        )
        if shown_course != (sealed, game.at, *game.shown(fields.get("now"))):
            raise VerificationError(Reason.OTHER_CARDS, f"record {record.seq} is not what the seed gives", record.note)
    if end.fields["hands"] != game.held():
        raise VerificationError(Reason.OTHER_CARDS, "other hands were left at the end", end.note)


class _DealtGame:
    """Packs, hands and chips of a game: chips only as far as they say who is dealt cards."""

    def __init__(
        self, dealing: Dealing, secrets: RoundSecrets, *, order: Sequence[int], buy_ins: Mapping[int, int]
    ) -> None:
        self._secrets = secrets
        self._order = order
        self._stacks = {seat: buy_ins[seat] for seat in order}
        self._hands: dict[int, list[int]] = {seat: [] for seat in order}
        self._completed = dict.fromkeys(order, 0)
        self._pack = secrets.deck(dealing.packs(seats=len(order)))
        self._place = self._reshuffles = 0
        self._used: list[int] = []
        self._collect(dealing.ante)

    @property
    def at(self) -> list[int]:
        """Return how often the cards were shuffled again, and the next place in the pack."""
        return [self._reshuffles, self._place]

    def play(self, turns: Sequence[Mapping[str, Any]], *, over: bool, begins: bool) -> list[dict[str, object]]:
        """Deal a course, and return the seals of the hands that it completes. `over`: the game ends with it."""
        sealed: list[dict[str, object]] = []
        if begins and (turns or not over):
            sealed += self._deal()
        for number, turn in enumerate(turns, 1):
            self._finish(turn)
            if number < len(turns) or not over:
                sealed += self._deal()
        return sealed

    def shown(self, now: Mapping[str, Any] | None) -> tuple[list[str] | None, str | None]:
        """Return the hand, and its key, of the seat that a record says is to decide."""
        if now is None:
            return None, None
        return card_texts(self._hands[now["seat"]]), self._key(now["seat"])

    def held(self) -> list[dict[str, object]]:
        """Return the complete hands that are held, as a `hand_end` has them."""
        return [
            {"seat": seat, "cards": card_texts(self._hands[seat]), "key": self._key(seat)}
            for seat in self._order
            if len(self._hands[seat]) == _HAND
        ]

    def _deal(self) -> list[dict[str, object]]:
        sealed: list[dict[str, object]] = []
        for seat in self._order:
            hand = self._hands[seat]
            if not self._stacks[seat] or len(hand) == _HAND:
                continue
            while len(hand) < _HAND:
                hand.append(self._draw())
            self._completed[seat] += 1
            sealed.append({"seat": seat, "h": self._secrets.sealed(seat, self._completed[seat] - 1, card_texts(hand))})
        return sealed

    def _draw(self) -> int:
        if self._place == len(self._pack):
            self._reshuffles += 1
            self._pack = self._secrets.reshuffled(self._used, number=self._reshuffles)
            self._used, self._place = [], 0
        self._place += 1
        return self._pack[self._place - 1]

    def _finish(self, turn: Mapping[str, Any]) -> None:
        seat = turn["seat"]
        cards = self._hands[seat] + [self._draw() for _ in turn["cards"][_HAND:]]
        if turn["cards"] != card_texts(cards):
            raise VerificationError(Reason.OTHER_CARDS, f"the seed gives {' '.join(card_texts(cards))}", repr(turn))
        self._used += cards
        self._hands[seat] = []
        self._stacks[seat] += turn["returned"] - turn["staked"]
        self._collect(turn["refill"])

    def _collect(self, each: int) -> None:
        for seat in self._order:
            if not self._stacks[seat]:
                continue
            self._stacks[seat] -= min(each, self._stacks[seat])
            if not self._stacks[seat]:
                self._used += self._hands[seat]
                self._hands[seat] = []

    def _key(self, seat: int) -> str:
        return self._secrets.key(seat, self._completed[seat] - 1)
