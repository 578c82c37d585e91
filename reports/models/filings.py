"""Filed reports with their files and deliveries."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from reports.core.statuses import DeliveryStatus


class StoredFiling(models.Model):
    """A filed report; append-only. The id is that of its order."""

    id = models.UUIDField(primary_key=True)
    kind = models.TextField()
    first = models.DateField()
    until = models.DateField()
    zone = models.TextField()
    starts = models.TextField(default="00:00")
    """The hours at which the days begin, as `reports.core.period.Period.starts` has them."""

    filters = models.JSONField()
    filters_digest = models.CharField(max_length=64)
    revision = models.IntegerField()
    definition = models.IntegerField()
    log_size = models.BigIntegerField()
    generated_ms = models.BigIntegerField()
    has_activity = models.BooleanField()
    """Whether the report has rows."""

    revised = models.JSONField(null=True)
    """The reason of a revision, and how many rows changed; null for the first."""

    record_seq = models.BigIntegerField(unique=True)
    """The number of its `filing` record in the system chain."""

    filed_at = models.DateTimeField()

    class Meta:
        """A revision is filed once. A late entry finds its filings by the end of their intervals."""

        db_table = "reports_filing"
        indexes = (
            models.Index(fields=("until", "first"), name="reports_filing_by_days"),
            models.Index(fields=("kind", "id"), name="reports_filing_by_kind"),
            models.Index(fields=("filed_at", "id"), name="reports_filing_by_time"),
            models.Index(fields=("first", "id"), name="reports_filing_by_first"),
            models.Index(fields=("revision", "id"), name="reports_filing_by_revision"),
        )
        constraints = (
            UniqueConstraint(
                fields=("kind", "first", "until", "zone", "starts", "filters_digest", "revision"),
                name="reports_filing_once",
            ),
        )


class FiledFile(models.Model):
    """A file of a filing; append-only."""

    pk = models.CompositePrimaryKey("filing", "format")
    filing = models.UUIDField()
    format = models.TextField()
    name = models.TextField()
    sha256 = models.BinaryField()
    """The digest of the whole file."""

    content = models.BinaryField()
    """The file; of a long one its beginning. Empty if the file is in the object store."""

    objects_count = models.IntegerField(default=0)
    """How many objects of the store the file has; 0 if it is in rows."""

    objects_bytes = models.BigIntegerField(default=0)
    """How long these are in all."""

    class Meta:
        """One file for each format. It is in rows or in the store, and a file in the store has at least a byte."""

        db_table = "reports_file"
        constraints = (
            CheckConstraint(
                condition=Q(objects_count=0, objects_bytes=0)
                | Q(objects_count__gt=0, objects_bytes__gt=0, content=b""),
                name="reports_file_in_one_place",
            ),
        )


class FiledFilePart(models.Model):
    """How a long file goes on; append-only. No row is longer than a piece, and PostgreSQL takes none of a gigabyte."""

    pk = models.CompositePrimaryKey("filing", "format", "number")
    filing = models.UUIDField()
    format = models.TextField()
    number = models.IntegerField()
    """1 for what follows the row of the file, then counting up without a gap."""

    content = models.BinaryField()

    class Meta:
        """The parts of a file in their order."""

        db_table = "reports_file_part"


class Delivery(models.Model):
    """The delivery of a filing to a destination."""

    pk = models.CompositePrimaryKey("filing", "destination")
    filing = models.UUIDField()
    destination = models.TextField()
    """The name of the destination."""

    status = models.CharField(max_length=10)
    attempts = models.SmallIntegerField(default=0)
    """How many attempts failed."""

    next_attempt_at = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    problem = models.TextField(default="")
    """Why the last attempt failed."""

    receipt = models.JSONField(null=True)
    """What the destination answered; null before the delivery."""

    delay_reported = models.BooleanField(default=False)
    """Whether an event has reported that the delivery is late."""

    class Meta:
        """Each destination gets a filing once. Workers find deliveries by status."""

        db_table = "reports_delivery"
        constraints = (
            CheckConstraint(
                condition=Q(status__in=[status.value for status in DeliveryStatus]),
                name="reports_delivery_status_is_known",
            ),
        )
        indexes = (models.Index(fields=("status", "next_attempt_at"), name="reports_delivery_by_status"),)
