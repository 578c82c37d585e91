"""Add up as the application's role: `python -m benchmarks.report_figures fold|copy|measure|copies WHAT_AS_JSON`.

`fold` prints the seconds that it took to aggregate the log into the roll-ups, `copy` those of the columnar copies of
all gaming days; `measure` prints the seconds and the figures of each way to compute each interval from PostgreSQL,
`copies` those from the copies.
"""

import json
import sys
import time
from collections.abc import Callable, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, Final

import django

django.setup()

from django.conf import settings  # noqa: E402  Django's models need its set-up
from django.db import connection, transaction  # noqa: E402  Django's models need its set-up

from benchmarks.figures import MONEY, peak_mb, timed  # noqa: E402
from games.queries.round_outcomes import ended_between  # noqa: E402  the same
from kernel.cte import Cte, with_statement  # noqa: E402
from kernel.instants import from_epoch_ms  # noqa: E402
from players.queries.accounts import ACCOUNT_KIND_CTE  # noqa: E402  the same
from reports.catalogue import BY_KIND  # noqa: E402  the same
from reports.core.agreement import FigureSource  # noqa: E402  the same
from reports.core.day_zone import DayZone  # noqa: E402
from reports.core.definition import FIRST_PAGE, ReportScope  # noqa: E402
from reports.core.period import Period  # noqa: E402
from reports.core.schedule import GRACE  # noqa: E402  the same
from reports.operations.aggregate_log import update_rollups  # noqa: E402  the same
from reports.operations.copy_days import copy_days  # noqa: E402  the same
from reports.queries import rollups  # noqa: E402  the same
from reports.queries.day_copies import copied_game_sums, copied_money_sums  # noqa: E402  the same
from reports.queries.figures import PLANNER_SETTINGS  # noqa: E402  the same
from reports.queries.rollup_rows import MONEY_SUMS  # noqa: E402  the same
from responsible_gaming.core.jurisdictions import NEW_JERSEY  # noqa: E402  the same
from wallet.queries.postings import CURRENCIES, MOVED, journals_between  # noqa: E402  the same

Rows = Sequence[Sequence[Any]]

_PAGES: Final = ("game-performance", "wagering-summary", "operator-liability")
"""Reports that are made from roll-ups; those that the catalogue does not have are left out."""


def games_from_rollups(period: Period) -> Rows:
    """Add up the gaming days of each sheet."""
    return [
        (
            *(sums.test, sums.currency, sums.rules_leaf, sums.settled, sums.voided),
            *(sums.wagers_minor + sums.side_wagers_minor, sums.winnings_minor + sums.side_winnings_minor),
            sums.voided_minor,
        )
        for sums in rollups.game_sums(period)
    ]


def money_from_rollups(period: Period) -> Rows:
    """Add up the gaming days of the accounts of each kind and currency."""
    return [
        (group.test, group.currency, *(getattr(group.sums, name) for name in MONEY))
        for group in rollups.money_sums(period)
    ]


def games_from_copies(period: Period) -> Rows:
    """Add up the copied rounds of each sheet; every file is compared with its digest."""
    return [
        (
            *(sums.test, sums.currency, sums.rules_leaf, sums.settled, sums.voided),
            *(sums.settled_minor, sums.returned_minor, sums.voided_minor),
        )
        for sums in copied_game_sums(period, folder=_copies(), columns=_GAMES)
    ]


def money_from_copies(period: Period) -> Rows:
    """Add up the copied movements of the accounts of each kind and currency."""
    return [
        (group.test, group.currency, *(getattr(group.sums, name) for name in MONEY))
        for group in copied_money_sums(period, folder=_copies())
    ]


def games_raw(period: Period) -> Rows:
    """Add up the rounds that ended in an interval."""
    sums = {
        "settled": "count(*) FILTER (WHERE NOT voided)",
        "voided": "count(*) FILTER (WHERE voided)",
        "staked_minor": "COALESCE(sum(staked_minor) FILTER (WHERE NOT voided), 0)::bigint",
        "returned_minor": "COALESCE(sum(returned_minor) FILTER (WHERE NOT voided), 0)::bigint",
        "voided_minor": "COALESCE(sum(returned_minor) FILTER (WHERE voided), 0)::bigint",
    }
    return _raw([ended_between(period.start_ms, period.end_ms)], "ended", ("rules_leaf",), sums)


def money_raw(period: Period) -> Rows:
    """Add up the postings of an interval's journals."""
    moved = [journals_between(period.start_ms, period.end_ms), MOVED]
    return _raw(moved, "moved", (), {name: f"COALESCE({MONEY_SUMS[name]}, 0)::bigint" for name in MONEY})


def _raw(rows: Sequence[Cte], source: str, by: Sequence[str], sums: dict[str, str]) -> Rows:
    """Sum the rows of the CTE `source` by kind of accounts, in one pass that several processes may share.

    The kinds of all accounts are read. To read those in the rows alone, the rows would be materialized and read twice,
    in one process.
    """
    keys = ", ".join(("w.test", "w.currency", *(f"{source}.{name}" for name in by)))
    places = ", ".join(str(1 + place) for place in range(2 + len(by)))
    answer = (
        f"SELECT {keys}, {', '.join(sums.values())} FROM {source} JOIN account_kind w ON w.chain = {source}.chain"
        f" GROUP BY {places} ORDER BY {places}"
    )
    sql, params = with_statement([*rows, _ALL_CHAINS, CURRENCIES, ACCOUNT_KIND_CTE], answer=answer)
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(PLANNER_SETTINGS)
        cursor.execute(sql, params)
        fetched: Rows = cursor.fetchall()
        return fetched


_ALL_CHAINS: Final = Cte("chains", "SELECT chain FROM wallet_accounts", ())


_GAMES: Final = frozenset(
    {
        *("settled", "voided", "wagers_minor", "side_wagers_minor", "winnings_minor", "side_winnings_minor"),
        "voided_minor",
    }
)


def _copies() -> Path:
    folder: Path | None = settings.REDDOG_DAY_COPIES_DIR
    assert folder is not None, "the installation has a folder for them"
    return folder


WAYS: Final[dict[str, Callable[[Period], Rows]]] = {
    "games_rollup": games_from_rollups,
    "games_raw": games_raw,
    "money_rollup": money_from_rollups,
    "money_raw": money_raw,
}


WAYS_FROM_COPIES: Final[dict[str, Callable[[Period], Rows]]] = {
    "games_copies": games_from_copies,
    "money_copies": money_from_copies,
}


def _page(kind: str, period: Period, log_size: int) -> Rows:
    scope = ReportScope(period=period, jurisdiction=NEW_JERSEY, log_size=log_size)
    return [list(row.values()) for row in BY_KIND[kind].read_page(scope, FIRST_PAGE).rows]


def _measure(what: dict[str, Any]) -> dict[str, object]:
    measurements: dict[str, object] = {}
    for name, (first, until) in what["periods"].items():
        period = Period(date.fromisoformat(first), date.fromisoformat(until), DayZone(what["zone"]))
        ways = {way: partial(work, period) for way, work in WAYS.items()}
        pages = {kind: partial(_page, kind, period, what["size"]) for kind in _PAGES if kind in BY_KIND}
        measurements |= {f"{name}_{way}": timed(work, samples=what["samples"]) for way, work in (ways | pages).items()}
    return measurements


def _measure_copies(what: dict[str, Any]) -> dict[str, object]:
    return {
        f"{name}_{way}": timed(
            partial(work, Period(date.fromisoformat(first), date.fromisoformat(until), DayZone(what["zone"]))),
            samples=what["samples"],
        )
        for name, (first, until) in what["periods"].items()
        for way, work in WAYS_FROM_COPIES.items()
    }


def _copy(what: dict[str, Any]) -> dict[str, object]:
    """Copy all gaming days. No records stand behind these rows, so that the log is left out of the comparison."""
    zone = DayZone(what["zone"])
    end = from_epoch_ms(Period(date.fromisoformat(what["first"]), date.fromisoformat(what["until"]), zone).end_ms)
    began = time.perf_counter()
    turn = copy_days(_copies(), zone, now=end + GRACE, checked_against=(FigureSource.LEDGER, FigureSource.ROUNDS))
    # The day of the set-up is never copied: its grants are in the ledger and not in this log.
    wrong = {str(day): reason for day, reason in turn.postponed.items() if str(day) >= what["first"]}
    assert not wrong, wrong
    return {
        "days": len(turn.made),
        "seconds": time.perf_counter() - began,
        "mb": round(sum(file.stat().st_size for file in _copies().iterdir()) / 1e6, 1),
        "peak_mb": peak_mb(),
    }


def main() -> None:
    """Run the verb that the command line names."""
    what = json.loads(sys.argv[2])
    if sys.argv[1] == "fold":
        began = time.perf_counter()
        size = update_rollups(DayZone(what["zone"]))
        print(json.dumps({"size": size, "seconds": time.perf_counter() - began, "peak_mb": peak_mb()}))
    elif sys.argv[1] == "copy":
        print(json.dumps(_copy(what)))
    else:
        measured = _measure(what) if sys.argv[1] == "measure" else _measure_copies(what)
        print(json.dumps({"ways": measured, "peak_mb": peak_mb()}))


if __name__ == "__main__":
    main()
