"""The tables of the ledger. Only `wallet/operations` writes them."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import CheckConstraint, F, Q, UniqueConstraint

from wallet.core.ledger import Account


class AccountSet(models.Model):
    """The accounts of a chain, all in one currency."""

    chain = models.UUIDField(primary_key=True)
    currency = models.CharField(max_length=3)

    class Meta:
        """Opened with the chain."""

        db_table = "wallet_accounts"


class StoredJournal(models.Model):
    """One money event of a chain. Append-only.

    The newest journal is the balance. The difference of two journals' totals is what happened between them.
    """

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    """The number of its record in the chain."""
    kind = models.TextField()
    """The kind of its record: `deal`, `act`, `settle`, `deposit`, `adjustment`, ..."""
    time_ms = models.BigIntegerField()
    """The instant of its record."""
    cash_minor = models.BigIntegerField()
    """What the player can stake or withdraw, after the journal."""
    in_play_minor = models.BigIntegerField()
    """What is staked in open rounds, after the journal."""
    deposited_minor = models.BigIntegerField()
    """This and the next two: running totals up to the journal (`wallet.core.ledger.Totals`)."""
    staked_minor = models.BigIntegerField()
    returned_minor = models.BigIntegerField()
    reference = models.TextField()
    """The cause: the id of a round or a payment, or the reason of an adjustment."""
    actor = models.TextField()
    """Who caused it: `player`, `timeout`, `platform`, `provider` or `operator:<name>`."""
    key = models.TextField(null=True)  # noqa: DJ001  null is no key, as in its neighbour
    """The Idempotency-Key of the client's request; null if no client asked."""
    request_digest = models.BinaryField(null=True)
    """SHA-256 of that request's method, path and body."""

    class Meta:
        """A player's money is never negative. A request is carried out once.

        The indexes find the newest journal before an instant, and all journals of a day.
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
    """One movement of a journal. Append-only.

    The columns `source` and `target` are `from_account` and `to_account` of `wallet.core.ledger.Posting`: they keep the
    short names because the reports' SQL reads them.
    """

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
