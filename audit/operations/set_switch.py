"""Switch something off, or put it back on: its row and its event, in one transaction.

Whoever calls these has found out that there is such a thing, and, to put it back on, that two agreed
(tables/operations/switch_off.py, tables/operations/switch_on.py).

Source: docs/adr/0057-switches.md; regulation F40.
"""

from datetime import datetime

from django.db import IntegrityError, transaction

from audit.models import Switch
from audit.operations.save_event import NewEvent, compose_event, save_event, store_events
from audit.queries.switches import OFF, ON
from kernel.instants import from_epoch_ms, rfc3339, to_epoch_ms
from kernel.refusals import Refusal, RefusalKind


class SwitchUnchanged(Refusal):
    """The switch stands so already."""

    code, kind = "switch-unchanged", RefusalKind.CONFLICT


def set_off(name: str, *, message: str, reason: str, actor: str, now: datetime) -> None:
    """Switch off what this switch stops. From the commit on, no statement takes a new stake there.

    Raises:
        SwitchUnchanged: it is off already, with `off_from`.
    """
    event = compose_event(
        NewEvent(
            kind=OFF,
            actor=actor,
            reason=reason,
            before={"switch": name, "off": False},
            after={"switch": name, "off": True, "message": message},
        ),
        now=now,
    )
    try:
        with transaction.atomic():
            Switch.objects.create(name=name, since_ms=to_epoch_ms(now), message=message, event=event.id)
            store_events([event])
    except IntegrityError:
        row = Switch.objects.filter(name=name).first()
        if row is None:
            raise
        raise SwitchUnchanged(
            f"Nothing was changed. {name} is off already.", switch=name, off_from=rfc3339(row.since_ms)
        ) from None


def set_on(name: str, *, reason: str, actor: str, now: datetime) -> None:
    """Put a switch back on.

    Raises:
        SwitchUnchanged: it is on already.
    """
    with transaction.atomic():
        row = Switch.objects.filter(name=name).first()
        # Of two that put it back on at once, one deletes the row.
        deleted, _ = Switch.objects.filter(name=name).delete()
        if row is None or not deleted:
            raise SwitchUnchanged(f"Nothing was changed. {name} is on already.", switch=name)
        before = {"switch": name, "off": True, "since": from_epoch_ms(row.since_ms).isoformat(), "message": row.message}
        save_event(
            NewEvent(kind=ON, actor=actor, reason=reason, before=before, after={"switch": name, "off": False}), now=now
        )
