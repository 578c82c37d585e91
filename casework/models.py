"""The tables of casework. Only `casework/operations` writes them."""

from typing import Final

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from casework.core.act_review import ReviewOutcome
from casework.core.case_outcome import CaseOutcome
from casework.core.dispute import DisputeOutcome

OUTCOMES: Final = [outcome.value for outcome in CaseOutcome]
REVIEW_OUTCOMES: Final = [outcome.value for outcome in ReviewOutcome]
DISPUTE_OUTCOMES: Final = [outcome.value for outcome in DisputeOutcome]


class Note(models.Model):
    """A note of the staff on a player. Append-only. Its words are in `Words`."""

    id = models.UUIDField(primary_key=True)
    """UUIDv7: notes are in the order of their ids."""
    chain = models.UUIDField()
    author = models.TextField()
    """`operator:<name>`."""
    at_ms = models.BigIntegerField()

    class Meta:
        """A player's notes are listed by id."""

        db_table = "casework_note"
        indexes = (models.Index(fields=("chain", "id"), name="casework_note_of_player"),)


class Words(models.Model):
    """What somebody wrote about a player: the one part of casework that an erasure deletes.

    Never changed. The database deletes a row only when the player's document in the vault is gone.
    """

    pk = models.CompositePrimaryKey("subject", "number")
    subject = models.UUIDField()
    """The id of the note or dispute that they belong to."""
    number = models.SmallIntegerField()
    """0 for what began it, 1 for the answer to a dispute."""
    chain = models.UUIDField()
    text = models.TextField()

    class Meta:
        """Deleted by player."""

        db_table = "casework_words"
        indexes = (models.Index(fields=("chain",), name="casework_words_of_player"),)


class Case(models.Model):
    """What a rule has found about a player's gaming day. It is final once it is closed."""

    id = models.UUIDField(primary_key=True)
    """UUIDv7: cases are in the order in which they were opened."""
    chain = models.UUIDField()
    rule = models.TextField()
    day_started_ms = models.BigIntegerField()
    """The first instant of the gaming day."""
    opened_ms = models.BigIntegerField()
    reason = models.TextField()
    amounts_minor = models.JSONField()
    """As in `CaseFinding`, in minor units of `currency`."""
    currency = models.CharField(max_length=3)
    assigned_to = models.TextField(default="")
    """The user name of who works on it; empty: nobody yet."""
    closed_ms = models.BigIntegerField(null=True)
    outcome = models.TextField(default="")
    """Empty while it is open."""
    closed_by = models.TextField(default="")
    closing_reason = models.TextField(default="")

    class Meta:
        """At most one open case a player, rule and gaming day. Open and closed ones are listed apart."""

        db_table = "casework_case"
        indexes = (
            models.Index(fields=("id",), condition=Q(closed_ms=None), name="casework_case_open"),
            models.Index(fields=("id",), condition=Q(closed_ms__isnull=False), name="casework_case_closed"),
            models.Index(fields=("chain", "id"), name="casework_case_of_player"),
        )
        constraints = (
            UniqueConstraint(
                fields=("chain", "rule", "day_started_ms"), condition=Q(closed_ms=None), name="casework_case_one_open"
            ),
            CheckConstraint(
                condition=Q(closed_ms=None, outcome="", closed_by="", closing_reason="")
                | (Q(closed_ms__isnull=False, outcome__in=OUTCOMES) & ~Q(closed_by="") & ~Q(closing_reason="")),
                name="casework_case_closed_for_a_reason",
            ),
        )


class Progress(models.Model):
    """How far cases have been looked for: one row."""

    id = models.SmallIntegerField(primary_key=True)
    day_started_ms = models.BigIntegerField()
    """The first instant of the newest gaming day that was looked through, which was not over then."""

    class Meta:
        """There is one."""

        db_table = "casework_progress"
        constraints = (CheckConstraint(condition=Q(id=1), name="casework_progress_is_one"),)


class Dispute(models.Model):
    """A player's dispute about a round, or about a hand at a table. It is final once it is answered.

    Its words are in `Words`: 0 the player's, 1 the answer.
    """

    id = models.UUIDField(primary_key=True)
    """UUIDv7."""
    chain = models.UUIDField()
    table = models.UUIDField(null=True)
    """The table of the hand; null: a round of the player's own chain is disputed."""
    epoch = models.IntegerField()
    """Of the table, or where there is none of the player's chain."""
    nonce = models.IntegerField(null=True)
    """Of the round; null for a hand."""
    opened_ms = models.BigIntegerField()
    due_ms = models.BigIntegerField()
    """From this instant on it is overdue."""
    answered_ms = models.BigIntegerField(null=True)
    outcome = models.TextField(default="")
    """Empty while it is open."""
    answered_by = models.TextField(default="")

    class Meta:
        """A round has one open dispute at most, a hand one of each player. Open ones are listed by when they are due, answered ones apart."""

        db_table = "casework_dispute"
        indexes = (
            models.Index(fields=("due_ms", "id"), condition=Q(answered_ms=None), name="casework_dispute_open"),
            models.Index(fields=("id",), condition=Q(answered_ms__isnull=False), name="casework_dispute_answered"),
            models.Index(fields=("chain", "id"), name="casework_dispute_of_player"),
        )
        constraints = (
            UniqueConstraint(
                fields=("chain", "epoch", "nonce"), condition=Q(answered_ms=None), name="casework_dispute_one_open"
            ),
            UniqueConstraint(
                fields=("chain", "table", "epoch"),
                condition=Q(answered_ms=None),
                name="casework_dispute_one_open_of_hand",
            ),
            CheckConstraint(
                condition=Q(table=None, nonce__isnull=False) | Q(table__isnull=False, nonce=None),
                name="casework_dispute_round_or_hand",
            ),
            CheckConstraint(
                condition=Q(answered_ms=None, outcome="", answered_by="")
                | (Q(answered_ms__isnull=False, outcome__in=DISPUTE_OUTCOMES) & ~Q(answered_by="")),
                name="casework_dispute_answered_whole",
            ),
        )


class ActReview(models.Model):
    """What one person of the staff did alone to the house, for another one to review. It is final once it is reviewed.

    What was done is the event of the same id.
    """

    id = models.UUIDField(primary_key=True)
    """The event's id, a UUIDv7: acts are in the order in which they were done."""
    kind = models.TextField()
    actor = models.TextField()
    acted_ms = models.BigIntegerField()
    due_ms = models.BigIntegerField()
    """From this instant on it is overdue."""
    alarmed_ms = models.BigIntegerField(null=True)
    """When the alarm was raised that it is overdue."""
    reviewed_ms = models.BigIntegerField(null=True)
    outcome = models.TextField(default="")
    """Empty while it is open."""
    reviewed_by = models.TextField(default="")
    reason = models.TextField(default="")

    class Meta:
        """Those that wait are listed apart from those that were reviewed. Nobody reviews what they did."""

        db_table = "casework_act_review"
        indexes = (
            models.Index(fields=("id",), condition=Q(reviewed_ms=None), name="casework_act_review_open"),
            models.Index(fields=("id",), condition=Q(reviewed_ms__isnull=False), name="casework_act_review_done"),
        )
        constraints = (
            CheckConstraint(
                condition=Q(reviewed_ms=None, outcome="", reviewed_by="", reason="")
                | (
                    Q(reviewed_ms__isnull=False, outcome__in=REVIEW_OUTCOMES)
                    & ~Q(reviewed_by="")
                    & ~Q(reviewed_by=models.F("actor"))
                    & ~Q(reason="")
                ),
                name="casework_act_review_by_another",
            ),
        )
