from django.db import migrations
from django.db.models import Index, Q


class Migration(migrations.Migration):
    dependencies = (("cashier", "0005_requested_by_time"),)

    operations = (
        migrations.AddIndex(
            "StoredStatusEntry",
            Index(
                fields=("chain", "at_ms", "payment"), condition=Q(status="settled"), name="cashier_settled_of_player"
            ),
        ),
    )
