"""What the platform's servers have in common: one a port, workers forked from one process, HTTP/1 alone."""

from __future__ import annotations

import multiprocessing
import signal
import sys
from ctypes import c_bool
from multiprocessing.sharedctypes import RawValue
from typing import TYPE_CHECKING, Any, Final

from granian.constants import HTTPModes
from granian.http import HTTP1Settings
from granian.log import LogLevels

from reddog_platform.port_lock import PortTaken, lock_port

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMMON_OPTIONS: Final[Mapping[str, Any]] = {
    # With both versions, granian waits without end for the bytes that tell which one it is.
    "http": HTTPModes.http1,
    "websockets": False,
    "log_level": LogLevels.warning,
    "respawn_failed_workers": True,
}


def headers_read(*, seconds: float, buffer_bytes: int) -> HTTP1Settings:
    """Return how long a connection may take for headers, and what it may hold in memory of them."""
    return HTTP1Settings(header_read_timeout=round(1000 * seconds), max_buffer_size=buffer_bytes)


def serve_alone(port: int, serve: Callable[[c_bool], None]) -> int:
    """Serve by `serve` until that ends; return 1 if another server has the port.

    `serve` gets the flag by which workers learn that the server is going away.
    """
    try:
        lock = lock_port(port)
    except PortTaken as taken:
        sys.stderr.write(f"{taken}\n")
        return 1
    # Its memory is shared by all processes that are forked from this one, and no lock guards it: a killed worker holds
    # none.
    leaving = RawValue(c_bool, False)  # noqa: FBT003  the library's signature
    with lock:
        # As granian does by default, on the Python versions that have it so.
        multiprocessing.set_start_method("fork")
        serve(leaving)
    return 0


def forget_parents_signals() -> None:
    """Set a worker's signals to their defaults.

    It inherits the handlers of its parent, which would swallow a signal that comes before granian sets the worker's own.
    """
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, signal.SIG_DFL)
