"""The rows of tables. Only `tables/operations` writes them.

What happened at a table is in the records of its chain; these rows say where in the chains it is, and decide races: of
two steps that exclude each other, the second one's row is there already.

Source: docs/formats/tables.md, "Steps"; docs/adr/0040-rows-of-tables.md.
"""

import enum

from django.contrib.postgres.indexes import BrinIndex
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint


class TableStatus(enum.StrEnum):
    """Whether a table takes stakes."""

    OPEN = "open"
    PAUSED = "paused"
    """No stake is taken and no betting ends; a hand that has begun is finished."""
    CLOSED = "closed"
    """The same, for good."""


class StakeFate(enum.StrEnum):
    """What became of a stake when the betting ended."""

    NAMED = "named"
    """By `seats`: it ends with its epoch."""
    UNSEATED = "unseated"
    """It was withdrawn, or came too late: it is given back."""


class EpochEnd(enum.StrEnum):
    """The record that ended an epoch."""

    HAND_END = "hand_end"
    TABLE_ABORT = "table_abort"


_STATUSES = [status.value for status in TableStatus]
_FATES = [fate.value for fate in StakeFate]
_ENDS = [end.value for end in EpochEnd]


class Table(models.Model):
    """A table. What an operator defined is in record 0 of its chain, and never changes."""

    chain = models.UUIDField(primary_key=True)
    leaf = models.BinaryField()
    """Of the `table` record."""
    game = models.TextField()
    rules_leaf = models.BinaryField()
    test = models.BooleanField()
    status = models.TextField(default=TableStatus.OPEN.value)
    paused_with_all = models.BooleanField(default=False, db_default=False)
    """Whether it was open when all tables were paused, so that it is resumed with them."""
    opened_ms = models.BigIntegerField()
    key = models.TextField(null=True)  # noqa: DJ001  null is no key, as in its neighbour
    """The Idempotency-Key of the request that opened it; null if no request did."""
    request_digest = models.BinaryField(null=True)
    """SHA-256 of that request's method, path and body."""

    class Meta:
        """Those that are not closed are found by the index. A request opens one table."""

        db_table = "tables_table"
        indexes = (
            models.Index(
                fields=("game", "chain"), condition=~Q(status=TableStatus.CLOSED.value), name="tables_table_live"
            ),
        )
        constraints = (
            CheckConstraint(condition=Q(status__in=_STATUSES), name="tables_table_status_is_known"),
            UniqueConstraint(fields=("key",), condition=Q(key__isnull=False), name="tables_table_key_once"),
        )


class Invitation(models.Model):
    """A player who may sit at a table that is not public. Deleted when it is taken back."""

    pk = models.CompositePrimaryKey("table", "chain")
    table = models.UUIDField()
    chain = models.UUIDField()

    class Meta:
        """Of a table and a player's chain."""

        db_table = "tables_invitation"


class BegunEpoch(models.Model):
    """One hand against the house, or one game around a pot, from its `seats` on. Its seed is in `audit_epoch`.

    The columns that end in `_seq` number its records in the table's chain.
    """

    pk = models.CompositePrimaryKey("table", "epoch")
    table = models.UUIDField()
    epoch = models.IntegerField()
    game = models.TextField(null=True)  # noqa: DJ001  null is not known, as in its neighbour
    test = models.BooleanField(null=True)
    """Of the table, to count a game's newest over all tables; null where code wrote the row that did not know them."""
    seats_seq = models.BigIntegerField()
    seats_ms = models.BigIntegerField()
    hand_seq = models.BigIntegerField(null=True)
    """Of `hand`; `open` is the record before it."""
    hand_leaf = models.BinaryField(null=True)
    until_ms = models.BigIntegerField(null=True)
    """`until` of `hand`; null also where nobody is asked."""
    ended_by = models.TextField(null=True)  # noqa: DJ001  null is not ended, as in its neighbours
    end_seq = models.BigIntegerField(null=True)
    end_leaf = models.BinaryField(null=True)
    ended_ms = models.BigIntegerField(null=True)

    class Meta:
        """A table has at most one epoch that has not ended. A game's newest are found by the index."""

        db_table = "tables_epoch"
        indexes = (models.Index(fields=("game", "test", "seats_ms"), name="tables_epoch_newest_of_game"),)
        constraints = (
            UniqueConstraint(fields=("table",), condition=Q(end_seq__isnull=True), name="tables_epoch_one_runs"),
            CheckConstraint(
                condition=Q(ended_by__isnull=True) | Q(ended_by__in=_ENDS), name="tables_epoch_end_is_known"
            ),
        )


class PlacedStake(models.Model):
    """A player's stake: the `deal` or `sit` with number `seq` of the player's chain, and the record that ended it.

    `person` is the digest of the player's person, or the bytes of the chain where none is stored: a person sits once.
    It is null from the stake's end on. Nobody can sit for that epoch any more, and a player may be erased.
    `session` is the session that it was placed in. Amounts are in minor units.
    """

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    leaf = models.BinaryField()
    table = models.UUIDField()
    epoch = models.IntegerField()
    seat = models.SmallIntegerField()
    person = models.BinaryField(null=True)
    session = models.UUIDField()
    stake_minor = models.BigIntegerField()
    side_bet_minor = models.BigIntegerField()
    contribution = models.BinaryField()
    room_minor = models.BigIntegerField(null=True)
    placed_ms = models.BigIntegerField()
    unseated = models.BooleanField(default=False)
    """Whether its fate is `unseated`: then its seat is free again."""
    end_seq = models.BigIntegerField(null=True)
    ended_ms = models.BigIntegerField(null=True)

    class Meta:
        """A chain has at most one open stake, a seat and a person at most one in an epoch. Found by when they ended."""

        db_table = "tables_stake"
        indexes = (
            BrinIndex(fields=("ended_ms",), name="tables_stake_by_end", autosummarize=True),
            models.Index(
                fields=("table", "epoch", "chain", "placed_ms"),
                condition=Q(unseated=True),
                name="tables_stake_withdrawn",
            ),
        )
        constraints = (
            UniqueConstraint(fields=("chain",), condition=Q(end_seq__isnull=True), name="tables_stake_one_open"),
            UniqueConstraint(
                fields=("table", "epoch", "seat"), condition=Q(unseated=False), name="tables_stake_one_a_seat"
            ),
            UniqueConstraint(
                fields=("table", "epoch", "person"), condition=Q(unseated=False), name="tables_stake_one_a_person"
            ),
            CheckConstraint(
                condition=Q(person__isnull=False, end_seq__isnull=True) | Q(person__isnull=True, end_seq__isnull=False),
                name="tables_stake_person_while_open",
            ),
        )


class Fate(models.Model):
    """What became of a stake when the betting ended: of `seats` and a withdrawal, one is first. Append-only."""

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    fate = models.TextField()

    class Meta:
        """One fate a stake."""

        db_table = "tables_fate"
        constraints = (CheckConstraint(condition=Q(fate__in=_FATES), name="tables_fate_is_known"),)


class Reveal(models.Model):
    """The value of a seat: of a player who sends it and `table_abort`, one is first. Append-only.

    `value` is null where `table_abort` names the seat as missing.
    """

    pk = models.CompositePrimaryKey("table", "epoch", "seat")
    table = models.UUIDField()
    epoch = models.IntegerField()
    seat = models.SmallIntegerField()
    value = models.BinaryField(null=True)
    at_ms = models.BigIntegerField()

    class Meta:
        """One value a seat, and none twice at a table."""

        db_table = "tables_reveal"
        constraints = (UniqueConstraint(fields=("table", "value"), name="tables_reveal_value_once"),)


class Decision(models.Model):
    """A seat's decision against the house: of the player's `act` and the default, one is first. Append-only.

    `act_leaf` is the leaf of the player's `act`, null for a default. `amount_minor` is what it adds to the stake.
    """

    pk = models.CompositePrimaryKey("table", "epoch", "seat")
    table = models.UUIDField()
    epoch = models.IntegerField()
    seat = models.SmallIntegerField()
    action = models.TextField()
    amount_minor = models.BigIntegerField()
    at_ms = models.BigIntegerField()
    act_leaf = models.BinaryField(null=True)

    class Meta:
        """One decision a seat."""

        db_table = "tables_decision"


class MissingValue(models.Model):
    """The value that a seat's player owes since the `table_abort` of this leaf; `told_seq` numbers the stake that told it.

    `value` is null until it is told, and stays so where the client has lost it.
    """

    pk = models.CompositePrimaryKey("table", "epoch", "seat")
    table = models.UUIDField()
    epoch = models.IntegerField()
    seat = models.SmallIntegerField()
    chain = models.UUIDField()
    abort_leaf = models.BinaryField()
    contribution = models.BinaryField()
    burnt_ms = models.BigIntegerField()
    told_seq = models.BigIntegerField(null=True)
    value = models.BinaryField(null=True)

    class Meta:
        """Of a player's chain; those of a time, to count them."""

        db_table = "tables_owed"
        indexes = (models.Index(fields=("chain", "burnt_ms"), name="tables_owed_by_player"),)


class AnsweredRequest(models.Model):
    """A player's request that moved no money, and what answered it: a journal holds the key of one that did. Append-only.

    `seq` numbers the `turn` in the table's chain: a decision or a mark around a pot. `departure` is what became of a
    player whose getting up changed nothing.
    """

    pk = models.CompositePrimaryKey("chain", "key")
    chain = models.UUIDField()
    """The player's."""
    key = models.TextField()
    """The Idempotency-Key."""
    request_digest = models.BinaryField()
    """SHA-256 of the request's method, path and body."""
    table = models.UUIDField()
    seq = models.BigIntegerField(null=True)
    departure = models.TextField(null=True)  # noqa: DJ001  null is none, as in its neighbour
    epoch = models.IntegerField(null=True)
    """The epoch that the player got up from. Other requests are bounded by the records that they write."""

    class Meta:
        """A request has one answer, and a player's first departure from an epoch is kept: others change nothing."""

        db_table = "tables_request"
        constraints = (
            CheckConstraint(
                condition=Q(seq__isnull=False, departure__isnull=True) | Q(seq__isnull=True, departure__isnull=False),
                name="tables_request_one_answer",
            ),
            CheckConstraint(
                condition=Q(departure__isnull=True, epoch__isnull=True)
                | Q(departure__isnull=False, epoch__isnull=False),
                name="tables_request_departure_from_epoch",
            ),
            UniqueConstraint(fields=("chain", "table", "epoch"), name="tables_request_one_departure"),
        )
