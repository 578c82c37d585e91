"""Every format of a report, one module each. To add a format, add a module and its line below.

A format imports its libraries when it writes, because few processes ever do.
"""

from collections.abc import Mapping
from typing import Final

from reports.formats import csv_file, denmark_end_of_day, denmark_session, json_file, parquet, pdf, xlsx
from reports.formats.regulator_format import RegulatorFormat
from reports.formats.report_format import Format

FORMATS: Final[tuple[Format, ...]] = (
    csv_file.FORMAT,
    json_file.FORMAT,
    parquet.FORMAT,
    pdf.FORMAT,
    xlsx.FORMAT,
)
"""What every report is filed in."""

BY_NAME: Final[Mapping[str, Format]] = {format_.name: format_ for format_ in FORMATS}

REGULATOR_FORMATS: Final[tuple[RegulatorFormat, ...]] = (denmark_end_of_day.FORMAT, *denmark_session.FORMATS)
"""What regulators prescribe for some reports: made from the filed JSON when somebody asks."""

REGULATOR_FORMATS_BY_NAME: Final[Mapping[str, RegulatorFormat]] = {
    format_.name: format_ for format_ in REGULATOR_FORMATS
}
