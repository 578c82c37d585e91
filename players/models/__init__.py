"""The tables of players. Only `players/operations` writes them, and `players/vault.py` what identifies."""

from typing import Final

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint
from django.db.models.functions import Collate

import players.models.passkeys
import players.models.persons  # noqa: F401  the same
from audit.outbox import OutboxRow, OutboxStatus
from credentials.login_origins import LoginOrigin, OriginTable
from players.core.legal_documents import DocumentKind
from players.core.session_state import EndReason
from players.core.status import Status
from players.core.verification import Verification

_STATUSES = [status.value for status in Status]
_VERIFICATIONS = [verification.value for verification in Verification]
_KINDS = [kind.value for kind in DocumentKind]


class Player(models.Model):
    """A player's account. The log knows it only by the chain. What identifies the person is in `SealedProfile`.

    `person_digest` and `email_digest` recognize a person and an address without revealing them
    (players/identity_digests.py); null where they are not known. `consents` is the line of agreed versions, as in
    `players_consent`. `verification_at` is when `verification` was last decided, null before that.
    `login_failures` are the instants of the failed attempts from all networks that still count. `login_locked_at` is when
    they locked the login on every device that is not known, null while they did not (credentials/core/lockout.py).
    `sealed_factor` is the secret of the second factor, encrypted; until `factor_confirmed_at` is set, it is offered and
    not in force. `factor_step` is the newest time step whose code was used. `factor_failures` counts wrong codes, each
    with the right password, since the last right one.
    """

    chain = models.UUIDField(primary_key=True)
    username = models.CharField(max_length=30, unique=True)
    password = models.CharField(max_length=200)
    status = models.CharField(max_length=12, default=Status.ACTIVE)
    person_digest = models.BinaryField(null=True)
    email_digest = models.BinaryField(null=True)
    consents = models.CharField(max_length=200, default="")
    verification = models.CharField(max_length=12, default=Verification.UNVERIFIED)
    verification_method = models.CharField(max_length=40, default="")
    verification_reference = models.CharField(max_length=100, default="")
    verification_at = models.DateTimeField(null=True)
    test_account = models.BooleanField(default=False)
    pin_hash = models.CharField(max_length=200, default="")
    pin_failures = models.PositiveSmallIntegerField(default=0)
    login_failures = ArrayField(models.DateTimeField(), default=list)
    login_locked_at = models.DateTimeField(null=True)
    sealed_factor = models.BinaryField(null=True)
    factor_confirmed_at = models.DateTimeField(null=True)
    factor_step = models.BigIntegerField(default=0)
    factor_failures = models.PositiveSmallIntegerField(default=0)
    created_at = models.DateTimeField()

    class Meta:
        """A person and an e-mail address have one account that is not closed. The code knows every status."""

        db_table = "players_player"
        constraints = (
            CheckConstraint(condition=Q(status__in=_STATUSES), name="players_status_is_known"),
            CheckConstraint(condition=Q(verification__in=_VERIFICATIONS), name="players_verification_is_known"),
            UniqueConstraint(
                fields=("person_digest",), condition=~Q(status=Status.CLOSED), name="players_one_account_a_person"
            ),
            UniqueConstraint(
                fields=("email_digest",), condition=~Q(status=Status.CLOSED), name="players_one_account_an_email"
            ),
        )
        indexes = (
            models.Index(fields=("person_digest",), name="players_by_person"),
            models.Index(fields=("chain",), condition=Q(status=Status.DORMANT), name="players_dormant"),
            # In the order of bytes, as the staff's search by the beginning of a name reads it.
            models.Index(Collate("username", "C"), name="players_by_username"),
            models.Index(fields=("created_at", "chain"), name="players_by_registration"),
            models.Index(fields=("status", "created_at", "chain"), name="players_by_status"),
            models.Index(fields=("created_at", "chain"), condition=Q(test_account=True), name="players_test_accounts"),
        )


class Consent(models.Model):
    """A player's agreement to a version of a document, or (not `given`) a withdrawal. Append-only, in order of `id`."""

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain")
    kind = models.CharField(max_length=12)
    version = models.CharField(max_length=12)
    sha256 = models.CharField(max_length=64)
    given = models.BooleanField()
    at = models.DateTimeField()

    class Meta:
        """The code knows every kind."""

        db_table = "players_consent"
        constraints = (CheckConstraint(condition=Q(kind__in=_KINDS), name="players_consent_kind_is_known"),)


class RecoveryCode(models.Model):
    """A code that replaces the second factor once, and is deleted when used. `digest` is keyed, by the chain too."""

    digest = models.BinaryField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain")

    class Meta:
        """Counted by player."""

        db_table = "players_recovery_code"


class ResetToken(models.Model):
    """The token that an operator issued to a player. It is deleted when it is used."""

    player = models.OneToOneField(Player, on_delete=models.PROTECT, db_column="chain", primary_key=True)
    digest = models.BinaryField()
    expires_at = models.DateTimeField()

    class Meta:
        """One row a player: a newer token replaces the older."""

        db_table = "players_reset_token"


class Device(models.Model):
    """A device that a player logged in from, known by a keyed digest of the id that it keeps.

    `common_digest` is the same for every player of the device: it tells who plays on one device. It is null for devices
    that nobody has logged in from since it is stored. `full_login_at` is when the password, and the second factor if
    there is one, were last given there. It is null if not all that is required today was given.
    """

    id = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain", db_index=False)
    digest = models.BinaryField()
    common_digest = models.BinaryField(null=True)
    label = models.CharField(max_length=60)
    first_seen_at = models.DateTimeField()
    full_login_at = models.DateTimeField(null=True)

    class Meta:
        """One row a player and device. The same device of another player is another row."""

        db_table = "players_device"
        constraints = (UniqueConstraint(fields=("player", "digest"), name="players_device_once"),)
        indexes = (models.Index(fields=("common_digest",), name="players_device_common"),)


class Session(models.Model):
    """A session. `id` is a digest of what its token holds (players/tokens.py); ending it here ends the token at once.

    `active_at` is the last stored activity, which may be a minute behind. `device` is null, and `address` empty, for
    sessions from before these were stored, and once retention has emptied them. A trigger refuses any other change of
    theirs. An address that is no IP address is empty too.

    `reference` is what the log's stakes call the session, and `salt` the secret that links it to `id`: 32 and 16 bytes,
    which a constraint in SQL requires (players/core/session_reference.py). They never change, and go with the row.

    `continues_from` is the beginning of the first of the sessions that this one goes on from, each begun less than a pause
    after the one before it; null where a pause came before the log-in.
    """

    id = models.UUIDField(primary_key=True)
    salt = models.BinaryField()
    reference = models.BinaryField()
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain", db_index=False)
    device = models.ForeignKey(Device, on_delete=models.PROTECT, null=True, db_index=False)
    address = models.CharField(max_length=45, default="")
    created_at = models.DateTimeField()
    continues_from = models.DateTimeField(null=True)
    expires_at = models.DateTimeField()
    active_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True)
    end_reason = models.CharField(max_length=20, default="")

    class Meta:
        """Sessions are found by id, by player and day, and by interval. Ids are random, and sort nothing.

        A session has an end reason if it was ended, and only then.
        """

        db_table = "players_session"
        indexes = (
            models.Index(fields=("player", "created_at"), name="players_session_of_a_day"),
            models.Index(fields=("created_at", "id"), name="players_session_by_time"),
            # What retention looks for. An activity changes none of these columns, and so no index.
            models.Index(
                fields=("expires_at",),
                condition=~Q(address="") | Q(device__isnull=False),
                name="players_session_with_place",
            ),
        )
        constraints = (
            CheckConstraint(
                condition=Q(revoked_at=None, end_reason="")
                | Q(revoked_at__isnull=False, end_reason__in=[reason.value for reason in EndReason]),
                name="players_session_ends_for_a_reason",
            ),
        )


class PlayerLoginOrigin(LoginOrigin):
    """Where failed logins of a player came from: a device of the player's, or a network."""

    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain", db_index=False)

    class Meta:
        """One row a player and origin."""

        db_table = "players_login_origin"
        constraints = (UniqueConstraint(fields=("player", "origin"), name="players_login_origin_once"),)


ORIGINS: Final = OriginTable(
    table="players_login_origin", account_column="chain", accounts_table="players_player", accounts_key="chain"
)


class VaultKey(models.Model):
    """A key that wraps data keys. It is in a file (audit/keys.py); the row has only its number.

    The key with the highest number has wrapped all new data keys since `since`.
    """

    number = models.PositiveSmallIntegerField(primary_key=True)
    since = models.DateTimeField()

    class Meta:
        """A row is deleted before its file: the database refuses while a profile refers to it."""

        db_table = "players_vault_key"


class SealedProfile(models.Model):
    """What identifies a player, encrypted under a data key. `wrapped_key` is that key, encrypted under a vault key.

    Deleting the row erases the person: without it nothing can be decrypted.
    """

    player = models.OneToOneField(Player, on_delete=models.PROTECT, db_column="chain", primary_key=True)
    key = models.ForeignKey(VaultKey, on_delete=models.PROTECT, db_column="key")
    wrapped_key = models.BinaryField()
    document = models.BinaryField()

    class Meta:
        """One document a player."""

        db_table = "players_vault"


class MessageRead(models.Model):
    """That a player has read a message. The messages themselves are the events of the player's chain."""

    event = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain")
    at = models.DateTimeField()

    class Meta:
        """Counted by player."""

        db_table = "players_message_read"


class Mail(OutboxRow):
    """An event that is sent to its player by mail. Neither the address nor the text is stored."""

    event = models.UUIDField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, db_column="chain")

    class Meta:
        """Those that wait, and those given up, are found by index."""

        db_table = "players_mail"
        constraints = (
            CheckConstraint(condition=Q(status__in=list(OutboxStatus)), name="players_mail_status_is_known"),
        )
        indexes = (
            models.Index(fields=("next_attempt_at",), condition=Q(status="waiting"), name="players_mail_waiting"),
            models.Index(fields=("ended_at",), condition=Q(status="failed"), name="players_mail_failed"),
        )
