"""The processes of the platform on one machine."""

from __future__ import annotations

import os
import socket
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.port_lock import PortTaken, lock_port
from reddog_platform.supervisor import Process

if TYPE_CHECKING:
    from collections.abc import Mapping

LOGS: Final = CHECKOUT / ".local" / "log"
METRICS: Final = CHECKOUT / ".local" / "metrics"
VALUES: Final = CHECKOUT / ".local" / "values"
"""What the demonstration's own players have drawn for their seats at tables, a file for each of them."""

HOST: Final = "127.0.0.1"
_PORTS_TRIED: Final = 50


def free_port(wanted: int) -> int:
    """Return the first free port, `wanted` or higher.

    Raises:
        OSError: fifty ports from `wanted` on are in use.
    """
    for port in range(wanted, wanted + _PORTS_TRIED):
        with socket.socket() as probe:
            # The server does the same: an old connection that lingers must not occupy the port.
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((HOST, port))
                lock_port(port).close()
            except (OSError, PortTaken):
                continue
            return port
    raise OSError(f"No free port from {wanted} to {wanted + _PORTS_TRIED - 1}.")


def processes(
    *,
    port: int,
    web_workers: int = 2,
    metrics_port: int | None = None,
    stream_port: int | None = None,
    environment: Mapping[str, str] | None = None,
    instance: str | None = None,
) -> list[Process]:
    """Return web server, sequencer, croupier, both workers and beat, in the order in which they start.

    With `stream_port` also the stream of tables' events, which the web server then names to players' programs; with
    `metrics_port` also the exporter. All keep their metrics in the same folder.

    Tasks that may take minutes, such as reports, have a worker of their own, so that they never delay rounds.
    `instance` is what the web server says when it is asked which one it is.
    """
    variables = {
        "REDDOG_METRICS_DIR": str(METRICS),
        # By its name: browsers give passkeys to no bare address.
        "REDDOG_ORIGIN": f"http://localhost:{port}",
        **(os.environ if environment is None else environment),
        "PYTHONUNBUFFERED": "1",
    }
    if instance is not None:
        variables["REDDOG_INSTANCE"] = instance
    if stream_port is not None:
        variables["REDDOG_STREAM_URL"] = stream_url(stream_port)
    exporter = [] if metrics_port is None else [_exporter(metrics_port, variables)]
    return [
        Process(
            name=name, command=command, environment=variables, folder=CHECKOUT if name in {"web", "stream"} else None
        )
        for name, command in (
            ("web", web(port=port, workers=web_workers)),
            ("sequencer", [sys.executable, str(CHECKOUT / "manage.py"), "sequencer"]),
            ("croupier", [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]),
            ("worker", _worker("realtime")),
            ("batch", _worker("batch")),
            ("beat", _celery("beat")),
            *([] if stream_port is None else [("stream", stream(port=stream_port))]),
        )
    ] + exporter


def stream_url(port: int) -> str:
    """Return the address at which players' programs find the stream of tables' events at `port` of this machine."""
    return f"http://{HOST}:{port}"


def house_players(*, port: int) -> Process:
    """Return the players of the house at a demonstration's tables; `port` is the web server's."""
    return Process(
        name="house",
        command=[sys.executable, str(CHECKOUT / "manage.py"), "house_players", f"http://{HOST}:{port}"],
        environment={**os.environ, "PYTHONUNBUFFERED": "1"},
    )


def web(*, port: int, workers: int) -> list[str]:
    """Return the command of the web server, which listens on the loopback address only.

    It is started in the checkout. Each worker has three threads: while some wait for PostgreSQL to commit, another runs.
    This also evens out the random distribution of connections to workers.
    """
    return [
        *(sys.executable, "-m", "reddog_platform.web_server", "--host", HOST, "--port", str(port)),
        *("--workers", str(workers), "--threads", "3", "reddog_platform.wsgi:application"),
    ]


def stream(*, port: int) -> list[str]:
    """Return the command of the process that streams tables' events, on the loopback address only, in the checkout."""
    return [sys.executable, "-m", "reddog_platform.stream_server", "--host", HOST, "--port", str(port)]


def _exporter(port: int, variables: Mapping[str, str]) -> Process:
    """Return the process that answers Prometheus."""
    return Process(
        name="metrics",
        command=[sys.executable, str(CHECKOUT / "manage.py"), "metrics"],
        environment={**variables, "REDDOG_METRICS_ADDRESS": f"{HOST}:{port}"},
    )


def _worker(queue: str) -> list[str]:
    """Return the command of the worker of one queue, which runs one task at a time."""
    options = ("--concurrency", "1", "--without-gossip", "--without-mingle")
    return [*_celery("worker"), "--queues", queue, "--hostname", f"{queue}@%h", *options]


def _celery(part: str) -> list[str]:
    return [_program("celery"), "--workdir", str(CHECKOUT), "--app", "reddog_platform.celery", part]


def _program(name: str) -> str:
    """Return the path of a program installed beside this Python."""
    return str(Path(sys.executable).parent / name)
