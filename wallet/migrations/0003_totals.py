from django.db import migrations, models
from django.db.migrations import RunSQL

_TOTALS = ("deposited_minor", "staked_minor", "returned_minor")

# The one change that journals ever see: they are given what their own postings add up to.
_ADD_UP = """
ALTER TABLE wallet_journal DISABLE TRIGGER append_only_rows;
UPDATE wallet_journal j SET deposited_minor = t.deposited, staked_minor = t.staked, returned_minor = t.returned
FROM (
  SELECT chain, seq,
    COALESCE(sum(deposited) OVER w, 0) AS deposited,
    COALESCE(sum(staked) OVER w, 0) AS staked,
    COALESCE(sum(returned) OVER w, 0) AS returned
  FROM (
    SELECT chain, seq,
      sum(amount_minor) FILTER (WHERE source = 'deposit' AND target = 'cash') AS deposited,
      sum(amount_minor) FILTER (WHERE target = 'in_play') AS staked,
      sum(amount_minor) FILTER (WHERE source IN ('in_play', 'house') AND target = 'cash') AS returned
    FROM wallet_posting GROUP BY chain, seq
  ) moved
  WINDOW w AS (PARTITION BY chain ORDER BY seq)
) t
WHERE j.chain = t.chain AND j.seq = t.seq;
ALTER TABLE wallet_journal ENABLE TRIGGER append_only_rows;
"""


class Migration(migrations.Migration):
    dependencies = (("wallet", "0002_append_only"),)

    operations = (
        *(migrations.AddField("Journal", name, models.BigIntegerField(default=0)) for name in _TOTALS),
        RunSQL(_ADD_UP, RunSQL.noop),
        *(migrations.AlterField("Journal", name, models.BigIntegerField()) for name in _TOTALS),
        migrations.AddIndex("Journal", models.Index(fields=("chain", "time_ms", "seq"), name="wallet_journal_by_time")),
    )
