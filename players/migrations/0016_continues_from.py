"""Where the count of a session began. Sessions from before count as they did, each from its own log-in."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0015_session_reference"),)

    operations = (migrations.AddField("Session", "continues_from", models.DateTimeField(null=True)),)
