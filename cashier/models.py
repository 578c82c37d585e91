"""The tables of the cashier. Only `cashier/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from cashier.core.payment import ENDED, Direction, Status


class StoredPayment(models.Model):
    """A deposit or a withdrawal. `id` orders payments by time; `status` is that of its newest step.

    `key` and `request_digest` are the client's request, which is carried out once.
    """

    id = models.UUIDField(primary_key=True)
    chain = models.UUIDField()
    direction = models.TextField()
    amount_minor = models.BigIntegerField()
    currency = models.CharField(max_length=3)
    method = models.TextField()
    provider = models.TextField()
    reference = models.TextField()
    status = models.TextField()
    key = models.TextField()
    request_digest = models.BinaryField()

    class Meta:
        """A request is done once; found by player, and by where it stands."""

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
    """What a payment became, and the number of the journal that moved its money, if any moved. Append-only."""

    pk = models.CompositePrimaryKey("payment", "number")
    payment = models.UUIDField()
    number = models.SmallIntegerField()
    chain = models.UUIDField()
    status = models.TextField()
    at_ms = models.BigIntegerField()
    actor = models.TextField()
    reason = models.TextField()
    seq = models.BigIntegerField(null=True)

    class Meta:
        """Numbered by its payment; a journal belongs to one step; what has ended since an instant is found by time."""

        db_table = "cashier_status_entry"
        indexes = (
            models.Index(
                fields=("at_ms", "payment"), condition=Q(status__in=sorted(ENDED)), name="cashier_status_ended_by_time"
            ),
        )
        constraints = (
            CheckConstraint(condition=Q(status__in=list(Status)), name="cashier_status_entry_status"),
            UniqueConstraint(
                fields=("chain", "seq"), condition=Q(seq__isnull=False), name="cashier_status_entry_journal_once"
            ),
        )


class DepositBlock(models.Model):
    """When a player's deposits were blocked last, and when an operator allowed them again (null: not yet)."""

    chain = models.UUIDField(primary_key=True)
    blocked_ms = models.BigIntegerField()
    lifted_ms = models.BigIntegerField(null=True)

    class Meta:
        """One row a chain."""

        db_table = "cashier_deposit_block"
