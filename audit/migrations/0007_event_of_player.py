from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0006_event_request"),)

    operations = (
        migrations.AddIndex("Event", models.Index(fields=("subject", "at", "id"), name="audit_event_of_player")),
    )
