from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0003_event"),)

    operations = (migrations.AddIndex("Event", models.Index(fields=("at", "id"), name="audit_event_by_time")),)
