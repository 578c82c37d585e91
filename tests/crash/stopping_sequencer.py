"""The sequencer that stops itself (SIGSTOP) in a turn, as a machine that was frozen, and goes on when somebody lets it.

`python -m tests.crash.stopping_sequencer 3` stops before the third time that it waits for the disk.
"""

from __future__ import annotations

import os
import signal
import sys

import django
from django.core.management import call_command


def stop_at_sync(number: int) -> None:
    sync, left = os.fsync, iter(range(number - 1, -1, -1))

    def stop_and_sync(descriptor: int) -> None:
        if next(left, None) == 0:
            os.kill(os.getpid(), signal.SIGSTOP)
        sync(descriptor)

    os.fsync = stop_and_sync  # type: ignore[assignment]  # it takes numbers of files, and no objects


if __name__ == "__main__":
    django.setup()
    stop_at_sync(int(sys.argv[1]))
    call_command("sequencer", once=True)
