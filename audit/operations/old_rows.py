"""Which rows of the log's side tables are deleted when their period is over. Nothing of the log is."""

from datetime import datetime
from typing import Final

from django.db.models import QuerySet

from audit.models.outgoing import Alert
from audit.old_rows import OldRows, deleted_rows


def _ended_alerts(boundary: datetime) -> QuerySet[Alert]:
    return Alert.objects.filter(ended_at__lte=boundary)


ENDED_ALERTS: Final[OldRows] = deleted_rows(
    Alert, "alerts that were delivered, dropped or given up: deleted", _ended_alerts
)
