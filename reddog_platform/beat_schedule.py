"""When beat sends which task, and which queue takes it. A number is the pause between two in seconds; times are UTC."""

from collections.abc import Mapping
from typing import Any, Final

from celery.schedules import crontab

DEFAULT_QUEUE: Final = "realtime"
"""An overdue round must be settled within seconds, so its task does not wait for one that may take minutes."""

ROUTES: Final[Mapping[str, Mapping[str, str]]] = {
    "audit.send_alerts": {"queue": DEFAULT_QUEUE},  # alerts wait for no report
    "reports.*": {"queue": "batch"},
    "responsible_gaming.*": {"queue": "batch"},
    "players.*": {"queue": "batch"},
    "audit.*": {"queue": "batch"},
    "casework.*": {"queue": "batch"},
    "reddog_platform.apply_retention": {"queue": "batch"},
    "reddog_platform.look_around": {"queue": "batch"},
    "reddog_platform.batch_heartbeat": {"queue": "batch"},
}

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
    "apply-retention": {"task": "reddog_platform.apply_retention", "schedule": crontab(hour=4, minute=40)},
    "import-exclusions": {
        "task": "responsible_gaming.import_exclusions",
        "schedule": crontab(hour=3, minute=30),
    },
    # A case is opened on the day that it is about.
    "find-cases": {"task": "casework.find_cases", "schedule": crontab(minute=50), "options": {"expires": 3600}},
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
    "send-alerts": {"task": "audit.send_alerts", "schedule": 5.0, "options": {"expires": 15}},
    "send-mails": {"task": "players.send_mails", "schedule": 15.0, "options": {"expires": 60}},
    # Within this time another cell's exclusion binds here. Without cells the task does nothing.
    "follow-directory": {"task": "players.follow_directory", "schedule": 30.0, "options": {"expires": 60}},
    "copy-days": {"task": "reports.copy_days", "schedule": crontab(hour=5, minute=40)},
    "sweep-report-store": {"task": "reports.sweep_store", "schedule": crontab(hour=6, minute=10)},
    "notice-large-days": {"task": "reports.notice_large_days", "schedule": 60.0, "options": {"expires": 60}},
    # Well within the days for which both keys hold; where nobody brought notes it does nothing.
    "replace-keys": {"task": "audit.replace_keys", "schedule": 600.0, "options": {"expires": 600}},
    # Once in 24 hours: the task finds out whether that was done.
    "verify-release": {"task": "audit.verify_release", "schedule": 600.0, "options": {"expires": 600}},
    "look-around": {"task": "reddog_platform.look_around", "schedule": 120.0, "options": {"expires": 120}},
    "record-heartbeat": {"task": "reddog_platform.beat_heartbeat", "schedule": 15.0},
    "record-batch-heartbeat": {
        "task": "reddog_platform.batch_heartbeat",
        "schedule": 15.0,
        "options": {"expires": 60},
    },
}
