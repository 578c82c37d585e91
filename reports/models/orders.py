"""The orders of reports, their pages, and the schedule."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from reports.core.statuses import OrderStatus


class Schedule(models.Model):
    """How far the scheduled orders of a report have come."""

    kind = models.TextField(primary_key=True)
    ordered_until = models.DateField()
    """The first gaming day that was not ordered yet."""

    rechecked_until = models.DateField(null=True)
    """The first gaming day whose filings were not rechecked yet; null before the first recheck."""

    class Meta:
        """One row for each report."""

        db_table = "reports_schedule"


class ReportOrder(models.Model):
    """A report that is to be filed, and its progress. Ids are in order of time."""

    id = models.UUIDField(primary_key=True)
    kind = models.TextField()
    first = models.DateField()
    """The first gaming day."""

    until = models.DateField()
    """The day after the last gaming day."""

    zone = models.TextField()
    starts = models.TextField(default="00:00")
    """The hours at which the days begin, as `reports.core.period.Period.starts` has them."""

    filters = models.JSONField()
    filters_digest = models.CharField(max_length=64)
    """Stands for `filters` in comparisons."""

    revision = models.IntegerField()
    status = models.CharField(max_length=10)
    requested_at = models.DateTimeField()
    requested_by = models.TextField()
    """The actor."""

    next_attempt_at = models.DateTimeField()
    """No worker begins before this instant."""

    attempts = models.SmallIntegerField(default=0)
    """How many attempts failed."""

    problem = models.TextField(default="")
    """Why the last attempt failed, or what the order waits for."""

    definition = models.IntegerField(null=True)
    """The version of the definition; like the next three, null until a worker begins."""

    parameters = models.JSONField(null=True)
    log_size = models.BigIntegerField(null=True)
    """How many entries of the log the report covers."""

    generated_ms = models.BigIntegerField(null=True)
    """When a worker began: epoch milliseconds."""

    pages = models.IntegerField(default=0)
    rows = models.IntegerField(default=0)
    recheck = models.BooleanField(default=False)
    """Whether the report is filed only if its rows differ from those of the revision before."""

    delay_reported = models.BooleanField(default=False)
    """Whether an event has reported that the order is late."""

    class Meta:
        """A report has one order that is not cancelled and came to something. Workers find orders by status."""

        db_table = "reports_order"
        constraints = (
            CheckConstraint(
                condition=Q(status__in=[status.value for status in OrderStatus]), name="reports_order_status_is_known"
            ),
            UniqueConstraint(
                fields=("kind", "first", "until", "zone", "starts", "filters_digest", "revision"),
                condition=~Q(status__in=sorted({OrderStatus.CANCELLED.value, OrderStatus.UNCHANGED.value})),
                name="reports_order_once",
            ),
        )
        indexes = (models.Index(fields=("status", "id"), name="reports_order_by_status"),)


class OrderPage(models.Model):
    """The rows of a page, kept until the report is filed."""

    pk = models.CompositePrimaryKey("order_id", "number")
    order_id = models.UUIDField()
    number = models.IntegerField()
    rows = models.JSONField()
    next_cursor = models.TextField(null=True)  # noqa: DJ001  null is no further page, which no text is
    """Where the next page begins; null after the last page."""

    class Meta:
        """Pages are numbered within their order, and deleted when it ends."""

        db_table = "reports_order_page"


class OrderFile(models.Model):
    """A file that is in the object store already, while others of its report are still to be written."""

    pk = models.CompositePrimaryKey("order_id", "format")
    order_id = models.UUIDField()
    format = models.TextField()
    sha256 = models.BinaryField()
    size = models.BigIntegerField()
    """Its length in bytes."""

    objects_count = models.IntegerField()
    """How many objects of the store it has."""

    frame_sha256 = models.BinaryField()
    """A digest of what the report had beside its rows when the file was written."""

    class Meta:
        """Rows are deleted when the order ends."""

        db_table = "reports_order_file"
