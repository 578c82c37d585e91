"""Name the table of status entries, with its index and constraints, by what it holds."""

from django.db import migrations, models
from django.db.models import Q

_STATUSES = ["requested", "pending", "cancelling", "settled", "refused", "cancelled"]

_RENAME = """
ALTER TABLE cashier_status_entry RENAME CONSTRAINT cashier_step_status TO cashier_status_entry_status;
ALTER INDEX cashier_step_journal_once RENAME TO cashier_status_entry_journal_once;
"""

_RENAME_BACK = """
ALTER TABLE cashier_status_entry RENAME CONSTRAINT cashier_status_entry_status TO cashier_step_status;
ALTER INDEX cashier_status_entry_journal_once RENAME TO cashier_step_journal_once;
"""


class Migration(migrations.Migration):
    """After the index by time. The triggers that keep the table append-only stay with it."""

    dependencies = (("cashier", "0003_ended_by_time"),)

    operations = (
        migrations.RenameModel("StoredStep", "StoredStatusEntry"),
        migrations.AlterModelTable("StoredStatusEntry", "cashier_status_entry"),
        migrations.RenameIndex(
            "StoredStatusEntry", new_name="cashier_status_ended_by_time", old_name="cashier_step_ended_by_time"
        ),
        migrations.SeparateDatabaseAndState(
            database_operations=(migrations.RunSQL(_RENAME, _RENAME_BACK),),
            state_operations=(
                migrations.RemoveConstraint("StoredStatusEntry", "cashier_step_status"),
                migrations.RemoveConstraint("StoredStatusEntry", "cashier_step_journal_once"),
                migrations.AddConstraint(
                    "StoredStatusEntry",
                    models.CheckConstraint(condition=Q(status__in=_STATUSES), name="cashier_status_entry_status"),
                ),
                migrations.AddConstraint(
                    "StoredStatusEntry",
                    models.UniqueConstraint(
                        condition=Q(seq__isnull=False),
                        fields=("chain", "seq"),
                        name="cashier_status_entry_journal_once",
                    ),
                ),
            ),
        ),
    )
