"""What a player has read of the inbox, and the mails that go out."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    """Add both tables."""

    dependencies = (("players", "0016_continues_from"), ("audit", "0020_outgoing_events"))

    operations = (
        migrations.CreateModel(
            name="MessageRead",
            fields=[
                ("event", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain", on_delete=django.db.models.deletion.PROTECT, to="players.player"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={"db_table": "players_message_read"},
        ),
        migrations.CreateModel(
            name="Mail",
            fields=[
                ("event", models.UUIDField(primary_key=True, serialize=False)),
                (
                    "player",
                    models.ForeignKey(
                        db_column="chain", on_delete=django.db.models.deletion.PROTECT, to="players.player"
                    ),
                ),
                ("status", models.TextField(default="waiting")),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("next_attempt_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField(null=True)),
                ("problem", models.TextField(default="")),
            ],
            options={
                "db_table": "players_mail",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(status__in=["waiting", "sent", "failed", "dropped"]),
                        name="players_mail_status_is_known",
                    )
                ],
                "indexes": [
                    models.Index(
                        fields=["next_attempt_at"], condition=models.Q(status="waiting"), name="players_mail_waiting"
                    ),
                    models.Index(fields=["ended_at"], condition=models.Q(status="failed"), name="players_mail_failed"),
                ],
            },
        ),
    )
