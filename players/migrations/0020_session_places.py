from typing import Final

from django.db import migrations, models
from django.db.migrations import RunSQL
from django.db.models import Q

# Where a session was played from can be forgotten, and never be told otherwise.
_ONLY_EMPTIED: Final = """
CREATE TRIGGER place_is_only_emptied BEFORE UPDATE OF address, device_id ON players_session FOR EACH ROW
  WHEN (NEW.address NOT IN ('', OLD.address)
        OR (NEW.device_id IS NOT NULL AND NEW.device_id IS DISTINCT FROM OLD.device_id))
  EXECUTE FUNCTION refuse_change()
"""


class Migration(migrations.Migration):
    dependencies = (("players", "0019_persons"), ("audit", "0002_append_only"))

    operations = (
        migrations.AddIndex(
            model_name="session",
            index=models.Index(
                fields=("expires_at",),
                condition=~Q(address="") | Q(device__isnull=False),
                name="players_session_with_place",
            ),
        ),
        RunSQL(_ONLY_EMPTIED, "DROP TRIGGER place_is_only_emptied ON players_session"),
    )
