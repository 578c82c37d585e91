"""List the log's checkpoints in the log: the sequencer writes their sizes into `checkpoints` records of the system chain.

The sequencer alone signs, and lists before it gives records their places. So a record lists whatever was signed up to its
own log index, also after a crash between any two of these steps.

Source: docs/formats/log.md, "Checkpoints in the log".
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from audit.operations.write_system_record import lock_system_chain, write_system_record
from audit.queries.listed_checkpoints import listed_up_to, newest_signed_size, signed_sizes
from kernel.instants import to_epoch_ms

SIZES_MAX: Final = 1024
"""How many sizes a record holds at most."""
_MANY: Final = 256
"""So many sizes do not wait: of two checkpoints a second, they are those of two minutes."""
_SILENCE_MS: Final = 540_000
"""After so long without a record one is written: a minute before the ten that the log promises."""


def list_checkpoints(*, now: datetime) -> int:
    """List the checkpoints that no record lists, if it is time to, and return how many records were written.

    They are signed by the log key, which the sequencer holds. What was signed before the first record is not listed.
    """
    listed = listed_up_to()
    if listed is not None:
        waiting = signed_sizes(after=listed.size)
        if len(waiting) < _MANY and to_epoch_ms(now) - listed.time_ms < _SILENCE_MS:
            return 0
    with transaction.atomic():
        lock_system_chain()
        # Read again: a sequencer that lost its lock may have written one meanwhile.
        listed = listed_up_to()
        after = newest_signed_size() if listed is None else listed.size
        sizes = signed_sizes(after=after)
        # At least one record, with no size if none was signed.
        parts = [sizes[first : first + SIZES_MAX] for first in range(0, max(1, len(sizes)), SIZES_MAX)]
        for part in parts:
            write_system_record("checkpoints", {"after": after, "sizes": part}, signed_by="log", now=now)
            after = part[-1] if part else after
    return len(parts)
