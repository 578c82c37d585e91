"""When beat sends which task. A number is the pause between two in seconds; times of the day are UTC."""

from collections.abc import Mapping
from typing import Any, Final

from celery.schedules import crontab

SCHEDULE: Final[Mapping[str, Mapping[str, Any]]] = {
    # Well within the ten seconds (mmd_ms of the sheets) after which an auditor calls the settlement late.
    "expire-rounds": {
        "task": "games.expire_rounds",
        "schedule": 3.0,
        # If no worker fetches them, the older ones are of no use.
        "options": {"expires": 30},
    },
    "assess-players": {
        "task": "responsible_gaming.assess_players",
        "schedule": crontab(hour=5, minute=20),
    },
    "mark-dormant-accounts": {"task": "players.mark_dormant", "schedule": crontab(hour="4", minute="20")},
    "import-exclusions": {
        "task": "responsible_gaming.import_exclusions",
        "schedule": crontab(hour=3, minute=30),
    },
    "resume-payments": {
        "task": "cashier.resume_payments",
        "schedule": 30.0,
        "options": {"expires": 60},
    },
    "schedule-reports": {
        "task": "reports.scheduler_tick",
        "schedule": 30.0,
        "options": {"expires": 60},
    },
    # Once in 24 hours: the task finds out whether that was done.
    "verify-release": {"task": "audit.verify_release", "schedule": 600.0, "options": {"expires": 600}},
    "record-heartbeat": {"task": "reddog_platform.beat_heartbeat", "schedule": 15.0},
}
