"""Gross gaming revenue by game and gaming day, and the tax of the interval.

The tax is a row of its own for each currency, of players' accounts alone, with neither day nor game: it is owed of the
whole interval, and is rounded once.

Source: regulation section 8; docs/formats/report.md; docs/adr/0082-tax-of-an-interval.md.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from reports.core.account_columns import ACCOUNTS, CURRENCY
from reports.core.definition import AddedOverCells, Chart, Definition, NotAddable, Page, Reconciliation, ReportScope
from reports.core.period import Period
from reports.core.reconciliation import compare_totals
from reports.core.table import PLAYERS, Column, Row, Table, Type
from reports.core.totals_key import GAME, TotalsKey, count_column, drop_zero_rows, money_column
from reports.queries import rollups
from reports.queries.game_totals import game_key, game_totals, merge_totals, money_totals
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.tax_rules import TaxedSum, TaxRate, tax_minor

COLUMNS: Final = (
    ACCOUNTS,
    Column(
        name="day", type=Type.DAY, meaning="The gaming day on which the rounds were settled; empty in a row of tax."
    ),
    replace(GAME, meaning="The game, as its rule sheet is called; empty in a row of tax."),
    CURRENCY,
    count_column("games", "Rounds settled; voided ones are not among them."),
    money_column("handle", "All that was staked in them, side bets and raises among it."),
    money_column("returned", "All that they gave back."),
    money_column("ggr", "Gross gaming revenue: handle less returned."),
    money_column("deductions", "In a row of tax: the bonus money that may be deducted on the taxed days."),
    money_column(
        "taxable", "In a row of tax: gross gaming revenue of the taxed days less deductions; may be negative."
    ),
    money_column("tax", "In a row of tax: what is taxable at the rates of its days, rounded once; never below 0."),
)


class _Taxed(NamedTuple):
    """What is taxed in one currency on consecutive days of one rate."""

    settled: int
    deducted_minor: int
    sum: TaxedSum


def _read_page(scope: ReportScope, _: str) -> Page:
    # The sorts are stable: the rows of tax, which have no day, stay before the days of their kind of accounts.
    games = drop_zero_rows(_game_rows(scope.period), COLUMNS)
    return Page(sorted([*_tax_rows(scope), *games], key=lambda row: str(row["accounts"])))


def _game_rows(period: Period) -> Iterable[Row]:
    days: dict[str, list[rollups.GameSums]] = {}
    for day, sums in rollups.daily_game_sums(period):
        days.setdefault(day.isoformat(), []).append(sums)
    for name, rows_of_day in days.items():
        for key, total in merge_totals(rows_of_day, game_key).items():
            yield {
                **key._asdict(),
                "day": name,
                "games": total.settled,
                "handle": total.settled_minor,
                "returned": total.returned_minor,
                "ggr": total.settled_minor - total.returned_minor,
                **dict.fromkeys(("deductions", "taxable", "tax")),
            }


def _tax_rows(scope: ReportScope) -> Iterable[Row]:
    """Yield the row of tax of each currency in which something was settled or is deducted, in their order."""
    by_currency: dict[str, list[_Taxed]] = {}
    for currency, taxed in _taxed(scope, _revenue):
        by_currency.setdefault(currency, []).append(taxed)
    for currency, parts in sorted(by_currency.items()):
        if not any(part.settled or part.deducted_minor for part in parts):
            continue
        yield {
            "accounts": PLAYERS,
            "currency": currency,
            **dict.fromkeys(("day", "game", "games", "handle", "returned", "ggr")),
            "deductions": sum(part.deducted_minor for part in parts),
            "taxable": sum(part.sum.taxable_minor for part in parts),
            "tax": tax_minor(part.sum for part in parts),
        }


def _taxed(scope: ReportScope, revenue: Callable[[Period], Mapping[TotalsKey, int]]) -> Iterable[tuple[str, _Taxed]]:
    """Yield what is taxed, by rate and currency, of players' accounts."""
    period = scope.period
    for first, until, rate in scope.jurisdiction.revenue_tax.taxed_days(period.first, period.until):
        span = replace(period, first=first, until=until)
        earned, deducted = revenue(span), _deducted(span, rate)
        settled = game_totals(rollups.game_sums(span), lambda sums: sums.settled)
        for key in sorted(earned.keys() | deducted.keys()):
            if key.accounts == PLAYERS:
                less = deducted.get(key, 0)
                taxed = TaxedSum(earned.get(key, 0) - less, rate.basis_points)
                yield key.currency, _Taxed(settled.get(key, 0), less, taxed)


def _deducted(span: Period, rate: TaxRate) -> Mapping[TotalsKey, int]:
    return money_totals(rollups.money_sums(span), lambda group: group.sums.bonus_minor) if rate.bonus_deducted else {}


def _revenue(span: Period) -> Mapping[TotalsKey, int]:
    """Return gross gaming revenue as the rounds have it."""
    return game_totals(rollups.game_sums(span), lambda sums: sums.settled_minor - sums.returned_minor)


def _revenue_of_ledger(span: Period) -> Mapping[TotalsKey, int]:
    """Return gross gaming revenue as the ledger has it."""
    return money_totals(rollups.money_sums(span), lambda group: group.sums.lost_minor - group.sums.won_minor)


def _parameters(jurisdiction: Jurisdiction) -> Mapping[str, int]:
    """Return all rates of the jurisdiction with their days, so that anybody can compute the tax of any interval."""
    parameters: dict[str, int] = {}
    for rate in jurisdiction.revenue_tax.rates:
        since = f"{rate.since:%Y_%m_%d}"
        parameters[f"rate_from_{since}"] = rate.basis_points
        parameters[f"bonus_deducted_from_{since}"] = int(rate.bonus_deducted)
    return parameters


def _reconcile(scope: ReportScope, table: Table) -> Sequence[Reconciliation]:
    voided = game_totals(rollups.game_sums(scope.period), lambda sums: sums.voided_minor)
    taxable: dict[TotalsKey, int] = {}
    for currency, taxed in _taxed(scope, _revenue_of_ledger):
        key = TotalsKey(PLAYERS, currency)
        taxable[key] = taxable.get(key, 0) + taxed.sum.taxable_minor
    return [
        *compare_totals(
            table,
            "Gross gaming revenue: what the house took from play less what it paid, in the ledger",
            ("ggr",),
            _revenue_of_ledger(scope.period),
        ),
        *compare_totals(
            table,
            "Handle, with voided stakes: what left play, in the ledger",
            ("handle",),
            money_totals(rollups.money_sums(scope.period), lambda group: group.sums.left_play_minor),
            unreported=voided,
        ),
        *compare_totals(
            table,
            "Taxable: what the house took from play on the taxed days less what it paid and what is deducted, in the ledger",
            ("taxable",),
            taxable,
        ),
    ]


def _tax_over_cells(row: Row, period: Period, jurisdiction: Jurisdiction) -> int | None:
    """Return the tax of what is taxable in all cells: rounded once, and a cell that lost lessens what others earned.

    Raises:
        NotAddable: several rates hold in the interval, and the row does not say what was earned at which.
    """
    taxable = row["taxable"]
    if not isinstance(taxable, int):
        return None
    rates = {span.rate.basis_points for span in jurisdiction.revenue_tax.taxed_days(period.first, period.until)}
    if len(rates) > 1:
        raise NotAddable("Several rates of tax hold in the interval: ask for the days of each rate by themselves.")
    return tax_minor(TaxedSum(taxable, rate) for rate in rates)


DEFINITION: Final = Definition(
    kind="taxable-revenue",
    title="Taxable revenue",
    version=2,
    regulation="NJ 13:69O-1.9; PA 811a.9",
    columns=COLUMNS,
    read_page=_read_page,
    reconcile=_reconcile,
    parameters=_parameters,
    from_log=True,
    cumulative=True,
    # No game has a tax of its own.
    filters=("accounts", "currency"),
    over_cells=AddedOverCells(again={"tax": _tax_over_cells}),
    chart=Chart(title="Gross gaming revenue by game", label="game", values=("ggr",)),
)
