"""What one person of the staff does alone because it is urgent and only restricts an account."""

from collections.abc import Set as AbstractSet
from datetime import datetime
from typing import Final

from audit.queries.events import events
from kernel.ids import ChainId
from staff.core.approval import people_of

RESTRICTING: Final = frozenset(
    {
        "exclusion-set",
        "limit-set-by-operator",
        "payment-decided",
        "player-status",
        "player-verification",
        "sessions-ended",
    }
)
"""The kinds of events of such acts. What lifts a restriction takes two people, whom the event then names."""

_READ_MAX: Final = 1_000


def is_alone(actor: str) -> bool:
    """Return whether an event's actor is one member of the staff, or one account at the console, whom nobody approved."""
    return actor.startswith(("operator:", "staff:", "console:")) and people_of(actor)[1] is None


def lone_actors(chain: ChainId, *, since: datetime) -> AbstractSet[str]:
    """Return who restricted an account alone since an instant, as events name them, of the newest 1,000 acts."""
    found = events(subject=chain, before=None, limit=_READ_MAX, since=since, kinds=RESTRICTING)
    return {event.actor for event in found if is_alone(event.actor)}
