"""Hold a report against the revision before it, and end an order whose report says nothing new."""

from django.db import transaction

from reports.catalogue import BY_KIND
from reports.core.definition import Definition, Report
from reports.core.document import document_rows
from reports.core.revision import Revised, RevisionReason
from reports.core.statuses import OrderStatus
from reports.formats.json_file import FORMAT as JSON, read_rows
from reports.models.filings import StoredFiling
from reports.models.orders import ReportOrder
from reports.models.rollups import RollupCursor
from reports.operations.aggregate_log import cursor_for_update
from reports.operations.compare_rows import compare_rows
from reports.operations.reset_order import forget_progress
from reports.queries.file_pieces import file_pieces
from reports.queries.filings import newest_filing
from reports.queries.orders import period_of
from reports.queries.outdated_filings import money_came_late


def compare_with_before(order: ReportOrder, report: Report) -> Revised:
    """Return what a report says that the revision before it does not."""
    before = newest_filing(order.kind, period_of(order), order.filters_digest)
    assert before is not None, "a revision has one before it"
    changes = compare_rows(read_rows(file_pieces(before.id, JSON.name)), document_rows(report))
    return Revised(_reason(order, before, BY_KIND[order.kind]), rows_added=changes.added, rows_removed=changes.removed)


def leave_unfiled(order: ReportOrder) -> None:
    """End an order whose report has the rows of the revision before; what was stored of it is deleted.

    What the order covered stays known, so that the revision before is not outdated. A second reading leaves no trace.
    """
    with transaction.atomic():
        # Whoever orders the report meanwhile waits, and finds its row gone; or it is asked for already, and stays.
        cursor = cursor_for_update(period_of(order).zone)
        forget_progress(order.id)
        if _is_recheck(order):
            ReportOrder.objects.filter(id=order.id).delete()
            return
        assert order.log_size is not None, "generation has begun"
        unfinished = ReportOrder.objects.filter(id=order.id).exclude(status=OrderStatus.CANCELLED)
        unfinished.update(status=OrderStatus.UNCHANGED)
        # What was aggregated since the last page may change a row after all: look once more.
        RollupCursor.objects.filter(id=1).update(revised_log_size=min(cursor.revised_log_size, order.log_size))


def _is_recheck(order: ReportOrder) -> bool:
    """Return whether the order is a second reading for which nobody asked, by its row: an entry may have come late since."""
    return ReportOrder.objects.filter(id=order.id, recheck=True).exists()


def _reason(order: ReportOrder, before: StoredFiling, definition: Definition) -> RevisionReason:
    if before.definition != definition.version:
        return RevisionReason.NEW_DEFINITION
    if _is_recheck(order):
        return RevisionReason.READ_AGAIN
    return RevisionReason.LATE_ENTRIES if money_came_late(before, definition) else RevisionReason.LATE_RULES
