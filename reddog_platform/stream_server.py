"""The stream's server: `python -m reddog_platform.stream_server --host 127.0.0.1 --port 8001`.

Granian with one worker, whose one loop holds all streams. A worker that dies is replaced, and its clients come again. On
SIGTERM the streams end first, so that no client finds the old process a second time.

Source: docs/adr/0041-event-stream.md.
"""

from __future__ import annotations

import argparse
import importlib
import multiprocessing
import signal
import sys
from ctypes import c_bool
from functools import partial
from multiprocessing.sharedctypes import RawValue
from typing import TYPE_CHECKING, Final

from granian.constants import HTTPModes, Interfaces, Loops
from granian.http import HTTP1Settings
from granian.log import LogLevels

from reddog_platform.port_lock import PortTaken, lock_port
from reddog_platform.serving.drained_server import DrainedServer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from reddog_platform.asgi import StreamGateway

_MODULE: Final = "reddog_platform.asgi"
_BUFFER_BYTES: Final = 16 * 1024
"""What a connection may hold in memory of its headers."""
_FAREWELL_SECONDS: Final = 10
"""How long the worker may take to end."""


def main(words: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT; return 1 if another server has the port."""
    options = _options(words)
    try:
        lock = lock_port(options.port)
    except PortTaken as taken:
        sys.stderr.write(f"{taken}\n")
        return 1
    leaving = RawValue(c_bool, False)  # noqa: FBT003  the library's signature
    with lock:
        multiprocessing.set_start_method("fork")
        # Once, before the worker is forked, and again for none that takes its place.
        importlib.import_module(_MODULE)
        _server(options, leaving).serve(
            target_loader=partial(_begin_worker, options, leaving),
            wrap_loader=False,
        )
    return 0


def _server(options: argparse.Namespace, leaving: c_bool) -> DrainedServer:
    return DrainedServer(
        _MODULE,
        leaving=leaving,
        drain_seconds=options.drain_seconds,
        address=options.host,
        port=options.port,
        interface=Interfaces.ASGI,
        loop=Loops.asyncio,
        workers=1,
        http=HTTPModes.http1,
        websockets=False,
        backlog=1024,
        backpressure=options.connections,
        http1_settings=HTTP1Settings(
            header_read_timeout=round(1000 * options.header_seconds), max_buffer_size=_BUFFER_BYTES
        ),
        log_level=LogLevels.warning,
        respawn_failed_workers=True,
        workers_kill_timeout=_FAREWELL_SECONDS,
    )


def _begin_worker(options: argparse.Namespace, leaving: c_bool) -> StreamGateway:
    """Return what the worker serves."""
    # A worker inherits the handlers of its parent, which would swallow a signal that comes before granian sets the
    # worker's own.
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
    # Only now: it sets Django up.
    from audit import release_watch  # noqa: PLC0415
    from audit.key_uses import KeyHolder  # noqa: PLC0415
    from reddog_platform.asgi import make_application  # noqa: PLC0415
    from reddog_platform.readiness import READINESS  # noqa: PLC0415
    from tables.stream.application import StreamTimes  # noqa: PLC0415
    from telemetry import metrics  # noqa: PLC0415

    metrics.begin_process("stream")
    metrics.set_open_streams(0)
    READINESS.follow(lambda: leaving.value, process=KeyHolder.STREAM)
    release_watch.follow()
    times = StreamTimes(
        heartbeat_seconds=options.heartbeat_seconds,
        look_seconds=options.look_seconds,
        session_seconds=options.session_seconds,
        send_seconds=options.send_seconds,
    )
    return make_application(times=times, is_leaving=lambda: leaving.value)


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m reddog_platform.stream_server", description="Serve the events of tables."
    )
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8001)
    parser.add_argument("--connections", type=int, default=4096, help="open at once (4096)")
    parser.add_argument("--header-seconds", type=float, default=10, help="for the headers of a request (10)")
    parser.add_argument("--heartbeat-seconds", type=float, default=15, help="between two signs of life (15)")
    parser.add_argument("--look-seconds", type=float, default=1, help="between two looks without word of a change (1)")
    parser.add_argument("--session-seconds", type=float, default=60, help="between two looks at sessions (60)")
    parser.add_argument("--send-seconds", type=float, default=20, help="until a reader who takes nothing is cut (20)")
    parser.add_argument(
        "--drain-seconds", type=float, default=1, help="between SIGTERM and the end of taking requests (1)"
    )
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
