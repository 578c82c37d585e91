from django.db import migrations, models
from django.db.models import CheckConstraint, Q, UniqueConstraint


class Migration(migrations.Migration):
    """Let a player dispute a hand at a table. The disputes that there are stay those about rounds."""

    dependencies = (("casework", "0005_act_reviews"),)

    operations = (
        migrations.AddField("dispute", "table", models.UUIDField(null=True)),
        migrations.AlterField("dispute", "nonce", models.IntegerField(null=True)),
        migrations.AddConstraint(
            "dispute",
            UniqueConstraint(
                fields=("chain", "table", "epoch"),
                condition=Q(answered_ms=None),
                name="casework_dispute_one_open_of_hand",
            ),
        ),
        migrations.AddConstraint(
            "dispute",
            CheckConstraint(
                condition=Q(table=None, nonce__isnull=False) | Q(table__isnull=False, nonce=None),
                name="casework_dispute_round_or_hand",
            ),
        ),
    )
