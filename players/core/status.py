"""The status of an account, and who may change it to which.

An exclusion is no status: it follows from the limits in force, and is only shown as a status.

Source: docs/rules/accounts.md, clauses AC-8 to AC-11; regulation F21, F40, F59.
"""

import enum
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kernel.refusals import Refusal, RefusalKind


class Status(enum.StrEnum):
    """Whether bets are taken. In every status, money can be withdrawn and an open round finished."""

    ACTIVE = "active"
    SUSPENDED = "suspended"
    DORMANT = "dormant"
    CLOSED = "closed"
    """For ever. The person may open another account."""


class Actor(enum.StrEnum):
    """Who changes a status."""

    PLAYER = "player"
    OPERATOR = "operator"
    PLATFORM = "platform"


class StatusNotAllowed(Refusal):
    """An account of this status does not get that one."""

    code, kind = "status-not-allowed", RefusalKind.CONFLICT


_ALLOWED: Final[Mapping[tuple[Status, Status], frozenset[Actor]]] = MappingProxyType(
    {
        (Status.ACTIVE, Status.SUSPENDED): frozenset({Actor.OPERATOR, Actor.PLATFORM}),
        (Status.ACTIVE, Status.DORMANT): frozenset({Actor.PLATFORM}),
        (Status.ACTIVE, Status.CLOSED): frozenset({Actor.PLAYER, Actor.OPERATOR}),
        (Status.SUSPENDED, Status.ACTIVE): frozenset({Actor.OPERATOR}),
        (Status.SUSPENDED, Status.CLOSED): frozenset({Actor.OPERATOR}),
        (Status.DORMANT, Status.ACTIVE): frozenset({Actor.PLATFORM}),
        (Status.DORMANT, Status.SUSPENDED): frozenset({Actor.OPERATOR, Actor.PLATFORM}),
        (Status.DORMANT, Status.CLOSED): frozenset({Actor.PLAYER, Actor.OPERATOR}),
    }
)


def require_transition(before: Status, after: Status, *, by: Actor) -> None:
    """Accept a change of status that this actor may make.

    Raises:
        StatusNotAllowed: with the `account_status` that the account keeps.
    """
    if by not in _ALLOWED.get((before, after), frozenset()):
        closed = " A closed account is not opened again." if before is Status.CLOSED else ""
        raise StatusNotAllowed(f"Nothing was changed.{closed}", account_status=before.value)
