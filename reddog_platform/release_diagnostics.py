"""Check that the software is the release that was approved, and that new wagers are taken."""

from __future__ import annotations

from django.conf import settings

from audit.queries.release import stop_in_force
from audit.release import check_release, this_installation
from reddog_platform.diagnostic import Diagnostic


def release() -> Diagnostic:
    """Compare this host's files, packages and settings with the signed manifest, and look for a stop of new wagers."""
    if not settings.REDDOG_RELEASE_VERIFIED:
        return Diagnostic(
            subject="release",
            healthy=True,
            state="not compared with an approved one: a demonstration without REDDOG_RELEASE_VKEY",
            repair="Nothing needs repair.",
        )
    check, stop = check_release(this_installation()), stop_in_force()
    stopped = (
        "" if stop is None else f"; no new wagers since {stop.at:%Y-%m-%d %H:%M:%SZ}, found on {stop.after['host']}"
    )
    return Diagnostic(
        subject="release",
        healthy=not check.findings and stop is None,
        state=check.summary + stopped,
        repair="Put back what was approved, or have this release signed; restart the processes; then two"
        " operators propose and approve the act `resume-wagers` (docs/runbooks/release-differs.md).",
    )
