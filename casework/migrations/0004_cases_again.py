from django.db import migrations
from django.db.models import Q, UniqueConstraint


class Migration(migrations.Migration):
    """Let a day that goes on after its case was closed have another one."""

    dependencies = (("casework", "0003_disputes"),)

    operations = (
        migrations.AddConstraint(
            "case",
            UniqueConstraint(
                fields=("chain", "rule", "day_started_ms"), condition=Q(closed_ms=None), name="casework_case_one_open"
            ),
        ),
        migrations.RemoveConstraint("case", "casework_case_once_a_day"),
    )
