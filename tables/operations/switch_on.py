"""Put a switch back on. Two members of the staff agree: one proposes, another one approves.

Source: docs/switches.md; docs/adr/0057-switches.md; regulation F40, F45.
"""

from datetime import datetime

from audit.operations.set_switch import SwitchUnchanged, set_on
from players.operations.set_status import StatusUnchanged, reactivate
from staff.core.approval import Approval
from tables.queries.known_switch import known_switch


def switch_on(name: str, by: Approval, *, now: datetime) -> None:
    """Put a switch back on. `now` is the database's clock.

    Of several switches that stop one game, each is put back on by itself.

    Raises:
        SwitchNotFound: there is no such thing.
        SwitchUnchanged: it is on already.
        StatusNotAllowed: the player's account is closed.
    """
    switch = known_switch(name)
    if switch.player is None:
        set_on(switch.name, reason=by.reason, actor=by.actor, now=now)
        return
    try:
        reactivate(switch.player, by=by, now=now)
    except StatusUnchanged as unchanged:
        raise SwitchUnchanged(f"Nothing was changed. {switch.name} is on already.", switch=switch.name) from unchanged
