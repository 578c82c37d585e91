"""Stakes that a player took back in an epoch are found by an index, for the clock of the betting."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Few stakes are taken back, so the index is small."""

    dependencies = (("tables", "0006_paused_with_all"),)

    operations = (
        migrations.AddIndex(
            "placedstake",
            models.Index(
                fields=("table", "epoch", "chain", "placed_ms"),
                condition=models.Q(unseated=True),
                name="tables_stake_withdrawn",
            ),
        ),
    )
