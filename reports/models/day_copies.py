"""The columnar copies of gaming days that are over: which files hold them, and what these must be."""

from django.db import models


class DayCopy(models.Model):
    """A Parquet file with the entries of a gaming day. The rows stay the truth; a lost copy is made again."""

    pk = models.CompositePrimaryKey("day", "content")
    day = models.DateField()
    content = models.TextField()
    """The name of a `CopiedRows`."""

    start_ms = models.BigIntegerField()
    """When the gaming day began: epoch milliseconds. Days that begin otherwise are other days."""

    end_ms = models.BigIntegerField()
    """When it ended: epoch milliseconds, excluded."""

    log_size = models.BigIntegerField()
    """The copy has the day's entries below this size of the log."""

    name = models.TextField()
    """The file's name in the folder of the copies."""

    sha256 = models.BinaryField()
    size = models.BigIntegerField()
    """Bytes."""

    rows = models.BigIntegerField()

    class Meta:
        """A day has one file of each content."""

        db_table = "reports_day_copy"
