"""Find events by their kind, for a severity's page."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add an index."""

    dependencies = (("audit", "0018_switch"),)

    operations = (
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["kind", "at", "id"], name="audit_event_by_kind"),
        ),
    )
