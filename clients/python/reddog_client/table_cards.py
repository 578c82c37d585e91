"""The cards of a hand against the house, dealt again.

Source: docs/formats/tables.md, "Dealing".
"""

from collections.abc import Sequence

from .decks import RoundSecrets, card_texts
from .errors import Reason, VerificationError
from .records import Record
from .table_stake import Dealing

_SHARED = 2
"""Cards that all seats of `red-dog` see first."""


def require_house_cards(
    dealing: Dealing, secrets: RoundSecrets, hand: Record, end: Record, *, seats: Sequence[int]
) -> None:
    """Require that a hand showed, sealed and dealt the cards that its seed gives; `seats` are in seat order.

    Raises:
        VerificationError: `OTHER_CARDS`.
    """
    deck = card_texts(secrets.deck(dealing.packs(seats=len(seats))))
    dealt = end.fields["cards"]
    hands = [deck[place * dealing.hand : (place + 1) * dealing.hand] for place in range(len(seats))]
    expected = {
        "cards": [] if dealing.hand else deck[:_SHARED],
        "sealed": [
            {"seat": seat, "h": secrets.sealed(seat, 0, cards)}
            for seat, cards in zip(seats, hands, strict=True)
            if cards
        ],
    }
    shown = {name: hand.fields[name] for name in expected}
    least = max(_SHARED, dealing.hand * len(seats))
    if shown != expected or len(dealt) < least or dealt != deck[: len(dealt)]:
        raise VerificationError(
            Reason.OTHER_CARDS, f"the seed gives {' '.join(deck[: max(least, len(dealt))])}", hand.note, end.note
        )
