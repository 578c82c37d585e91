"""Where reports are filed already, bets that a limit refused are reported on from the day after the upgrade on.

Before it nothing remembered them: a report of those days would say that no bet was refused.
"""

from django.db import migrations

_BEGIN = """
INSERT INTO reports_schedule (kind, ordered_until)
SELECT 'limits-refused', greatest(max(ordered_until), current_date) + 1 FROM reports_schedule HAVING count(*) > 0
"""
_FORGET = "DELETE FROM reports_schedule WHERE kind = 'limits-refused'"


class Migration(migrations.Migration):
    dependencies = (("reports", "0006_revised"),)

    operations = (migrations.RunSQL(_BEGIN, _FORGET),)
