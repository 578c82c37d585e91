import django.contrib.postgres.indexes
from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_bonus"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="round",
            index=django.contrib.postgres.indexes.BrinIndex(
                autosummarize=True, fields=["settled_ms"], name="games_round_by_end"
            ),
        ),
    ]
