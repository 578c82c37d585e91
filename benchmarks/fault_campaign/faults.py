"""What goes wrong in a campaign, one function each: it breaks something, and has mended it when it returns.

A function returns how many seconds the cause itself lasted: what was killed is gone at once, what was stopped or cut
stays so for a while. What has to start again after that is the platform's own business, and is measured.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import psutil
import redis

from benchmarks.fault_campaign.cluster import Cluster, kill
from benchmarks.fault_campaign.platform import SET_CLOCKS, Platform
from reddog_platform.embedded import postgres

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from benchmarks.fault_campaign.network import Network

_STOPPED_SECONDS: Final = 2.0
_CUT_SECONDS: Final = 2.0
_FULL_SECONDS: Final = 2.0
_WRONG_CLOCK_SECONDS: Final = 4.0
_HELD_SECONDS: Final = 3.0
_SLOW_SECONDS: Final = 3.0
_SLOW_SENDERS: Final = 40
_BLOCK_BYTES: Final = 1024 * 1024


@dataclass(frozen=True, slots=True, kw_only=True)
class Victim:
    """What faults are done to."""

    platform: Platform
    cluster: Cluster
    network: Network
    chance: random.Random


def _kill(name: str) -> Callable[[Victim], float]:
    """Kill all processes of the part `name` without warning."""

    def fault(victim: Victim) -> float:
        for process in victim.platform.processes(name):
            kill(process)
        return 0.0

    return fault


def _stop(name: str) -> Callable[[Victim], float]:
    """Stop all processes of the part `name`, and let them go on later as if nothing had happened."""
    return lambda victim: _stopped(victim.platform.processes(name))


def _stop_server(processes: Callable[[Cluster], list[psutil.Process]]) -> Callable[[Victim], float]:
    """Stop all processes of a server for a while: connections stay open, and nobody answers on them."""
    return lambda victim: _stopped(processes(victim.cluster))


def _stopped(processes: Sequence[psutil.Process]) -> float:
    _signal(processes, signal.SIGSTOP)
    time.sleep(_STOPPED_SECONDS)
    _signal(processes, signal.SIGCONT)
    return _STOPPED_SECONDS


def _family(first: psutil.Process | None) -> list[psutil.Process]:
    with contextlib.suppress(psutil.NoSuchProcess):
        return [] if first is None else [first, *first.children(recursive=True)]
    return []


def _kill_replica(victim: Victim) -> float:
    """Kill the replica that commits wait for, and start it again, as a process manager does."""
    with victim.cluster.changing:
        kill(victim.cluster.replica.postmaster())
        victim.cluster.replica.start()
    return 0.0


def _kill_web_worker(victim: Victim) -> float:
    """Kill one of the web server's workers."""
    workers = victim.platform.processes("web")[1:]
    if workers:
        kill(victim.chance.choice(workers))
    return 0.0


def _stop_web_worker(victim: Victim) -> float:
    """Stop one of the web server's workers; its connections stay open."""
    workers = victim.platform.processes("web")[1:]
    return _stopped([victim.chance.choice(workers)] if workers else [])


def _kill_postgresql_session(victim: Victim) -> float:
    """Kill a session of the platform's: PostgreSQL ends all sessions and recovers."""
    with victim.cluster.primary.session() as session:
        row = session.execute(
            "SELECT pid FROM pg_stat_activity WHERE usename = %s AND pid <> pg_backend_pid() ORDER BY random() LIMIT 1",
            [postgres.APPLICATION],
        ).fetchone()
    if row is not None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(row[0], signal.SIGKILL)
    return 0.0


def _kill_postgresql(victim: Victim) -> float:
    """Kill PostgreSQL's first process; whoever keeps it running starts it again."""
    kill(victim.cluster.primary.postmaster())
    return 0.0


def _fail_over(victim: Victim) -> float:
    """Kill the primary for good, promote the replica, and afterwards give it a replica again."""
    victim.cluster.fail_over()
    return 0.0


def _flush_redis(victim: Victim) -> float:
    """Forget everything that is in Redis."""
    with contextlib.suppress(redis.RedisError), redis.Redis.from_url(victim.cluster.redis_url) as client:
        client.flushall()
    return 0.0


def _kill_redis(victim: Victim) -> float:
    """Kill Redis; it comes back empty."""
    kill(victim.cluster.redis_process())
    return 0.0


def _fill_disk(victim: Victim) -> float:
    """Leave the primary no room on its disk for a while."""
    filler = victim.cluster.primary.folder / "filler"
    with _full(filler):
        time.sleep(_FULL_SECONDS)
    return _FULL_SECONDS


def _step_clock(name: str) -> Callable[[Victim], float]:
    """Set the clock of the part `name` forward or back by minutes, and right again."""

    def fault(victim: Victim) -> float:
        victim.platform.set_clock(name, victim.chance.choice(("+1200s", "-1200s", "+60s", "-60s")))
        time.sleep(_WRONG_CLOCK_SECONDS)
        victim.platform.set_clock(name, "+0s")
        return _WRONG_CLOCK_SECONDS

    return fault


def _hold_row(victim: Victim) -> float:
    """Lock one player's chain in a session that does nothing."""
    with victim.cluster.primary.session() as session, session.transaction():
        session.execute("SELECT FROM audit_chain ORDER BY random() LIMIT 1 FOR UPDATE")
        time.sleep(_HELD_SECONDS)
    return _HELD_SECONDS


def _cut_network(victim: Victim) -> float:
    """Let nothing pass between the platform and its servers for a while."""
    with victim.network.cut():
        time.sleep(_CUT_SECONDS)
    return _CUT_SECONDS


def _send_slowly(victim: Victim) -> float:
    """Hold many connections on which a body comes a byte at a time."""
    head = (
        f"POST /api/v1/sessions HTTP/1.1\r\nHost: {victim.network.platform}\r\nX-Forwarded-Proto: https\r\n"
        "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n"
    ).encode()
    with contextlib.ExitStack() as connections:
        senders = []
        for _ in range(_SLOW_SENDERS):
            with contextlib.suppress(OSError):
                sender = socket.create_connection((victim.network.platform, victim.platform.port), timeout=1)
                senders.append(connections.enter_context(sender))
                sender.sendall(head)
        until = time.monotonic() + _SLOW_SECONDS
        while time.monotonic() < until:
            for sender in senders:
                with contextlib.suppress(OSError):
                    sender.sendall(b" ")
            time.sleep(_SLOW_SECONDS / 6)
    return _SLOW_SECONDS


_PARTS: Final = ("web", "sequencer", "croupier", "worker", "batch", "beat")

_FAULTS: Final[Mapping[str, Callable[[Victim], float]]] = {
    **{f"kill-{name}": _kill(name) for name in _PARTS},
    **{f"stop-{name}": _stop(name) for name in _PARTS},
    "kill-web-worker": _kill_web_worker,
    "stop-web-worker": _stop_web_worker,
    "kill-postgresql-session": _kill_postgresql_session,
    "kill-postgresql": _kill_postgresql,
    "stop-postgresql": _stop_server(lambda cluster: _family(cluster.primary.postmaster())),
    "kill-replica": _kill_replica,
    "fail-over": _fail_over,
    "flush-redis": _flush_redis,
    "kill-redis": _kill_redis,
    "stop-redis": _stop_server(lambda cluster: _family(cluster.redis_process())),
    "hold-row": _hold_row,
    "send-slowly": _send_slowly,
}


def possible(platform: Platform, cluster: Cluster, network: Network) -> Mapping[str, Callable[[Victim], float]]:
    """Return the faults that can be done on this machine, by name."""
    faults = dict(_FAULTS)
    if cluster.primary.small_disk:
        faults["fill-disk"] = _fill_disk
    if network.link is not None:
        faults["cut-network"] = _cut_network
    if platform.clocks:
        faults |= {f"step-clock-of-{name}": _step_clock(name) for name in SET_CLOCKS}
    return faults


EVERY_FAULT: Final = (
    *_FAULTS,
    "fill-disk",
    "cut-network",
    *(f"step-clock-of-{name}" for name in SET_CLOCKS),
)


def _signal(processes: Sequence[psutil.Process], which: signal.Signals) -> None:
    for process in processes:
        with contextlib.suppress(psutil.NoSuchProcess):
            process.send_signal(which)


@contextlib.contextmanager
def _full(filler: Path) -> Iterator[None]:
    """Fill the disk that `filler` is on inside the `with` block."""
    try:
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while file.write(b"\0" * _BLOCK_BYTES):
                pass
        yield
    finally:
        filler.unlink(missing_ok=True)
