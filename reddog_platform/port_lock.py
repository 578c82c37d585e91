"""One web server a port: a lock that ends with the last process that serves there."""

from __future__ import annotations

import socket

_NAME = "\0reddog-platform/port/{port}"
"""An abstract Unix socket. Like ports, the kernel keeps their names by network namespace, and no file is left over."""


class PortTaken(Exception):  # noqa: N818  named like a refusal
    """Another web server of the platform has this port."""


def lock_port(port: int) -> socket.socket:
    """Return a lock on the port. It ends when the socket is closed here and in all processes forked since.

    The workers of a web server listen with SO_REUSEPORT, so that each has a queue of its own. But then the kernel lets
    a second server of the same account listen there too, and gives requests to either. The lock refuses the second.

    Raises:
        PortTaken: another process has the lock.
    """
    lock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        lock.bind(_NAME.format(port=port))
    except OSError as error:
        lock.close()
        raise PortTaken(f"Another web server of the platform has port {port}: end it, or take another port.") from error
    return lock
