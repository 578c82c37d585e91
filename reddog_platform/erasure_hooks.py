"""What an erasure asks of the layers above the player's own."""

from datetime import datetime
from functools import partial

from cashier.queries.unfinished_payments import payment_open
from players.operations.erase import Beyond
from responsible_gaming.operations.let_go import let_go


def erasure_hooks(now: datetime) -> Beyond:
    """Return whom an erasure of this instant asks."""
    return Beyond(payment_open=payment_open, let_go=partial(let_go, now=now))
