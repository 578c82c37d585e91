"""Switches that are off, and an index of the events that set them, or tell of a drift that may."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0017_play_time"),)

    operations = (
        migrations.CreateModel(
            "Switch",
            [
                ("name", models.TextField(primary_key=True, serialize=False)),
                ("since_ms", models.BigIntegerField()),
                ("message", models.TextField()),
                ("event", models.UUIDField()),
            ],
            {"db_table": "audit_switch"},
        ),
        migrations.AddIndex(
            "Event",
            models.Index(
                fields=("id",),
                condition=models.Q(kind__in=("switched-off", "switched-on", "rtp-drift")),
                name="audit_event_switch",
            ),
        ),
    )
