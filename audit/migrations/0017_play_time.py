"""When a player's bets began and ended, on the row that every step writes. `responsible_gaming` fills it from the ledger."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0016_system_record_by_type"),)

    operations = (
        migrations.AddField("Chain", "play_began_ms", models.BigIntegerField(default=0, db_default=0)),
        migrations.AddField("Chain", "play_last_ms", models.BigIntegerField(default=0, db_default=0)),
        migrations.AddField("Chain", "play_earlier_duration_ms", models.BigIntegerField(default=0, db_default=0)),
    )
