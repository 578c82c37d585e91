"""When failed deposits stop further ones.

Source: regulation section 3 (GLI-19 A.3.6b): five failed in a row within ten minutes.
"""

from collections.abc import Sequence
from typing import Final

from cashier.core.payment import Payment, Status

FAILURES: Final = 5
WINDOW_DURATION_MS: Final = 10 * 60 * 1000


def has_failed(payment: Payment) -> bool:
    """Say whether the provider refused a payment; one that we had cancelled did not fail."""
    return payment.status is Status.REFUSED and all(step.status is not Status.CANCELLING for step in payment.history)


def too_many_failures(latest: Sequence[Payment], *, lifted_ms: int | None) -> bool:
    """Say whether a player's ended deposits, the one requested last first, stop further ones.

    The window is closed: an end exactly ten minutes after the first one counts. What failed up to `lifted_ms` (None:
    never), when an operator last allowed deposits again, counts no more.
    """
    newest = latest[:FAILURES]
    if len(newest) < FAILURES or not all(map(has_failed, newest)):
        return False
    ends_ms = [payment.history[-1].at_ms for payment in newest]
    return max(ends_ms) - min(ends_ms) <= WINDOW_DURATION_MS and (lifted_ms is None or min(ends_ms) > lifted_ms)
