"""The table of limits. Only `responsible_gaming/operations` writes it."""

from django.db import models


class StoredLimits(models.Model):
    """A chain's limits as its newest `limits` record has them; no row means the record of registration, without any."""

    chain = models.UUIDField(primary_key=True)
    now = models.JSONField()
    following = models.JSONField()
    effective_at_ms = models.BigIntegerField(null=True)

    class Meta:
        """One row a chain."""

        db_table = "responsible_gaming_limits"
