"""An index of the events of self-verification: each process asks every five seconds whether they stop new wagers."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0012_replaced_seeds"),)

    operations = (
        migrations.AddIndex(
            "Event",
            models.Index(
                fields=("kind", "id"),
                condition=models.Q(kind__in=("release-mismatch", "release-accepted", "self-verification")),
                name="audit_event_release",
            ),
        ),
    )
