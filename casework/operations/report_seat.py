"""Report another seat of a hand that one sits or sat in oneself. It becomes a case, which nobody tells the player.

The report is a significant event of who reports. It names the seat, which everybody at the table sees, and not the player:
whoever reports gets a copy of it. The rule `reported_seat` finds the player.

Source: docs/casework.md, "Reporting a seat"; regulation F52 (GLI-19 A.8.1).
"""

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import has_event
from casework.core.suspicion import Suspicion
from casework.queries.day_facts import REPORTED
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.queries.accounts import player_for_update
from tables.queries.seats import player_at_seat, seat_in_epoch
from tables.queries.table_states import known_table


class SeatNotReportable(Refusal):
    """Who sat in a hand reports another seat of that hand."""

    code, kind = "seat-not-reportable", RefusalKind.CONFLICT


class SeatReported(Refusal):
    """You have reported this seat of this hand already."""

    code, kind = "seat-already-reported", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatReport:
    """A seat of a hand, by its table and the number of its epoch, and what is suspected."""

    table: ChainId
    epoch: int
    seat: int
    suspicion: Suspicion


def report_seat(reporter: ChainId, report: SeatReport, *, now: datetime) -> None:
    """Store a player's report of another seat. A seat of a hand is reported once by each player.

    Raises:
        TableNotFound, SeatNotReportable, SeatReported: nothing was stored.
    """
    known_table(report.table)
    where = {"table": report.table.hex, "epoch": report.epoch, "seat": report.seat}
    with transaction.atomic():
        # Of two requests at once, the second sees what the first has stored.
        player_for_update(reporter)
        if not _is_another_seat(report, reporter):
            raise SeatNotReportable(
                "Nothing was reported. Name another seat of a hand that you sat in, once its betting ended."
            )
        if has_event(REPORTED, subject=reporter, after=where):
            raise SeatReported("Nothing was changed. We look at the report that we have.")
        after = {**where, "suspicion": report.suspicion.value}
        save_event(NewEvent(kind=REPORTED, subject=reporter, actor="player", after=after), now=now)


def _is_another_seat(report: SeatReport, reporter: ChainId) -> bool:
    """Return whether both seats were taken by different players when the betting ended, one of them by who reports."""
    own = seat_in_epoch(report.table, report.epoch, reporter)
    seated = own is not None and player_at_seat(report.table, report.epoch, own) == reporter
    return seated and player_at_seat(report.table, report.epoch, report.seat) not in {None, reporter}
