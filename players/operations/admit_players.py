"""Close a cell to new players, and open it again. Who plays in it plays on.

The state is what the newest event of these two kinds says, so nobody changes it without the log's telling of it. Nobody asks
in an installation without cells, which is always open.

Source: docs/scale.md; docs/adr/0107-cells.md.
"""

from datetime import datetime
from typing import Final

from audit.operations.save_event import NewEvent, save_event
from audit.queries.events import newest_of
from kernel.refusals import Refusal, RefusalKind
from kernel.serving import served_cell

CLOSED: Final = "cell-closed"
OPENED: Final = "cell-opened"


class ClosedToNewPlayers(Refusal):
    """No new players are taken here."""

    code, kind = "closed-to-new-players", RefusalKind.FORBIDDEN


def require_admission() -> None:
    """Refuse a new player in a cell that is closed to them.

    A registration that was looked at before the cell was closed may still be stored after it.

    Raises:
        ClosedToNewPlayers: the newest event says so.
    """
    if served_cell().name and is_closed():
        raise ClosedToNewPlayers("No account was opened: this part of the platform takes no new players.")


def is_closed() -> bool:
    """Return whether the newest event closed the cell to new players."""
    newest = newest_of((CLOSED, OPENED))
    return newest is not None and newest.kind == CLOSED


def set_admission(*, closed: bool, actor: str, reason: str, now: datetime) -> bool:
    """Close the cell that this process serves to new players, or open it; return whether it stood otherwise.

    Where it stands so already nothing is stored: a command that was interrupted may be repeated.
    """
    assert served_cell().name, "an installation without cells is open"
    if is_closed() is closed:
        return False
    save_event(NewEvent(kind=CLOSED if closed else OPENED, actor=actor, reason=reason), now=now)
    return True
