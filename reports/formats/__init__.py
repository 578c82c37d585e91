"""Every format of a report, one file each. A new one is a file here, and its line below.

What a format needs beyond the standard library it loads when it writes: few processes ever do.
"""

from collections.abc import Mapping
from typing import Final

from reports.formats import csv_file, json_file, parquet, pdf, xlsx
from reports.formats.format import Format

FORMATS: Final[tuple[Format, ...]] = (
    csv_file.FORMAT,
    json_file.FORMAT,
    parquet.FORMAT,
    pdf.FORMAT,
    xlsx.FORMAT,
)

BY_NAME: Final[Mapping[str, Format]] = {format_.name: format_ for format_ in FORMATS}
