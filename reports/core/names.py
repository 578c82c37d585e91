"""What files of reports are called.

Source: docs/formats/report.md, "Files".
"""

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from kernel import canonical_json
from reports.core.definition import Envelope
from reports.core.period import Period

NOTE: Final = "note"
"""How the file ends that holds the signed `filing` record."""

NOTE_TYPE: Final = "text/plain; charset=utf-8"
"""Its media type."""


def file_name(envelope: Envelope, ending: str) -> str:
    """Name a file of a report: `<kind>_<first>_<last day>[_<filters>]_r<revision>.<ending>`."""
    return f"{stem(envelope.kind, envelope.period, envelope.filters, envelope.revision)}.{ending}"


def stem(kind: str, period: Period, filters: Mapping[str, str], revision: int) -> str:
    """Name a report as all its files do, before the ending."""
    last = period.until - timedelta(days=1)
    filtered = f"_{filters_digest(filters)[:8]}" if filters else ""
    return f"{kind}_{period.first}_{last}{filtered}_r{revision}"


def filters_digest(filters: Mapping[str, str]) -> str:
    """Hash filters: 64 hex digits, the same for the same filters."""
    return hashlib.sha256(canonical_json.encode(dict(filters))).hexdigest()
