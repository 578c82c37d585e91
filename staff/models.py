"""The tables of the staff, beside Django's users and groups. Only `staff/operations` writes them."""

from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint


class MemberQuerySet(models.QuerySet["Member"]):
    """Members of the staff."""

    def held(self) -> "MemberQuerySet":
        """Hold the rows, with those of Django's users, until the transaction ends.

        Both: of a row that is not held one would see what it was before the wait.
        """
        return self.select_related("user").select_for_update(of=("self", "user"))


class Member(models.Model):
    """What an account of the staff has beside Django's user: tries, lock, last log-in.

    `failed_at` are the failures since the last success that still count. The password is good for nothing but
    enrolment, and only until `one_time_until`, where that is not null.
    """

    user = models.OneToOneField(User, on_delete=models.PROTECT, primary_key=True, related_name="member")
    failed_at = ArrayField(models.DateTimeField(), default=list)
    locked_at = models.DateTimeField(null=True)
    one_time_until = models.DateTimeField(null=True)
    last_log_in_at = models.DateTimeField(null=True)
    last_address = models.TextField(default="")

    objects = MemberQuerySet.as_manager()

    class Meta:
        """One row a user."""

        db_table = "staff_member"


class CeremonyKind(models.TextChoices):
    """What a ceremony is on its way to."""

    SESSION = "session"
    """The password was right; a second factor makes it a session."""
    ENROLMENT = "enrolment"
    """The password was right; a second factor lets it enrol."""
    ENROLLING = "enrolling"
    """All is proved; passwords and factors may be changed, and nothing else."""


class Ceremony(models.Model):
    """A log-in or an enrolment under way, of which a member has one of each kind: a new one ends the one before.

    `challenge` is what a passkey is to sign, `sealed_secret` a TOTP secret that waits for its first code.
    """

    id = models.UUIDField(primary_key=True)
    member = models.ForeignKey(Member, on_delete=models.CASCADE)
    kind = models.CharField(max_length=10, choices=CeremonyKind.choices)
    challenge = models.BinaryField()
    sealed_secret = models.TextField(default="")
    expires_at = models.DateTimeField()

    class Meta:
        """One of a kind."""

        db_table = "staff_ceremony"
        constraints = (
            UniqueConstraint(fields=("member", "kind"), name="staff_ceremony_one_of_a_kind"),
            CheckConstraint(condition=Q(kind__in=CeremonyKind.values), name="staff_ceremony_kind_is_known"),
        )
