"""Look for what is wrong with this installation."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from django.core.management.base import BaseCommand

from audit.key_uses import KeyHolder
from reddog_platform.diagnostic import write_diagnostic
from reddog_platform.diagnostics import run_diagnostic, run_diagnostics
from reddog_platform.process_diagnostics import PROCESSES

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

    from reddog_platform.diagnostic import Diagnostic


class Command(BaseCommand):
    """Print a line for each diagnostic, and the repair of each red one. Exit with 1 if one is red."""

    help = "Look for what is wrong with this installation, and say how to repair it. Exits 1 if something is."
    # They are a line of their own: what they refuse must not hide the rest.
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--only", choices=PROCESSES, help="look at this process alone, as a health check does")
        parser.add_argument(
            "--process",
            choices=[process.value for process in KeyHolder],
            help="look at REDDOG_KEYS_DIR as the folder of this process, which holds its own keys alone",
        )

    def handle(self, *, json: bool, only: str | None = None, process: str | None = None, **_: object) -> None:
        diagnostics = []
        holder = None if process is None else KeyHolder(process)
        looked_at = run_diagnostics(now=datetime.now(UTC), process=holder) if only is None else [run_diagnostic(only)]
        for diagnostic in looked_at:
            diagnostics.append(diagnostic)
            if not json:
                write_diagnostic(diagnostic, self)
        if json:
            self._print_json(diagnostics)
        if not all(diagnostic.healthy for diagnostic in diagnostics):
            sys.exit(1)

    def _print_json(self, diagnostics: list[Diagnostic]) -> None:
        healthy = all(diagnostic.healthy for diagnostic in diagnostics)
        document = {"healthy": healthy, "diagnostics": [asdict(diagnostic) for diagnostic in diagnostics]}
        self.stdout.write(json.dumps(document, indent=2))
