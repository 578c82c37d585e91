"""The stream's server: `python -m reddog_platform.stream_server --host 127.0.0.1 --port 8001`.

Granian with one worker, whose one loop holds all streams. A worker that dies is replaced, and its clients come again. On
SIGTERM the streams end first, so that no client finds the old process a second time.

Source: docs/adr/0041-event-stream.md.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

from granian.constants import Interfaces, Loops

from reddog_platform.serving.drained_server import DrainedServer
from reddog_platform.serving.one_server import COMMON_OPTIONS, forget_parents_signals, headers_read, serve_alone

if TYPE_CHECKING:
    from collections.abc import Sequence
    from ctypes import c_bool

    from reddog_platform.asgi import StreamGateway

_MODULE: Final = "reddog_platform.asgi"
_BUFFER_BYTES: Final = 16 * 1024
"""What a connection may hold in memory of its headers."""
_FAREWELL_SECONDS: Final = 10
"""How long the worker may take to end."""


def main(words: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT; return 1 if another server has the port."""
    options = _options(words)
    return serve_alone(options.port, partial(_serve, options))


def _serve(options: argparse.Namespace, leaving: c_bool) -> None:
    # Once, before the worker is forked, and again for none that takes its place.
    importlib.import_module(_MODULE)
    _server(options, leaving).serve(
        target_loader=partial(_begin_worker, options, leaving),
        wrap_loader=False,
    )


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
        backlog=1024,
        backpressure=options.connections,
        http1_settings=headers_read(seconds=options.header_seconds, buffer_bytes=_BUFFER_BYTES),
        workers_kill_timeout=_FAREWELL_SECONDS,
        **COMMON_OPTIONS,
    )


def _begin_worker(options: argparse.Namespace, leaving: c_bool) -> StreamGateway:
    """Return what the worker serves."""
    forget_parents_signals()
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
