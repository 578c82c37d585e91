import django.contrib.postgres.indexes
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("wallet", "0003_totals"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="journal",
            index=django.contrib.postgres.indexes.BrinIndex(
                autosummarize=True, fields=["time_ms"], name="wallet_journal_of_a_day"
            ),
        ),
    ]
