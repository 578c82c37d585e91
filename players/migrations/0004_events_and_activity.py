from django.db import migrations, models
from django.db.migrations import RunSQL

_MOVE = """
INSERT INTO audit_event (id, at, kind, subject, actor, reason, before, after)
SELECT id, at, 'player-status', chain, actor, reason, jsonb_build_object('status', before),
  jsonb_build_object('status', after)
FROM players_status_change
"""


class Migration(migrations.Migration):
    dependencies = (("players", "0003_status_change"), ("audit", "0003_event"))

    operations = (
        RunSQL(_MOVE, RunSQL.noop),
        migrations.DeleteModel("StatusChange"),
        migrations.AddField("Session", "active_at", models.DateTimeField(null=True)),
        RunSQL("UPDATE players_session SET active_at = created_at", RunSQL.noop),
        migrations.AlterField("Session", "active_at", models.DateTimeField()),
    )
