"""Write JSON: the report document, for programs.

Source: docs/formats/report.md, "Files".
"""

import codecs
import json
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, BinaryIO, Final

from kernel import canonical_json
from reports.core.definition import Report
from reports.core.document import document_rows, report_document_without_rows
from reports.formats.report_format import Format

_ROWS: Final = b'"rows":[]'
"""Nowhere else in the document: within a text the quotation marks are escaped, and no other member has this name."""
_ARRAY: Final = _ROWS.removesuffix(b"]").decode()
_ROWS_AT_ONCE: Final = 2_000
_DECODER: Final = json.JSONDecoder()


class CutOff(ValueError):  # noqa: N818  says what is the case
    """A file is not all of what `write_to` wrote."""


def write_to(report: Report, file: BinaryIO) -> None:
    """Write the report as canonical JSON and a line feed."""
    before, after = canonical_json.encode(report_document_without_rows(report)).split(_ROWS)
    file.write(before + _ARRAY.encode())
    file.writelines(b"," + rows if number else rows for number, rows in enumerate(_encoded(report)))
    file.write(b"]" + after + b"\n")


def _encoded(report: Report) -> Iterator[bytes]:
    """Yield the rows, some at a time, as they stand in the array."""
    rows = document_rows(report)
    while some := list(islice(rows, _ROWS_AT_ONCE)):
        yield canonical_json.encode({"rows": some}).removeprefix(b'{"rows":[').removesuffix(b"]}")


def read_document(pieces: Iterable[bytes]) -> dict[str, Any]:
    """Return the members of a file that `write_to` wrote, up to its rows, which are an iterator.

    The names of members stand in order, so that only the envelope's `software`, `source`, `title` and `v`, and the totals,
    come after the rows. No more than what is before them, a piece and a row are in memory.

    Raises:
        CutOff: the file has no rows, or ends within them.
        UnicodeDecodeError: it ends within a character, or is no UTF-8.
    """
    texts = codecs.iterdecode(pieces, "utf-8")
    text = ""
    while _ARRAY not in text:
        text += _more(texts)
    at = text.index(_ARRAY) + len(_ARRAY)
    before: dict[str, Any] = _DECODER.decode(text[:at] + "]}")
    return before | {"rows": _rows(text, at, texts)}


def read_rows(pieces: Iterable[bytes]) -> Iterator[list[str | int]]:
    """Yield the rows of a file that `write_to` wrote, in order.

    Raises:
        CutOff, UnicodeDecodeError: as above.
    """
    yield from read_document(pieces)["rows"]


def _rows(text: str, at: int, texts: Iterator[str]) -> Iterator[list[str | int]]:
    """Yield the rows from `at` in `text` on, which goes on in `texts`."""
    while True:
        if at == len(text):
            text, at = _more(texts), 0
        elif text[at] == "]":
            return
        else:
            try:
                row, at = _DECODER.raw_decode(text, at + (text[at] == ","))
            except json.JSONDecodeError:
                # The rest of the row is in the next piece.
                text, at = text[at:] + _more(texts), 0
            else:
                yield row


def _more(texts: Iterator[str]) -> str:
    text = next(texts, None)
    if text is None:
        raise CutOff("The file ends before its last row.")
    return text


FORMAT: Final = Format(name="json", media_type="application/json", write_to=write_to)
