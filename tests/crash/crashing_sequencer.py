"""The sequencer with a fuse: `python -m tests.crash.crashing_sequencer "before 3"` does one turn, or dies in it."""

from __future__ import annotations

import sys

import django
from django.core.management import call_command
from django.db import connection

from tests.crash.fuse import Fuse

if __name__ == "__main__":
    django.setup()
    with connection.execute_wrapper(Fuse(sys.argv[1])):
        call_command("sequencer", once=True)
