"""The newest hands of a game are found over all its tables, those of test tables apart."""

from django.db import migrations, models

# The trigger keeps epochs that ended as they are. It is the owner who migrates, and alone may do this.
_UNLOCK = "ALTER TABLE tables_epoch DISABLE TRIGGER final_rows"
_LOCK = "ALTER TABLE tables_epoch ENABLE TRIGGER final_rows"
_FILL = 'UPDATE tables_epoch e SET game = t.game, test = t.test FROM tables_table t WHERE t.chain = e."table"'


class Migration(migrations.Migration):
    """Columns that may be null: code that does not know them works on."""

    dependencies = (("tables", "0008_keys_without_money"),)

    operations = (
        migrations.AddField("begunepoch", "game", models.TextField(null=True)),
        migrations.AddField("begunepoch", "test", models.BooleanField(null=True)),
        migrations.RunSQL([_UNLOCK, _FILL, _LOCK], migrations.RunSQL.noop),
        migrations.AddIndex(
            "begunepoch", models.Index(fields=("game", "test", "seats_ms"), name="tables_epoch_newest_of_game")
        ),
    )
