"""What partitions would cost and bring to a table that only grows: `benchmarks/partitions.py`.

Journals of two years are written into three copies of the table: one without partitions, one with a partition for each
month, whose primary key therefore contains the time, and one with sixteen partitions by the chain's hash. Then the
statements that a step and a report run are timed on each, in turns, inside the server. Prints one JSON object: medians
in microseconds a statement, and in milliseconds for the day of a report.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
from psycopg import conninfo

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import database
from reddog_platform.embedded import home, postgres, servers

if TYPE_CHECKING:
    from collections.abc import Iterator

_ACCOUNTS: Final = 2_000
_MONTHS: Final = 24
_MONTH_MS: Final = 30 * 86_400_000
_HASHES: Final = 16
_STATEMENTS: Final = 5_000

_COLUMNS: Final = """chain uuid NOT NULL, seq bigint NOT NULL, kind text NOT NULL, time_ms bigint NOT NULL,
cash_minor bigint NOT NULL, in_play_minor bigint NOT NULL, deposited_minor bigint NOT NULL,
staked_minor bigint NOT NULL, returned_minor bigint NOT NULL, reference text NOT NULL, actor text NOT NULL,
key text NOT NULL, request_digest bytea NOT NULL"""

_SESSION: Final = """
SET synchronous_commit = off; SET enable_seqscan = off; SET jit = off;
CREATE TABLE account AS SELECT n, gen_random_uuid() AS chain FROM generate_series(0, %(accounts)s - 1) n;
ALTER TABLE account ADD PRIMARY KEY (n);
"""

_FILL: Final = """
INSERT INTO {table}
SELECT a.chain, 1 + i / %(accounts)s, 'deal', i * (%(months)s::bigint * %(month_ms)s) / %(rows)s, i, 0, i, i, i,
  replace(a.chain::text, '-', '') || '-0-' || i / %(accounts)s, 'player', md5(i::text), sha256(int8send(i))
FROM generate_series(0, %(rows)s - 1) i JOIN account a ON a.n = i %% %(accounts)s ORDER BY i
"""

# The newest journal is a step's balance; one by its key is the answer to a repeated request; the insert is a step's.
_STEPS: Final = {
    "newest": "PERFORM cash_minor FROM {table} WHERE chain = c ORDER BY seq DESC LIMIT 1",
    "by_key": "PERFORM cash_minor FROM {table} WHERE chain = c AND seq = 1 + i % 100",
    "insert": "INSERT INTO {table} VALUES (c, {first} + i, 'deal', {end_ms} - 1, i, 0, i, i, i, 'r', 'player', 'k', '')",
}

_LOOP: Final = """
DO $$
DECLARE c uuid;
BEGIN
  FOR i IN 1 .. {statements} LOOP
    SELECT chain INTO c FROM account WHERE n = (i * 7919) % {accounts};
    {statement};
  END LOOP;
END $$
"""

_DAY: Final = (
    "SELECT count(*), sum(cash_minor) FROM {table} WHERE time_ms >= {from_ms} AND time_ms < {from_ms} + 86400000"
)


def _make(kind: str) -> Iterator[str]:
    """Yield the statements that make an empty copy of one kind."""
    if kind == "plain":
        yield f"CREATE TABLE {kind} ({_COLUMNS}, PRIMARY KEY (chain, seq))"
    elif kind == "months":
        yield f"CREATE TABLE {kind} ({_COLUMNS}, PRIMARY KEY (chain, seq, time_ms)) PARTITION BY RANGE (time_ms)"
        for month in range(_MONTHS):
            start = month * _MONTH_MS
            values = f"FROM ({start}) TO ({start + _MONTH_MS})"
            yield f"CREATE TABLE {kind}_{month} PARTITION OF {kind} FOR VALUES {values}"
    else:
        yield f"CREATE TABLE {kind} ({_COLUMNS}, PRIMARY KEY (chain, seq)) PARTITION BY HASH (chain)"
        for number in range(_HASHES):
            values = f"WITH (MODULUS {_HASHES}, REMAINDER {number})"
            yield f"CREATE TABLE {kind}_{number} PARTITION OF {kind} FOR VALUES {values}"
    yield f"CREATE INDEX ON {kind} USING brin (time_ms)"


def _measure(session: psycopg.Connection[Any], kind: str, turn: int) -> Iterator[tuple[str, float]]:
    words = {"table": kind, "end_ms": _MONTHS * _MONTH_MS, "first": 10_000_000 * (turn + 1)}
    for name, statement in _STEPS.items():
        loop = _LOOP.format(statement=statement.format(**words), statements=_STATEMENTS, accounts=_ACCOUNTS)
        began = time.perf_counter()
        session.execute(loop)
        yield f"{name}_us", 1e6 * (time.perf_counter() - began) / _STATEMENTS
    began = time.perf_counter()
    session.execute(_DAY.format(table=kind, from_ms=(_MONTHS - 2) * _MONTH_MS))
    yield "day_ms", 1e3 * (time.perf_counter() - began)


def main() -> None:
    """Fill the three kinds, let them take turns, and print the medians."""
    parser = argparse.ArgumentParser(description="A growing table without partitions, by month and by hash.")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--turns", type=int, default=5)
    options = parser.parse_args()
    words = {"accounts": _ACCOUNTS, "months": _MONTHS, "month_ms": _MONTH_MS, "rows": options.rows}
    kinds = ("plain", "months", "hashes")
    spent: defaultdict[str, defaultdict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    place = home.find()
    with servers.visit(place), database(place, "reddog_partitions") as name:
        address = conninfo.make_conninfo(host=str(place.sockets), user=postgres.OWNER, dbname=name)
        with psycopg.connect(address, autocommit=True, cursor_factory=psycopg.ClientCursor) as session:
            session.execute(_SESSION, words)
            for kind in kinds:
                for statement in _make(kind):
                    session.execute(statement)
                session.execute(_FILL.format(table=kind), words)
            session.execute("VACUUM ANALYZE")
            for turn in range(options.turns):
                for kind in kinds:
                    for measured, value in _measure(session, kind, turn):
                        spent[kind][measured].append(value)
    medians = {
        kind: {measured: round(statistics.median(values), 1) for measured, values in figures.items()}
        for kind, figures in spent.items()
    }
    print(json.dumps({"rows": options.rows, **medians}))


if __name__ == "__main__":
    main()
