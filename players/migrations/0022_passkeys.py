"""Passkeys of players, and the challenges that they sign. Both tables are new and empty."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    """Add both tables."""

    dependencies = (("players", "0021_username_parts"),)

    operations = (
        migrations.CreateModel(
            name="PlayerPasskey",
            fields=[
                ("credential_id", models.BinaryField()),
                ("credential_data", models.BinaryField()),
                ("sign_count", models.BigIntegerField()),
                ("name", models.CharField(max_length=50)),
                ("created_at", models.DateTimeField()),
                ("last_used_at", models.DateTimeField(null=True)),
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain", on_delete=django.db.models.deletion.PROTECT, to="players.player"
                    ),
                ),
            ],
            options={
                "db_table": "players_passkey",
                "constraints": [models.UniqueConstraint(fields=("credential_id",), name="players_passkey_once")],
            },
        ),
        migrations.CreateModel(
            name="PasskeyChallenge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "purpose",
                    models.CharField(choices=[("creation", "Creation"), ("proof", "Proof")], max_length=10),
                ),
                ("challenge", models.BinaryField()),
                ("expires_at", models.DateTimeField()),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain",
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        to="players.player",
                    ),
                ),
            ],
            options={
                "db_table": "players_passkey_challenge",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "purpose"), name="players_passkey_challenge_once"),
                    models.CheckConstraint(
                        condition=Q(purpose__in=["creation", "proof"]), name="players_passkey_purpose_is_known"
                    ),
                ],
            },
        ),
    )
