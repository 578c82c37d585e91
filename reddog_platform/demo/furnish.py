"""What a demonstration starts with: tables, keys, rules in the log, an operator."""

import contextlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.core.management import call_command

from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import announce_keys
from audit.queries.demonstration import FURNISHED, was_a_demonstration
from games.operations.publish_rules import publish_rules
from staff.core.roles import Role
from staff.operations.create_member import NewMember, StaffUsernameTaken, create_member


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginRequest:
    """A user name and its password, known to everybody: the demonstration listens on this machine alone."""

    username: str
    password: str


OPERATOR: Final = LoginRequest(username="operator", password="operate-the-demo")  # noqa: S106  printed by the demonstration
PLAYER: Final = LoginRequest(username="demo", password="play-red-dog-tonight")  # noqa: S106  printed by the demonstration
PIN: Final = "2580"


def furnish(*, now: datetime) -> None:
    """Create what is missing, and keep what exists."""
    call_command("migrate", verbosity=0)
    # First of all: the accounts that follow have passwords which everybody knows.
    mark_database(now=now)
    call_command("make_keys", verbosity=0)
    announce_keys(now=now)
    publish_rules(now=now)
    operator = NewMember(username=OPERATOR.username, roles={Role.OPERATORS}, password=OPERATOR.password)
    # An earlier run may have created the operator.
    with contextlib.suppress(StaffUsernameTaken):
        create_member(operator, reason="the demonstration", actor="platform", now=now)


def mark_database(*, now: datetime) -> None:
    """Mark the database as a demonstration's, once and for good: production does not start on it."""
    if not was_a_demonstration():
        save_event(NewEvent(kind=FURNISHED, actor="platform", reason="manage.py demo"), now=now)
