"""Every format of a report, one module each. To add a format, add a module and its line below.

A format imports its libraries when it writes, because few processes ever do.
"""

from collections.abc import Mapping
from typing import Final

from reports.formats import csv_file, json_file, parquet, pdf, xlsx
from reports.formats.report_format import Format

FORMATS: Final[tuple[Format, ...]] = (
    csv_file.FORMAT,
    json_file.FORMAT,
    parquet.FORMAT,
    pdf.FORMAT,
    xlsx.FORMAT,
)

BY_NAME: Final[Mapping[str, Format]] = {format_.name: format_ for format_ in FORMATS}
