"""Keys of players. The chain itself says whether it ever had one, so that a step without keys reads nothing more."""

from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("audit", "0013_release"),)

    operations = (
        migrations.AddField("Chain", "has_keys", models.BooleanField(default=False, db_default=False)),
        migrations.CreateModel(
            name="PlayerKeyRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chain", "kid", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chain", models.UUIDField()),
                ("kid", models.TextField()),
                ("algorithm", models.TextField()),
                ("public", models.BinaryField()),
                ("use", models.TextField()),
                ("record_seq", models.BigIntegerField()),
                ("added_ms", models.BigIntegerField()),
                ("lives_from_ms", models.BigIntegerField()),
                ("by_operators", models.BooleanField()),
            ],
            options={
                "db_table": "audit_player_key",
                "constraints": [models.UniqueConstraint(fields=("public",), name="audit_player_key_once")],
            },
        ),
        migrations.CreateModel(
            name="PlayerKeyEndRow",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "chain", "kid", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("chain", models.UUIDField()),
                ("kid", models.TextField()),
                ("why", models.TextField()),
                ("record_seq", models.BigIntegerField()),
                ("ended_ms", models.BigIntegerField()),
            ],
            options={"db_table": "audit_player_key_end"},
        ),
        append_only("audit_player_key"),
        append_only("audit_player_key_end"),
    )
