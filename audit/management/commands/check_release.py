"""manage.py check_release: compare this installation with the approved release."""

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.console_user import console_actor
from audit.release import ReleaseCheck
from audit.release_watch import Verification, verify


class Command(BaseCommand):
    """Exit with 1 if something differs. Whatever is found is saved as an event, and a difference stops new wagers."""

    help = "Compare files, packages and settings with the signed manifest; exits 1 if something differs."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, json: bool, **_: object) -> None:
        if not settings.REDDOG_RELEASE_VERIFIED:
            raise CommandError("Nothing was compared: this demonstration names no REDDOG_RELEASE_VKEY.")
        check = _check()
        if json:
            self._print_json(check)
        else:
            for component in check.components:
                mark = "ok " if component.approved_sha256 == component.found_sha256 else "RED"
                self.stdout.write(f"{mark} {component.name:<13} {component.found_sha256 or 'nothing found'}")
            for finding in check.findings:
                self.stdout.write(f"RED {finding}")
            self.stdout.write(check.summary)
        if check.findings:
            sys.exit(1)

    def _print_json(self, check: ReleaseCheck) -> None:
        self.stdout.write(json.dumps(asdict(check), indent=2))


def _check() -> ReleaseCheck:
    wanted = Verification(process="console", actor=console_actor(), reason="check_release", compiles_all=True)
    return verify(wanted, now=datetime.now(UTC))
