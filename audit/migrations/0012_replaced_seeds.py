"""Keep the last seeds of commitments that were replaced, sealed, until the next epoch is opened and reveals them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("audit", "0011_listed_events"),)

    operations = (migrations.AddField("Epoch", "replaced_seeds", models.BinaryField(null=True)),)
