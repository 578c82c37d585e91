from django.db import migrations, models
from django.db.models import Index, Q
from django.db.models.functions import Collate


class Migration(migrations.Migration):
    dependencies = (("players", "0017_messages"),)

    operations = (
        migrations.AddIndex("Player", Index(Collate("username", "C"), name="players_by_username")),
        migrations.AddIndex("Player", models.Index(fields=("created_at", "chain"), name="players_by_registration")),
        migrations.AddIndex("Player", models.Index(fields=("status", "created_at", "chain"), name="players_by_status")),
        migrations.AddIndex(
            "Player",
            models.Index(fields=("created_at", "chain"), condition=Q(test_account=True), name="players_test_accounts"),
        ),
    )
