from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("games", "0007_settled_rounds_are_final"),)

    operations = (
        migrations.AddIndex(
            "Round", models.Index(fields=("dealt_ms", "chain", "epoch", "nonce"), name="games_round_by_deal")
        ),
    )
