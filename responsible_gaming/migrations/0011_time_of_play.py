"""A player's newest reality check by one look-up; and the time of play of those who play, from the ledger.

The migration's SQL is what wallet/queries/play_stretches.py had when this was written.
"""

from typing import Any, Final

from django.conf import settings
from django.db import migrations, models

_COUNTS: Final = (
    "(w.kind IN ('deal', 'sit', 'act') OR w.kind = 'settle' AND w.actor IN ('player', 'platform')"
    " OR w.kind = 'leave' AND w.actor = 'platform')"
)
_WITH_OPEN_STAKE: Final = "(w.kind = 'act' OR w.kind IN ('settle', 'leave') AND w.actor = 'platform')"
_FILL: Final = f"""
WITH bets AS (
  SELECT w.chain, w.seq, w.time_ms, {_WITH_OPEN_STAKE} AS goes_on, lag(w.time_ms) OVER of_chain AS before_ms
  FROM wallet_accounts a
  CROSS JOIN LATERAL (
    SELECT w.time_ms FROM wallet_journal w WHERE w.chain = a.chain AND {_COUNTS} ORDER BY w.seq DESC LIMIT 1
  ) newest
  JOIN wallet_journal w ON w.chain = a.chain AND w.time_ms >= newest.time_ms - 3 * 86400000 AND {_COUNTS}
  WINDOW of_chain AS (PARTITION BY w.chain ORDER BY w.seq)
), numbered AS (
  SELECT chain, time_ms, count(*) FILTER (
    WHERE before_ms IS NULL OR NOT goes_on AND time_ms - before_ms >= %(pause_ms)s
  ) OVER (PARTITION BY chain ORDER BY seq) AS stretch
  FROM bets
), stretches AS (
  SELECT chain, stretch, min(time_ms) AS began_ms, max(time_ms) AS last_ms FROM numbered GROUP BY chain, stretch
), newest AS (
  SELECT DISTINCT ON (chain) chain, stretch, began_ms, last_ms, (extract(epoch FROM
    date_trunc('day', to_timestamp(began_ms / 1000.0) AT TIME ZONE %(zone)s) AT TIME ZONE %(zone)s) * 1000)::bigint AS day_ms
  FROM stretches ORDER BY chain, stretch DESC
), played AS (
  SELECT n.chain, n.began_ms, n.last_ms,
    COALESCE(sum(greatest(0, s.last_ms - greatest(s.began_ms, n.day_ms))), 0)::bigint AS earlier_duration_ms
  FROM newest n LEFT JOIN stretches s ON s.chain = n.chain AND s.stretch < n.stretch
  GROUP BY n.chain, n.began_ms, n.last_ms
)
UPDATE audit_chain c SET play_began_ms = p.began_ms, play_last_ms = p.last_ms,
  play_earlier_duration_ms = p.earlier_duration_ms
FROM played p WHERE p.chain = c.chain
"""


def _fill(apps: Any, schema_editor: Any) -> None:  # noqa: ARG001  Django's signature
    jurisdiction = settings.REDDOG_JURISDICTION
    values = {"pause_ms": jurisdiction.sessions.pause_duration_ms, "zone": jurisdiction.zone}
    with schema_editor.connection.cursor() as cursor:
        cursor.execute(_FILL, values)


class Migration(migrations.Migration):
    dependencies = (
        ("responsible_gaming", "0010_registry_of_limits"),
        ("audit", "0017_play_time"),
        ("wallet", "0005_stored_journal"),
    )

    operations = (
        migrations.AddIndex(
            "RealityCheck", models.Index(fields=("chain", "checked_ms"), name="responsible_gaming_check_last")
        ),
        migrations.RunPython(_fill, migrations.RunPython.noop),
    )
