"""Composing a report from the pages that were read for its order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from kernel.money import CURRENCIES
from reports.core.definition import Asked, Definition, Envelope, Reconciliation, Report
from reports.core.period import Period
from reports.core.table import Cell, Table, make_table
from reports.delivery.places import Destination
from reports.models import Order, OrderPage
from reports.version import SOFTWARE
from responsible_gaming.core.jurisdiction import Jurisdiction


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """For whom reports are made: the operator's name, the log's origin, the places that filings go to."""

    operator: str
    origin: str
    places: Sequence[Destination] = ()


def compose(order: Order, definition: Definition, *, house: House, jurisdiction: Jurisdiction) -> Report:
    """Return the report of an order whose pages are all stored."""
    table = make_table(definition.columns, _stored_rows(order), filters=order.filters)
    # A part of a report cannot be held against the whole ledger.
    reconciled = () if order.filters else definition.reconcile(asked_of(order, jurisdiction), table)
    return Report(
        envelope=_envelope(order, definition, house, jurisdiction, table, reconciled),
        table=table,
        chart=definition.chart,
    )


def asked_of(order: Order, jurisdiction: Jurisdiction) -> Asked:
    """Return what an order that was begun asks of its report's definition."""
    assert order.log_size is not None, "a report covers some of the log"
    return Asked(period=period_of(order), jurisdiction=jurisdiction, log_size=order.log_size)


def period_of(order: Order) -> Period:
    """Return the interval of an order."""
    return Period(order.first, order.until, order.zone)


def _envelope(
    order: Order,
    definition: Definition,
    house: House,
    jurisdiction: Jurisdiction,
    table: Table,
    reconciled: Sequence[Reconciliation],
) -> Envelope:
    assert order.log_size is not None, "a report covers some of the log"
    assert order.generated_ms is not None, "a report was begun at an instant"
    assert order.parameters is not None, "a report was begun by what the profile sets"
    return Envelope(
        kind=definition.kind,
        title=definition.title,
        source=definition.source,
        definition=definition.version,
        software=SOFTWARE,
        operator=house.operator,
        jurisdiction=jurisdiction.name,
        period=period_of(order),
        revision=order.revision,
        generated_ms=order.generated_ms,
        log_origin=house.origin,
        log_size=order.log_size,
        filters=order.filters,
        parameters=order.parameters,
        exponents=_exponents(table, reconciled),
        reconciled=tuple(reconciled),
    )


def _exponents(table: Table, reconciled: Sequence[Reconciliation]) -> Mapping[str, int]:
    """Return the decimal places of every currency of the rows, and of the lines that tell what no row does."""
    found = {line.currency for line in reconciled}
    if any(column.name == "currency" for column in table.columns):
        place = table.place("currency")
        found |= {str(row[place]) for row in table.rows if row[place]}
    return {code: CURRENCIES[code].exponent for code in sorted(found - {""})}


def _stored_rows(order: Order) -> Iterator[Mapping[str, Cell]]:
    for page in OrderPage.objects.filter(order_id=order.id).order_by("number").iterator():
        yield from page.rows
