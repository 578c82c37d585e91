"""Turns of the sequencer, inside an installation, each of as many records: prints what each step took (benchmarks/checkpoints.py).

Beside the time of each step stand two figures that other programs on the machine change little: the processor time of this
process, and the blocks of 8 KiB that the database looked at.
"""

from __future__ import annotations

import json
import os
import statistics
import sys
import time
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

import django
from django.db import connection

_RECORDS = 256


def main() -> None:
    """Take `sys.argv[1]` turns at the size that the log has, and print the medians as JSON: ms, `cpu` in ms too, `blocks`."""
    from audit.operations.add_subtrees import add_subtrees  # noqa: PLC0415  after django.setup
    from audit.operations.integrate import integrate, sign_newest  # noqa: PLC0415  the same
    from audit.operations.publish import Publication  # noqa: PLC0415  the same
    from audit.published_folder import PublishedFolder  # noqa: PLC0415  the same

    spent: dict[str, list[float]] = {"integrate": [], "sign": [], "subtrees": [], "publish": []}
    used: dict[str, list[float]] = {"cpu": [], "blocks": []}
    with TemporaryDirectory() as folder:
        publication = Publication(PublishedFolder(Path(folder)))
        # What is there already is put into the folder first: that is once for a folder, and not for each checkpoint.
        sign_newest(now=datetime.now(UTC))
        while not publication.publish(hashes_size=add_subtrees()):
            pass
        for _ in range(int(sys.argv[1])):
            _queue_records()
            cpu, blocks = time.process_time(), _blocks()
            began = time.perf_counter()
            integrate()
            integrated = time.perf_counter()
            sign_newest(now=datetime.now(UTC))
            signed = time.perf_counter()
            reached = add_subtrees()
            added = time.perf_counter()
            assert publication.publish(hashes_size=reached), "the tiles of the checkpoint are all there"
            published = time.perf_counter()
            used["cpu"].append(1000 * (time.process_time() - cpu))
            used["blocks"].append(_blocks() - blocks)
            steps = (integrated - began, signed - integrated, added - signed, published - added)
            for name, seconds in zip(spent, steps, strict=True):
                spent[name].append(1000 * seconds)
    medians = {name: round(statistics.median(times), 2) for name, times in (spent | used).items()}
    turns = [sum(steps) for steps in zip(*spent.values(), strict=True)]
    print(json.dumps({**medians, "turn": round(statistics.median(turns), 2), "least": round(min(turns), 2)}))


def _queue_records() -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO audit_queue (chain, seq, leaf, version, time_ms)"
            " SELECT gen_random_uuid(), 0, sha256(uuid_send(gen_random_uuid())), 2,"
            " (extract(epoch FROM clock_timestamp()) * 1000)::bigint FROM generate_series(1, %s)",
            (_RECORDS,),
        )


def _blocks() -> int:
    """Return how many blocks the database has looked at, in memory and on the disk, this session's last statement included."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_stat_force_next_flush()")
        cursor.execute("SELECT blks_hit + blks_read FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "reddog_platform.settings")
    django.setup()
    main()
