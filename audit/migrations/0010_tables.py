"""What tables need of chains and of the queue.

A chain says whether its stake at a table is open. The queue numbers its records in the order in which they were
stored, and says by which version of the protocol each was written: the code before this wrote version 1.
"""

from django.db import migrations, models
from django.db.migrations import RunSQL


class Migration(migrations.Migration):
    dependencies = (("audit", "0009_subtrees"),)

    operations = (
        migrations.AddField("Chain", "stake_open", models.BooleanField(default=False, db_default=False)),
        migrations.AddConstraint(
            "Chain",
            models.CheckConstraint(
                condition=~models.Q(round_open=True, stake_open=True), name="audit_chain_one_stake_open"
            ),
        ),
        RunSQL(
            "ALTER TABLE audit_queue ADD COLUMN number bigint GENERATED ALWAYS AS IDENTITY,"
            " ADD COLUMN version smallint NOT NULL DEFAULT 1",
            "ALTER TABLE audit_queue DROP COLUMN number, DROP COLUMN version",
        ),
    )
