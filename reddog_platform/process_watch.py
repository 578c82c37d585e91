"""Significant events of processes that fall silent, and of their return: sequencer, croupier, stream, beat, workers, Redis.

The log is watched like a process: it is silent while a record waits for its place longer than a receipt promises. So are its
witnesses: they are silent for all while a checkpoint waits longer than a minute to be published. So is a beacon of tables, while a
hand waits longer than a minute for its value.

Each worker of the web server looks, because it is there whenever anybody plays. What two looks in a row found is an event,
saved once whoever saw it first. A web server that starts while a process is silent, or after it came back, goes on from
the newest event, so nothing is said twice and no return is left out. While the database is away nobody can look: that has
an event of its own (`incidents.py`). One report may take the worker of the queue `batch` minutes: it is silent once it has carried out nothing
for a quarter of an hour.

Source: GLI-19 2.8.8; regulation F34; docs/alerts.md.
"""

import threading
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

import redis
import structlog
from django.core.cache import cache
from django.db import connection, transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import newest_by_member
from audit.queries.log import merge_delay_seconds, sequencer_alive
from audit.queries.witnesses import QUORUM_DELAY_SECONDS, quorum_delay_seconds
from kernel.cell import Cell
from kernel.serving import served_cell
from reddog_platform.celery import BATCH_HEARTBEAT_KEY, HEARTBEAT_KEY
from reddog_platform.cell_connections import serve_cell
from tables.queries.croupier import tables_status
from tables.queries.live_tables import live_tables
from tables.queries.stream_processes import stream_processes

PROCESS_SILENT: Final = "process-silent"
PROCESS_BACK: Final = "process-back"

LOOK_SECONDS: Final = 30.0
"""A process that is restarted within this time may never be missed; one that is silent for twice as long is."""
MERGE_DELAY_SECONDS: Final = 10
"""A record is in the log so long after its time at most (docs/formats/log.md, rule 2)."""
_LOCK: Final = 0x5DF9

_log = structlog.get_logger("reddog_platform.process_watch")


def _log_keeps_up() -> bool:
    return merge_delay_seconds() <= MERGE_DELAY_SECONDS


def _witnesses_sign() -> bool:
    return quorum_delay_seconds() <= QUORUM_DELAY_SECONDS


def _croupier_answers() -> bool:
    status = tables_status()
    return status.croupier_alive or not status.live


def _beacon_answers() -> bool:
    return not tables_status().late_beacons


def _stream_answers() -> bool:
    return bool(stream_processes()) or not live_tables()


def _beat_answers() -> bool:
    return cache.get(HEARTBEAT_KEY) is not None


def _batch_answers() -> bool:
    return cache.get(BATCH_HEARTBEAT_KEY) is not None


def _redis_answers() -> bool:
    try:
        cache.get(HEARTBEAT_KEY)
    except redis.RedisError:
        return False
    return True


WATCHED: Final[Mapping[str, Callable[[], bool]]] = {
    "sequencer": sequencer_alive,
    "log": _log_keeps_up,
    "witnesses": _witnesses_sign,
    "croupier": _croupier_answers,
    "beacon": _beacon_answers,
    "stream": _stream_answers,
    "redis": _redis_answers,
    "beat": _beat_answers,
    "batch": _batch_answers,
}
"""Whether each answers now, or is not needed. Those after `redis` need it to be asked."""


class ProcessWatch:
    """What one process of the web server saw of the others."""

    def __init__(self, watched: Mapping[str, Callable[[], bool]]) -> None:
        """Have seen nothing yet."""
        self._watched = watched
        self._last_look: dict[str, bool] = {}
        self._said: dict[str, bool] = {}

    def follow(self, cell: Cell) -> None:
        """Look from now on at the processes of a cell, in a thread. Call it after a fork."""
        threading.Thread(target=self._run, args=(cell,), name="process-watch", daemon=True).start()

    def look(self, *, now: datetime) -> None:
        """Ask whether each process answers, and save an event where two looks agree and the newest event does not.

        Raises:
            ClockWrong, django.db.Error: the next look does what this one left out.
        """
        for name, answers in self._watched.items():
            try:
                answering = answers()
            except redis.RedisError:
                # Redis is silent, which was said; of whoever is heard of through it nothing is known.
                self._last_look.pop(name, None)
                continue
            if self._last_look.get(name) is answering and self._said.get(name) is not answering:
                _say(name, answering=answering, now=now)
                self._said[name] = answering
            self._last_look[name] = answering

    def _run(self, cell: Cell) -> None:
        serve_cell(cell)
        wait = threading.Event()
        while not wait.wait(LOOK_SECONDS):
            try:
                self.look(now=datetime.now(UTC))  # noqa: TID251  a thread of its own
            except Exception as error:  # noqa: BLE001  the next look goes on
                _log.warning("processes-not-watched", reason=type(error).__name__)
            finally:
                # Needed seldom: a connection for it would only be one more.
                connection.close()


def _say(name: str, *, answering: bool, now: datetime) -> None:
    """Save that a process fell silent or is back, unless the newest event says so."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", (served_cell().lock(_LOCK),))
        newest = newest_by_member((PROCESS_SILENT, PROCESS_BACK), "process", name)
        silent_since = newest.at if newest is not None and newest.kind == PROCESS_SILENT else None
        if answering is (silent_since is None):
            return
        after: dict[str, object] = {"process": name}
        if silent_since is not None:
            after["seconds"] = round((now - silent_since).total_seconds())
        kind = PROCESS_BACK if answering else PROCESS_SILENT
        save_event(NewEvent(kind=kind, actor="platform", after=after), now=now)
    _log.warning(kind, process=name)
