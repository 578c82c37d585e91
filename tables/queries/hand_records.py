"""Where in a table's chain the records of a hand are that was played, runs, or has not begun."""

from collections.abc import Sequence
from dataclasses import dataclass

from tables.core.epoch import TableEpoch
from tables.models import BegunEpoch


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecords:
    """The numbers of a hand's records in its table's chain."""

    apart: Sequence[int]
    """Earlier ones that it rests on, ascending: `table`, the `seats` that announced its seed, and the last `hand` before
    it, which says who began."""
    from_seq: int
    """From here on the records are its own, announcements that replaced the first one included."""
    to_seq: int | None
    """None: it has not ended, and all that follow are its own."""


def hand_records(epoch: TableEpoch) -> HandRecords:
    """Return where the records of a hand are. Somebody has placed a stake in it, so its table has announced it.

    Epochs follow one another without a gap, and `seats` of one announces the next.
    """
    of_table = BegunEpoch.objects.filter(table=epoch.chain)
    before = of_table.filter(epoch=epoch.number - 1).first()
    own = of_table.filter(epoch=epoch.number).first()
    dealt = of_table.filter(epoch__lt=epoch.number, hand_seq__isnull=False).order_by("-epoch")
    apart = {0, *dealt.values_list("hand_seq", flat=True)[:1]}
    from_seq = 1
    if before is not None:
        apart.add(before.seats_seq)
        assert before.end_seq is not None, "nobody stakes on a hand before the one before it has ended"
        from_seq = before.end_seq + 1
    to_seq = None if own is None or own.end_seq is None else own.end_seq + 1
    return HandRecords(apart=sorted(seq for seq in apart if seq is not None), from_seq=from_seq, to_seq=to_seq)
