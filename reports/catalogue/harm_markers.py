"""The markers of harm that were met, by day and account, the most urgent accounts of a day first.

docs/markers.md has the rules. Accounts without a marker are not listed.

Source: docs/markers.md.
"""

from collections.abc import Iterator
from typing import Final

from kernel.instants import from_epoch_ms
from reports.core.account_columns import ACCOUNT, ACCOUNTS, CURRENCY
from reports.core.change_text import change_text
from reports.core.day_zone import DayZone
from reports.core.definition import Definition, Page, ReportScope
from reports.core.paging import split_page
from reports.core.period import Period
from reports.core.table import Column, Row, Type
from reports.queries.account_kinds import account_cells
from responsible_gaming.queries.assessments import AssessmentView, assessments_with_findings


def _read_page(scope: ReportScope, cursor: str) -> Page:
    found = assessments_with_findings(scope.period.start_ms, scope.period.end_ms, after=_parse(cursor))
    assessments, next_cursor = split_page(found, lambda found: f"{found.day_started_ms}:{found.score}:{found.id}")
    accounts = account_cells(assessment.chain for assessment in assessments)
    return Page([row for each in assessments for row in _rows(each, accounts[each.chain], scope.period)], next_cursor)


def _rows(assessment: AssessmentView, account: Row, period: Period) -> Iterator[Row]:
    # Markers are counted by days from midnight, at whichever hour the house's own days begin.
    day = DayZone(period.zone.name).day_of(from_epoch_ms(assessment.day_started_ms)).isoformat()
    for finding in assessment.findings:
        figures = finding["figures"]
        assert isinstance(figures, dict), "a finding is stored with its figures"
        yield {
            "day": day,
            **account,
            "score": assessment.score,
            "marker": str(finding["marker"]),
            "points": int(str(finding["points"])),
            "reason": str(finding["reason"]),
            "figures": change_text(figures),
            "assessed": assessment.at_ms,
        }


def _parse(cursor: str) -> tuple[int, int, int] | None:
    if not cursor:
        return None
    day_ms, score, at_id = map(int, cursor.split(":"))
    return day_ms, score, at_id


DEFINITION: Final = Definition(
    kind="harm-markers",
    title="Markers of harm",
    version=1,
    regulation="House rules",
    columns=(
        Column(name="day", type=Type.DAY, meaning="The day, from midnight on, on which the account was assessed."),
        ACCOUNTS,
        ACCOUNT,
        CURRENCY,
        Column(
            name="score",
            type=Type.INTEGER,
            meaning="How urgently a person should look at the account: the points of all its markers, at most 100.",
        ),
        Column(name="marker", type=Type.TEXT, meaning="The marker that was met."),
        Column(name="points", type=Type.INTEGER, meaning="What this marker gives to the score."),
        Column(name="reason", type=Type.TEXT, meaning="What was found in the four weeks before, in words."),
        Column(
            name="figures",
            type=Type.TEXT,
            meaning="The figures that this rests on, as canonical JSON, amounts in minor units of the currency.",
        ),
        Column(name="assessed", type=Type.INSTANT, meaning="When the account was assessed last on that day."),
    ),
    read_page=_read_page,
    delivered_by_default=False,
    filters=("accounts", "account", "currency", "marker"),
)
