"""The tables of reports. Only `reports/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from reports.core.statuses import DeliveryStatus, OrderStatus


class RollupCursor(models.Model):
    """How far the log is aggregated into the roll-ups; one row."""

    id = models.SmallIntegerField(primary_key=True)
    log_size = models.BigIntegerField()
    """How many entries of the log the roll-ups include."""

    zone = models.TextField()
    """The time zone of their gaming days."""

    revised_log_size = models.BigIntegerField(default=0)
    """Revisions were ordered of all filings for which one of so many entries came too late."""

    class Meta:
        """There is one cursor."""

        db_table = "reports_cursor"
        constraints = (CheckConstraint(condition=Q(id=1), name="reports_cursor_is_one"),)


class _GameSums(models.Model):
    """Sums over rounds of one rule sheet. Each step of a round counts at the time of its own record."""

    rules_leaf = models.BinaryField()
    """The leaf hash of the rule sheet's record."""

    currency = models.CharField(max_length=3)
    test = models.BooleanField()
    """Whether the accounts are test accounts."""

    dealt = models.BigIntegerField()
    settled = models.BigIntegerField()
    voided = models.BigIntegerField()
    into_play_minor = models.BigIntegerField()
    """What went into play: stakes and side bets of rounds dealt, raises of rounds settled."""

    wagers_minor = models.BigIntegerField()
    """Stakes and raises of settled rounds."""

    winnings_minor = models.BigIntegerField()
    """What settled rounds returned of these."""

    side_wagers_minor = models.BigIntegerField()
    """Side bets of settled rounds."""

    side_winnings_minor = models.BigIntegerField()
    """What settled rounds returned of these."""

    voided_minor = models.BigIntegerField()
    """What voided rounds gave back."""

    side_bets = models.BigIntegerField()
    """How many settled rounds had a side bet."""

    stake_total_minor = models.BigIntegerField()
    """Stakes of settled rounds, without raises."""

    stake_squares = models.DecimalField(max_digits=40, decimal_places=0)
    """The sum of the squares of these stakes: see `reports/core/rtp_deviation.py`."""

    side_bet_squares = models.DecimalField(max_digits=40, decimal_places=0)
    """The sum of the squares of the side bets."""

    class Meta:
        """Shared by two tables."""

        abstract = True


class GameHour(_GameSums):
    """The sums of an hour. An hour in which a gaming day ends has two rows."""

    pk = models.CompositePrimaryKey("day", "hour_ms", "rules_leaf", "currency", "test")
    day = models.DateField()
    hour_ms = models.BigIntegerField()

    class Meta:
        """Found by gaming day."""

        db_table = "reports_game_hour"


class GameDay(_GameSums):
    """The sums of a gaming day, which are those of its hours."""

    pk = models.CompositePrimaryKey("day", "rules_leaf", "currency", "test")
    day = models.DateField()

    class Meta:
        """Found by gaming day."""

        db_table = "reports_game_day"


class _MoneySums(models.Model):
    """Sums over the postings of accounts."""

    deposited_minor = models.BigIntegerField()
    withdrawn_minor = models.BigIntegerField()
    adjusted_minor = models.BigIntegerField()
    """Adjustments that added to cash, less those that took; may be negative."""

    bonus_minor = models.BigIntegerField()
    """Bonus money that came to cash."""

    into_play_minor = models.BigIntegerField()
    """What went from cash into play."""

    from_play_minor = models.BigIntegerField()
    """What came from play to cash: stakes and winnings, and the stakes of voided rounds."""

    lost_minor = models.BigIntegerField()
    """What went from play to the house."""

    won_minor = models.BigIntegerField()
    """What came from the house to cash."""

    class Meta:
        """Shared by two tables."""

        abstract = True


class AccountDay(_MoneySums):
    """The sums of one account on a gaming day."""

    pk = models.CompositePrimaryKey("day", "chain")
    day = models.DateField()
    chain = models.UUIDField()

    class Meta:
        """Found by gaming day, and by account."""

        db_table = "reports_account_day"
        indexes = (models.Index(fields=("chain", "day"), name="reports_account_day_by_chain"),)


class MoneyDay(_MoneySums):
    """The sums of all accounts of a kind and currency on a gaming day."""

    pk = models.CompositePrimaryKey("day", "currency", "test")
    day = models.DateField()
    currency = models.CharField(max_length=3)
    test = models.BooleanField()
    last_index = models.BigIntegerField()
    """The index of the newest log entry in the sums."""

    class Meta:
        """Found by gaming day."""

        db_table = "reports_money_day"


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
        """A report has one order that is not cancelled. Workers find orders by status."""

        db_table = "reports_order"
        constraints = (
            CheckConstraint(
                condition=Q(status__in=[status.value for status in OrderStatus]), name="reports_order_status_is_known"
            ),
            UniqueConstraint(
                fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                condition=~Q(status=OrderStatus.CANCELLED.value),
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


class StoredFiling(models.Model):
    """A filed report; append-only. The id is that of its order."""

    id = models.UUIDField(primary_key=True)
    kind = models.TextField()
    first = models.DateField()
    until = models.DateField()
    zone = models.TextField()
    filters = models.JSONField()
    filters_digest = models.CharField(max_length=64)
    revision = models.IntegerField()
    definition = models.IntegerField()
    log_size = models.BigIntegerField()
    generated_ms = models.BigIntegerField()
    has_activity = models.BooleanField()
    """Whether the report has rows."""

    record_seq = models.BigIntegerField(unique=True)
    """The number of its `filing` record in the system chain."""

    filed_at = models.DateTimeField()

    class Meta:
        """A revision is filed once. A late entry finds its filings by the end of their intervals."""

        db_table = "reports_filing"
        indexes = (
            models.Index(fields=("until", "first"), name="reports_filing_by_days"),
            models.Index(fields=("kind", "id"), name="reports_filing_by_kind"),
        )
        constraints = (
            UniqueConstraint(
                fields=("kind", "first", "until", "zone", "filters_digest", "revision"), name="reports_filing_once"
            ),
        )


class FiledFile(models.Model):
    """A file of a filing; append-only."""

    pk = models.CompositePrimaryKey("filing", "format")
    filing = models.UUIDField()
    format = models.TextField()
    name = models.TextField()
    sha256 = models.BinaryField()
    content = models.BinaryField()

    class Meta:
        """One file for each format."""

        db_table = "reports_file"


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
