"""Gaming days begin at an hour that the operator chooses. Until now it was midnight."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = (("reports", "0007_refused_bets_from_now_on"),)

    operations = tuple(
        migrations.AddField(model, "starts", models.TextField(default="00:00"))
        for model in ("rollupcursor", "reportorder", "storedfiling")
    )
