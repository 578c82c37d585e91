"""Counts the entries that reached the log too late for a report: beyond its size, with a time that it covers.

Source: docs/formats/report.md, "The filing"; docs/adr/0021-reports.md.
"""

import json
from dataclasses import dataclass

from verifier.export import Export
from verifier.filed.books import MONEY_TYPES
from verifier.filed.contents import Interval
from verifier.filed.lookup import Filed
from verifier.schema import SYSTEM_CHAIN


@dataclass(slots=True, kw_only=True)
class Later:
    """How many entries came too late: in all, those before the filing itself, those not in the newest revision.

    `changes_nothing` tells that the report's rows are those of the whole log all the same: no revision is due.
    """

    entries: int = 0
    before_filing: int = 0
    in_no_revision: int = 0
    changes_nothing: bool = False


def count_later(export: Export, filed: Filed, interval: Interval, *, promised: int, carried: bool) -> Later:
    """Count the late entries that move money; with `carried` those with a time before the interval too."""
    later, size, newest_size = Later(), filed.record["size"], filed.newest["size"]
    for bundle in export.bundles(size=promised):
        for index, entry in enumerate(bundle.entries, start=bundle.first):
            if index < size or not _rests_on(entry, interval, carried=carried):
                continue
            later.entries += 1
            later.before_filing += index < filed.index
            later.in_no_revision += index >= newest_size
    return later


def _rests_on(entry: bytes, interval: Interval, *, carried: bool) -> bool:
    record = json.loads(entry[: entry.index(b"\n")])
    if record["chain"] == SYSTEM_CHAIN or record["type"] not in MONEY_TYPES:
        return False
    time: int = record["time"]
    return time < interval.end and (carried or time >= interval.start)
