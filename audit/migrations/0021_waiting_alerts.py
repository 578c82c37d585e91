from typing import Final

from django.db import migrations
from django.db.migrations import RunSQL

# An alert goes by schedule once it has ended. One that waits has not been told to anybody yet.
_KEEP_WAITING: Final = """
CREATE TRIGGER waiting_is_kept BEFORE DELETE ON audit_alert FOR EACH ROW
  WHEN (OLD.ended_at IS NULL) EXECUTE FUNCTION refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = (("audit", "0020_outgoing_events"),)

    operations = (RunSQL(_KEEP_WAITING, "DROP TRIGGER waiting_is_kept ON audit_alert"),)
