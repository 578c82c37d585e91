"""The web server: `python -m reddog_platform.web_server --host 127.0.0.1 --port 8000`.

Granian, which cuts senders that are too slow with their headers, before a gateway that cuts those that are too slow
with their bodies. The server loads the application and forks its workers, so one that dies is replaced within
milliseconds; one that dies again and again ends the server. On SIGTERM `/readyz` says 503 for as long as
`--drain-seconds`, so that a load balancer sends its requests elsewhere; then running requests are answered, and no more
are taken.

Source: docs/adr/0027-slow-senders.md.
"""

from __future__ import annotations

import argparse
import importlib
import os
import secrets
import sys
from functools import partial
from typing import TYPE_CHECKING, Final

from granian import loops
from granian.constants import Interfaces

from reddog_platform.serving.drained_server import DrainedServer
from reddog_platform.serving.one_server import COMMON_OPTIONS, forget_parents_signals, headers_read, serve_alone
from reddog_platform.serving.thread_loop import ThreadLoop

if TYPE_CHECKING:
    from collections.abc import Sequence
    from ctypes import c_bool

    from reddog_platform.serving.gateway import Application, Gateway

_APPLICATION: Final = "reddog_platform.wsgi:application"
_BUFFER_BYTES: Final = 64 * 1024
"""What a connection may hold in memory of its headers."""
_FAREWELL_SECONDS: Final = 15
"""How long a worker may take to end. Longer than any body may take."""


def main(words: Sequence[str] | None = None) -> int:
    """Serve until SIGTERM or SIGINT; return 1 if another server has the port."""
    options = _options(words)
    return serve_alone(options.port, partial(_serve, options))


def _serve(options: argparse.Namespace, leaving: c_bool) -> None:
    module, _, attribute = options.application.partition(":")
    application = getattr(importlib.import_module(module), attribute)
    _server(options, leaving).serve(
        target_loader=partial(  # type: ignore[arg-type]  # the stubs know applications that are functions
            _begin_worker,
            application,
            body_seconds=options.body_seconds,
            instance=os.environ.get("REDDOG_INSTANCE") or secrets.token_hex(16),
            leaving=leaving,
        ),
        wrap_loader=False,
    )


def _server(options: argparse.Namespace, leaving: c_bool) -> DrainedServer:
    loops.register("auto")(
        partial(ThreadLoop, threads=options.threads)  # type: ignore[abstract]  # what it lacks raises an error
    )
    return DrainedServer(
        options.application,
        leaving=leaving,
        drain_seconds=options.drain_seconds,
        address=options.host,
        port=options.port,
        interface=Interfaces.RSGI,
        workers=options.workers,
        backlog=max(128, options.connections),
        backpressure=options.connections,
        http1_settings=headers_read(seconds=options.header_seconds, buffer_bytes=_BUFFER_BYTES),
        workers_kill_timeout=_FAREWELL_SECONDS,
        **COMMON_OPTIONS,
    )


def _begin_worker(application: Application, *, body_seconds: float, instance: str, leaving: c_bool) -> Gateway:
    """Return what a worker serves: a WSGI application behind a gateway."""
    forget_parents_signals()
    # Only now: the application has set Django up.
    from django.conf import settings  # noqa: PLC0415

    from audit import release_watch  # noqa: PLC0415
    from kernel.serving import own_cell  # noqa: PLC0415
    from reddog_platform.incidents import INCIDENTS  # noqa: PLC0415
    from reddog_platform.process_watch import WATCHED, ProcessWatch  # noqa: PLC0415
    from reddog_platform.readiness import READINESS  # noqa: PLC0415
    from reddog_platform.serving.gateway import Gateway  # noqa: PLC0415
    from telemetry import metrics, traces  # noqa: PLC0415

    traces.begin_process("web")
    metrics.begin_process("web")
    READINESS.follow(lambda: leaving.value)
    INCIDENTS.follow("web")
    for cell in (own_cell(), *settings.REDDOG_CELLS):
        ProcessWatch(WATCHED).follow(cell)
    release_watch.follow()
    return Gateway(
        application,
        body_seconds=body_seconds,
        body_bytes_max=settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        instance=instance,
    )


def _options(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m reddog_platform.web_server", description="Serve the platform.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--workers", type=int, default=2, help="processes (2)")
    parser.add_argument("--threads", type=int, default=3, help="requests that a worker works on at once (3)")
    parser.add_argument("--connections", type=int, default=2048, help="open at once to a worker (2048)")
    parser.add_argument(
        "--header-seconds", type=float, default=10, help="for the headers of a request, and between requests (10)"
    )
    parser.add_argument("--body-seconds", type=float, default=10, help="for the body of a request (10)")
    parser.add_argument(
        "--drain-seconds", type=float, default=0, help="between SIGTERM and the end of taking requests (0)"
    )
    parser.add_argument("application", nargs="?", default=_APPLICATION, help=f"a WSGI application ({_APPLICATION})")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
