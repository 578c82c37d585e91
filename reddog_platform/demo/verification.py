"""Verify what was played: the log with the auditor's program, the ledger with its own sums."""

import json
import subprocess  # nosec B404  runs the program that an auditor would run
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from audit.operations.export import export_log
from audit.queries.log import log_status, published_size
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.soundness import faults
from reports.configured_days import configured_days
from reports.operations.aggregate_log import update_rollups

_PATIENCE_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The verifier's output and exit code, and the faults of the stored state.

    `folded` is how many entries of the log the roll-ups cover. The roll-ups were compared with them.
    """

    words: str
    exit_code: int
    faults: tuple[str, ...]
    folded: int

    @property
    def passed(self) -> bool:
        """Return whether no fault was found."""
        return self.exit_code == 0 and not self.faults


def verify(receipts: Iterable[Mapping[str, Any]]) -> Verification:
    """Wait until the log covers everything, export it, and run the stand-alone verifier on it with `receipts`.

    The whole log is aggregated into the roll-ups first, so that they are compared with all of it.

    Raises:
        RollupsInAnotherZone: an earlier run had a jurisdiction with another zone.
    """
    _wait_for_the_sequencer()
    folded = update_rollups(configured_days())
    with TemporaryDirectory(prefix="reddog-export-") as folder:
        export, kept = Path(folder) / "log", Path(folder) / "receipts.jsonl"
        export_log(export)
        kept.write_text("".join(json.dumps({"note": receipt["note"]}) + "\n" for receipt in receipts))
        command = [sys.executable, "-m", "verifier", str(export), "--receipts", str(kept)]
        judged = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)  # noqa: S603
    words = judged.stdout + judged.stderr
    return Verification(words=words, exit_code=judged.returncode, faults=tuple(faults()), folded=folded)


def _wait_for_the_sequencer() -> None:
    deadline = time.monotonic() + _PATIENCE_SECONDS
    while time.monotonic() < deadline:
        status = log_status()
        # Published last of all: with the witnesses that its checkpoint needs.
        if not status.pending and status.size == status.checkpoint_size == published_size():
            return
        time.sleep(0.2)
    raise TimeoutError("The sequencer does not keep up; see its log in .local/log.")
