"""Reviews of what one person of the staff did alone to the house: which acts, until when, and how they end.

Source: docs/casework.md, "Lone acts on the house"; docs/approvals.md; regulation F45.
"""

import enum
from collections.abc import Callable, Mapping
from typing import Final

from kernel.refusals import Refusal, RefusalKind

_HOUR_MS: Final = 60 * 60 * 1000

State = Mapping[str, object]
"""What an event says of the state before or after it."""


class ReviewOutcome(enum.StrEnum):
    """What another person found."""

    JUSTIFIED = "justified"
    """The act was right as it was."""
    UNJUSTIFIED = "unjustified"
    """It was not. Two people undo it, where it can be undone."""


class OwnAct(Refusal):
    """Nobody reviews what they did themselves."""

    code, kind = "own-act", RefusalKind.FORBIDDEN


def review_due_ms(acted_ms: int, *, review_hours: int) -> int:
    """Return the instant (ms) from which an act without a review is overdue."""
    return acted_ms + review_hours * _HOUR_MS


def _always(before: State, after: State) -> bool:  # noqa: ARG001  as all of these
    return True


def _takes_no_stakes(before: State, after: State) -> bool:  # noqa: ARG001
    return after.get("status") in {"paused", "closed"}


def _deactivates(before: State, after: State) -> bool:  # noqa: ARG001
    return after.get("status") == "deactivated"


def _takes_roles(before: State, after: State) -> bool:
    had, has = before.get("roles"), after.get("roles")
    return isinstance(had, list) and isinstance(has, list) and not set(has) >= set(had)


TIGHTENING: Final[Mapping[str, Callable[[State, State], bool]]] = {
    "exclusion-list-imported": _always,
    "staff-roles": _takes_roles,
    "staff-status": _deactivates,
    "switched-off": _always,
    "table-status-set": _takes_no_stakes,
}
"""The kinds of events of acts on the house that one person may do, and which of them only tighten."""

REVIEWED: Final[Mapping[str, Callable[[State, State], bool]]] = {**TIGHTENING, "searches-in-vain": _always}
"""The kinds of events of what one person did that another one reviews: those acts, and what looks like fishing for players."""


def is_done_to(after: State, username: str) -> bool:
    """Return whether the act was done to the account of this member of the staff."""
    return after.get("account") == username


def name_of(actor: str) -> str:
    """Return the name of who acted, whatever the role or the place: `ann` of `operator:ann` and of `staff:ann`."""
    return actor.partition(":")[2]
