"""Read the national exclusion list from a CSV file. The whole file is read before any entry takes effect.

Refusals name lines and what is wrong with them, never what they contain.

Source: docs/rules/exclusion.md, EX-11 to EX-14; regulation F28.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Final

from kernel.refusals import Refusal, RefusalKind
from players.core.person import Person, canonical_person

BYTES_MAX: Final = 64 * 1024 * 1024
LINES_MAX: Final = 1_000_000
LINE_BYTES_MAX: Final = 64 * 1024
"""A longer line may be passed in parts: no part of so long a line is an entry."""
_REQUIRED: Final = frozenset({"family_name", "given_name", "birth_date"})
_COLUMNS: Final = _REQUIRED | {"from", "until", "reference"}
_NAME_MAX: Final = 200
_REFERENCE_MAX: Final = 100
_NAMED_MAX: Final = 20
_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_BOM: Final = b"\xef\xbb\xbf"


class MalformedExclusionList(Refusal):
    """The exclusion list cannot be read."""

    code, kind = "malformed-exclusion-list", RefusalKind.MALFORMED


class ExclusionListTooLarge(Refusal):
    """The exclusion list is too large."""

    code, kind = "exclusion-list-too-large", RefusalKind.INVALID


class ExclusionListShrank(Refusal):
    """The exclusion list has lost more than half of its persons."""

    code, kind = "exclusion-list-shrank", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedTerm:
    """What the list says about a person: the first day, the last day, and the list's own reference.

    None: the list does not say. Without a last day, the person is listed for as long as the list has the entry.
    """

    from_day: date | None = None
    until_day: date | None = None
    reference: str = ""

    def with_another(self, other: "ListedTerm") -> "ListedTerm":
        """Return the stricter of two entries of one person: the earlier beginning, the later end."""
        begins = [day for day in (self.from_day, other.from_day) if day is not None]
        ends = [day for day in (self.until_day, other.until_day) if day is not None]
        return ListedTerm(
            from_day=min(begins, default=None),
            until_day=max(ends) if len(ends) == 2 else None,  # noqa: PLR2004  both have one
            reference=self.reference or other.reference,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A line of the list."""

    person: Person
    term: ListedTerm


def read_list(file: Iterable[bytes]) -> Iterator[Entry]:
    """Yield the entries of a CSV file in UTF-8 with or without a byte order mark; `file` gives its lines.

    The first line names the columns: family_name, given_name, birth_date and, where the list has them, from, until and
    reference, in any order. Days are written YYYY-MM-DD; 9999-12-31 is no end. Use no entry before all are read:
    malformed lines are refused after the last line.

    Raises:
        MalformedExclusionList: with the first twenty `lines` that cannot be read, counted from 1.
        ExclusionListTooLarge: with `lines_max` or `bytes_max`.
    """
    rows = csv.reader(_text(file), strict=True)
    wrong: list[tuple[int, str]] = []
    try:
        columns = _columns(next(rows, []))
        for row in rows:
            if rows.line_num > LINES_MAX:
                raise ExclusionListTooLarge(f"Nothing was imported. {LINES_MAX} lines are read.", lines_max=LINES_MAX)
            if not row:
                continue
            try:
                yield _entry(columns, row)
            except ValueError as error:
                wrong.append((rows.line_num, str(error)))
            if len(wrong) == _NAMED_MAX:
                break
    except csv.Error:
        wrong.append((rows.line_num, "is no CSV"))
    if wrong:
        raise _malformed(wrong)


def loosened(
    before: Mapping[bytes, ListedTerm], after: Mapping[bytes, ListedTerm], *, today: date
) -> dict[bytes, ListedTerm]:
    """Return those whom a list binds today and another one leaves out or lets go earlier, with what keeps them bound.

    That is the term of the list before, or the stricter one of both.
    """
    return {
        digest: term.with_another(after.get(digest, term))
        for digest, term in before.items()
        if (term.until_day is None or term.until_day >= today)
        and (digest not in after or _ends_before(after[digest].until_day, term.until_day))
    }


def _ends_before(day: date | None, other: date | None) -> bool:
    return day is not None and (other is None or day < other)


def require_not_shrunk(*, before: int, after: int) -> None:
    """Refuse a list with less than half the persons of the one before: an incomplete download frees nobody.

    Raises:
        ExclusionListShrank: with the numbers of persons `before` and `after`.
    """
    if after * 2 < before:
        raise ExclusionListShrank(
            f"Nothing was imported. The list in force has {before} persons, this one {after}. If that is right, import"
            " it with `manage.py import_exclusions --force`.",
            before=before,
            after=after,
        )


def _text(file: Iterable[bytes]) -> Iterator[str]:
    read = 0
    for number, raw in enumerate(file, start=1):
        read += len(raw)
        if read > BYTES_MAX:
            raise ExclusionListTooLarge(f"Nothing was imported. {BYTES_MAX} bytes are read.", bytes_max=BYTES_MAX)
        try:
            yield (raw.removeprefix(_BOM) if number == 1 else raw).decode()
        except UnicodeDecodeError:
            raise _malformed([(number, "is not UTF-8")]) from None


def _columns(header: list[str]) -> list[str]:
    known = len(set(header)) == len(header) and _REQUIRED <= set(header) <= _COLUMNS
    if not known:
        raise _malformed(
            [(1, "does not name the columns family_name, given_name, birth_date (from, until, reference)")]
        )
    return header


def _entry(columns: Sequence[str], row: Sequence[str]) -> Entry:
    """Return the entry of a line.

    Raises:
        ValueError: with what is wrong with the line, and nothing of what it contains.
    """
    if len(row) != len(columns):
        raise ValueError("has not as many fields as the first line has columns")
    fields = dict(zip(columns, row, strict=True))
    person = Person(
        family_name=_name(fields["family_name"]), given_name=_name(fields["given_name"]), born=_born(fields)
    )
    if not all(canonical_person(person).split(b"\n")):
        raise ValueError("has a name without a letter")
    return Entry(person=person, term=_term(fields))


def _term(fields: Mapping[str, str]) -> ListedTerm:
    from_day, until_day, reference = _day(fields, "from"), _day(fields, "until"), fields.get("reference", "")
    if from_day is not None and until_day is not None and until_day < from_day:
        raise ValueError("ends before it begins")
    if len(reference) > _REFERENCE_MAX or not reference.isprintable():
        raise ValueError(f"has a reference that is not of {_REFERENCE_MAX} printable characters at most")
    return ListedTerm(
        from_day=from_day,
        until_day=None if until_day is not None and until_day.year == date.max.year else until_day,
        reference=reference,
    )


def _name(text: str) -> str:
    if len(text) > _NAME_MAX:
        raise ValueError(f"has a name of more than {_NAME_MAX} letters")
    return text


def _born(fields: Mapping[str, str]) -> date:
    born = _day(fields, "birth_date")
    if born is None:
        raise ValueError("has no birth_date")
    return born


def _day(fields: Mapping[str, str], name: str) -> date | None:
    text = fields.get(name, "")
    if not text:
        return None
    if _DAY.fullmatch(text):
        with suppress(ValueError):
            return date.fromisoformat(text)
    raise ValueError(f"has a {name} that is no day as YYYY-MM-DD")


def _malformed(wrong: Sequence[tuple[int, str]]) -> MalformedExclusionList:
    complaints = "; ".join(f"line {number} {complaint}" for number, complaint in wrong)
    more = ". Reading ended there" if len(wrong) == _NAMED_MAX else ""
    return MalformedExclusionList(f"Nothing was imported: {complaints}{more}.", lines=[number for number, _ in wrong])
