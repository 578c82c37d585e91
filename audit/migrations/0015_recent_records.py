"""Refuse a record that is queued long after its time, in sessions that say how long that is.

A record that is committed late comes into the log behind later ones, and looks as if it were dated back. Sessions that
serve players set `reddog.record_age_ms` (reddog_platform/postgresql/time_limits.py); in others the check passes, so a
backup can be restored. Records of the system chain come first in their batch and may take their time.

Source: docs/adr/0049-dated-as-they-came.md.
"""

from django.db import migrations

_ADD = """
ALTER TABLE audit_queue ADD CONSTRAINT audit_queue_is_recent CHECK (
  chain = '00000000-0000-0000-0000-000000000000'
  OR time_ms >= (extract(epoch FROM clock_timestamp()) * 1000)::bigint
    - NULLIF(NULLIF(current_setting('reddog.record_age_ms', true), ''), '0')::bigint
)
"""


class Migration(migrations.Migration):
    dependencies = (("audit", "0014_player_keys"),)

    operations = (migrations.RunSQL(_ADD, reverse_sql="ALTER TABLE audit_queue DROP CONSTRAINT audit_queue_is_recent"),)
