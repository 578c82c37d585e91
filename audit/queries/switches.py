"""Switches: what takes no new stakes until two members of the staff put it back on.

A switch that is off is a row, and a bet is written by a statement that looks for it. So no process has to be told, none
can have missed it, and none forgets it: what holds is what the database says at the moment of the bet. The rows are
few: everything, some games, some versions of rule sheets, some tables.

Source: docs/adr/0057-switches.md; regulation F40 (GLI-19 2.4.1).
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, NamedTuple

from django.db import connection

from audit.models import Event, Switch
from audit.queries.events import EventRow
from kernel.cte import Condition, Cte, TypedCte
from kernel.ids import ChainId
from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind

EVERYTHING: Final = "everything"
"""All games, all tables, and new deposits."""

OFF: Final = "switched-off"
ON: Final = "switched-on"
"""The kinds of the events, which have the switch's name as `switch`."""

_RETRY_SECONDS: Final = 60


class SwitchedOff(Refusal):
    """The operator has switched this off."""

    code, kind = "switched-off", RefusalKind.UNAVAILABLE


class OffSwitch(NamedTuple):
    """A switch that is off, as players may know it."""

    name: str
    since_ms: int
    message: str
    """What the staff tells players; empty where it tells nothing. The reason is the staff's own."""


class OffSwitchesRow(NamedTuple):
    """All switches that are off."""

    read: bool
    off: list[tuple[str, int, str]] | None
    """Null where all are on."""

    def switches(self) -> tuple[OffSwitch, ...]:
        """Return them, by name."""
        return tuple(OffSwitch(*row) for row in self.off or ())


OFF_SOURCE: Final = TypedCte(
    Cte(
        "switches",
        "SELECT true AS read, (SELECT json_agg(json_build_array(name, since_ms, message) ORDER BY name)"
        " FROM audit_switch) AS off",
        (),
    ),
    OffSwitchesRow,
)
"""Read the switches that are off. There is always a row."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchedOffBy:
    """A switch that is off, as the staff sees it."""

    name: str
    message: str
    at: datetime
    reason: str
    actor: str


def game_switch(game: str) -> str:
    """Return the name of a game's switch."""
    return f"game:{game}"


def version_switch(game: str, version: int) -> str:
    """Return the name of the switch of one version of a game's rule sheet, whatever engine it was logged with."""
    return f"version:{game}@{version}"


def table_switch(table: ChainId) -> str:
    """Return the name of a table's switch."""
    return f"table:{table.hex}"


def sheet_switches(game: str, version: int) -> tuple[str, str, str]:
    """Return the names of the switches that stop a game which is played by this version, the widest first."""
    return EVERYTHING, game_switch(game), version_switch(game, version)


def all_on(*names: str) -> Condition:
    """Require, in the statement that takes a stake, that none of these switches is off."""
    return Condition(f"NOT {off_sql(*['%s'] * len(names))}", names)


def off_sql(*names: str) -> str:
    """Return SQL which says whether one of the switches is off whose names these SQL expressions give."""
    return f"EXISTS (SELECT FROM audit_switch w WHERE w.name IN ({', '.join(names)}))"


def first_off(off: Collection[OffSwitch], *names: str) -> OffSwitch | None:
    """Return the first of these switches that is among those that are `off`, None if none is."""
    by_name = {switch.name: switch for switch in off}
    return next((by_name[name] for name in names if name in by_name), None)


def require_on(off: Collection[OffSwitch], *names: str, nothing: str = "Nothing was taken.") -> None:
    """Refuse what one of these switches stops. `nothing` says what did not happen to the money.

    Raises:
        SwitchedOff: with the `switch`, `off_from`, when it went off, and the `message` for players or None.
    """
    switch = first_off(off, *names)
    if switch is None:
        return
    said = f" {switch.message}" if switch.message else ""
    raise SwitchedOff(
        f"{nothing} The operator has switched this off for now ({switch.name}).{said} An open round or hand can be"
        " finished, and withdrawals are open.",
        switch=switch.name,
        off_from=rfc3339(switch.since_ms),
        message=switch.message or None,
        retry_after=_RETRY_SECONDS,
    )


def off_switches() -> tuple[OffSwitch, ...]:
    """Return the switches that are off, by name."""
    rows = Switch.objects.order_by("name").values_list("name", "since_ms", "message")
    return tuple(OffSwitch(*row) for row in rows)


def switched_off_by() -> list[SwitchedOffBy]:
    """Return the switches that are off, by name, with who switched them off and why."""
    rows = list(Switch.objects.order_by("name"))
    events = {event.id: event for event in Event.objects.filter(id__in=[row.event for row in rows])}
    return [
        SwitchedOffBy(
            name=row.name,
            message=row.message,
            at=events[row.event].at,
            reason=events[row.event].reason,
            actor=events[row.event].actor,
        )
        for row in rows
    ]


def switch_for_update(name: str) -> SwitchedOffBy | None:
    """Return a switch that is off, None if it is on. Until the transaction ends nobody else sets any.

    Bets go on: they only read.
    """
    with connection.cursor() as cursor:
        cursor.execute("LOCK TABLE audit_switch IN SHARE ROW EXCLUSIVE MODE")
    return next((off for off in switched_off_by() if off.name == name), None)


def switch_history(*, limit: int) -> Sequence[EventRow]:
    """Return up to `limit` events of switches that went off or on, newest first."""
    rows = Event.objects.filter(kind__in=(OFF, ON)).order_by("-id").values_list(*EventRow._fields)
    return [EventRow(*row) for row in rows[:limit]]
