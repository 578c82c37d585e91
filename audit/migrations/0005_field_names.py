"""Columns by the names of what they hold."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Names only: PostgreSQL rewrites no row, and its unique index follows the column's new name."""

    dependencies = (("audit", "0004_event_by_time"),)

    operations = (
        migrations.RenameField("Epoch", "client", "client_seed"),
        migrations.RenameField("Epoch", "sealed", "sealed_seeds"),
        migrations.RenameField("Chain", "in_round", "round_open"),
        migrations.SeparateDatabaseAndState(
            state_operations=(
                migrations.RemoveConstraint("Epoch", "audit_epoch_client_once"),
                migrations.AddConstraint(
                    "Epoch",
                    models.UniqueConstraint(fields=("chain", "client_seed"), name="audit_epoch_client_once"),
                ),
            )
        ),
    )
