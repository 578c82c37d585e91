"""The roll-ups: sums over the log by gaming day, and how far they have come."""

from django.db import models
from django.db.models import CheckConstraint, Q


class RollupCursor(models.Model):
    """How far the log is aggregated into the roll-ups; one row."""

    id = models.SmallIntegerField(primary_key=True)
    log_size = models.BigIntegerField()
    """How many entries of the log the roll-ups include."""

    zone = models.TextField()
    """The time zone of their gaming days."""

    starts = models.TextField(default="00:00")
    """The hours at which these begin, as `reports.core.day_zone.DayZone.text` has them."""

    revised_log_size = models.BigIntegerField(default=0)
    """So many entries were examined: if one came too late for a filing, a revision was ordered."""

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
    """Withdrawals, when they were asked for."""

    given_back_minor = models.BigIntegerField()
    """Withdrawals that were given back to cash, when they were."""

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
    """The index of the newest log entry of the day, also of one that moved nothing."""

    class Meta:
        """Found by gaming day."""

        db_table = "reports_money_day"
