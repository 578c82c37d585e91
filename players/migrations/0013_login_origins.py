from typing import Final

import django.contrib.postgres.fields
from django.db import migrations, models
from django.db.migrations import RunSQL
from django.db.models import PROTECT, ForeignKey, UniqueConstraint

# A login that was locked is from now on locked on every device that is not known, as if by nine failures.
_FORWARDS: Final = (
    "UPDATE players_player SET login_failures = array_fill(login_locked_at, ARRAY[9]) WHERE login_locked_at IS NOT NULL"
)
# The earlier version counts to three, and locks at the third.
_BACKWARDS: Final = (
    "UPDATE players_player SET login_failures = login_failures[1:CASE WHEN login_locked_at IS NULL THEN 2 ELSE 3 END]"
)


class Migration(migrations.Migration):
    dependencies = (("players", "0012_login"),)

    operations = (
        migrations.CreateModel(
            name="PlayerLoginOrigin",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("origin", models.CharField(max_length=64)),
                ("failures", django.contrib.postgres.fields.ArrayField(base_field=models.DateTimeField())),
                ("last_failed_at", models.DateTimeField()),
                ("locked_at", models.DateTimeField(null=True)),
                ("player", ForeignKey(db_column="chain", db_index=False, on_delete=PROTECT, to="players.player")),
            ],
            options={
                "db_table": "players_login_origin",
                "constraints": [UniqueConstraint(fields=("player", "origin"), name="players_login_origin_once")],
            },
        ),
        RunSQL(_FORWARDS, _BACKWARDS),
    )
