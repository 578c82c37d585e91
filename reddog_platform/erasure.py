"""What an erasure asks of the layers above the player's own."""

from datetime import datetime
from functools import partial

from cashier.queries import payment_open
from players.operations.erase import Beyond
from responsible_gaming.operations.forget_identity import forget_identity


def beyond(now: datetime) -> Beyond:
    """Return whom an erasure of this instant asks."""
    return Beyond(payment_open=payment_open, let_go=partial(forget_identity, now=now))
