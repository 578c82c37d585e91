"""The tables of limits. Only `responsible_gaming/operations` writes them."""

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


class StoredBetLimit(models.Model):
    """What waits of a player's own bet limit, and when it was modified last; the limit in force is in `StoredLimits`.

    A loosening waits where `loosening_from_ms` is not null; its maximum is null for no limit at all.
    """

    chain = models.UUIDField(primary_key=True)
    modified_ms = models.BigIntegerField(null=True)
    loosening_maximum_minor = models.BigIntegerField(null=True)
    loosening_from_ms = models.BigIntegerField(null=True)
    loosening_lapses_ms = models.BigIntegerField(null=True)

    class Meta:
        """One row a chain."""

        db_table = "responsible_gaming_bet_limit"
