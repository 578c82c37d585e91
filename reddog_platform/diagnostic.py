"""The result of one check of an installation."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.core.management.base import BaseCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """What `manage.py doctor` says about one part of an installation."""

    subject: str
    """The part that was checked."""
    healthy: bool
    """Whether nothing needs repair."""
    state: str
    """What the check saw, in words."""
    repair: str
    """What to do if the part is not healthy."""


def write_diagnostic(diagnostic: Diagnostic, command: BaseCommand) -> None:
    """Write a line for a diagnostic to a command's output, and the repair of a red one, at once."""
    mark = command.style.SUCCESS("ok ") if diagnostic.healthy else command.style.ERROR("RED")
    command.stdout.write(f"{mark} {diagnostic.subject:<11} {diagnostic.state}")
    if not diagnostic.healthy:
        command.stdout.write(f"    repair      {diagnostic.repair}")
    command.stdout.flush()
