"""The tables of reports. Only `reports/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from reports.core.states import DeliveryState, OrderState


class Cursor(models.Model):
    """How much of the log is in the roll-ups, and on whose wall their days are counted; one row.

    Of the entries below `revised`, filings that they came too late for have been ordered again.
    """

    id = models.SmallIntegerField(primary_key=True)
    size = models.BigIntegerField()
    zone = models.TextField()
    revised = models.BigIntegerField(default=0)

    class Meta:
        """There is one cursor."""

        db_table = "reports_cursor"
        constraints = (CheckConstraint(condition=Q(id=1), name="reports_cursor_is_one"),)


class _GameSums(models.Model):
    """What rounds of a sheet came to: dealt, settled and voided ones, each counted at its own record's time.

    `staked_minor` is all that went into play (first bets, side bets, raises); `wagers_minor`, `side_wagers_minor` and
    what came back of them are of settled rounds. Their first bets, how many of them had a side bet, and the squares of
    both tell how much luck can do.
    """

    rules_leaf = models.BinaryField()
    currency = models.CharField(max_length=3)
    test = models.BooleanField()
    dealt = models.BigIntegerField()
    settled = models.BigIntegerField()
    voided = models.BigIntegerField()
    staked_minor = models.BigIntegerField()
    wagers_minor = models.BigIntegerField()
    winnings_minor = models.BigIntegerField()
    side_wagers_minor = models.BigIntegerField()
    side_winnings_minor = models.BigIntegerField()
    voided_minor = models.BigIntegerField()
    side_bets = models.BigIntegerField()
    first_bets_minor = models.BigIntegerField()
    first_bets_squared = models.DecimalField(max_digits=40, decimal_places=0)
    side_bets_squared = models.DecimalField(max_digits=40, decimal_places=0)

    class Meta:
        """A part of two tables."""

        abstract = True


class GameHour(_GameSums):
    """An hour of a sheet; an hour that a gaming day ends in has two rows."""

    pk = models.CompositePrimaryKey("day", "hour_ms", "rules_leaf", "currency", "test")
    day = models.DateField()
    hour_ms = models.BigIntegerField()

    class Meta:
        """Found by gaming day."""

        db_table = "reports_game_hour"


class GameDay(_GameSums):
    """A gaming day of a sheet: the sum of its hours."""

    pk = models.CompositePrimaryKey("day", "rules_leaf", "currency", "test")
    day = models.DateField()

    class Meta:
        """Found by gaming day."""

        db_table = "reports_game_day"


class _MoneySums(models.Model):
    """What moved: `returned_minor` came back from play, stakes and winnings, voided stakes too.

    `lost_minor` is what went from play to the house, `won_minor` what came from there.
    """

    deposited_minor = models.BigIntegerField()
    withdrawn_minor = models.BigIntegerField()
    adjusted_minor = models.BigIntegerField()
    bonus_minor = models.BigIntegerField()
    staked_minor = models.BigIntegerField()
    returned_minor = models.BigIntegerField()
    lost_minor = models.BigIntegerField()
    won_minor = models.BigIntegerField()

    class Meta:
        """A part of two tables."""

        abstract = True


class AccountDay(_MoneySums):
    """A gaming day of a chain."""

    pk = models.CompositePrimaryKey("day", "chain")
    day = models.DateField()
    chain = models.UUIDField()

    class Meta:
        """Found by gaming day, and by account."""

        db_table = "reports_account_day"
        indexes = (models.Index(fields=("chain", "day"), name="reports_account_day_by_chain"),)


class MoneyDay(_MoneySums):
    """A gaming day of all accounts of a kind and currency; `last_index` is the newest entry of the log in it."""

    pk = models.CompositePrimaryKey("day", "currency", "test")
    day = models.DateField()
    currency = models.CharField(max_length=3)
    test = models.BooleanField()
    last_index = models.BigIntegerField()

    class Meta:
        """Found by gaming day."""

        db_table = "reports_money_day"


class Schedule(models.Model):
    """That a report was ordered for every gaming day before `through`, and read again before `rechecked` (null: none)."""

    kind = models.TextField(primary_key=True)
    through = models.DateField()
    rechecked = models.DateField(null=True)

    class Meta:
        """One row a report."""

        db_table = "reports_schedule"


class Order(models.Model):
    """A report that is to be filed, and how far it is. `id` orders them by time.

    `filters_digest` stands for `filters` where they are compared. `definition` (its version), `parameters`, `log_size` and
    `generated_ms` are fixed by the first worker that takes it, null before. It is not taken before `not_before`; `attempts` have failed, the last of them as
    `problem` says. `late_noted` is set once an event has told that it is late.
    A `recheck` is filed only if it says something else than the revision before it.
    """

    id = models.UUIDField(primary_key=True)
    kind = models.TextField()
    first = models.DateField()
    until = models.DateField()
    zone = models.TextField()
    filters = models.JSONField()
    filters_digest = models.CharField(max_length=64)
    revision = models.IntegerField()
    state = models.CharField(max_length=10)
    requested_at = models.DateTimeField()
    requested_by = models.TextField()
    not_before = models.DateTimeField()
    attempts = models.SmallIntegerField(default=0)
    problem = models.TextField(default="")
    definition = models.IntegerField(null=True)
    parameters = models.JSONField(null=True)
    log_size = models.BigIntegerField(null=True)
    generated_ms = models.BigIntegerField(null=True)
    pages = models.IntegerField(default=0)
    rows = models.IntegerField(default=0)
    recheck = models.BooleanField(default=False)
    late_noted = models.BooleanField(default=False)

    class Meta:
        """A report is ordered once, unless the order was cancelled; those to be worked on are found by their state."""

        db_table = "reports_order"
        constraints = (
            CheckConstraint(
                condition=Q(state__in=[state.value for state in OrderState]), name="reports_order_state_is_known"
            ),
            UniqueConstraint(
                fields=("kind", "first", "until", "zone", "filters_digest", "revision"),
                condition=~Q(state=OrderState.CANCELLED.value),
                name="reports_order_once",
            ),
        )
        indexes = (models.Index(fields=("state", "id"), name="reports_order_by_state"),)


class OrderPage(models.Model):
    """Rows of a report under way, as they were read; the next page begins at `following`, null after the last."""

    pk = models.CompositePrimaryKey("order_id", "number")
    order_id = models.UUIDField()
    number = models.IntegerField()
    rows = models.JSONField()
    following = models.TextField(null=True)  # noqa: DJ001  null is no further page, which no text is

    class Meta:
        """Numbered by its order; removed when that ends."""

        db_table = "reports_order_page"


class StoredFiling(models.Model):
    """A filed report. `id` is its order's; `record_seq` the number of its record in the system chain. Append-only."""

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
    idle = models.BooleanField()
    record_seq = models.BigIntegerField(unique=True)
    filed_at = models.DateTimeField()

    class Meta:
        """A revision is filed once. Found by the end of its interval, where a late entry comes."""

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
    """A file of a filing. Append-only."""

    pk = models.CompositePrimaryKey("filing", "format")
    filing = models.UUIDField()
    format = models.TextField()
    name = models.TextField()
    sha256 = models.BinaryField()
    content = models.BinaryField()

    class Meta:
        """One of each format."""

        db_table = "reports_file"


class Delivery(models.Model):
    """That a filing is to go to a place, and what came of it: its `receipt`, or the last `problem`."""

    pk = models.CompositePrimaryKey("filing", "place")
    filing = models.UUIDField()
    place = models.TextField()
    state = models.CharField(max_length=10)
    attempts = models.SmallIntegerField(default=0)
    not_before = models.DateTimeField()
    delivered_at = models.DateTimeField(null=True)
    problem = models.TextField(default="")
    receipt = models.JSONField(null=True)
    late_noted = models.BooleanField(default=False)

    class Meta:
        """Each place gets a filing once; those that wait are found by their state."""

        db_table = "reports_delivery"
        constraints = (
            CheckConstraint(
                condition=Q(state__in=[state.value for state in DeliveryState]), name="reports_delivery_state_is_known"
            ),
        )
        indexes = (models.Index(fields=("state", "not_before"), name="reports_delivery_by_state"),)
