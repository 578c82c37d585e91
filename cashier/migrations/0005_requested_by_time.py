from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = (("cashier", "0004_status_entries"),)

    operations = (
        migrations.AddIndex(
            "StoredStatusEntry",
            models.Index(fields=("at_ms", "payment"), condition=Q(number=0), name="cashier_requested_by_time"),
        ),
        migrations.AddIndex(
            "StoredStatusEntry",
            models.Index(
                fields=("chain", "at_ms", "payment"), condition=Q(number=0), name="cashier_requested_of_player"
            ),
        ),
    )
