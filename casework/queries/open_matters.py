"""What of cases and disputes keeps a person from being erased.

Source: docs/privacy.md; regulation F59; GLI-19 A.4.4.
"""

from datetime import datetime, timedelta

from casework.models import Case, Dispute
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.core.erasure import Obstacle


def open_matters(chain: ChainId, *, dispute_days: int, now: datetime) -> frozenset[Obstacle]:
    """Return what of a player's cases and disputes is open, or was answered less than `dispute_days` ago."""
    disputes = Dispute.objects.filter(chain=chain)
    kept_from_ms = to_epoch_ms(now - timedelta(days=dispute_days))
    conditions = (
        (Obstacle.CASE_OPEN, Case.objects.filter(chain=chain, closed_ms=None).exists()),
        (Obstacle.DISPUTE_OPEN, disputes.filter(answered_ms=None).exists()),
        (Obstacle.DISPUTE_RETENTION_RUNS, disputes.filter(answered_ms__gt=kept_from_ms).exists()),
    )
    return frozenset(obstacle for obstacle, holds in conditions if holds)
