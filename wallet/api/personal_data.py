"""The wallet's part of a player's personal data."""

from collections.abc import Iterator
from typing import Final

from kernel.ids import ChainId
from wallet.api.wallet import present_balance, present_line
from wallet.queries import balances, journals

_PAGE: Final = 256


def balance(chain: ChainId) -> dict[str, object]:
    """Return a player's cash and money in play."""
    return present_balance(balances.balance(chain), balances.currency_of(chain))


def statement(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield every line of a player's statement, newest first."""
    currency, before_seq = balances.currency_of(chain), None
    while page := journals.statement(chain, before_seq=before_seq, limit=_PAGE):
        for line in page:
            yield present_line(line, currency)
        before_seq = page[-1].seq
