"""The sequencer with a fuse: one turn, or a death in it.

`python -m tests.crash.crashing_sequencer "before 3"` dies at the third statement, and "sync 3" at the third time that
it waits for the disk.
"""

from __future__ import annotations

import contextlib
import os
import sys

import django
from django.core.management import call_command
from django.db import connection

from tests.crash.fuse import Fuse, sync_fuse

if __name__ == "__main__":
    django.setup()
    moment, number = sys.argv[1].split()
    if moment == "sync":
        os.fsync = sync_fuse(int(number))  # type: ignore[assignment]  # it takes numbers of files, and no objects
    with contextlib.nullcontext() if moment == "sync" else connection.execute_wrapper(Fuse(sys.argv[1])):
        call_command("sequencer", once=True)
