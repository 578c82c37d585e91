"""The tables of limits. Only `responsible_gaming/operations` writes them."""

from django.db import models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from responsible_gaming.core.exclusion import ExclusionKind


class StoredLimits(models.Model):
    """A chain's limits as its newest `limits` record has them. No row: as the record of registration, without limits.

    `windows` and `zone` say how days, weeks and months are counted. They are null where no limit adds up over one.
    """

    chain = models.UUIDField(primary_key=True)
    current = models.JSONField()
    upcoming = models.JSONField()
    effective_at_ms = models.BigIntegerField(null=True)
    windows = models.TextField(null=True)  # noqa: DJ001  null is none, as in its neighbours
    zone = models.TextField(null=True)  # noqa: DJ001  the same

    class Meta:
        """One row a chain."""

        db_table = "responsible_gaming_limits"


class RealityCheck(models.Model):
    """A session summary that a player acknowledged: when, how long the play was, what was staked and returned.

    `session` is where it was acknowledged. It holds for all sessions of the player. Append-only.
    """

    pk = models.CompositePrimaryKey("session", "checked_ms")
    session = models.UUIDField()
    checked_ms = models.BigIntegerField()
    chain = models.UUIDField()
    elapsed_ms = models.BigIntegerField()
    staked_minor = models.BigIntegerField()
    returned_minor = models.BigIntegerField()

    class Meta:
        """The indexes find a player's newest, and everybody's of an interval."""

        db_table = "responsible_gaming_reality_check"
        indexes = (
            models.Index(fields=("checked_ms", "session"), name="responsible_gaming_check_time"),
            models.Index(fields=("chain", "checked_ms"), name="responsible_gaming_check_last"),
        )


class StoredLimitSetting(models.Model):
    """What an owner set of a limit for a chain, and the player's loosening of it.

    The strictest values of all owners are in `StoredLimits`. `value` is null for no limit. There is a loosening where
    `loosening_confirmable_ms` is not null. The loosening of the player's `stake_max` is in `StoredBetLimit`.
    """

    pk = models.CompositePrimaryKey("chain", "name", "owner")
    chain = models.UUIDField()
    name = models.TextField()
    owner = models.TextField()
    value = models.BigIntegerField(null=True)
    loosening_value = models.BigIntegerField(null=True)
    loosening_confirmable_ms = models.BigIntegerField(null=True)
    loosening_expires_ms = models.BigIntegerField(null=True)
    changed_ms = models.BigIntegerField()

    class Meta:
        """One row a limit and owner. An operator loosens at once.

        The registry in `core/rules` says which names there are (docs/adr/0025-registry-of-limits.md).
        """

        db_table = "responsible_gaming_limit_setting"
        constraints = (
            CheckConstraint(
                condition=Q(name__regex=r"^[a-z][a-z0-9_]{0,39}$"), name="responsible_gaming_limit_setting_name"
            ),
            CheckConstraint(
                condition=Q(owner="player") | Q(owner="operator", loosening_confirmable_ms=None),
                name="responsible_gaming_limit_setting_owner",
            ),
        )


class StoredBetLimit(models.Model):
    """The pending loosening of a player's bet limit, and when the limit was last modified.

    The limit itself is a `StoredLimitSetting`. A loosening is pending where `loosening_confirmable_ms` is not null. Its
    maximum is null for no limit.
    """

    chain = models.UUIDField(primary_key=True)
    modified_ms = models.BigIntegerField(null=True)
    loosening_maximum_minor = models.BigIntegerField(null=True)
    loosening_confirmable_ms = models.BigIntegerField(null=True)
    loosening_expires_ms = models.BigIntegerField(null=True)

    class Meta:
        """One row a chain."""

        db_table = "responsible_gaming_bet_limit"


class StoredExclusion(models.Model):
    """A chain's newest exclusion of a kind. Deals read the limits in force, which say whether an exclusion holds.

    `listed_digest` is the person whom the national list named. It is stored here so that another spelling of the
    player's name does not end the exclusion.
    """

    pk = models.CompositePrimaryKey("chain", "kind")
    chain = models.UUIDField()
    kind = models.TextField()
    since_ms = models.BigIntegerField()
    until_ms = models.BigIntegerField(null=True)
    returnable_ms = models.BigIntegerField(null=True)
    lifted_ms = models.BigIntegerField(null=True)
    listed_digest = models.BinaryField(null=True)

    class Meta:
        """Only a self-exclusion ends by a request to return. Only a national exclusion comes from the list."""

        db_table = "responsible_gaming_exclusion"
        constraints = (
            CheckConstraint(
                condition=Q(kind__in=[kind.value for kind in ExclusionKind]), name="responsible_gaming_exclusion_kind"
            ),
            CheckConstraint(
                condition=Q(kind=ExclusionKind.SELF_EXCLUSION.value, returnable_ms__isnull=False)
                | (~Q(kind=ExclusionKind.SELF_EXCLUSION.value) & Q(returnable_ms=None)),
                name="responsible_gaming_exclusion_return",
            ),
            CheckConstraint(
                condition=Q(kind=ExclusionKind.NATIONAL_EXCLUSION.value, listed_digest__isnull=False)
                | (~Q(kind=ExclusionKind.NATIONAL_EXCLUSION.value) & Q(listed_digest=None)),
                name="responsible_gaming_exclusion_listed",
            ),
        )


class StoredAssessment(models.Model):
    """A player's assessment on a day of the jurisdiction, which began at `day_started_ms`."""

    id = models.BigAutoField(primary_key=True)
    chain = models.UUIDField()
    day_started_ms = models.BigIntegerField()
    at_ms = models.BigIntegerField()
    score = models.SmallIntegerField()
    findings = models.JSONField()

    class Meta:
        """One row a player and day. Rows are read by day, the most urgent first, and by player."""

        db_table = "responsible_gaming_assessment"
        constraints = (
            UniqueConstraint(fields=("chain", "day_started_ms"), name="responsible_gaming_assessment_once"),
            CheckConstraint(condition=Q(score__range=(0, 100)), name="responsible_gaming_assessment_score"),
        )
        indexes = (models.Index(fields=("day_started_ms", "score", "id"), name="responsible_gaming_by_urgency"),)


class StoredListedPerson(models.Model):
    """A person on the national exclusion list as it was last imported: a keyed digest, and no name.

    `import_id` is the import that last changed this row.
    """

    digest = models.BinaryField(primary_key=True)
    from_day = models.DateField(null=True)
    until_day = models.DateField(null=True)
    reference = models.TextField()
    import_id = models.UUIDField()

    class Meta:
        """One row a person."""

        db_table = "responsible_gaming_listed_person"


class StoredListedName(models.Model):
    """How the names of a listed person are heard, as a keyed digest: who is near to it is found, and no name is stored."""

    pk = models.CompositePrimaryKey("digest", "listed_id")
    digest = models.BinaryField()
    listed = models.ForeignKey(StoredListedPerson, on_delete=models.CASCADE, db_column="listed")

    class Meta:
        """Found by digest; replaced with the person."""

        db_table = "responsible_gaming_listed_name"


class StoredListImport(models.Model):
    """An import of the national exclusion list: when, by whom, of which file, with which result. Append-only.

    `rows` counts the entries of the file, `persons` the different persons, and `matched` the players among them.
    `excluded` of these were newly excluded. For `lifted` other players, an end of the exclusion was set. `withheld` persons
    are on the list though the file would free them.
    """

    id = models.UUIDField(primary_key=True)
    at = models.DateTimeField()
    actor = models.TextField()
    reason = models.TextField()
    sha256 = models.TextField()
    forced = models.BooleanField()
    rows = models.IntegerField()
    persons = models.IntegerField()
    matched = models.IntegerField()
    excluded = models.IntegerField()
    lifted = models.IntegerField()
    withheld = models.IntegerField(db_default=0)

    class Meta:
        """Imports are read newest first."""

        db_table = "responsible_gaming_list_import"


class PersonComparison(models.Model):
    """How far the players who registered before some rules of persons held have been compared by them, oldest first.

    `revision` numbers these rules. Who registered after `started_at` was compared then. `reached_at` and `reached` are when
    the newest player that was compared registered, and who it is; null before the first. `finished_at` is null until all are.
    """

    revision = models.PositiveSmallIntegerField(primary_key=True)
    started_at = models.DateTimeField()
    reached_at = models.DateTimeField(null=True)
    reached = models.UUIDField(null=True)
    compared = models.IntegerField(default=0)
    opened = models.IntegerField(default=0)
    """Reviews."""
    finished_at = models.DateTimeField(null=True)

    class Meta:
        """One row a revision."""

        db_table = "responsible_gaming_person_comparison"
