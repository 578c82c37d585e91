"""An interval with a row for each round, from the database to the filing: `benchmarks/listed_month.py`.

`large-transactions` is ordered with thresholds of one minor unit and filtered by its wagers, so that it lists every round
of the interval once. It is made as a worker makes it: page by page, then every format, then the files into an object store
in a folder. With `--wins` it has no filter, and so lists what was won too, and is reconciled with the ledger. Prints one
JSON object; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import installed
from benchmarks.past import fill
from benchmarks.reports import run_verb
from reports.core.day_zone import DayZone
from reports.core.period import Period

if TYPE_CHECKING:
    from collections.abc import Mapping

_ZONE: Final = DayZone("America/New_York")


def measure(rounds: int, *, days: int, filters: Mapping[str, str]) -> dict[str, object]:
    """Make the list of so many rounds within so many gaming days, on an installation of its own."""
    first = _ZONE.day_of(datetime.now(UTC)) + timedelta(days=1)
    period = Period(first, first + timedelta(days=days), _ZONE)
    with tempfile.TemporaryDirectory(prefix="reddog-listed-") as store:
        variables = {"REDDOG_MODE": "demo", "REDDOG_REPORT_STORE": f"file://{store}"}
        with installed(variables=variables) as installation:
            # As in benchmarks/reports.py: the sheets were published today, so the month is still to come.
            installation.players(1)
            began = time.perf_counter()
            with installation.as_owner() as session:
                size = fill(session, rounds=rounds, period=period)
                session.execute("DELETE FROM audit_queue")
            _say(f"{rounds} rounds are loaded")
            loaded_s = time.perf_counter() - began
            folded = run_verb(installation, "report_figures", "fold", {"zone": _ZONE.name})
            assert folded["size"] == size, "the whole log is folded"
            _say("folded")
            what = {"zone": _ZONE.name, "first": str(period.first), "until": str(period.until), "filters": filters}
            listed = run_verb(installation, "list_worker", "list", what)
            with installation.as_owner() as session:
                (database,) = session.execute("SELECT pg_database_size(current_database())").fetchone() or (0,)
    return {
        "load_s": round(loaded_s, 1),
        "fold_s": round(folded["seconds"], 1),
        "fold_peak_mb": folded["peak_mb"],
        **listed,
        "database_mb": round(database / 1e6),
    }


def _say(line: str) -> None:
    print(f"{datetime.now(UTC):%H:%M:%S} {line}", file=sys.stderr, flush=True)


def main() -> None:
    """Measure at each size, and print the result."""
    parser = argparse.ArgumentParser(description="The memory and time of a month's list of every round.")
    parser.add_argument("--rounds", type=int, nargs="+", default=[1_000_000])
    parser.add_argument("--days", type=int, default=3, help="10^6 rounds in three are as dense as 10^7 in a month")
    parser.add_argument("--wins", action="store_true", help="list what was won too, and reconcile it with the ledger")
    options = parser.parse_args()
    filters = {} if options.wins else {"type": "single-wager"}
    print(json.dumps({str(rounds): measure(rounds, days=options.days, filters=filters) for rounds in options.rounds}))


if __name__ == "__main__":
    main()
