"""The passkeys of players, and the challenges that these must sign."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from credentials.stored_passkeys import StoredPasskey


class PlayerPasskey(StoredPasskey):
    """A passkey of a player."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, db_column="chain")

    class Meta:
        """A passkey belongs to one player only."""

        db_table = "players_passkey"
        constraints = (UniqueConstraint(fields=("credential_id",), name="players_passkey_once"),)


class ChallengePurpose(models.TextChoices):
    """What a challenge is signed for."""

    CREATION = "creation"
    """A new passkey; password and second factor were proved before."""
    PROOF = "proof"
    """The second factor, beside a password that was right."""


class PasskeyChallenge(models.Model):
    """What a passkey must sign. A player has at most one of each purpose: a new one replaces the old."""

    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, db_column="chain", db_index=False)
    purpose = models.CharField(max_length=10, choices=ChallengePurpose.choices)
    challenge = models.BinaryField()
    expires_at = models.DateTimeField()

    class Meta:
        """A player has one challenge of each purpose."""

        db_table = "players_passkey_challenge"
        constraints = (
            UniqueConstraint(fields=("player", "purpose"), name="players_passkey_challenge_once"),
            CheckConstraint(condition=Q(purpose__in=ChallengePurpose.values), name="players_passkey_purpose_is_known"),
        )
