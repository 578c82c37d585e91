"""Check the switches: a row for each that the events say is off, and no other. Reads the events of switches."""

from collections.abc import Iterator

from audit.models import Event, Switch
from audit.queries.switches import OFF, ON


def switch_faults() -> Iterator[str]:
    """Yield a sentence for each switch that does not stand as its newest event says.

    Whoever deletes a row to have stakes taken again leaves no event of two people: it is found here.
    """
    newest: dict[str, Event] = {}
    for event in Event.objects.filter(kind__in=(OFF, ON)).order_by("id"):
        newest[str(event.after["switch"])] = event
    off = {name: event for name, event in newest.items() if event.kind == OFF}
    for row in Switch.objects.order_by("name"):
        if row.name not in off:
            yield f"Switch {row.name} is off, and no event says so."
            continue
        event = off.pop(row.name)
        if (row.event, row.message) != (event.id, event.after["message"]):
            yield f"Switch {row.name} is not off as its newest event says."
    yield from (f"Switch {name} is on, and its newest event says that it is off." for name in sorted(off))
