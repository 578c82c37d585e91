"""Read when the log began. No report covers anything earlier."""

from datetime import date
from typing import Any

from audit.core.records import parse_entry
from audit.queries.records import entries
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import from_epoch_ms
from reports.core.day_zone import DayZone


def first_gaming_day(zone: DayZone) -> date | None:
    """Return the gaming day on which the log began; None before the first record."""
    for entry in entries(SYSTEM_CHAIN, from_seq=0, to_seq=1):
        record: Any = parse_entry(entry)
        return zone.day_of(from_epoch_ms(record["time"]))
    return None
