"""How much the indexes that find the rounds of an interval slow down writes: `benchmarks/range_indexes.py`.

Rounds are written as live play writes them, first dealt and then settled, each with its two journals, into copies of
the two tables: with all their indexes, and with all but games_round_by_end, wallet_journal_of_a_day and
games_round_by_deal, which finds the rounds of all players in the order of their deals. The two kinds of copies take turns. PostgreSQL alone does the work, with several rounds in a transaction and without waiting for the
disk, so that the cost of commits does not hide the difference. Summarising new ranges of pages, which the server does
later, is timed separately. Prints one JSON object.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections import defaultdict
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import installed
from benchmarks.past import fill
from reports.core.day_zone import DayZone
from reports.core.period import Period

if TYPE_CHECKING:
    import psycopg

_ZONE: Final = DayZone("America/New_York")
_DAYS: Final = 9

# The copies begin empty and are never analysed, so the planner is made to find rows by key.
_SESSION: Final = """
SET synchronous_commit = off; SET enable_seqscan = off; SET enable_hashjoin = off; SET enable_mergejoin = off;
SET enable_bitmapscan = off
"""

_SOURCE: Final = """
CREATE TABLE wanted_round AS SELECT row_number() OVER (ORDER BY dealt_ms) - 1 AS n, r.* FROM games_round r;
CREATE INDEX ON wanted_round (n);
CREATE TABLE wanted_journal AS
  SELECT w.n, j.* FROM wanted_round w JOIN wallet_journal j ON j.chain = w.chain AND j.seq IN (w.deal_seq, w.settle_seq)
  ORDER BY w.n, j.seq;
CREATE INDEX ON wanted_journal (n);
ANALYZE wanted_round, wanted_journal;
"""

# LIKE names the copied indexes after their columns.
_COPIES: Final = """
CREATE TABLE copied_round (LIKE games_round INCLUDING ALL) WITH (fillfactor = 70);
CREATE TABLE copied_journal (LIKE wallet_journal INCLUDING ALL);
"""
_RANGES: Final = ("copied_round_settled_ms_idx", "copied_journal_time_ms_idx")
_OF_INTERVALS: Final = (*_RANGES, "copied_round_dealt_ms_chain_epoch_nonce_idx")

_WRITE: Final = """
DO $$
BEGIN
  FOR start IN 0 .. (SELECT max(n) FROM wanted_round) BY 20 LOOP
    INSERT INTO copied_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor)
      SELECT chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor FROM wanted_round
      WHERE n >= start AND n < start + 20;
    COMMIT;
    INSERT INTO copied_journal (chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor, staked_minor,
        returned_minor, reference, actor, key, request_digest)
      SELECT chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor, staked_minor, returned_minor,
        reference, actor, key, request_digest
      FROM wanted_journal WHERE n >= start AND n < start + 20;
    UPDATE copied_round r SET settle_seq = w.settle_seq, settled_ms = w.settled_ms, staked_minor = w.staked_minor,
        returned_minor = w.returned_minor, outcome = w.outcome
      FROM wanted_round w
      WHERE w.n >= start AND w.n < start + 20 AND r.chain = w.chain AND r.epoch = w.epoch AND r.nonce = w.nonce;
    COMMIT;
  END LOOP;
END $$
"""


def write(session: psycopg.Connection[Any], *, ranges: bool) -> dict[str, float]:
    """Write all rounds into new copies; return the seconds that this took and, with `ranges`, those of summarising."""
    session.execute(_COPIES)
    if not ranges:
        session.execute(f"DROP INDEX {', '.join(_OF_INTERVALS)}")
    began = time.perf_counter()
    session.execute(_WRITE)
    written = time.perf_counter()
    for index in _RANGES if ranges else ():
        session.execute("SELECT brin_summarize_new_values(%s)", [index])
    seconds_taken = {"write": written - began, "summarise": time.perf_counter() - written}
    session.execute("DROP TABLE copied_round, copied_journal")
    return seconds_taken


def main() -> None:
    """Let both kinds take turns, and print the medians."""
    parser = argparse.ArgumentParser(description="Writing rounds with and without the indexes that find a day.")
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=5, help="of each kind")
    options = parser.parse_args()
    first = _ZONE.day_of(datetime.now(UTC))
    seconds: defaultdict[str, list[float]] = defaultdict(list)
    with installed() as installation:
        installation.players(1)
        with installation.as_owner() as session:
            fill(session, rounds=options.rounds, period=Period(first, first + timedelta(days=_DAYS), _ZONE))
            session.execute(_SESSION)
            session.execute(_SOURCE)
            for _ in range(options.turns):
                for ranges in (True, False):
                    seconds_taken = write(session, ranges=ranges)
                    seconds["with" if ranges else "without"].append(seconds_taken["write"])
                    if ranges:
                        seconds["summarise"].append(seconds_taken["summarise"])
    medians = {name: statistics.median(times) for name, times in seconds.items()}
    result = {f"{name}_us_a_round": round(1e6 * median / options.rounds, 2) for name, median in medians.items()}
    print(json.dumps({**result, "ratio": round(medians["with"] / medians["without"], 4)}))


if __name__ == "__main__":
    main()
