"""The tables of the cashier. Only `cashier/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from cashier.core.payment import ENDED, Direction, Status


class StoredPayment(models.Model):
    """A deposit or a withdrawal. `cashier.core.payment.Payment` describes the fields."""

    id = models.UUIDField(primary_key=True)
    chain = models.UUIDField()
    direction = models.TextField()
    amount_minor = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    method = models.TextField()
    provider = models.TextField()
    reference = models.TextField()
    status = models.TextField()
    """The status of the newest status entry."""
    key = models.TextField()
    """The Idempotency-Key of the client's request, which is carried out once."""
    request_digest = models.BinaryField()
    """SHA-256 of the request's method, path and body."""

    class Meta:
        """A request is carried out once. Payments are found by player and by status."""

        db_table = "cashier_payment"
        indexes = (
            models.Index(fields=("chain", "id"), name="cashier_payment_by_chain"),
            models.Index(fields=("status", "id"), name="cashier_payment_by_status"),
            models.Index(fields=("chain", "status"), name="cashier_payment_under_way"),
        )
        constraints = (
            CheckConstraint(condition=Q(amount_minor__gt=0), name="cashier_payment_is_positive"),
            CheckConstraint(condition=Q(direction__in=list(Direction)), name="cashier_payment_direction"),
            CheckConstraint(condition=Q(status__in=list(Status)), name="cashier_payment_status"),
            UniqueConstraint(fields=("chain", "key"), name="cashier_payment_key_once"),
        )


class StoredStatusEntry(models.Model):
    """One status of a payment. Append-only. `cashier.core.payment.StatusEntry` describes the fields."""

    pk = models.CompositePrimaryKey("payment", "number")
    payment = models.UUIDField()
    number = models.SmallIntegerField()
    """0 for the first entry of the payment, then 1, 2, ..."""
    chain = models.UUIDField()
    status = models.TextField()
    at_ms = models.BigIntegerField()
    actor = models.TextField()
    reason = models.TextField()
    seq = models.BigIntegerField(null=True)

    class Meta:
        """Entries are numbered within their payment, a journal belongs to one, and indexes find first and last ones."""

        db_table = "cashier_status_entry"
        indexes = (
            models.Index(
                fields=("at_ms", "payment"), condition=Q(status__in=sorted(ENDED)), name="cashier_status_ended_by_time"
            ),
            models.Index(fields=("at_ms", "payment"), condition=Q(number=0), name="cashier_requested_by_time"),
            models.Index(
                fields=("chain", "at_ms", "payment"), condition=Q(number=0), name="cashier_requested_of_player"
            ),
            models.Index(
                fields=("chain", "at_ms", "payment"),
                condition=Q(status__in=sorted(ENDED)),
                name="cashier_ended_of_player",
            ),
        )
        constraints = (
            CheckConstraint(condition=Q(status__in=list(Status)), name="cashier_status_entry_status"),
            UniqueConstraint(
                fields=("chain", "seq"), condition=Q(seq__isnull=False), name="cashier_status_entry_journal_once"
            ),
        )


class DepositBlock(models.Model):
    """The last block on a player's deposits."""

    chain = models.UUIDField(primary_key=True)
    blocked_ms = models.BigIntegerField()
    """The instant of the block."""
    lifted_ms = models.BigIntegerField(null=True)
    """The instant when two operators lifted it; null while it lasts."""

    class Meta:
        """One row a chain."""

        db_table = "cashier_deposit_block"
