"""What the cashier knows of one player, for the player."""

from collections.abc import Iterator
from typing import Any, Final

from cashier.api.present import present_request
from cashier.queries import blocks, payments as payment_queries
from kernel.ids import ChainId
from kernel.instants import rfc3339

_PAGE: Final = 256


def payments(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's deposits and withdrawals with their steps, newest first."""
    before = None
    while page := payment_queries.payments(chain=chain, before=before, limit=_PAGE):
        for payment in page:
            yield {
                **present_request(payment),
                "direction": payment.direction.value,
                "steps": [
                    {
                        "status": step.status.value,
                        "at": rfc3339(step.at_ms),
                        # Which member of the staff it was is for the house to know.
                        "actor": step.actor.partition(":")[0],
                        "reason": step.reason,
                        "seq": step.seq,
                    }
                    for step in payment.history
                ],
            }
        before = page[-1].id


def deposit_block(chain: ChainId) -> dict[str, Any] | None:
    """Return when a player's deposits were blocked last and allowed again, None where they never were."""
    found = blocks.deposit_block(chain)
    if found is None:
        return None
    blocked_ms, lifted_ms = found
    return {"blocked_at": rfc3339(blocked_ms), "lifted_at": None if lifted_ms is None else rfc3339(lifted_ms)}
