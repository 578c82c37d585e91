from django.db import migrations, models


class Migration(migrations.Migration):
    # Without a default: PostgreSQL adds the column without touching a row.
    dependencies = (("audit", "0005_field_names"),)

    operations = (migrations.AddField("Event", "request_id", models.TextField(null=True)),)
