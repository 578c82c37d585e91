"""Write the envelope for people: labels and values, the same in every file.

Source: docs/formats/report.md, "Envelope"; GLI-19 2.9.1; 58 Pa. Code 811a.9(a).
"""

from datetime import timedelta
from typing import Final

from kernel.instants import rfc3339
from reports.core.definition import Report
from reports.core.document import activity

ONE_PAGE: Final = ("Page", "1 of 1")
"""The page line of a file that has a single page."""


def cover_lines(report: Report) -> tuple[tuple[str, str], ...]:
    """Return the lines of the cover, each a label and a value."""
    envelope, period = report.envelope, report.envelope.period
    return (
        ("Title", envelope.title),
        ("Operator", envelope.operator),
        ("First gaming day", period.first.isoformat()),
        ("Last gaming day", (period.until - timedelta(days=1)).isoformat()),
        ("Days begin at", f"{period.starts}, on the wall of {period.zone.name}"),
        ("From, included", rfc3339(period.start_ms)),
        ("To, not included", rfc3339(period.end_ms)),
        ("Generated at", rfc3339(envelope.generated_ms)),
        ("Activity", activity(report)),
        *_filters(report),
        *((f"Parameter {name}", str(value)) for name, value in sorted(envelope.parameters.items())),
        *_currencies(report),
        ("Report", envelope.kind),
        ("Definition version", str(envelope.definition)),
        ("Software version", envelope.software),
        ("Revision", str(envelope.revision)),
        *_revised(report),
        ("Profile", envelope.jurisdiction),
        ("Asked for by", envelope.regulation),
        *envelope.log.cover_lines,
    )


def _revised(report: Report) -> list[tuple[str, str]]:
    revised = report.envelope.revised
    if revised is None:
        return []
    changed = f"{revised.rows_added} rows added, {revised.rows_removed} removed; a row that changed is one of each"
    return [("Made again for", revised.reason), ("Against the revision before", changed)]


def _filters(report: Report) -> list[tuple[str, str]]:
    filters = report.envelope.filters
    return [(f"Filter {name}", filters[name]) for name in sorted(filters)] or [("Filters", "none")]


def _currencies(report: Report) -> list[tuple[str, str]]:
    exponents = report.envelope.exponents
    return [("Currency", f"{currency}, {exponents[currency]} decimal places") for currency in sorted(exponents)]
