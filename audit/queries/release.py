"""What the events say of the software that runs: whether a difference stops new wagers, and what was verified last."""

from audit.models import Event
from audit.queries.events import EventRow

MISMATCH = "release-mismatch"
ACCEPTED = "release-accepted"
VERIFICATION = "self-verification"


def stop_in_force() -> EventRow | None:
    """Return the event that stops new wagers, None if none does."""
    mismatch, accepted = _newest(MISMATCH), _newest(ACCEPTED)
    if mismatch is None or (accepted is not None and accepted.id > mismatch.id):
        return None
    return mismatch


def newest_verification() -> list[EventRow]:
    """Return the events of the newest self-verification, one for each component, by its name; none before the first."""
    newest = _newest(VERIFICATION)
    if newest is None:
        return []
    rows = Event.objects.filter(kind=VERIFICATION, at=newest.at).order_by("id").values_list(*EventRow._fields)
    return sorted((EventRow(*row) for row in rows), key=lambda event: str(event.after["component"]))


def _newest(kind: str) -> EventRow | None:
    row = Event.objects.filter(kind=kind).order_by("-id").values_list(*EventRow._fields).first()
    return None if row is None else EventRow(*row)
