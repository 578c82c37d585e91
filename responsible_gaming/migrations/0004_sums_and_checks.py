from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("responsible_gaming", "0003_exclusion"),)

    operations = (
        migrations.AddField("StoredLimits", "windows", models.TextField(null=True)),
        migrations.AddField("StoredLimits", "zone", models.TextField(null=True)),
        migrations.CreateModel(
            name="RealityCheck",
            fields=[
                ("session", models.UUIDField(primary_key=True, serialize=False)),
                ("checked_ms", models.BigIntegerField()),
            ],
            options={"db_table": "responsible_gaming_reality_check"},
        ),
    )
