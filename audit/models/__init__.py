"""The tables of the log. Only `audit/operations` writes them."""

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import HashIndex
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.expressions import RawSQL

import audit.models.outgoing  # noqa: F401  Django looks for tables here
from kernel.ids import SYSTEM_CHAIN

RANDOM_BYTES_SQL = "(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())))"
"""32 bytes with 244 bits of PostgreSQL's strong randomness."""


class Chain(models.Model):
    """The head of a chain: the one row that every step of a player locks and advances.

    `version` rises with every change that could alter a decision (money, limits, status, session). A step writes only
    if the version is still the one that it was decided on.
    """

    chain = models.UUIDField(primary_key=True)
    seq = models.BigIntegerField()
    leaf = models.BinaryField()
    time_ms = models.BigIntegerField()
    version = models.BigIntegerField(default=0)
    epoch = models.IntegerField(default=-1)
    nonce = models.IntegerField(default=0)
    round_open = models.BooleanField(default=False)
    stake_open = models.BooleanField(default=False, db_default=False)
    """Whether a stake at a table has no end yet. At most one of this and `round_open` is true."""
    limits_leaf = models.BinaryField(null=True)
    has_keys = models.BooleanField(default=False, db_default=False)
    """Whether the player ever had a key: from then on the player's requests are signed."""
    play_began_ms = models.BigIntegerField(default=0, db_default=0)
    """This and the next two: the player's time of play (`kernel.play_time.PlayTime`); 0 where nobody has bet."""
    play_last_ms = models.BigIntegerField(default=0, db_default=0)
    play_earlier_duration_ms = models.BigIntegerField(default=0, db_default=0)

    class Meta:
        """Only the primary key is indexed, so that updates stay within the page."""

        db_table = "audit_chain"
        constraints = (
            CheckConstraint(condition=~Q(round_open=True, stake_open=True), name="audit_chain_one_stake_open"),
        )


class Epoch(models.Model):
    """The seeds of up to 256 rounds; at a table, of one hand or game. `sealed_seeds` holds the pebbles, encrypted under `seal.key`.

    `closed_ms` is when it was closed before it was used up; nothing is dealt from it afterwards. `replaced_seeds` holds
    the last seed of each commitment that its own one has replaced, encrypted likewise; null where there is none.
    """

    pk = models.CompositePrimaryKey("chain", "epoch")
    chain = models.UUIDField()
    epoch = models.IntegerField()
    rounds = models.SmallIntegerField()
    commitment = models.BinaryField()
    sealed_seeds = models.BinaryField()
    replaced_seeds = models.BinaryField(null=True)
    announced_seq = models.BigIntegerField()
    client_seed = models.BinaryField(null=True)
    opened_ms = models.BigIntegerField(null=True)
    closed_ms = models.BigIntegerField(null=True)

    class Meta:
        """A client seed serves one epoch of a chain."""

        db_table = "audit_epoch"
        constraints = (UniqueConstraint(fields=("chain", "client_seed"), name="audit_epoch_client_once"),)


class StoredRecord(models.Model):
    """A signed record, as its receipt shows it. Append-only."""

    pk = models.CompositePrimaryKey("chain", "seq")
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    type = models.TextField()
    entry = models.TextField()

    class Meta:
        """Numbered by its chain; those of the system chain are also found by their type."""

        db_table = "audit_record"
        indexes = (
            models.Index(fields=("type", "seq"), condition=Q(chain=SYSTEM_CHAIN), name="audit_record_of_system"),
        )


class Leaf(models.Model):
    """A record's leaf and log index. Append-only."""

    index = models.BigIntegerField(primary_key=True)
    chain = models.UUIDField()
    seq = models.BigIntegerField()
    leaf = models.BinaryField()

    class Meta:
        """A record has one log index, and is found by its leaf."""

        db_table = "audit_leaf"
        constraints = (UniqueConstraint(fields=("chain", "seq"), name="audit_leaf_record_once"),)
        indexes = (HashIndex(fields=("leaf",), name="audit_leaf_by_hash"),)


class Subtree(models.Model):
    """The root of the `index`-th perfect subtree of 256^`level` entries: a hash of a tile above level 0. Append-only."""

    pk = models.CompositePrimaryKey("level", "index")
    level = models.SmallIntegerField()
    index = models.BigIntegerField()
    root = models.BinaryField()

    class Meta:
        """Level 0 is in the leaves' own table."""

        db_table = "audit_subtree"
        constraints = (CheckConstraint(condition=Q(level__gt=0), name="audit_subtree_above_leaves"),)


class Log(models.Model):
    """The tree's right edge, and the size of the published checkpoint; one row."""

    id = models.SmallIntegerField(primary_key=True)
    size = models.BigIntegerField()
    frontier = ArrayField(models.BinaryField())
    published_size = models.BigIntegerField(default=0)
    """How many entries the published checkpoint covers. Nothing beyond it is shown to the public."""
    actor_key = models.BinaryField(db_default=RawSQL(RANDOM_BYTES_SQL, ()))  # noqa: S611  a constant
    """32 random bytes, under which the log writes codes in place of the names of who acted. No auditor gets them."""

    class Meta:
        """There is one log."""

        db_table = "audit_log"
        constraints = (CheckConstraint(condition=Q(id=1), name="audit_log_is_one"),)


class Checkpoint(models.Model):
    """A signed checkpoint; one for each size that was signed. Append-only."""

    size = models.BigIntegerField(primary_key=True)
    note = models.TextField()
    signed_at = models.DateTimeField()

    class Meta:
        """One root for each size."""

        db_table = "audit_checkpoint"


class Cosigned(models.Model):
    """The signature lines of a checkpoint's witnesses, once they are a quorum. Append-only."""

    checkpoint = models.OneToOneField(Checkpoint, models.PROTECT, primary_key=True, db_column="size")
    lines = models.TextField()
    cosigned_at = models.DateTimeField()

    class Meta:
        """Only what was published with them has a row."""

        db_table = "audit_cosigned"


class QueuedEvent(models.Model):
    """An event that the log does not list yet. Written with the event, deleted when it is listed."""

    event = models.UUIDField(primary_key=True)

    class Meta:
        """Emptied every few seconds."""

        db_table = "audit_event_queue"


class ListedEvent(models.Model):
    """The number, from 1, under which the log lists an event, and the leaf that it lists. Append-only."""

    number = models.BigIntegerField(primary_key=True)
    event = models.UUIDField(unique=True)
    leaf = models.BinaryField()

    class Meta:
        """An event is listed once."""

        db_table = "audit_listed_event"
        constraints = (CheckConstraint(condition=Q(number__gt=0), name="audit_listed_event_from_1"),)


class Event(models.Model):
    """A significant event: what was changed, by whom and why, as it was before and after. Append-only.

    `id` orders events by time. `subject` is the player's chain, null where the event concerns none or all of them.
    """

    id = models.UUIDField(primary_key=True)
    at = models.DateTimeField()
    kind = models.TextField()
    subject = models.UUIDField(null=True)
    actor = models.TextField()
    reason = models.TextField()
    before = models.JSONField()
    after = models.JSONField()
    request_id = models.TextField(null=True)  # noqa: DJ001  null is no request, which no text is
    """The request that caused it, or the task; null where it was neither."""
    salt = models.BinaryField(null=True)
    private_salt = models.BinaryField(null=True)
    leaf = models.BinaryField(null=True)
    """What the log lists for it (docs/formats/events.md). It and the salts are null in events from before they were."""

    class Meta:
        """Read newest first, of one player or of all; and those of an interval, in the order of their instants."""

        db_table = "audit_event"
        indexes = (
            models.Index(fields=("subject", "id"), name="audit_event_by_subject"),
            models.Index(fields=("at", "id"), name="audit_event_by_time"),
            models.Index(fields=("subject", "at", "id"), name="audit_event_of_player"),
            models.Index(
                fields=("kind",), condition=Q(kind="demonstration-furnished"), name="audit_event_demonstration"
            ),
            models.Index(
                fields=("kind", "id"),
                condition=Q(kind__in=("release-mismatch", "release-accepted", "self-verification")),
                name="audit_event_release",
            ),
            models.Index(
                fields=("id",),
                condition=Q(kind__in=("switched-off", "switched-on", "rtp-drift")),
                name="audit_event_switch",
            ),
            models.Index(fields=("kind", "at", "id"), name="audit_event_by_kind"),
        )


class Switch(models.Model):
    """A switch that is off. `event` is the one that switched it off: who did, and why. A switch that is on has no row.

    `message` is for players, and may be empty.
    """

    name = models.TextField(primary_key=True)
    since_ms = models.BigIntegerField()
    message = models.TextField()
    event = models.UUIDField()

    class Meta:
        """Few rows, which every bet looks through."""

        db_table = "audit_switch"


class PlayerKeyRow(models.Model):
    """A key that a `player_key` record let in: `kid` names it in its chain. Append-only."""

    pk = models.CompositePrimaryKey("chain", "kid")
    chain = models.UUIDField()
    kid = models.TextField()
    algorithm = models.TextField()
    public = models.BinaryField()
    use = models.TextField()
    record_seq = models.BigIntegerField()
    added_ms = models.BigIntegerField()
    lives_from_ms = models.BigIntegerField()
    """From when on it may sign: later than `added_ms` where operators let it in."""
    by_operators = models.BooleanField()

    class Meta:
        """A public key stands once in the log."""

        db_table = "audit_player_key"
        constraints = (UniqueConstraint(fields=("public",), name="audit_player_key_once"),)


class PlayerKeyEndRow(models.Model):
    """The end of a key, by the record that names it. Append-only."""

    pk = models.CompositePrimaryKey("chain", "kid")
    chain = models.UUIDField()
    kid = models.TextField()
    why = models.TextField()
    record_seq = models.BigIntegerField()
    ended_ms = models.BigIntegerField()

    class Meta:
        """A key ends once."""

        db_table = "audit_player_key_end"
