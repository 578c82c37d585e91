from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0003_exclusion"), ("audit", "0003_event"))

    operations = (
        migrations.AddField("StoredLimits", "windows", models.TextField(null=True)),
        migrations.AddField("StoredLimits", "zone", models.TextField(null=True)),
        migrations.CreateModel(
            name="RealityCheck",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "session", "checked_ms", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("session", models.UUIDField()),
                ("checked_ms", models.BigIntegerField()),
                ("chain", models.UUIDField()),
                ("elapsed_ms", models.BigIntegerField()),
                ("staked_minor", models.BigIntegerField()),
                ("returned_minor", models.BigIntegerField()),
            ],
            options={"db_table": "responsible_gaming_reality_check"},
        ),
        append_only("responsible_gaming_reality_check"),
    )
