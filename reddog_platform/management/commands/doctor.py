"""Look for what is wrong with this installation."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand

from reddog_platform.diagnostics import run_diagnostics

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

    from reddog_platform.diagnostic import Diagnostic


class Command(BaseCommand):
    """Prints a line for each finding, with the repair of what is red; exits 1 if anything is."""

    help = "Look for what is wrong with this installation, and say how to repair it. Exits 1 if something is."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, *, json: bool, **_: object) -> None:
        findings = []
        for finding in run_diagnostics(now=datetime.now(UTC)):
            findings.append(finding)
            if not json:
                self._print(finding)
        if json:
            self._print_json(findings)
        if not all(finding.healthy for finding in findings):
            sys.exit(1)

    def _print(self, finding: Diagnostic) -> None:
        mark = self.style.SUCCESS("ok ") if finding.healthy else self.style.ERROR("RED")
        self.stdout.write(f"{mark} {finding.subject:<11} {finding.found}")
        if not finding.healthy:
            self.stdout.write(f"    repair      {finding.repair}")

    def _print_json(self, findings: list[Diagnostic]) -> None:
        healthy = all(finding.healthy for finding in findings)
        document = {"healthy": healthy, "findings": [asdict(finding) for finding in findings]}
        self.stdout.write(json.dumps(document, indent=2))
