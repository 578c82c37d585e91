"""manage.py make_keys: the keys of a new installation."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from audit.keys import SECRET_KEYS, SIGNING_KEYS, folder


class Command(BaseCommand):
    """Draw what is missing of the installation's keys, and leave what is there."""

    help = "Draw the missing keys into REDDOG_KEYS_DIR (files readable by their owner alone)."
    requires_system_checks = ()

    def handle(self, **_: Any) -> None:
        """Write the key files, and the names under which the signing keys sign."""
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        made = [name for name in (*SIGNING_KEYS, *SECRET_KEYS) if _draw(folder() / f"{name}.key")]
        names = folder() / "keys.json"
        if not names.exists():
            names.write_text(json.dumps(_names(datetime.now(UTC)), indent=2) + "\n")
        self.stdout.write(f"Made {', '.join(made)}." if made else "All keys are there.")


def _draw(path: Path) -> bool:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return False
    with os.fdopen(handle, "w") as file:
        file.write(os.urandom(32).hex() + "\n")
    return True


def _names(now: datetime) -> dict[str, str]:
    house = settings.REDDOG_LOG_ORIGIN.removesuffix("/log")
    return {"root": f"{house}/root", "log": settings.REDDOG_LOG_ORIGIN, "rounds": f"{house}/rounds-{now:%Y%m%d}"}
