"""Stakes are found by when they ended, for reports."""

from django.contrib.postgres.indexes import BrinIndex
from django.db import migrations


class Migration(migrations.Migration):
    """An index over a column that only grows."""

    dependencies = (("tables", "0002_append_only"),)

    operations = (
        migrations.AddIndex(
            "placedstake", BrinIndex(fields=("ended_ms",), name="tables_stake_by_end", autosummarize=True)
        ),
    )
