"""Decide when failed deposits block further ones.

Source: regulation section 3 (GLI-19 A.3.6b): five failed in a row within ten minutes.
"""

from collections.abc import Sequence
from typing import Final

from cashier.core.payment import Payment, Status

FAILURES: Final = 5
WINDOW_DURATION_MS: Final = 10 * 60 * 1000


def has_failed(payment: Payment) -> bool:
    """Return whether the provider refused a payment. One that the platform cancelled did not fail."""
    return payment.status is Status.REFUSED and all(entry.status is not Status.CANCELLING for entry in payment.history)


def too_many_failures(latest: Sequence[Payment], *, lifted_ms: int | None) -> bool:
    """Return whether a player's ended deposits block further ones. `latest` starts with the one requested last.

    The window is closed: a deposit that ends exactly ten minutes after the first one counts. `lifted_ms` is the
    instant when an operator last lifted a block (None: never); failures up to then no longer count.
    """
    newest = latest[:FAILURES]
    if len(newest) < FAILURES or not all(map(has_failed, newest)):
        return False
    ends_ms = [payment.history[-1].at_ms for payment in newest]
    return max(ends_ms) - min(ends_ms) <= WINDOW_DURATION_MS and (lifted_ms is None or min(ends_ms) > lifted_ms)
