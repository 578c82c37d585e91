"""How far the players who registered before some rules of persons held have been compared."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """A row for each revision of the rules."""

    dependencies = (("responsible_gaming", "0013_withheld"),)

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
    )
