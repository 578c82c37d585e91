"""The columnar copies of gaming days that are over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reports", "0008_gaming_days_at_another_hour"),)

    operations = (
        migrations.CreateModel(
            name="DayCopy",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "day", "content", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("day", models.DateField()),
                ("content", models.TextField()),
                ("start_ms", models.BigIntegerField()),
                ("end_ms", models.BigIntegerField()),
                ("log_size", models.BigIntegerField()),
                ("name", models.TextField()),
                ("sha256", models.BinaryField()),
                ("size", models.BigIntegerField()),
                ("rows", models.BigIntegerField()),
            ],
            options={"db_table": "reports_day_copy"},
        ),
    )
