"""One player's stakes at tables, for the player's copy of personal data. Nobody else at the table is in it."""

from collections.abc import Iterator
from typing import Final

from kernel.ids import ChainId
from tables.api.stake_output import present_stake
from tables.queries import stakes as stored

_PAGE: Final = 256


def stakes(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's stakes at tables, newest first."""
    before_seq = None
    while page := stored.stakes(chain, before_seq=before_seq, limit=_PAGE):
        for view in page:
            yield present_stake(view)
        before_seq = page[-1].receipts[0][0]
