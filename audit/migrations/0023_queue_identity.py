"""Let the queue be copied to another server while it is written.

Logical replication carries a deletion over by the row's key, and refuses deletions from a table that has none. The queue
has no key, since every step would pay for its index. So a deletion tells the whole row: some two hundred bytes more of
write-ahead log a record, written by the sequencer, and on servers with `wal_level = logical` alone.

Source: docs/adr/0113-cells-on-citus.md.
"""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = (("audit", "0022_cosigned"),)

    operations = (
        migrations.RunSQL(
            "ALTER TABLE audit_queue REPLICA IDENTITY FULL",
            reverse_sql="ALTER TABLE audit_queue REPLICA IDENTITY DEFAULT",
        ),
    )
