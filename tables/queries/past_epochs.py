"""Epochs of a table that were played, by the rows that say where their records are."""

from kernel.ids import ChainId
from tables.models import BegunEpoch


def last_hand_seq(table: ChainId) -> int | None:
    """Return the number of the table's newest `hand`, that of a game that was voided included; None before the first."""
    dealt = BegunEpoch.objects.filter(table=table, hand_seq__isnull=False)
    return dealt.order_by("-epoch").values_list("hand_seq", flat=True).first()
