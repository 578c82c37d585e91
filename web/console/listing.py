"""A list of the console: its columns, its rows, its filters, and where older rows are. It is never counted whole."""

import csv
import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlencode

from django.http import HttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from web.console.visit import Visit

Text = str | Promise

CSV: Final = "csv"
CURSOR: Final = "cursor"
DONE: Final = "done"
_OURS: Final = frozenset({CSV, DONE})
"""Members of a page's query that are the console's own. All others are the interface's, which refuses what it does not know."""

_DAYS: Final = frozenset({"from", "to"})
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)

_FORMULA: Final = tuple("=+-@\t\r\n'")
"""How a text begins that a spreadsheet would calculate."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list."""

    title: Text
    is_number: bool = False


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in a row under a column."""

    text: Text
    link: str = ""
    tone: str = ""
    """`ok`, `warn` or `bad` where it deviates; empty for what is as usual."""
    quiet: Text = ""
    """What stands beside it, less loudly."""
    is_code: bool = False


@dataclass(frozen=True, slots=True)
class Filter:
    """A field that narrows a list."""

    name: str
    label: Text
    kind: str = "search"
    """The type of the input, or `select`."""
    choices: Sequence[tuple[str, Text]] = ()
    hint: Text = ""
    value: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """One page of a list."""

    name: str
    """Names the file of the export."""
    caption: Text
    columns: Sequence[Column]
    rows: Sequence[Sequence[Cell]]
    empty: Text
    """What would stand here, and how it comes about."""
    filters: Sequence[Filter] = ()
    older: str = ""
    """The address of the page with older rows."""
    export: str = ""
    """The address of this page as CSV."""
    newest: str = ""
    """The address of the first page; empty on it."""
    is_whole: bool = True
    """Whether it is the page of a list, and not only the beginning of one."""
    narrowed: bool = False
    """Whether a filter is in force."""

    @property
    def lines(self) -> list[list[tuple[Column, Cell]]]:
        """The rows, each cell with its column."""
        return [list(zip(self.columns, row, strict=True)) for row in self.rows]


def asked(visit: Visit) -> dict[str, str]:
    """Return the query of a list's page as the interface takes it. A day stands for its first instant, UTC."""
    return {
        name: f"{value}T00:00:00Z" if name in _DAYS and _DAY.fullmatch(value) else value
        for name, value in visit.query.items()
        if name not in _OURS
    }


def listing(  # noqa: PLR0913  each is a part of the page
    visit: Visit,
    *,
    name: str,
    caption: Text,
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    empty: Text,
    filters: Sequence[Filter] = (),
    following: str | None = None,
    is_whole: bool = True,
) -> Listing:
    """Return a page of a list that a visit asks for; `following` is the interface's cursor of the next one.

    One that is not `is_whole` is only the beginning of a list that has a page of its own.
    """
    query = {name: value for name, value in visit.query.items() if name not in _OURS}
    filled = [replaced(each, query.get(each.name, "")) for each in filters]
    return Listing(
        name=name,
        caption=caption,
        columns=columns,
        rows=rows,
        empty=empty,
        filters=filled,
        older="" if following is None else _address(visit, query | {CURSOR: following}),
        export=_address(visit, query | {CSV: "1"}) if rows and is_whole else "",
        newest=_address(visit, {name: text for name, text in query.items() if name != CURSOR})
        if CURSOR in query
        else "",
        is_whole=is_whole,
        narrowed=any(each.value for each in filled),
    )


def interval_filters() -> list[Filter]:
    """Return the filters of a list that can be cut to days."""
    return [Filter("from", _("From"), "date"), Filter("to", _("Before"), "date")]


def replaced(each: Filter, value: str) -> Filter:
    """Return a filter with what was entered."""
    return Filter(each.name, each.label, each.kind, each.choices, each.hint, value)


def is_export(visit: Visit) -> bool:
    """Return whether a visit asks for the page as CSV."""
    return CSV in visit.query


def export(shown: Listing) -> HttpResponse:
    """Return the rows of a page as CSV, none of which a spreadsheet takes for a formula."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow([_harmless(column.title) for column in shown.columns])
    writer.writerows([_harmless(cell.text) for cell in row] for row in shown.rows)
    answer = HttpResponse(text.getvalue().encode("utf-8-sig"), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{shown.name}.csv"'
    return answer


def _harmless(text: Text) -> str:
    plain = str(text).replace("\N{MINUS SIGN}", "-")
    number = plain.replace(",", "").removeprefix("-").replace(".", "", 1)
    return f"'{plain}" if plain.startswith(_FORMULA) and not number.isdecimal() else plain


def _address(visit: Visit, query: Mapping[str, str]) -> str:
    return f"{visit.request.path}?{urlencode(query)}"
