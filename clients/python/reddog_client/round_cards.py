"""The cards of a round that one plays alone, dealt again from both seeds.

Source: docs/formats/shuffle.md, "Rules".
"""

from .decks import RoundSecrets, card_texts
from .errors import Reason, VerificationError
from .records import Record


def require_dealt(deal: Record, settled: Record, *, client: str, packs: int) -> None:
    """Require that a round dealt the cards that its seeds give, from the first place of the deck on.

    Raises:
        VerificationError: `OTHER_CARDS`.
    """
    fields, shown = settled.fields, deal.fields["cards"]
    secrets = RoundSecrets(
        chain=fields["chain"], epoch=fields["epoch"], nonce=fields["nonce"], seed=fields["seed"], client=client
    )
    cards = card_texts(secrets.deck(packs)[: len(fields["cards"])])
    if fields["cards"] != cards or shown != cards[: len(shown)]:
        raise VerificationError(
            Reason.OTHER_CARDS, f"round {fields['nonce']}: the seeds give {' '.join(cards)}", deal.note, settled.note
        )
