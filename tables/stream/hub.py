"""One look for all streams: whatever tells of a change wakes it, and it reads what changed, once for each table.

All that is said to streams passes through one task, so a stream's snapshot and its records fit together without a lock.
"""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Final

import structlog
from django.db import Error as DatabaseError

from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from tables.queries.dealt_epoch import seed_unreadable
from tables.queries.table_events import event_ahead
from tables.queries.table_pulses import TablePulse, table_pulses
from tables.queries.table_states import TableNotFound
from tables.stream.database_threads import DatabaseThreads
from tables.stream.frames import Document
from tables.stream.subscription import StreamEnd, Subscription
from tables.stream.watched_table import TableReading, WatchedTable, read_table
from telemetry.metrics import observe_table_event

_AGAIN_SECONDS: Final = 0.5
"""Between two looks while the database is away."""

_log = structlog.get_logger("tables.stream")


class StreamsEnding(Refusal):
    """This process takes no more streams."""

    code, kind = "streams-ending", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say where to go."""
        super().__init__("Nothing was changed. This process is ending: connect again.", retry_after=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joined:
    """A stream that has begun: everything after this comes to its subscription."""

    snapshot: Document
    gap: tuple[int, int]
    """Records (from, to] that the client lacks, and that are not kept; empty where both are the same."""
    kept: bytes
    """The frames of the records that the client lacks after those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Joining:
    subscription: Subscription
    after: int | None
    """The newest record that the client has; None for one that begins with the snapshot."""
    answer: asyncio.Future[Joined]


class Hub:
    """All tables that somebody looks at."""

    def __init__(self, database: DatabaseThreads, *, look_every_seconds: float) -> None:
        """Watch no table yet. Who was not told of a change sees it after `look_every_seconds` at the latest."""
        self._database = database
        self._look_every_seconds = look_every_seconds
        self._tables: dict[ChainId, WatchedTable] = {}
        self._joining: list[_Joining] = []
        self._told: set[ChainId] = set()
        self._woken = asyncio.Event()
        self._look_at_all_at = 0.0
        self._ending = False

    async def join(self, subscription: Subscription, *, after: int | None) -> Joined:
        """Begin a stream with what its table shows now, or later than the call.

        Raises:
            TableNotFound: there is no such table.
            EventAhead: the chain has no record number `after`.
            StreamsEnding: this process ends.
            django.db.Error: the database is in trouble.
        """
        if self._ending:
            raise StreamsEnding
        answer: asyncio.Future[Joined] = asyncio.get_running_loop().create_future()
        self._joining.append(_Joining(subscription=subscription, after=after, answer=answer))
        self._woken.set()
        return await answer

    def leave(self, subscription: Subscription) -> None:
        """Tell a stream nothing more."""
        table = self._tables.get(subscription.table)
        if table is None:
            return
        table.subscriptions.discard(subscription)
        if not table.subscriptions:
            del self._tables[subscription.table]

    def wake(self, chain: ChainId | None) -> None:
        """Look at a table that may have changed, and with None at all of them."""
        if chain is None:
            self._look_at_all_at = 0.0
        elif chain in self._tables:
            self._told.add(chain)
        else:
            return
        self._woken.set()

    def subscriptions(self) -> list[Subscription]:
        """Return the streams."""
        return [subscription for table in self._tables.values() for subscription in table.subscriptions]

    def end(self) -> None:
        """End all streams, and begin no more: their clients come again, to another process."""
        self._ending = True
        for subscription in self.subscriptions():
            subscription.finish(StreamEnd.SERVER)
        for joining in self._joining:
            _refuse(joining, StreamsEnding())
        self._joining.clear()

    async def run(self) -> None:
        """Look whenever there is a reason to, and at all tables in between, for ever."""
        while True:
            if not self._joining and not self._told:
                wait_seconds = max(0.0, self._look_at_all_at - time.monotonic())
                # Without a word, the time comes for a look at all.
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._woken.wait(), wait_seconds)
            self._woken.clear()
            joining, self._joining = self._joining, []
            try:
                await self._look(joining)
            except Exception as error:  # noqa: BLE001  streams outlive whatever keeps the database from answering
                _log.warning("tables-not-read", reason=f"{type(error).__name__}: {error}".strip())
                for waiting in joining:
                    _refuse(waiting, error)
                await asyncio.sleep(_AGAIN_SECONDS)

    async def _look(self, joining: list[_Joining]) -> None:
        chains = self._due() | {waiting.subscription.table for waiting in joining}
        if not chains:
            return
        pulses = await self._database.ask(partial(table_pulses, chains))
        looks = (self._look_at(chain, pulses.get(chain), joining) for chain in chains)
        # All of them end before the next look begins, whatever becomes of one.
        for outcome in await asyncio.gather(*looks, return_exceptions=True):
            if isinstance(outcome, BaseException):
                raise outcome

    def _due(self) -> set[ChainId]:
        """Return the tables that may have changed: those that were told, and all where the time has come."""
        due, self._told = self._told, set()
        if time.monotonic() >= self._look_at_all_at:
            self._look_at_all_at = time.monotonic() + self._look_every_seconds
            due = set(self._tables)
        return due & self._tables.keys()

    async def _look_at(self, chain: ChainId, pulse: TablePulse | None, joining: list[_Joining]) -> None:
        joining = [waiting for waiting in joining if waiting.subscription.table == chain]
        table = self._tables.get(chain) or WatchedTable(chain)
        if pulse is None:
            for waiting in joining:
                _refuse(waiting, TableNotFound("Nothing was changed. There is no table of this id."))
            return
        if pulse == table.pulse and not joining:
            return
        try:
            await self._read_and_tell(table, pulse, joining)
        except DatabaseError:
            # As it is, so it is for all tables.
            raise
        except Exception as error:  # noqa: BLE001  one table's defect must not stop the other tables
            _log.error("table-not-read", table=chain.hex, exc_info=True)
            for waiting in joining:
                _refuse(waiting, error)

    async def _read_and_tell(self, table: WatchedTable, pulse: TablePulse, joining: list[_Joining]) -> None:
        resumed = min((waiting.after for waiting in joining if waiting.after is not None), default=pulse.seq)
        viewers = table.viewers | {waiting.subscription.viewer for waiting in joining}
        reading = await self._database.ask(
            partial(read_table, table.chain, pulse, after=table.unread_after(resumed), viewers=viewers)
        )
        if table.pulse is not None:
            _observe(reading)
        table.tell(reading)
        for waiting in joining:
            self._admit(table, waiting, reading.seq)

    def _admit(self, table: WatchedTable, waiting: _Joining, seq: int) -> None:
        after = seq if waiting.after is None else waiting.after
        if after > seq:
            _refuse(waiting, event_ahead(after, newest=seq))
            return
        if waiting.answer.done():
            # Its client has gone meanwhile.
            return
        subscription = waiting.subscription
        if not table.shows(subscription.viewer):
            _refuse(waiting, seed_unreadable())
            return
        table.subscriptions.add(subscription)
        self._tables[table.chain] = table
        waiting.answer.set_result(
            Joined(
                snapshot=table.snapshot(subscription.viewer),
                gap=(after, max(after, table.kept_from)),
                kept=b"".join(table.kept_after(after)),
            )
        )


def _observe(reading: TableReading) -> None:
    # A figure: no decision reads this clock.
    now_ms = to_epoch_ms(datetime.now(UTC))  # noqa: TID251  the stream is an interface
    for event in reading.events:
        record = event["record"]
        assert isinstance(record, Mapping), "a record is an object"
        observe_table_event(str(event["type"]), (now_ms - int(str(record["time"]))) / 1000)


def _refuse(waiting: _Joining, error: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(error)
