import django.db.models.deletion
from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("players", "0005_sessions_of_a_day"),)

    operations = (
        migrations.RemoveConstraint("Player", "players_status_is_known"),
        migrations.AlterField("Player", "status", models.CharField(default="active", max_length=12)),
        migrations.AddField("Player", "person_digest", models.BinaryField(null=True)),
        migrations.AddField("Player", "email_digest", models.BinaryField(null=True)),
        migrations.AddField("Player", "consents", models.CharField(default="", max_length=200)),
        migrations.AddField("Player", "verification", models.CharField(default="unverified", max_length=12)),
        migrations.AddField("Player", "verification_method", models.CharField(default="", max_length=40)),
        migrations.AddField("Player", "verification_reference", models.CharField(default="", max_length=100)),
        migrations.AddField("Player", "verification_at", models.DateTimeField(null=True)),
        migrations.AddConstraint(
            "Player",
            CheckConstraint(
                condition=Q(status__in=["active", "suspended", "dormant", "closed"]), name="players_status_is_known"
            ),
        ),
        migrations.AddConstraint(
            "Player",
            CheckConstraint(
                condition=Q(verification__in=["unverified", "pending", "verified", "refused"]),
                name="players_verification_is_known",
            ),
        ),
        migrations.AddConstraint(
            "Player",
            UniqueConstraint(
                condition=~Q(status="closed"), fields=("person_digest",), name="players_one_account_a_person"
            ),
        ),
        migrations.AddConstraint(
            "Player",
            UniqueConstraint(
                condition=~Q(status="closed"), fields=("email_digest",), name="players_one_account_an_email"
            ),
        ),
        migrations.CreateModel(
            name="Consent",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("kind", models.CharField(max_length=12)),
                ("version", models.CharField(max_length=12)),
                ("sha256", models.CharField(max_length=64)),
                ("given", models.BooleanField()),
                ("at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain", on_delete=django.db.models.deletion.PROTECT, to="players.player"
                    ),
                ),
            ],
            options={
                "db_table": "players_consent",
                "constraints": [
                    CheckConstraint(
                        condition=Q(kind__in=["terms", "privacy", "monitoring", "marketing"]),
                        name="players_consent_kind_is_known",
                    )
                ],
            },
        ),
        append_only("players_consent"),
    )
