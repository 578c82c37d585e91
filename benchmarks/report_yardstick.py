"""Add up with DuckDB over a Parquet export of the same rows.

`python -m benchmarks.report_yardstick export|measure WHAT_AS_JSON`: `export` makes Parquet files of the CSV files in a
folder, in the same order, with row groups of DuckDB's default size. `measure` prints the seconds and the figures of
each interval, computed by all threads.
"""

import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

import duckdb

from benchmarks.figures import MONEY, peak_mb, timed

TABLES: Final[dict[str, tuple[str, str]]] = {
    "accounts": (
        "SELECT a.chain, a.currency, p.test_account FROM wallet_accounts a JOIN players_player p ON p.chain = a.chain",
        "chain UUID, currency VARCHAR, test BOOLEAN",
    ),
    "rounds": (
        """SELECT chain, epoch, nonce, game, encode(rules_leaf, 'hex'), dealt_ms, stake_minor, side_bet_minor,
            settled_ms,
            staked_minor, returned_minor, outcome FROM games_round ORDER BY settled_ms""",
        """chain UUID, epoch INTEGER, nonce INTEGER, game VARCHAR, rules_leaf VARCHAR, dealt_ms BIGINT,
            stake_minor BIGINT, side_bet_minor BIGINT, settled_ms BIGINT, staked_minor BIGINT, returned_minor BIGINT,
            outcome VARCHAR""",
    ),
    "journals": (
        "SELECT chain, seq, kind, time_ms, key IS NOT NULL FROM wallet_journal ORDER BY time_ms",
        "chain UUID, seq BIGINT, kind VARCHAR, time_ms BIGINT, asked BOOLEAN",
    ),
    # In the order in which they are stored, which is that of their journals.
    "postings": (
        "SELECT chain, seq, source, target, amount_minor FROM wallet_posting",
        "chain UUID, seq BIGINT, source VARCHAR, target VARCHAR, amount_minor BIGINT",
    ),
}
"""For each table, the query that exports PostgreSQL's rows, and the columns of the export."""

_SUMS: Final = {
    "deposited_minor": "CASE WHEN source = 'deposit' AND target = 'cash' THEN amount_minor END",
    "withdrawn_minor": "CASE WHEN source = 'cash' AND target = 'withdrawal' THEN amount_minor END",
    "given_back_minor": "CASE WHEN source = 'adjustment' AND target = 'cash' AND NOT asked THEN amount_minor END",
    "adjusted_minor": "CASE WHEN source = 'adjustment' AND target = 'cash' AND asked THEN amount_minor"
    " WHEN source = 'cash' AND target = 'adjustment' THEN -amount_minor END",
    "bonus_minor": "CASE WHEN source = 'bonus' AND target = 'cash' THEN amount_minor END",
    "into_play_minor": "CASE WHEN source = 'cash' AND target = 'in_play' THEN amount_minor END",
    "from_play_minor": "CASE WHEN source IN ('in_play', 'house') AND target = 'cash' THEN amount_minor END",
    "lost_minor": "CASE WHEN source = 'in_play' AND target = 'house' THEN amount_minor END",
    "won_minor": "CASE WHEN source = 'house' AND target = 'cash' THEN amount_minor END",
}

_WAYS: Final = {
    "games": """
        SELECT a.test, a.currency, r.rules_leaf, count(*) FILTER (outcome <> 'void'), count(*) FILTER (outcome =
        'void'),
          coalesce(sum(r.staked_minor) FILTER (outcome <> 'void'), 0)::BIGINT,
          coalesce(sum(r.returned_minor) FILTER (outcome <> 'void'), 0)::BIGINT,
          coalesce(sum(r.returned_minor) FILTER (outcome = 'void'), 0)::BIGINT
        FROM rounds r JOIN accounts a ON a.chain = r.chain WHERE r.settled_ms >= ? AND r.settled_ms < ?
        GROUP BY 1, 2, 3 ORDER BY 1, 2, 3""",
    "money": f"""
        SELECT a.test, a.currency, {", ".join(f"coalesce(sum({_SUMS[name]}), 0)::BIGINT" for name in MONEY)}
        FROM journals j JOIN postings p ON p.chain = j.chain AND p.seq = j.seq JOIN accounts a ON a.chain = j.chain
        WHERE j.time_ms >= ? AND j.time_ms < ? GROUP BY 1, 2 ORDER BY 1, 2""",
}


def _export(folder: Path) -> dict[str, float]:
    """Make a Parquet file of each table's CSV, which is removed, and return their sizes in MB."""
    sizes = {}
    with duckdb.connect() as database:
        for name, (_, columns) in TABLES.items():
            source, target = folder / f"{name}.csv", folder / f"{name}.parquet"
            types = dict(column.strip().split(" ") for column in columns.split(","))
            database.execute(
                f"COPY (SELECT * FROM read_csv('{source}', header = false, columns = {types}))"
                f" TO '{target}' (FORMAT parquet)"
            )
            source.unlink()
            sizes[name] = round(target.stat().st_size / 1e6, 1)
    return sizes


def _measure(what: dict[str, Any]) -> dict[str, object]:
    measurements: dict[str, object] = {}
    with duckdb.connect() as database:
        for name in TABLES:
            database.execute(f"CREATE VIEW {name} AS SELECT * FROM '{Path(what['folder']) / name}.parquet'")
        for name, bounds in what["bounds"].items():
            for way, sql in _WAYS.items():
                measurements[f"{name}_{way}_duckdb"] = timed(_query(database, sql, bounds), samples=what["samples"])
    return measurements


def _query(database: duckdb.DuckDBPyConnection, sql: str, bounds: Sequence[int]) -> Callable[[], list[Any]]:
    return lambda: database.execute(sql, bounds).fetchall()


def main() -> None:
    """Run the verb that the command line names."""
    what = json.loads(sys.argv[2])
    if sys.argv[1] == "export":
        print(json.dumps(_export(Path(what["folder"]))))
    else:
        print(json.dumps({"ways": _measure(what), "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
