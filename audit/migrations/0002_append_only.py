"""The queue, the one row of the log, and what may only grow."""

from django.db import migrations

from audit.append_only import append_only, define_function


class Migration(migrations.Migration):
    """After the tables."""

    dependencies = (("audit", "0001_initial"),)

    operations = (
        # No key and no index: it is written by every step, read whole, and nearly empty at all times.
        migrations.RunSQL(
            "CREATE TABLE audit_queue (chain uuid NOT NULL, seq bigint NOT NULL, leaf bytea NOT NULL,"
            " time_ms bigint NOT NULL)",
            "DROP TABLE audit_queue",
        ),
        migrations.RunSQL("INSERT INTO audit_log (id, size, frontier) VALUES (1, 0, '{}')", migrations.RunSQL.noop),
        # A chain's row changes with every step: room in the page keeps its index entry valid.
        migrations.RunSQL("ALTER TABLE audit_chain SET (fillfactor = 50)", migrations.RunSQL.noop),
        define_function(),
        append_only("audit_record"),
        append_only("audit_leaf"),
        append_only("audit_checkpoint"),
    )
