"""The figures of filed reports, as the pages of the house show them: read from the filings that cover the newest days."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from web.console.visit import Visit

ACCOUNTS: Final = "players"
"""Test accounts have rows of their own, which are never added."""

_LISTED: Final = "100"


@dataclass(frozen=True, slots=True)
class FiledRows:
    """Rows of a report, and which filings they are from."""

    filings: Sequence[Mapping[str, Any]]
    rows: Sequence[Mapping[str, Any]]
    """Those of players' accounts, each by the names of its columns."""


def newest_rows(visit: Visit, report: str, *, filings_max: int = 1) -> FiledRows:
    """Return the rows of the newest days of a report, from so many filings that do not overlap.

    Of the filings that end on the same day the longest counts, and of these the newest revision. Whoever looks reads
    files of reports, which the interface keeps as events.
    """
    listed = visit.interface.get("/ops/reports", report=report, limit=_LISTED)["items"]
    chosen = _beside_one_another([filing for filing in listed if not filing["filters"]])[:filings_max]
    rows = [row for filing in chosen for row in _rows(visit.interface.get(f"/ops/reports/{filing['id']}/files/json"))]
    return FiledRows(chosen, rows)


def _beside_one_another(filings: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """Return filings backwards in time, none of which has a day of another one."""
    # The newest day is first; of the same one, the longest interval; of the same interval, the newest revision.
    newest = sorted(filings, key=lambda filing: int(filing["revision"]), reverse=True)
    newest.sort(key=lambda filing: str(filing["first_day"]))
    newest.sort(key=lambda filing: str(filing["until_day"]), reverse=True)
    chosen: list[Mapping[str, Any]] = []
    for filing in newest:
        if not chosen or filing["until_day"] <= chosen[-1]["first_day"]:
            chosen.append(filing)
    return chosen


def _rows(document: Mapping[str, Any]) -> list[dict[str, Any]]:
    names = [column["name"] for column in document["columns"]]
    rows = [dict(zip(names, row, strict=True)) for row in document["rows"]]
    return [row for row in rows if row["accounts"] == ACCOUNTS]
