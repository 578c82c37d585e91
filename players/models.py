"""The tables of players. Only `players/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q


class Status(models.TextChoices):
    """Whether a player may play."""

    ACTIVE = "active"
    SUSPENDED = "suspended"


class Player(models.Model):
    """A person, known to the log only by the chain. `sealed_profile` holds what identifies, encrypted."""

    chain = models.UUIDField(primary_key=True)
    username = models.CharField(max_length=30, unique=True)
    password = models.CharField(max_length=200)
    status = models.CharField(max_length=12, choices=Status.choices, default=Status.ACTIVE)
    sealed_profile = models.BinaryField()
    test_account = models.BooleanField(default=False)
    pin_hash = models.CharField(max_length=200, default="")
    pin_failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        """A status the code knows."""

        db_table = "players_player"
        constraints = (CheckConstraint(condition=Q(status__in=Status.values), name="players_status_is_known"),)


class Session(models.Model):
    """A log-on. The token holds its id, signed; ending it here ends every token at once.

    `active_at` is when the player was last noted to do something, up to a minute late.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain", db_index=False)
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    active_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        """Found by its id, and among the player's of a day."""

        db_table = "players_session"
        indexes = (models.Index(fields=("player", "created_at"), name="players_session_of_a_day"),)
