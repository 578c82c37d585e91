"""The tables of the staff, beside Django's users and groups. Only `staff/operations` writes them."""

from typing import Final

from django.contrib.auth.models import User
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from credentials.login_origins import LoginOrigin, OriginTable
from credentials.stored_passkeys import StoredPasskey


class MemberQuerySet(models.QuerySet["Member"]):
    """Members of the staff."""

    def for_update(self) -> "MemberQuerySet":
        """Lock the rows, and those of Django's users, until the transaction ends.

        Both: a row that is not locked would be read as it was before the wait.
        """
        return self.select_related("user").select_for_update(of=("self", "user"))


class Member(models.Model):
    """What a staff account has beside Django's user: failures, lockout, last login."""

    user = models.OneToOneField(User, on_delete=models.PROTECT, primary_key=True, related_name="member")
    failed_at = ArrayField(models.DateTimeField(), default=list)
    """The failures from all networks that still count."""
    locked_at = models.DateTimeField(null=True)
    """When these locked the account on every device that is not known, or wrong second factors everywhere; or null."""
    factor_failures = models.PositiveSmallIntegerField(default=0)
    """The wrong second factors since the last right one."""
    one_time_until = models.DateTimeField(null=True)
    """Until when a one-time password lets its owner enrol, and do nothing else; null for a password of one's own."""
    last_login_at = models.DateTimeField(null=True)
    last_address = models.TextField(default="")
    """The IP address of the last login; empty before the first."""

    objects = MemberQuerySet.as_manager()

    class Meta:
        """One row a user."""

        db_table = "staff_member"


class CeremonyKind(models.TextChoices):
    """What a ceremony leads to."""

    SESSION = "session"
    """The password was right; a second factor begins a session."""
    ENROLMENT = "enrolment"
    """The password was right; a second factor begins an enrolment."""
    ENROLLING = "enrolling"
    """Everything was proved; password and factors may be changed, and nothing else."""
    PRESENCE = "presence"
    """A session goes on; a second factor proves that its owner is there."""


class Ceremony(models.Model):
    """A login or an enrolment in progress. A member has at most one of each kind: a new one replaces the old.

    `id` is a digest of what its token holds (staff/ceremony_tokens.py).
    """

    id = models.UUIDField(primary_key=True)
    member = models.ForeignKey(Member, on_delete=models.CASCADE)
    kind = models.CharField(max_length=10, choices=CeremonyKind.choices)
    challenge = models.BinaryField()
    """What a passkey must sign."""
    sealed_secret = models.BinaryField(null=True)
    """A TOTP secret that waits for its first code, sealed; null without one."""
    expires_at = models.DateTimeField()

    class Meta:
        """A member has one ceremony of each kind."""

        db_table = "staff_ceremony"
        constraints = (
            UniqueConstraint(fields=("member", "kind"), name="staff_ceremony_one_of_a_kind"),
            CheckConstraint(condition=Q(kind__in=CeremonyKind.values), name="staff_ceremony_kind_is_known"),
        )


class TotpSecret(models.Model):
    """A member's TOTP secret, in force since its first code."""

    member = models.OneToOneField(Member, on_delete=models.PROTECT, primary_key=True)
    sealed_secret = models.BinaryField()
    """Sealed for this member (credentials/sealed_totp.py)."""
    last_step = models.BigIntegerField()
    """The time step of the last code that was accepted. No code of it, or of an earlier step, is accepted again."""
    created_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)

    class Meta:
        """One a member."""

        db_table = "staff_totp_secret"


class StaffPasskey(StoredPasskey):
    """A passkey of a member, who may have several."""

    member = models.ForeignKey(Member, on_delete=models.PROTECT)

    class Meta:
        """A passkey belongs to one member only."""

        db_table = "staff_passkey"
        constraints = (UniqueConstraint(fields=("credential_id",), name="staff_passkey_once"),)


class StaffRecoveryCode(models.Model):
    """A recovery code that was not used yet. It is deleted when it is used."""

    digest = models.BinaryField(primary_key=True)
    """Keyed, by the member too (credentials/recovery_digests.py)."""
    member = models.ForeignKey(Member, on_delete=models.PROTECT)

    class Meta:
        """Codes are counted by member."""

        db_table = "staff_recovery_code"


class StaffLoginOrigin(LoginOrigin):
    """Where failed logins of a member came from: a device of the member's, or a network."""

    member = models.ForeignKey(Member, on_delete=models.PROTECT, db_index=False)

    class Meta:
        """One row a member and origin."""

        db_table = "staff_login_origin"
        constraints = (UniqueConstraint(fields=("member", "origin"), name="staff_login_origin_once"),)


ORIGINS: Final = OriginTable(
    table="staff_login_origin", account_column="member_id", accounts_table="staff_member", accounts_key="user_id"
)


class StaffDevice(models.Model):
    """A device that a member logged in from, known by a keyed digest of the id that it keeps."""

    member = models.ForeignKey(Member, on_delete=models.PROTECT, db_index=False)
    digest = models.BinaryField()
    last_login_at = models.DateTimeField()

    class Meta:
        """One row a member and device."""

        db_table = "staff_device"
        constraints = (UniqueConstraint(fields=("member", "digest"), name="staff_device_once"),)
