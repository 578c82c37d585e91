"""A round's row is written twice: room in the page keeps its key's index entry valid."""

from django.db import migrations


class Migration(migrations.Migration):
    """After the tables."""

    dependencies = (("games", "0001_initial"),)

    operations = (migrations.RunSQL("ALTER TABLE games_round SET (fillfactor = 70)", migrations.RunSQL.noop),)
