"""The tables by which players who may be one person are found and told apart. Only `players/operations` writes them."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from players.core.person_keys import KeyKind
from players.core.person_review import PersonReviewDecision


class PersonKey(models.Model):
    """A keyed digest of something that two descriptions of one person share (players/core/person_keys.py).

    Players who may be one person are found by it. What it is made of is in the vault alone.
    """

    pk = models.CompositePrimaryKey("digest", "player_id")
    digest = models.BinaryField()
    player = models.ForeignKey("players.Player", on_delete=models.PROTECT, db_column="chain")
    kind = models.CharField(max_length=10)

    class Meta:
        """Found by digest; replaced by player. The code knows every kind."""

        db_table = "players_person_key"
        constraints = (
            CheckConstraint(condition=Q(kind__in=[kind.value for kind in KeyKind]), name="players_person_key_kind"),
        )


class PersonReview(models.Model):
    """A player who may be the holder of the account `other`, or somebody on the national list.

    Until it is decided the player places no bet. `listed` is the keyed digest of the listed person, and `listed_reference`
    what the keeper of the list calls the entry. `shared` says what both descriptions have in common, without what it is.
    `suspended` says whether this review suspended the account. A decision `same` lets the exclusions of both bind whoever is recognized as one of them.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(
        "players.Player", on_delete=models.PROTECT, db_column="chain", related_name="+", db_index=False
    )
    other = models.ForeignKey(
        "players.Player", on_delete=models.PROTECT, null=True, db_column="other", related_name="+"
    )
    listed = models.BinaryField(null=True)
    listed_reference = models.TextField(default="")
    shared = ArrayField(models.CharField(max_length=40))
    suspended = models.BooleanField()
    opened_at = models.DateTimeField()
    decision = models.CharField(max_length=10, default="")
    decided_at = models.DateTimeField(null=True)
    proposer = models.CharField(max_length=150, default="")
    approver = models.CharField(max_length=150, default="")
    reason = models.CharField(max_length=200, default="")

    class Meta:
        """One row a pair. Two different people decide."""

        db_table = "players_person_review"
        constraints = (
            UniqueConstraint(fields=("player", "other"), name="players_person_review_once"),
            UniqueConstraint(fields=("player", "listed"), name="players_person_review_listed_once"),
            CheckConstraint(
                condition=Q(other__isnull=False, listed=None) | Q(other=None, listed__isnull=False),
                name="players_person_review_of_one",
            ),
            CheckConstraint(
                condition=Q(decision="", decided_at=None, proposer="", approver="", reason="")
                | (
                    Q(decision__in=[decision.value for decision in PersonReviewDecision], decided_at__isnull=False)
                    & ~Q(proposer="")
                    & ~Q(approver="")
                    & ~Q(proposer=models.F("approver"))
                ),
                name="players_person_review_by_two",
            ),
        )
        indexes = (models.Index(fields=("id",), condition=Q(decision=""), name="players_person_review_open"),)
