"""Check that the processes are at work that players do not see."""

from typing import Final

import redis
from django.core.cache import cache
from kombu.exceptions import OperationalError as BrokerUnreachable

from audit.queries.log import frontier, sequencer_alive
from audit.queries.witnesses import QUORUM_DELAY_SECONDS, policies, policy_at, quorum_delay_seconds
from reddog_platform import celery
from reddog_platform.diagnostic import Diagnostic
from tables.queries.awaited_beacons import BEACON_DELAY_SECONDS
from tables.queries.croupier import tables_status
from tables.queries.live_tables import live_tables
from tables.queries.stream_processes import stream_processes

# What is left undone if no worker serves a queue.
_LEFT_UNDONE: Final = {"realtime": "overdue rounds stay open", "batch": "reports are late"}


def sequencer() -> Diagnostic:
    """Check that a sequencer holds its lock."""
    alive = sequencer_alive()
    return Diagnostic(
        subject="sequencer",
        healthy=alive,
        state="holds its lock" if alive else "does not run: new records wait",
        repair="`manage.py sequencer`, under a process manager.",
    )


def witnesses() -> Diagnostic:
    """Check that checkpoints find the witnesses that the log's policy asks for."""
    waited, policy = quorum_delay_seconds(), policy_at(frontier().size, policies())
    asks = "no policy asks for any" if policy is None else f"quorum {policy.quorum}"
    late = f"; a checkpoint has waited for {waited:.0f} seconds" if waited > 1 else ""
    return Diagnostic(
        subject="witnesses",
        healthy=waited <= QUORUM_DELAY_SECONDS,
        state=f"{asks}{late}",
        repair="The sequencer's lines `witness-silent` and `witness-contradicts` say which (docs/runbooks/witnesses.md).",
    )


def croupier() -> Diagnostic:
    """Check that a croupier holds its lock, where there are tables, and that nothing waits for it past its time."""
    status = tables_status()
    waiting = [
        *([] if status.croupier_alive or not status.live else ["does not run: all tables stand still"]),
        *([f"tables past their time: {status.overdue}"] if status.overdue else []),
        *([f"stakes past their end: {status.stakes_overdue}"] if status.stakes_overdue else []),
    ]
    idle = "holds its lock" if status.croupier_alive else "does not run, and there is no table"
    return Diagnostic(
        subject="croupier",
        healthy=not waiting,
        state="; ".join(waiting) or (f"{idle}; tables: {status.live}" if status.live else idle),
        repair="`manage.py croupier`, under a process manager. If it runs, its log names the table and the defect.",
    )


def beacon() -> Diagnostic:
    """Check that no hand waits for the value of its table's beacon."""
    awaited = tables_status().awaited_beacons
    late = [each for each in awaited if each.late]
    rounds = sorted({f"round {each.round} of {each.source}" for each in late})
    return Diagnostic(
        subject="beacon",
        healthy=not late,
        state=f"hands wait for more than {BEACON_DELAY_SECONDS} seconds: {len(late)}, for {', '.join(rounds)}"
        if late
        else f"hands that wait for a public value: {len(awaited)}",
        repair="Ask the source by hand. Two operators can void a hand whose value never comes"
        " (docs/runbooks/beacon-silent.md).",
    )


def worker() -> Diagnostic:
    """Check that somebody works on each queue."""
    try:
        answers = celery.app.control.inspect(timeout=1.0).active_queues() or {}
    except (BrokerUnreachable, redis.RedisError):
        answers = {}
    served = {queue["name"] for queues in answers.values() for queue in queues}
    unserved = [f"nobody works on {queue}: {left}" for queue, left in _LEFT_UNDONE.items() if queue not in served]
    return Diagnostic(
        subject="worker",
        healthy=not unserved,
        state="; ".join(unserved) or ", ".join(sorted(answers)),
        repair="`celery --app reddog_platform.celery worker --queues realtime`, and one more with `--queues batch`,"
        " under a process manager.",
    )


def beat() -> Diagnostic:
    """Check that beat sends tasks, and that a worker carries them out."""
    try:
        alive = cache.get(celery.HEARTBEAT_KEY) is not None
    except redis.RedisError:
        alive = False
    return Diagnostic(
        subject="beat",
        healthy=alive,
        state="was heard of in the last minute" if alive else "not heard of for a minute",
        repair="`celery --app reddog_platform.celery beat`, exactly one, under a process manager; and a worker.",
    )


def stream() -> Diagnostic:
    """Check that somebody streams the events of tables, where there are tables."""
    served, live = stream_processes(), bool(live_tables())
    return Diagnostic(
        subject="stream",
        healthy=bool(served) or not live,
        state=f"{served} listening"
        if served
        else "does not run: players at tables must ask for events"
        if live
        else "does not run, and no table needs it",
        repair="`python -m reddog_platform.stream_server`, under a process manager.",
    )


PROCESSES: Final = {
    "sequencer": sequencer,
    "witnesses": witnesses,
    "croupier": croupier,
    "beacon": beacon,
    "worker": worker,
    "beat": beat,
    "stream": stream,
}
"""The checks of processes, by subject."""
