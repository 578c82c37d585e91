from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = (("players", "0010_sealed_apart"),)

    operations = (
        migrations.AddIndex("Session", models.Index(fields=("created_at", "id"), name="players_session_by_time")),
        migrations.AddIndex(
            "Player", models.Index(fields=("chain",), condition=Q(status="dormant"), name="players_dormant")
        ),
    )
