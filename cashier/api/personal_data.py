"""The cashier's part of a player's personal data."""

from collections.abc import Iterator
from typing import Final

from cashier.api.present import present_block, present_request
from cashier.queries.blocks import find_deposit_block
from cashier.queries.payments import list_payments
from kernel.ids import ChainId
from kernel.instants import rfc3339

_PAGE: Final = 256


def payments(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's deposits and withdrawals with their history, the newest first."""
    before = None
    while page := list_payments(chain=chain, before=before, limit=_PAGE):
        for payment in page:
            yield {
                **present_request(payment),
                "direction": payment.direction.value,
                "history": [
                    {
                        "status": entry.status.value,
                        "changed_at": rfc3339(entry.at_ms),
                        # The player is not told which member of the staff it was.
                        "actor": entry.actor.partition(":")[0],
                        "reason": entry.reason,
                        "seq": entry.seq,
                    }
                    for entry in payment.history
                ],
            }
        before = page[-1].id


def deposit_block(chain: ChainId) -> dict[str, object] | None:
    """Return the last block on a player's deposits, None if there never was one."""
    block = find_deposit_block(chain)
    return None if block is None else present_block(block)
