import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.migrations import RunSQL
from django.db.models import PROTECT, CheckConstraint, ForeignKey, OneToOneField, Q, UniqueConstraint

_REASONS = ("logged-out", "replaced", "expired", "password-changed", "closed")
_ENDS_FOR_A_REASON = Q(revoked_at=None, end_reason="") | Q(revoked_at__isnull=False, end_reason__in=_REASONS)


def _player(*, indexed: bool = True) -> "ForeignKey[object, object]":
    return ForeignKey(db_column="chain", db_index=indexed, on_delete=PROTECT, to="players.player")


class Migration(migrations.Migration):
    dependencies = (("players", "0007_by_person"),)

    operations = (
        migrations.AddField(
            "Player",
            "log_in_failures",
            django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField(), default=list),
        ),
        migrations.AddField("Player", "log_in_locked_at", models.DateTimeField(null=True)),
        migrations.AddField("Player", "sealed_factor", models.BinaryField(null=True)),
        migrations.AddField("Player", "factor_confirmed_at", models.DateTimeField(null=True)),
        migrations.AddField("Player", "factor_step", models.BigIntegerField(default=0)),
        migrations.AddField("Player", "factor_failures", models.PositiveSmallIntegerField(default=0)),
        migrations.CreateModel(
            name="RecoveryCode",
            fields=[("digest", models.BinaryField(primary_key=True, serialize=False)), ("player", _player())],
            options={"db_table": "players_recovery_code"},
        ),
        migrations.CreateModel(
            name="ResetToken",
            fields=[
                (
                    "player",
                    OneToOneField(
                        db_column="chain", on_delete=PROTECT, primary_key=True, serialize=False, to="players.player"
                    ),
                ),
                ("digest", models.BinaryField()),
                ("expires_at", models.DateTimeField()),
            ],
            options={"db_table": "players_reset_token"},
        ),
        migrations.CreateModel(
            name="Device",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("player", _player(indexed=False)),
                ("digest", models.BinaryField()),
                ("label", models.CharField(max_length=60)),
                ("first_seen_at", models.DateTimeField()),
                ("full_log_in_at", models.DateTimeField(null=True)),
            ],
            options={
                "db_table": "players_device",
                "constraints": [UniqueConstraint(fields=("player", "digest"), name="players_device_once")],
            },
        ),
        migrations.AddField(
            "Session", "device", ForeignKey(db_index=False, null=True, on_delete=PROTECT, to="players.device")
        ),
        migrations.AddField("Session", "address", models.CharField(default="", max_length=45)),
        migrations.AddField("Session", "end_reason", models.CharField(default="", max_length=20)),
        RunSQL("UPDATE players_session SET end_reason = 'logged-out' WHERE revoked_at IS NOT NULL", RunSQL.noop),
        migrations.AddConstraint(
            "Session", CheckConstraint(condition=_ENDS_FOR_A_REASON, name="players_session_ends_for_a_reason")
        ),
    )
