"""The daily verification of the software, the alerts, and keys that are replaced by schedule."""

from datetime import UTC, datetime, timedelta
from typing import Final

from celery import shared_task
from django.conf import settings

from audit.alert_webhooks import configured_webhooks, least_severity
from audit.key_custody import root_notes
from audit.operations.replace_due import replace_due
from audit.operations.send_alerts import send_alerts
from audit.queries.release import newest_verification
from audit.release_watch import Verification, verify

_EVERY: Final = timedelta(hours=24)


@shared_task(name="audit.verify_release")
def verify_release_task(**_: object) -> None:
    """Verify the software, if that was not done in the last 24 hours."""
    now = datetime.now(UTC)
    newest = newest_verification()
    if not settings.REDDOG_RELEASE_VERIFIED or (newest and newest[0].at > now - _EVERY):
        return
    wanted = Verification(process="batch", actor="platform", reason="daily", compiles_all=True)
    verify(wanted, now=now)


@shared_task(name="audit.send_alerts")
def send_alerts_task(**_: object) -> int:
    """Send the alerts that are due. Running twice at once, or late, sends none twice."""
    return send_alerts(configured_webhooks(), least=least_severity(), now=datetime.now(UTC))


@shared_task(name="audit.replace_keys")
def replace_keys_task(**_: object) -> list[str]:
    """Replace the signing keys whose warrants end, if the root's notes for that lie beside the keys of this process."""
    notes = root_notes()
    return replace_due(notes, now=datetime.now(UTC)) if notes else []
