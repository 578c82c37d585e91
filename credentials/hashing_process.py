"""The process that computes Argon2 for one process of the platform: a program of its own, which imports nothing of ours.

It works one request at a time, and all such processes of a host work one at a time together: each holds the lock of the
keys' folder while it computes. It runs on a quarter of the host's processors, at least one, and gives way to others. So
guesses of passwords take at most that share of a host, and at most the memory of one hash.

Requests and answers are JSON, one a packet. The process ends when the other end of its socket is closed.

Source: docs/adr/0029-hashing-apart.md; docs/authentication.md.
"""

import fcntl
import json
import os
import resource
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from argon2 import PasswordHasher, low_level
from argon2.exceptions import HashingError, InvalidHashError, VerificationError, VerifyMismatchError

PACKET_BYTES: Final = 64 * 1024
"""A request is shorter: a password has at most some hundred bytes."""

_NICENESS: Final = 5
"""About a third of the weight of a thread that plays, where both want the same processor."""

_AUTOGROUP: Final = Path("/proc/self/autogroup")

_SHARE: Final = 4
"""One processor of so many may compute hashes."""

_ADDRESS_SPACE_BYTES: Final = 4 * 2**30
"""Far more than a hash takes. A stored hash that asks for terabytes is refused by the system, whatever it promises."""


def main(channel_number: int, lock_path: str) -> None:
    """Answer requests until the other end is closed."""
    # Ctrl-C at a terminal is for the platform's process, whose end is this one's too.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _give_way()
    lock = os.open(lock_path, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    with socket.socket(fileno=channel_number) as channel:
        while request := channel.recv(PACKET_BYTES):
            fcntl.flock(lock, fcntl.LOCK_EX)
            try:
                answer = compute(json.loads(request))
            finally:
                fcntl.flock(lock, fcntl.LOCK_UN)
            channel.send(json.dumps(answer).encode())


def compute(request: dict[str, Any]) -> dict[str, Any]:
    """Return the `hash` of a secret, or whether it `matches` a stored one, or how the library `failed`."""
    secret = bytes.fromhex(request["secret"])
    try:
        if "stored" in request:
            return {"matches": _matches(request["stored"], secret)}
        hashed = low_level.hash_secret(
            secret, bytes.fromhex(request["salt"]), **request["cost"], type=low_level.Type.ID
        )
    except (HashingError, InvalidHashError, VerificationError) as error:
        return {"failed": str(error)}
    return {"hash": hashed.decode()}


def _matches(stored: str, secret: bytes) -> bool:
    try:
        return PasswordHasher().verify(stored, secret)
    except VerifyMismatchError:
        return False


def _give_way() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (_ADDRESS_SPACE_BYTES, _ADDRESS_SPACE_BYTES))
    os.nice(_NICENESS)
    _give_way_to_other_sessions()
    processors = sorted(os.sched_getaffinity(0))
    try:
        # The last ones: the first serve most interrupts.
        os.sched_setaffinity(0, processors[-max(1, len(processors) // _SHARE) :])
    except PermissionError as error:
        # A sandbox may forbid it. One hash at a time and the niceness still hold.
        sys.stderr.write(f"hashing: not confined to a share of the processors: {error}\n")


def _give_way_to_other_sessions() -> None:
    """Be as nice to the processes of other sessions, the database's and other workers'.

    Linux may share a processor between sessions first ("autogroup", sched(7)). A process that is nice within its own
    session then takes that session's whole share where it runs alone.
    """
    os.setsid()
    with suppress(OSError):
        # Without autogroups there is no such file, and in a container it may be closed: then the other means hold.
        _AUTOGROUP.write_text(str(_NICENESS), encoding="ascii")


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2])
