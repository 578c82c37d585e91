"""What an erasure calls in the apps above `players`."""

from datetime import datetime
from functools import partial

from django.conf import settings

from casework.operations.keep_words import forget_words
from casework.queries.open_matters import open_matters
from cashier.queries.unfinished_payments import has_open_payment
from players.operations.erase import ErasureHooks
from responsible_gaming.operations.apply_exclusion_list import lock_list
from responsible_gaming.operations.forget_identity import forget_identity


def erasure_hooks(now: datetime) -> ErasureHooks:
    """Return the callbacks of an erasure at this instant."""
    return ErasureHooks(
        lock_exclusion_list=partial(lock_list, exclusive=False),
        payment_open=has_open_payment,
        matters=partial(open_matters, dispute_days=settings.REDDOG_JURISDICTION.retention.dispute_days, now=now),
        forget_identity=partial(forget_identity, now=now),
        forget_words=forget_words,
    )
