from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("players", "0004_events_and_activity"),)

    operations = (
        migrations.AddIndex("Session", models.Index(fields=("player", "created_at"), name="players_session_of_a_day")),
        migrations.AlterField(
            "Session",
            "player",
            models.ForeignKey(db_column="chain", db_index=False, on_delete=models.PROTECT, to="players.player"),
        ),
    )
