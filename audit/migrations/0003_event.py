from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("audit", "0002_append_only"),)

    operations = (
        migrations.CreateModel(
            name="Event",
            fields=[
                ("id", models.UUIDField(primary_key=True, serialize=False)),
                ("at", models.DateTimeField()),
                ("kind", models.TextField()),
                ("subject", models.UUIDField(null=True)),
                ("actor", models.TextField()),
                ("reason", models.TextField()),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
            ],
            options={
                "db_table": "audit_event",
                "indexes": [models.Index(fields=["subject", "id"], name="audit_event_by_subject")],
            },
        ),
        append_only("audit_event"),
    )
