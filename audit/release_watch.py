"""The watch of a process over its own installation, at its start and from then on; and verifications on demand.

A look every 30 seconds asks the file system for sizes and times alone. If one changed, and once in 24 hours, everything
is read. A running process has its code in memory; a difference on disk counts all the same, because the next start would
run it.

Source: docs/adr/0044-self-verification.md; regulation F41.
"""

from __future__ import annotations

import threading
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import structlog
from django.conf import settings
from django.db import Error as DatabaseError, connection, transaction

from audit import release_gate
from audit.clock import database_now
from audit.core.release_manifest import Finding
from audit.operations.record_release import (
    end_stop,
    require_no_difference,
    save_verification,
    stop_for_update,
    stop_wagers,
)
from audit.release import ReleaseCheck, check_release, read_manifest, this_installation
from kernel.refusals import Refusal, RefusalKind

if TYPE_CHECKING:
    from datetime import datetime

    from audit.release_files import Installation

PERIOD_SECONDS: Final = 30.0
_FULL_SECONDS: Final = 24 * 60 * 60
_PAUSE_SECONDS: Final = 0.002
"""Between two parts of a look, for threads that have something to do for players."""

_pause = threading.Event()
"""Never set: who waits for it pauses. `time.sleep` fails in a process whose clock libfaketime has set."""

_log = structlog.get_logger("audit.release")


class ReleaseNotVerified(Refusal):
    """This demonstration is not compared with an approved release."""

    code, kind = "release-not-verified", RefusalKind.CONFLICT


class ReleaseWatch:
    """What one process knows of its installation. Looking at it and telling of it are apart: the database may be away."""

    def __init__(self, installation: Installation, *, process: str) -> None:
        """Watch an installation for a process of this name. Nothing is looked at yet."""
        self._installation = installation
        self._process = process
        self._manifest: bytes | None = None
        self._findings: list[Finding] = []
        self._full_at = 0.0

    def look(self) -> list[Finding]:
        """Return how the installation differs from what was approved, and let this process take no wagers if it does."""
        now = time.monotonic()
        if now >= self._full_at:
            self._full_at = now + _FULL_SECONDS
            self._manifest = None
        manifest, known = read_manifest(), self._manifest
        if self._installation.has_changed() or manifest != known:
            # A look that fails is made again at the next turn.
            self._manifest = None
            check = check_release(self._installation, rest=_rest)
            if check.findings != self._findings or known is None:
                log = _log.error if check.findings else _log.info
                log("release-checked", process=self._process, state=check.summary)
            self._manifest, self._findings = manifest, check.findings
            if check.findings:
                release_gate.note_difference()
        return self._findings

    def tell(self) -> None:
        """Stop new wagers everywhere, if this process has found a difference and no stop is in force.

        Raises:
            django.db.Error: the database is away. This process takes no new wagers all the same.
        """
        if self._findings:
            stop_wagers(self._findings, process=self._process, now=database_now())

    def turn(self) -> None:
        """Look, and tell. Trouble with the database is logged, and told of at the next turn."""
        try:
            self.look()
            self.tell()
        except DatabaseError as error:
            _log.warning("release-not-told", process=self._process, error=str(error).strip())
            connection.close()

    def follow(self) -> None:
        """Look again and again in a thread of its own. Only in a process that forks no more."""
        threading.Thread(target=self._run, name="release-watch", daemon=True).start()

    def _run(self) -> None:
        while True:
            try:
                self.turn()
            except Exception:  # noqa: BLE001  a look that failed must not end the watch
                _log.exception("release-watch-defect", process=self._process)
            _pause.wait(PERIOD_SECONDS)


_watch: ReleaseWatch | None = None


def look_at_start(process: str) -> None:
    """Compare the installation with what was approved, where that is to be done, before anything is served.

    A process that differs starts all the same, so that players can finish their rounds and withdraw: it takes no new
    wagers. Afterwards the process may fork: no thread runs, and no connection is open that was not.
    """
    global _watch  # noqa: PLW0603  a process has one installation
    if not settings.REDDOG_RELEASE_VERIFIED:
        return
    _watch = ReleaseWatch(this_installation(), process=process)
    was_connected = connection.connection is not None
    _watch.turn()
    if not was_connected:
        connection.close()


def follow() -> None:
    """Go on looking, where `look_at_start` began."""
    if _watch is not None:
        _watch.follow()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """A verification on demand, or the daily one."""

    process: str
    """What kind of process makes it."""
    actor: str
    reason: str
    compiles_all: bool
    """Whether it compiles all sources too, to compare compiled files with them: it takes some seconds more."""


def verify(wanted: Verification, *, now: datetime) -> ReleaseCheck:
    """Read everything once more, save what each component is, and stop new wagers if one differs."""
    check = check_release(this_installation(compiles_all=wanted.compiles_all))
    save_verification(check.components, actor=wanted.actor, reason=wanted.reason, now=now)
    if check.findings:
        stop_wagers(check.findings, process=wanted.process, now=now)
    return check


def resume(wanted: Verification, *, now: datetime) -> None:
    """Verify, and take new wagers again if nothing differs. Two people decide it: staff/operations/resume_wagers.py.

    Raises:
        ReleaseNotVerified, ReleaseDiffers, WagersNotStopped: nothing was changed.
    """
    require_release_verified()
    with transaction.atomic():
        stop_for_update()
        check = check_release(this_installation(compiles_all=wanted.compiles_all))
        findings = check.findings
        if not findings and release_gate.has_differed():
            findings = [Finding("changed", "process", "it-may-still-run-what-was-repaired-on-disk,restart-it")]
        require_no_difference(findings)
        save_verification(check.components, actor=wanted.actor, reason=wanted.reason, now=now)
        end_stop(actor=wanted.actor, reason=wanted.reason, now=now)


def require_release_verified() -> None:
    """Accept an installation that is compared with an approved release.

    Raises:
        ReleaseNotVerified: nothing was compared.
    """
    if not settings.REDDOG_RELEASE_VERIFIED:
        raise ReleaseNotVerified("Nothing was compared. A demonstration is, once REDDOG_RELEASE_VKEY names a key.")


def _rest() -> None:
    _pause.wait(_PAUSE_SECONDS)
