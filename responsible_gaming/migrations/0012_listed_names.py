import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("responsible_gaming", "0011_time_of_play"),
    ]

    operations = [
        migrations.CreateModel(
            name="StoredListedName",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "digest", "listed_id", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("digest", models.BinaryField()),
                (
                    "listed",
                    models.ForeignKey(
                        db_column="listed",
                        on_delete=django.db.models.deletion.CASCADE,
                        to="responsible_gaming.storedlistedperson",
                    ),
                ),
            ],
            options={
                "db_table": "responsible_gaming_listed_name",
            },
        ),
    ]
