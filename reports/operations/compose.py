"""Compose a report from its order's stored pages."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial

from kernel.money import CURRENCIES
from reports.core.definition import Definition, Envelope, Reconciliation, Report, ReportScope
from reports.core.reported_log import OneLog
from reports.core.table import Cell, Row, Table, stream_table
from reports.issuer import Issuer
from reports.models.orders import OrderPage, ReportOrder
from reports.queries.orders import period_of
from reports.version import SOFTWARE
from responsible_gaming.core.jurisdiction import Jurisdiction


def compose_report(order: ReportOrder, definition: Definition, *, issuer: Issuer, jurisdiction: Jurisdiction) -> Report:
    """Return the report of an order whose pages are all stored."""
    return compose_rows(order, definition, partial(_stored_rows, order), issuer=issuer, jurisdiction=jurisdiction)


def compose_rows(
    order: ReportOrder,
    definition: Definition,
    read: Callable[[], Iterable[Row]],
    *,
    issuer: Issuer,
    jurisdiction: Jurisdiction,
) -> Report:
    """Return the report of an order from its rows, which `read` gives in order, as often as it is called."""
    table = stream_table(definition.columns, read, filters=order.filters)
    # A filtered report cannot be compared with the complete ledger.
    reconciliations = () if order.filters else definition.reconcile(scope_of(order, jurisdiction), table)
    return Report(
        envelope=_envelope(order, definition, issuer, jurisdiction, table, reconciliations),
        table=table,
        chart=definition.chart,
    )


def scope_of(order: ReportOrder, jurisdiction: Jurisdiction) -> ReportScope:
    """Return the scope of an order whose generation has begun."""
    assert order.log_size is not None, "generation has begun"
    return ReportScope(period=period_of(order), jurisdiction=jurisdiction, log_size=order.log_size)


def _envelope(
    order: ReportOrder,
    definition: Definition,
    issuer: Issuer,
    jurisdiction: Jurisdiction,
    table: Table,
    reconciliations: Sequence[Reconciliation],
) -> Envelope:
    assert order.log_size is not None, "generation has begun"
    assert order.generated_ms is not None, "generation has begun"
    assert order.parameters is not None, "generation has begun"
    return Envelope(
        kind=definition.kind,
        title=definition.title,
        regulation=definition.regulation,
        definition=definition.version,
        software=SOFTWARE,
        operator=issuer.operator,
        jurisdiction=jurisdiction.name,
        period=period_of(order),
        revision=order.revision,
        generated_ms=order.generated_ms,
        log=OneLog(origin=issuer.origin, size=order.log_size),
        filters=order.filters,
        parameters=order.parameters,
        exponents=_exponents(table, reconciliations),
        reconciliations=tuple(reconciliations),
    )


def _exponents(table: Table, reconciliations: Sequence[Reconciliation]) -> Mapping[str, int]:
    """Return the decimal places of every currency in rows and reconciliations."""
    codes = {line.currency for line in reconciliations}
    if any(column.name == "currency" for column in table.columns):
        index = table.column_index("currency")
        codes |= {str(row[index]) for row in table.rows if row[index]}
    return {code: CURRENCIES[code].exponent for code in sorted(codes - {""})}


def _stored_rows(order: ReportOrder) -> Iterator[Mapping[str, Cell]]:
    """Yield the rows page by page; each page is a statement of its own, so that one at a time is in memory."""
    pages = OrderPage.objects.filter(order_id=order.id)
    for number in pages.order_by("number").values_list("number", flat=True):
        yield from pages.get(number=number).rows
