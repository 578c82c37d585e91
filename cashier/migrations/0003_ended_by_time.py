from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = (("cashier", "0002_under_way"),)

    operations = (
        migrations.AddIndex(
            "StoredStep",
            models.Index(
                fields=("at_ms", "payment"),
                condition=Q(status__in=["cancelled", "refused", "settled"]),
                name="cashier_step_ended_by_time",
            ),
        ),
    )
