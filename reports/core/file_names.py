"""Name the files of a report.

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
"""The extension of the file that holds the signed `filing` record."""

NOTE_TYPE: Final = "text/plain; charset=utf-8"
"""The media type of that file."""


def file_name(envelope: Envelope, extension: str) -> str:
    """Return the name of a file: `<kind>_<first>_<last day>[_<filters>]_r<revision>.<extension>`."""
    return f"{file_stem(envelope.kind, envelope.period, envelope.filters, envelope.revision)}.{extension}"


def file_stem(kind: str, period: Period, filters: Mapping[str, str], revision: int) -> str:
    """Return the name that all files of a report share, without the extension."""
    last = period.until - timedelta(days=1)
    filtered = f"_{filters_digest(filters)[:8]}" if filters else ""
    return f"{kind}_{period.first}_{last}{filtered}_r{revision}"


def filters_digest(filters: Mapping[str, str]) -> str:
    """Return a hash of filters: 64 hex digits, equal for equal filters."""
    return hashlib.sha256(canonical_json.encode(dict(filters))).hexdigest()
