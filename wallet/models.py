"""The tables of the ledger. Only `wallet/operations` writes them."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from wallet.core.ledger import Account


class AccountSet(models.Model):
    """The accounts of a chain: one currency for all of them."""

    chain = models.UUIDField(primary_key=True)
    currency = models.CharField(max_length=3)

    class Meta:
        """Opened with the chain."""

        db_table = "wallet_accounts"


class StoredJournal(models.Model):
    """One money event of a chain, numbered as the record that tells of it. Append-only.

    `cash_minor` and `in_play_minor` are the player's balances after it, so that the newest journal is the balance; the
    totals are what has gone through the accounts up to it, so that two journals tell what happened between them.
    """

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    kind = models.TextField()
    time_ms = models.BigIntegerField()
    cash_minor = models.BigIntegerField()
    in_play_minor = models.BigIntegerField()
    deposited_minor = models.BigIntegerField()
    staked_minor = models.BigIntegerField()
    returned_minor = models.BigIntegerField()
    reference = models.TextField()
    actor = models.TextField()
    key = models.TextField(null=True)  # noqa: DJ001  null is no key, as in its neighbour
    request_digest = models.BinaryField(null=True)

    class Meta:
        """A player's money is never negative; a request is done once.

        The newest before an instant is found, and everybody's of a day by where they lie.
        """

        db_table = "wallet_journal"
        indexes = (
            models.Index(fields=("chain", "time_ms", "seq"), name="wallet_journal_by_time"),
            BrinIndex(fields=("time_ms",), name="wallet_journal_of_a_day", autosummarize=True),
        )
        constraints = (
            CheckConstraint(condition=Q(cash_minor__gte=0), name="wallet_cash_not_negative"),
            CheckConstraint(condition=Q(in_play_minor__gte=0), name="wallet_in_play_not_negative"),
            UniqueConstraint(fields=("chain", "key"), condition=Q(key__isnull=False), name="wallet_journal_key_once"),
        )


class StoredPosting(models.Model):
    """One movement of a journal: a positive amount from a source to a target. Append-only."""

    pk = models.CompositePrimaryKey("chain", "seq", "line")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    line = models.SmallIntegerField()
    source = models.TextField()
    target = models.TextField()
    amount_minor = models.BigIntegerField()

    class Meta:
        """Balanced by construction."""

        db_table = "wallet_posting"
        constraints = (
            CheckConstraint(condition=Q(amount_minor__gt=0), name="wallet_posting_is_positive"),
            CheckConstraint(condition=~Q(source=F("target")), name="wallet_posting_moves"),
            CheckConstraint(
                condition=Q(source__in=list(Account)) & Q(target__in=list(Account)), name="wallet_posting_accounts"
            ),
        )
