"""What a demonstration starts with: tables, keys, rules in the log, two operators."""

import contextlib
from collections.abc import Callable
from datetime import datetime

from django.conf import settings
from django.core.management import call_command

from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import announce_keys
from audit.queries.demonstration import FURNISHED, was_a_demonstration
from games.operations.publish_rules import publish_rules, work_out_returns
from reddog_platform.demo.logins import OPERATOR, SECOND_OPERATOR
from responsible_gaming.operations.publish_profile import publish_profile
from staff.core.roles import Role
from staff.operations.create_member import NewMember, StaffUsernameTaken, create_member


def furnish(*, clock: Callable[[], datetime]) -> None:
    """Create what is missing, and keep what exists."""
    call_command("migrate", verbosity=0)
    # First of all: the accounts that follow have passwords which everybody knows.
    mark_database(now=clock())
    call_command("make_keys", verbosity=0)
    announce_keys(now=clock())
    publish_profile(settings.REDDOG_JURISDICTION, now=clock())
    work_out_returns()
    publish_rules(now=clock())
    create_operators(now=clock())


def create_operators(*, now: datetime) -> None:
    """Create the demonstration's operators that do not exist yet: two, because what one proposes another approves."""
    for who in (OPERATOR, SECOND_OPERATOR):
        operator = NewMember(username=who.username, roles={Role.OPERATORS}, password=who.password)
        with contextlib.suppress(StaffUsernameTaken):
            create_member(operator, reason="the demonstration", actor="platform", now=now)


def mark_database(*, now: datetime) -> None:
    """Mark the database as a demonstration's, once and for good: production does not start on it."""
    if not was_a_demonstration():
        save_event(NewEvent(kind=FURNISHED, actor="platform", reason="manage.py demo"), now=now)
