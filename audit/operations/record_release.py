"""Record what a self-verification found: its results, a stop of new wagers, the end of a stop.

Source: docs/adr/0044-self-verification.md; regulation F41 (GLI-19 2.3.2, B.2.6c).
"""

import socket
from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import connection, transaction

from audit import clock
from audit.core.release_manifest import Component, Finding
from audit.operations.save_event import NewEvent, save_event, save_events
from audit.queries.events import EventRow
from audit.queries.release import ACCEPTED, MISMATCH, VERIFICATION, stop_in_force
from kernel.refusals import Refusal, RefusalKind
from kernel.serving import served_cell

_LOCK = 0x5E1FC4EC
"""The advisory lock under which a stop begins or ends: of two processes that find a difference, one tells of it."""

_FINDINGS_MAX = 100
"""Findings that an event names. It says how many there are."""


class ReleaseDiffers(Refusal):
    """The software differs from the approved release."""

    code, kind = "release-differs", RefusalKind.CONFLICT


class WagersNotStopped(Refusal):
    """No stop of new wagers is in force."""

    code, kind = "wagers-not-stopped", RefusalKind.CONFLICT


def stop_wagers(findings: Sequence[Finding], *, process: str, now: datetime) -> bool:
    """Stop new wagers in all processes, because of what `process` found on this host; False if a stop is in force."""
    assert findings, "a stop has a cause"
    with transaction.atomic():
        _lock()
        if stop_in_force() is not None:
            return False
        named = [str(finding) for finding in findings[:_FINDINGS_MAX]]
        event = NewEvent(
            kind=MISMATCH,
            actor="platform",
            reason="self-verification",
            after={"host": socket.gethostname(), "process": process, "count": len(findings), "findings": named},
        )
        save_event(event, now=now)
        transaction.on_commit(clock.forget)
    return True


def stop_for_update() -> EventRow:
    """Return the event that stops new wagers; until the transaction ends nobody else begins or ends a stop.

    Raises:
        WagersNotStopped: no stop is in force.
    """
    _lock()
    stop = stop_in_force()
    if stop is None:
        raise WagersNotStopped("Nothing was changed. New wagers are taken.")
    return stop


def require_no_difference(findings: Sequence[Finding]) -> None:
    """Accept a verification that found no difference.

    Raises:
        ReleaseDiffers: with the first `findings`.
    """
    if findings:
        raise ReleaseDiffers(
            "Nothing was changed. New wagers stay stopped: repair what `findings` names, or have this release approved"
            " and signed.",
            findings=[str(finding) for finding in findings[:_FINDINGS_MAX]],
        )


def end_stop(*, actor: str, reason: str, now: datetime) -> None:
    """End the stop of new wagers, after a verification that was made for this and found no difference.

    A process on another host that still finds one stops them again.

    Raises:
        WagersNotStopped: there is nothing to end.
    """
    with transaction.atomic():
        stop = stop_for_update()
        before = {"stopped_at": stop.at.isoformat(), **stop.after}
        save_event(NewEvent(kind=ACCEPTED, actor=actor, reason=reason, before=before), now=now)
        transaction.on_commit(clock.forget)


def save_verification(components: Iterable[Component], *, actor: str, reason: str, now: datetime) -> None:
    """Save an event for each component that was compared: the report of self-verifications reads them."""
    save_events(
        [
            NewEvent(
                kind=VERIFICATION,
                actor=actor,
                reason=reason,
                before=_side(component.name, component.approved_sha256),
                after=_side(component.name, component.found_sha256),
            )
            for component in components
        ],
        now=now,
    )


def _side(name: str, sha256: str | None) -> dict[str, object]:
    return {"component": name} if sha256 is None else {"component": name, "sha256": sha256}


def _lock() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [served_cell().lock(_LOCK)])
