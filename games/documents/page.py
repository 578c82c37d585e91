"""A page: sections of paragraphs and tables, to be written as JSON, Markdown, plain text or on paper."""

import enum
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_WIDE: Final = frozenset("FW")


class Language(enum.StrEnum):
    """A language that pages are written in, by its BCP 47 tag."""

    EN = "en"
    JA = "ja"


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Rows of cells under their column names; `bars`, if any, has for each row the share of one in 1/10,000.

    A bar shows at a glance what its row says in figures: it is drawn where the page can be drawn on.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    bars: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """Hold every row against the columns."""
        assert all(len(row) == len(self.columns) for row in self.rows), "a row has a cell for each column"
        assert len(self.bars) in {0, len(self.rows)}, "either every row has a bar or none"

    def document(self) -> dict[str, object]:
        """Write columns and rows."""
        return {"columns": list(self.columns), "rows": [list(row) for row in self.rows]}


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A part of a page; `id` is the same in every language."""

    id: str
    heading: str
    paragraphs: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()

    def document(self) -> dict[str, object]:
        """Write the section, its tables after its paragraphs."""
        return {
            "id": self.id,
            "heading": self.heading,
            "paragraphs": list(self.paragraphs),
            "tables": [table.document() for table in self.tables],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page in one language."""

    language: Language
    title: str
    sections: tuple[Section, ...]
    notice: str = ""
    """What a reader must know before all else, below the title; nothing on most pages."""

    def document(self) -> dict[str, object]:
        """Write the page as the interface does."""
        return {
            "language": self.language.value,
            "title": self.title,
            "notice": self.notice or None,
            "sections": [section.document() for section in self.sections],
        }

    def markdown(self) -> str:
        """Write the page for the documentation."""
        return "\n".join(_markdown(self)) + "\n"

    def text(self) -> str:
        """Write the page for a terminal, with a monospaced font in which an East Asian letter is two columns wide."""
        return "\n".join(_text(self)) + "\n"


def _markdown(page: Page) -> Iterator[str]:
    yield f"# {page.title}"
    if page.notice:
        yield from ("", f"**{page.notice}**")
    for section in page.sections:
        yield from ("", f"## {section.heading}")
        for paragraph in section.paragraphs:
            yield from ("", paragraph)
        for table in section.tables:
            yield ""
            yield _row(table.columns)
            yield _row(["---"] * len(table.columns))
            yield from (_row(row) for row in table.rows)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _text(page: Page) -> Iterator[str]:
    yield page.title
    yield "=" * _width(page.title)
    if page.notice:
        yield page.notice
    for section in page.sections:
        yield from ("", section.heading, "-" * _width(section.heading))
        yield from section.paragraphs
        for number, table in enumerate(section.tables):
            if number or section.paragraphs:
                yield ""
            yield from _aligned(table)


def _aligned(table: Table) -> Iterator[str]:
    lines = [table.columns, *table.rows]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(table.columns))]
    for line in lines:
        yield "  ".join(_padded(cell, width) for cell, width in zip(line, widths, strict=True)).rstrip()


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - _width(cell))


def _width(text: str) -> int:
    return sum(2 if unicodedata.east_asian_width(letter) in _WIDE else 1 for letter in text)
