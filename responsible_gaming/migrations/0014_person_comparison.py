"""How far the players who registered before some rules of persons held have been compared.

Where there are players already, the comparison is due: the row says so until `compare_persons` has ended it.
"""

from django.db import migrations, models

_DUE = """
    INSERT INTO responsible_gaming_person_comparison (revision, started_at, compared, opened)
    SELECT 1, now(), 0, 0 WHERE EXISTS (SELECT FROM players_player)
"""


class Migration(migrations.Migration):
    """A row for each revision of the rules."""

    dependencies = (("responsible_gaming", "0013_withheld"), ("players", "0023_device_in_common"))

    operations = (
        migrations.CreateModel(
            name="PersonComparison",
            fields=[
                ("revision", models.PositiveSmallIntegerField(primary_key=True, serialize=False)),
                ("started_at", models.DateTimeField()),
                ("reached_at", models.DateTimeField(null=True)),
                ("reached", models.UUIDField(null=True)),
                ("compared", models.IntegerField(default=0)),
                ("opened", models.IntegerField(default=0)),
                ("finished_at", models.DateTimeField(null=True)),
            ],
            options={"db_table": "responsible_gaming_person_comparison"},
        ),
        migrations.RunSQL(_DUE, migrations.RunSQL.noop),
    )
