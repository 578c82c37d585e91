"""The sequencer with a fuse: one turn, or a death in it.

`python -m tests.crash.crashing_sequencer "before 3"` dies at the third statement, and "sync 3" at the third time that
it waits for the disk.
"""

from __future__ import annotations

import contextlib
import os
import sys
from unittest.mock import patch

import django
from django.core.management import call_command
from django.db import connection

from tests.crash.fuse import Fuse, sync_fuse

if __name__ == "__main__":
    django.setup()
    moment, number = sys.argv[1].split()
    at_statement = contextlib.nullcontext() if moment == "sync" else connection.execute_wrapper(Fuse(sys.argv[1]))
    at_disk = patch.object(os, "fsync", sync_fuse(int(number))) if moment == "sync" else contextlib.nullcontext()
    with at_statement, at_disk:
        call_command("sequencer", once=True)
