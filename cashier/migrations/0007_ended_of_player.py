"""A player's payments that ended in an interval are found in any way that they ended, no longer the settled ones alone."""

from django.db import migrations
from django.db.models import Index, Q


class Migration(migrations.Migration):
    dependencies = (("cashier", "0006_settled_of_player"),)

    operations = (
        migrations.AddIndex(
            "StoredStatusEntry",
            Index(
                fields=("chain", "at_ms", "payment"),
                condition=Q(status__in=["cancelled", "refused", "settled"]),
                name="cashier_ended_of_player",
            ),
        ),
        migrations.RemoveIndex("StoredStatusEntry", "cashier_settled_of_player"),
    )
