"""The same figures from four separate sources, which must agree.

Source: regulation F36; docs/formats/report.md.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.agreement import SOURCE_FIGURES, Figure, FigureSource, difference, explanation
from reports.core.definition import Definition, Page, Reconciliation, ReportScope
from reports.core.reconciliation import column_totals
from reports.core.table import Column, Row, Table, Type
from reports.core.totals_key import TotalsKey, money_column
from reports.queries.figures import FIGURES_BY_SOURCE

COLUMNS: Final = (
    ACCOUNTS,
    CURRENCY,
    Column(name="figure", type=Type.TEXT, meaning="What is compared: of the interval, or as of its end."),
    Column(name="ledger", type=Type.MONEY, meaning="As journals and their postings say."),
    Column(name="rounds", type=Type.MONEY, meaning="As the rows of rounds say; nothing where they cannot know."),
    Column(name="log", type=Type.MONEY, meaning="As the signed records say."),
    Column(name="rollup", type=Type.MONEY, meaning="As the sums say that reports are made from."),
    money_column("difference", "The largest less the smallest."),
    Column(name="explanation", type=Type.TEXT, meaning="Which sources say what, in minor units, where they disagree."),
)


def _read_page(scope: ReportScope, _: str) -> Page:
    figures_by_source = {source: read(scope.period) for source, read in FIGURES_BY_SOURCE.items()}
    keys = sorted({key for figures in figures_by_source.values() for key in figures})
    rows = []
    for key in keys:
        for figure in sorted(Figure):
            values = {
                source: figures.get(key, {}).get(figure, 0)
                for source, figures in figures_by_source.items()
                if figure in SOURCE_FIGURES[source]
            }
            if any(values.values()):
                rows.append(_row(key, figure, values))
    return Page(rows)


def _row(key: TotalsKey, figure: Figure, values: Mapping[FigureSource, int]) -> Row:
    return {
        **key._asdict(),
        "figure": figure.value,
        **{source.value: values.get(source) for source in FigureSource},
        "difference": difference(values),
        "explanation": explanation(values),
    }


def _reconcile(_: ReportScope, table: Table) -> Sequence[Reconciliation]:
    return [
        Reconciliation("Differences between the four sources: there must be none", key.accounts, key.currency, sum_, 0)
        for key, sum_ in column_totals(table, "difference").items()
    ]


DEFINITION: Final = Definition(
    kind="variance",
    title="Variance of ledger, rounds, log and summaries",
    version=2,
    regulation="NJ 13:69O-1.9",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    from_log=True,
    carries_balance=True,
    filters=("accounts", "figure", "currency"),
)
