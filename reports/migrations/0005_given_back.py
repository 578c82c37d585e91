"""Withdrawals that were given back are summed apart from adjustments: the roll-ups are counted again."""

from typing import Final

from django.db import migrations, models

# Workers count the log again from its beginning, because old sums do not tell the two apart.
_COUNT_AGAIN: Final = """
DELETE FROM reports_game_hour;
DELETE FROM reports_game_day;
DELETE FROM reports_account_day;
DELETE FROM reports_money_day;
UPDATE reports_cursor SET log_size = 0;
"""


class Migration(migrations.Migration):
    """The tables are empty as the column comes, so it needs no default."""

    dependencies = (("reports", "0004_filing_by_time"),)

    operations = (
        migrations.RunSQL(_COUNT_AGAIN, _COUNT_AGAIN),
        migrations.AddField(
            "accountday", "given_back_minor", models.BigIntegerField(default=0), preserve_default=False
        ),
        migrations.AddField("moneyday", "given_back_minor", models.BigIntegerField(default=0), preserve_default=False),
    )
