"""Name the journal's model as its neighbour. The table keeps its name."""

from django.db import migrations


class Migration(migrations.Migration):
    """After the tables."""

    dependencies = (("wallet", "0004_of_a_day"),)

    operations = (migrations.RenameModel("Journal", "StoredJournal"),)
