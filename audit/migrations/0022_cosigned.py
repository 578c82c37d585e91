"""The cosignatures of checkpoints that a quorum of witnesses signed."""

import django.db.models.deletion
from django.db import migrations, models

from audit.append_only import append_only


class Migration(migrations.Migration):
    dependencies = (("audit", "0021_waiting_alerts"),)

    operations = (
        migrations.CreateModel(
            name="Cosigned",
            fields=[
                (
                    "checkpoint",
                    models.OneToOneField(
                        db_column="size",
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        serialize=False,
                        to="audit.checkpoint",
                    ),
                ),
                ("lines", models.TextField()),
                ("cosigned_at", models.DateTimeField()),
            ],
            options={"db_table": "audit_cosigned"},
        ),
        append_only("audit_cosigned"),
    )
