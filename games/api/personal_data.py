"""One player's rounds, for the player's copy of personal data. Cards, acts and seeds are in the records."""

from collections.abc import Iterator
from typing import Final

from games.api.rounds import present_summary
from games.queries.rounds import history
from kernel.ids import ChainId
from wallet.queries.balances import currency_of

_PAGE: Final = 256


def rounds(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's rounds, newest first."""
    currency, before = currency_of(chain), None
    while page := history(chain, before=before, limit=_PAGE):
        for line in page:
            yield present_summary(line, currency)
        before = (page[-1].round_id.epoch, page[-1].round_id.nonce)
