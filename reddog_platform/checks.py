"""System checks, which must pass before any process of an installation starts."""

from __future__ import annotations

from django.conf import settings
from django.core.checks import CheckMessage, Error
from django.core.management.base import BaseCommand

from games.checks import RTP


def refuse_to_start_unsound() -> None:
    """Run all system checks, for processes that are not started by manage.py.

    Raises:
        SystemCheckError: listing what is wrong.
    """
    BaseCommand().check()


def refuse_misdeclared_returns() -> None:
    """Compare the RTP that every rule sheet declares with the RTP of its rules. Takes half a second.

    Raises:
        SystemCheckError: listing the sheets.
    """
    BaseCommand().check(tags=[RTP], include_deployment_checks=True)


def check_assertions(**_: object) -> list[CheckMessage]:
    """Refuse `python -O`, which removes the assertions that guard money and cards."""
    if __debug__:
        return []
    return [
        Error(
            "Python runs with -O, without the assertions that guard money and cards.",
            hint="Start it without -O, and without PYTHONOPTIMIZE in the environment.",
            id="reddog.E001",
        )
    ]


def check_roles(**_: object) -> list[CheckMessage]:
    """Refuse to serve as the owner of the tables, who can switch off what makes them append-only."""
    owner = settings.DATABASES.get("owner")
    if owner is None or owner["USER"] != settings.DATABASES["default"]["USER"]:
        return []
    return [
        Error(
            "DATABASE_URL and DATABASE_OWNER_URL name the same role.",
            hint="Let DATABASE_URL name the application's role (docs/production.md, Roles).",
            id="reddog.E002",
        )
    ]
