"""Compares a report's rows with those of the log, and its totals and differences with its rows.

Source: docs/formats/report.md, "Cells", "What the figures are".
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import zip_longest

from verifier.filed.columns import NOTHING, Cell, Column, Row, number, share
from verifier.filed.contents import Contents
from verifier.filed.kind import Kind
from verifier.verdict import Code, Fault

TOTAL = "Total"
_APART = ("accounts", "currency")


def require_rows(contents: Contents, kind: Kind, computed: Iterable[Row]) -> int:
    """Refuse rows that differ from those of the log, or are in another order; return how many rows the log does not show.

    Raises:
        Fault: `E_REPORT_FIGURE`, of the first difference.
    """
    reported = [contents.by_name(cells) for cells in contents.rows]
    due = _expected(kind, computed, reported, contents.filters)
    wanted = {kind.name(row) for row in due}
    if kind.idle_rows:
        reported, due = _without_idle(kind, reported, wanted), _in_order_of(reported, due, kind)
    for place, (row, expected) in enumerate(zip_longest(reported, due), start=1):
        if expected is not None and (row is None or kind.name(row) != kind.name(expected)):
            if row is not None and kind.name(row) not in wanted:
                raise _wrong(place, kind, row, "the log has no such row")
            raise _wrong(place, kind, expected, "this row is missing here")
        if expected is None:
            assert row is not None, "one of the two is there"
            raise _wrong(place, kind, row, "the log has no such row, or it was told before")
        assert row is not None, "the other case was refused"
        _require_cells(place, kind, row, expected)
    return len(contents.rows) - len(due)


def require_filtered(contents: Contents) -> None:
    """Refuse a row that the report's own filters do not let through.

    Raises:
        Fault: `E_REPORT_FIGURE`.
    """
    for place, cells in enumerate(contents.rows, start=1):
        row = contents.by_name(cells)
        for name, wanted in contents.filters.items():
            if row[name] != wanted:
                raise Fault(Code.E_REPORT_FIGURE, f"row {place}, column {name}: the filter does not let it through")


def require_totals(contents: Contents, kind: Kind | None) -> None:
    """Refuse totals that are not the sums of the rows. For an unknown kind, cells without a value are not compared.

    Raises:
        Fault: `E_REPORT_FIGURE`, of the first difference.
    """
    due = _totals(contents, kind)
    if kind is None and not contents.totals:
        return
    if len(due) != len(contents.totals):
        sentence = f"there are {len(contents.totals)} totals, the rows make {len(due)}"
        raise Fault(Code.E_REPORT_FIGURE, sentence)
    for place, (cells, total) in enumerate(zip(contents.totals, due, strict=True), start=1):
        for column, cell in zip(contents.columns, cells, strict=True):
            if kind is None and cell == NOTHING and column.name not in _APART:
                continue
            if cell != total.get(column.name, cell if kind is None else NOTHING):
                sentence = f"total {place}, column {column.name[:40]}: {cell!a:.40} reported, the rows make"
                raise Fault(Code.E_REPORT_FIGURE, f"{sentence} {total.get(column.name, NOTHING)!a}")


def require_differences(contents: Contents) -> None:
    """Refuse a difference that is not the reported figure less the ledger's.

    Raises:
        Fault: `E_REPORT_FIGURE`.
    """
    for place, line in enumerate(contents.reconciled, start=1):
        if line.difference != line.reported - line.ledger:
            sentence = f"reconciliation {place}: {line.difference} is told as the difference, it is"
            raise Fault(Code.E_REPORT_FIGURE, f"{sentence} {line.reported - line.ledger}")


def totals_count(rows: Sequence[Sequence[Cell]], columns: Sequence[Column]) -> int:
    """Return how many totals rows have: one for each kind of accounts and currency, one if there is neither column."""
    places = [place for place, column in enumerate(columns) if column.name in _APART]
    return len({tuple(row[place] for place in places) for row in rows})


def unprovable_filters(contents: Contents, kind: Kind) -> frozenset[str]:
    """Return the filters on columns that no log shows: it is not known which rows they should let through."""
    return kind.unproved & contents.filters.keys()


def _expected(
    kind: Kind, computed: Iterable[Row], reported: Sequence[Mapping[str, Cell]], filters: Mapping[str, str]
) -> list[Row]:
    """Return the rows that the report should have, in order.

    A row whose figures in the log are all 0 is expected only if something else in the log keeps it, or if the report has
    a number in the row that no log shows. If the report is filtered by a column that no log shows, a row that it leaves out is
    not expected.
    """
    names = {kind.name(row) for row in reported}
    speaking = {kind.name(row) for row in reported if any(number(row[column]) for column in kind.unproved)}
    blind = not kind.unproved.isdisjoint(filters)
    due = []
    for row in computed:
        if any(row[column] != wanted for column, wanted in filters.items() if column not in kind.unproved):
            continue
        shown = [column for column in (*kind.summed, kind.kept_by) if column in row]
        if not any(number(row[column]) for column in shown) and kind.name(row) not in speaking:
            continue
        if blind and kind.name(row) not in names:
            continue
        due.append(row | {name: share(row, *of) for name, of in kind.shares.items()})
    return sorted(due, key=lambda row: [row[column] for column in kind.order])


def _without_idle(
    kind: Kind, reported: Sequence[dict[str, Cell]], wanted: Collection[tuple[Cell, ...]]
) -> list[dict[str, Cell]]:
    """Return the rows but for those that are not in the log and say that nothing was played in them."""
    return [row for row in reported if kind.name(row) in wanted or any(row[name] != 0 for name in kind.summed)]


def _in_order_of(reported: Sequence[Mapping[str, Cell]], due: Sequence[Row], kind: Kind) -> list[Row]:
    """Sort the rows that the report should have as the report has them; those that it lacks come last."""
    places = {kind.name(row): place for place, row in enumerate(reported)}
    return sorted(due, key=lambda row: places.get(kind.name(row), len(reported)))


def _require_cells(place: int, kind: Kind, row: Mapping[str, Cell], expected: Row) -> None:
    for column in kind.columns:
        name = column.name
        if name in kind.added:
            due: Cell = sum(number(row[part]) for part in kind.added[name])
            if row[name] != due:
                raise _wrong(place, kind, expected, f"column {name}: {row[name]!a:.40} reported, its parts make {due}")
        elif name not in kind.unproved and row[name] != expected[name]:
            sentence = f"column {name}: {row[name]!a:.40} reported, the log gives {expected[name]!a}"
            raise _wrong(place, kind, expected, sentence)
    for limit in sorted(set(kind.at_most.values())):
        names = sorted(name for name, of in kind.at_most.items() if of == limit)
        parts = [number(row[name]) for name in names]
        if min(parts) < 0 or sum(parts) > number(expected[limit]):
            told = f"columns {', '.join(names)}: {sum(parts)} reported, the log leaves 0 to {expected[limit]!a}"
            raise _wrong(place, kind, expected, told)


def _totals(contents: Contents, kind: Kind | None) -> list[Row]:
    """Sum the rows. For an unknown kind, sum every column of numbers, and compute no ratios."""
    if kind is not None and not kind.totals:
        return []
    names = [column.name for column in contents.columns]
    apart = [name for name in names if name in _APART]
    numbers = [column.name for column in contents.columns if column.type.number]
    summed = numbers if kind is None else kind.summed
    label: Row = {} if names[0] in apart else {names[0]: TOTAL}

    sums: dict[tuple[Cell, ...], Row] = {}
    for cells in contents.rows:
        row = contents.by_name(cells)
        key = tuple(row[name] for name in apart)
        total = sums.setdefault(key, {**label, **dict(zip(apart, key, strict=True)), **dict.fromkeys(summed, 0)})
        for name in summed:
            total[name] = number(total[name]) + number(row[name])
    shares = {} if kind is None else kind.shares
    return [
        sums[key] | {name: share(sums[key], *of) for name, of in shares.items()} for key in sorted(sums, key=_as_texts)
    ]


def _as_texts(key: tuple[Cell, ...]) -> list[str]:
    return [str(cell) for cell in key]


def _wrong(place: int, kind: Kind, row: Mapping[str, Cell], sentence: str) -> Fault:
    name = ", ".join(f"{column} {row[column]!a:.80}" for column in kind.key)
    return Fault(Code.E_REPORT_FIGURE, f"row {place} ({name}): {sentence}")
