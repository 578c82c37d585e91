"""Put a switch back on. Two members of the staff agree: one proposes, another one approves.

Source: docs/switches.md; docs/adr/0057-switches.md; regulation F40, F45.
"""

from datetime import datetime
from functools import partial

from audit.operations.set_switch import SwitchUnchanged, set_on
from players.operations.set_status import StatusUnchanged, reactivate
from responsible_gaming.queries.exclusions import excluded_among
from staff.core.approval import Approval
from tables.queries.known_switch import known_switch


def switch_on(name: str, by: Approval, *, now: datetime) -> None:
    """Put a switch back on. `now` is the database's clock.

    Of several switches that stop one game, each is put back on by itself.

    Raises:
        SwitchNotFound: there is no such thing.
        SwitchUnchanged: it is on already.
        StatusNotAllowed: the player's account is closed, or an exclusion binds another account of the person.
    """
    switch = known_switch(name)
    if switch.player is None:
        set_on(switch.name, reason=by.reason, actor=by.actor, now=now)
        return
    try:
        reactivate(switch.player, by=by, excluded=partial(excluded_among, now=now), now=now)
    except StatusUnchanged as unchanged:
        raise SwitchUnchanged(f"Nothing was changed. {switch.name} is on already.", switch=switch.name) from unchanged
