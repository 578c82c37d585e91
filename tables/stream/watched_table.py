"""A table that somebody looks at: what its streams were told, and who they are."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from kernel.ids import ChainId
from tables.queries.snapshots import snapshots
from tables.queries.table_events import EventDocument, events_after
from tables.queries.table_pulses import TablePulse
from tables.stream.frames import Document, changed_members, hint_frame, record_frame
from tables.stream.subscription import StreamEnd, Subscription

KEPT_RECORDS: Final = 128
"""So many of a table's newest records are kept, for clients who come again: their table's records are read once."""

ViewerChain = ChainId | None
"""Whose snapshot it is: a player's chain, or None for spectators, who all see the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TableReading:
    """What was read of a table at once."""

    pulse: TablePulse
    """Not newer than the rest: what has changed since shows at the next look."""
    snapshots: Mapping[ViewerChain, Document]
    seq: int
    """The newest record, as of the snapshots."""
    events: tuple[EventDocument, ...]
    """The records up to that one that were asked for, in order."""


def read_table(chain: ChainId, pulse: TablePulse, *, after: int, viewers: frozenset[ViewerChain]) -> TableReading:
    """Read a table for its viewers: their snapshots, and the records after number `after`, the newest ones at most.

    Raises:
        django.db.Error: the database is in trouble.
    """
    # One for spectators is always there: of players, some may be left out.
    seen = snapshots(chain, viewers | {None})
    (seq,) = {int(str(snapshot["seq"])) for snapshot in seen.values()}
    after = max(after, seq - KEPT_RECORDS)
    # The snapshots came first, so their records are all there.
    events = events_after(chain, after=after, limit=seq - after) if seq > after else []
    return TableReading(pulse=pulse, snapshots=seen, seq=seq, events=tuple(events))


class WatchedTable:
    """A table with its streams. All of them were told the same: records up to `seq`, and snapshots as of `told`."""

    def __init__(self, chain: ChainId) -> None:
        """Begin without streams."""
        self.chain = chain
        self.pulse: TablePulse | None = None
        """As of the newest reading; None before the first."""
        self.subscriptions: set[Subscription] = set()
        self._told: dict[ViewerChain, Document] = {}
        self._recent: deque[tuple[int, bytes]] = deque(maxlen=KEPT_RECORDS)
        self._seq: int | None = None

    @property
    def viewers(self) -> frozenset[ViewerChain]:
        """For whom snapshots are read."""
        return frozenset(subscription.viewer for subscription in self.subscriptions)

    def unread_after(self, resumed: int) -> int:
        """Return after which record to read: after the newest that is kept, or where a client resumes at first."""
        return resumed if self._seq is None else self._seq

    def tell(self, reading: TableReading) -> None:
        """Give every stream the new records, and whoever sees something else than before a hint of what."""
        frames = [(int(str(event["seq"])), record_frame(event)) for event in reading.events]
        if self._seq is not None and not self._follows(frames, reading.seq):
            for subscription in self.subscriptions:
                subscription.finish(StreamEnd.SERVER)
            self._recent.clear()
        self._recent.extend(frames)
        hints = {viewer: self._hint(viewer, snapshot, reading.seq) for viewer, snapshot in reading.snapshots.items()}
        for subscription in self.subscriptions:
            if subscription.viewer not in reading.snapshots:
                # It comes again, and is told why its own cards cannot be shown.
                subscription.finish(StreamEnd.SERVER)
                continue
            for _, frame in frames:
                subscription.put(frame)
            hint = hints.get(subscription.viewer)
            if hint is not None:
                subscription.put(hint)
        self._told = dict(reading.snapshots)
        self._seq, self.pulse = reading.seq, reading.pulse

    def shows(self, viewer: ViewerChain) -> bool:
        """Return whether this viewer's own cards could be read."""
        return viewer in self._told

    def snapshot(self, viewer: ViewerChain) -> Document:
        """Return what a viewer was told, which is as new as the newest reading."""
        return self._told[viewer]

    def kept_after(self, seq: int) -> Iterator[bytes]:
        """Yield the frames of the kept records that follow number `seq`."""
        return (frame for number, frame in self._recent if number > seq)

    @property
    def kept_from(self) -> int:
        """The number after which all records are kept."""
        assert self._seq is not None, "it was read"
        return self._recent[0][0] - 1 if self._recent else self._seq

    def _follows(self, frames: Sequence[tuple[int, bytes]], seq: int) -> bool:
        """Return whether nothing is missing between what was told and what was read.

        More may have come at once than is kept, or the database is a restored one and the chain is shorter. Then the
        clients come again, and get each record in between, or are told that there is none.
        """
        assert self._seq is not None, "it was read"
        return seq == self._seq if not frames else frames[0][0] == self._seq + 1

    def _hint(self, viewer: ViewerChain, snapshot: Document, seq: int) -> bytes | None:
        if viewer not in self._told:
            return None
        changed = changed_members(self._told[viewer], snapshot)
        return hint_frame(seq=seq, changed=changed) if changed else None
