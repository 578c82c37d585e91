"""Make a report from the columnar copies of gaming days, for questions. It is not filed, and proves nothing.

Source: docs/adr/0084-day-copies.md.
"""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from reports.core.day_zone import DayZone
from reports.core.definition import Report
from reports.issuer import Issuer
from reports.models.orders import ReportOrder
from reports.operations.aggregate_log import update_rollups
from reports.operations.compose import compose_rows, scope_of
from reports.operations.order_report import ReportRequest, require_definition, require_period
from reports.queries.day_copies import copied_game_sums, copied_log_size
from reports.queries.day_zones import interval_columns
from responsible_gaming.core.jurisdiction import Jurisdiction


class NotFromCopies(Refusal):
    """The report cannot be made from copies."""

    code, kind = "report-not-from-copies", RefusalKind.INVALID


def report_from_copies(
    request: ReportRequest, *, issuer: Issuer, jurisdiction: Jurisdiction, zone: DayZone, folder: Path, now: datetime
) -> Report:
    """Return a report whose figures of the interval come from copies; its reconciliation is with the ledger, as always.

    What was open when the interval began or ended is in no day's copy, and comes from the roll-ups. Its title says that
    it is not filed, and its revision is 0.

    Raises:
        NotFromCopies: the report needs more than the copies have.
        UnknownReport, UnknownFilter, MalformedPeriod, PeriodNotOver, PeriodBeforeLog: as `order_report` does.
        RollupsInAnotherZone: nothing was made; the zone or the hour of gaming days was changed.
        UnusableCopy: a gaming day has no copy, or one that is outdated or was changed.
    """
    definition = require_definition(request.kind)
    if definition.page_of_games is None:
        raise NotFromCopies(
            f"Nothing was made. {definition.kind} needs more than the copies of gaming days have; ask without"
            " --from-parquet."
        )
    period = require_period(request, zone=zone, now=now)
    # What came late is then known, and the roll-ups have what the copies have.
    update_rollups(period.zone)
    # Never saved: it says what the report covers, as that of a filed report does.
    order = ReportOrder(
        kind=definition.kind,
        **interval_columns(period),
        filters=dict(request.filters),
        revision=0,
        parameters=dict(definition.parameters(jurisdiction)),
        log_size=copied_log_size(period),
        generated_ms=to_epoch_ms(now),
    )
    games = copied_game_sums(period, folder=folder)
    page = definition.page_of_games(scope_of(order, jurisdiction), games)
    report = compose_rows(order, definition, lambda: page.rows, issuer=issuer, jurisdiction=jurisdiction)
    return replace(report, envelope=replace(report.envelope, title=f"{definition.title}, from copies, not filed"))
