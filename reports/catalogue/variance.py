"""The same figures from four sources that are kept apart, and whether they agree: they must.

Source: regulation F36; docs/formats/report.md.
"""

from collections.abc import Mapping, Sequence
from typing import Final

from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.agreement import KNOWN, Figure, Source, difference, explanation
from reports.core.definition import Asked, Definition, Page, Reconciliation
from reports.core.purse import Purse, money
from reports.core.reconciling import totals
from reports.core.table import Column, Row, Table, Type
from reports.sources import SOURCES

COLUMNS: Final = (
    ACCOUNTS,
    CURRENCY,
    Column(name="figure", type=Type.TEXT, meaning="What is compared: of the interval, or as of its end."),
    Column(name="ledger", type=Type.MONEY, meaning="As journals and their postings say."),
    Column(name="rounds", type=Type.MONEY, meaning="As the rows of rounds say; nothing where they cannot know."),
    Column(name="log", type=Type.MONEY, meaning="As the signed records say."),
    Column(name="rollup", type=Type.MONEY, meaning="As the sums say that reports are made from."),
    money("difference", "The largest less the smallest."),
    Column(name="explanation", type=Type.TEXT, meaning="Which sources say what, in minor units, where they disagree."),
)


def _page(asked: Asked, _: str) -> Page:
    told = {source: read(asked.period) for source, read in SOURCES.items()}
    purses = sorted({purse for figures in told.values() for purse in figures})
    rows = []
    for purse in purses:
        for figure in sorted(Figure):
            values = {
                source: figures.get(purse, {}).get(figure, 0)
                for source, figures in told.items()
                if figure in KNOWN[source]
            }
            if any(values.values()):
                rows.append(_row(purse, figure, values))
    return Page(rows)


def _row(purse: Purse, figure: Figure, values: Mapping[Source, int]) -> Row:
    return {
        **purse._asdict(),
        "figure": figure.value,
        **{source.value: values.get(source) for source in Source},
        "difference": difference(values),
        "explanation": explanation(values),
    }


def _reconcile(_: Asked, table: Table) -> Sequence[Reconciliation]:
    return [
        Reconciliation(
            "Differences between the four sources: there must be none", purse.accounts, purse.currency, sum_, 0
        )
        for purse, sum_ in totals(table, "difference").items()
    ]


DEFINITION: Final = Definition(
    kind="variance",
    title="Variance of ledger, rounds, log and summaries",
    version=1,
    source="NJ 13:69O-1.9",
    columns=COLUMNS,
    page=_page,
    reconcile=_reconcile,
    from_log=True,
    carried=True,
    filters=("accounts", "figure", "currency"),
)
