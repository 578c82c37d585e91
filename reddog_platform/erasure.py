"""What an erasure asks of the layers above the player's own."""

from datetime import datetime
from functools import partial

from cashier.queries import payment_open
from players.operations.erase import ErasureHooks
from responsible_gaming.operations.let_go import let_go


def erasure_hooks(now: datetime) -> ErasureHooks:
    """Return whom an erasure of this instant asks."""
    return ErasureHooks(payment_open=payment_open, forget_identity=partial(let_go, now=now))
