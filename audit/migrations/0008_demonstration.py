"""Mark databases of demonstrations, in a table that nobody can take a row out of.

A database that an earlier version furnished is recognised by the event of its operator's creation. Production asks
for the mark at each start, so it has an index of its own.
"""

from django.db import migrations, models

_MARK = """
    INSERT INTO audit_event (id, at, kind, subject, actor, reason, before, after)
    SELECT gen_random_uuid(), min(at), 'demonstration-furnished', NULL, 'platform', 'found by a migration', '{}', '{}'
    FROM audit_event WHERE actor = 'platform' AND reason = 'the demonstration' HAVING count(*) > 0
"""


class Migration(migrations.Migration):
    dependencies = (("audit", "0007_event_of_player"),)

    operations = (
        migrations.AddIndex(
            "Event",
            models.Index(
                fields=("kind",), condition=models.Q(kind="demonstration-furnished"), name="audit_event_demonstration"
            ),
        ),
        # Events are append-only: the mark of an earlier run stays when this is reversed, and is not written twice.
        migrations.RunSQL(
            _MARK + " AND NOT EXISTS (SELECT FROM audit_event WHERE kind = 'demonstration-furnished')",
            migrations.RunSQL.noop,
        ),
    )
