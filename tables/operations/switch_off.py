"""Switch off everything, a game, a version of a rule sheet, a table, or a player. One member of the staff is enough.

What has begun is finished: open rounds, hands and games end and pay by their rules. Stakes whose betting has not ended
are given back by the croupier.

Source: docs/switches.md; docs/adr/0057-switches.md; regulation F40.
"""

from dataclasses import dataclass
from datetime import datetime

from audit.operations.set_switch import SwitchUnchanged, set_off
from players.core.status import Status
from players.operations.set_status import StatusUnchanged, set_status
from tables.queries.known_switch import known_switch


@dataclass(frozen=True, slots=True, kw_only=True)
class SwitchOffOrder:
    """What somebody switches off, and why."""

    switch: str
    reason: str
    """For the staff, 1 to 200 characters."""
    message: str = ""
    """For players, up to 200 characters; a suspended player is told nothing by it."""
    actor: str
    """As in `NewEvent`: a member of the staff, or the platform itself."""


def switch_off(order: SwitchOffOrder, *, now: datetime) -> None:
    """Switch it off. `now` is the database's clock. From the commit on, no process takes a new stake there.

    Raises:
        SwitchNotFound: there is no such thing.
        SwitchUnchanged: it is off already.
        StatusNotAllowed: the player's account is closed.
    """
    switch = known_switch(order.switch)
    if switch.player is None:
        set_off(switch.name, message=order.message, reason=order.reason, actor=order.actor, now=now)
        return
    try:
        # A suspension is the switch of a player: it raises the version of the player's chain, which each bet checks.
        set_status(switch.player, Status.SUSPENDED, reason=order.reason, actor=order.actor, now=now)
    except StatusUnchanged as unchanged:
        raise SwitchUnchanged(f"Nothing was changed. {switch.name} is off already.", switch=switch.name) from unchanged
