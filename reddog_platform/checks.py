"""System checks, which must pass before any process of an installation starts."""

from __future__ import annotations

from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, Warning as CheckWarning, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.core.management.base import BaseCommand
from django.core.signing import Signer
from django.db import OperationalError, connection

from audit import key_custody, keys
from audit.queries.demonstration import was_a_demonstration
from games.checks import RTP
from reddog_platform.environment import Mode
from reddog_platform.zone_names import is_current

INSTALLATION: Final = "installation"
"""The tag of these checks: commands run every check that has a tag, but those of routes and templates."""


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


def refuse_without_secret() -> None:
    """Refuse to answer requests without the secret of the tokens, which processes of other kinds do not have.

    Raises:
        ImproperlyConfigured: saying what it should hold.
    """
    try:
        Signer()
    except ImproperlyConfigured as error:
        raise ImproperlyConfigured(
            "A web server needs SECRET_KEY or SECRET_KEY_FILE, and so does the stream: a random text of 50 characters"
            " or more, the same on every host (docs/production.md, Secrets)."
        ) from error


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


def check_deployment(**_: object) -> list[CheckMessage]:
    """Make errors of what Django warns of in a deployment: production does not start with them."""
    if settings.REDDOG_MODE is not Mode.PRODUCTION:
        return []
    found = run_checks(tags=[Tags.security], include_deployment_checks=True)
    return [
        Error(message.msg, hint=message.hint, obj=message.obj, id=message.id)
        for message in found
        if not message.is_silenced() and not message.is_serious()
    ]


def check_keys(**_: object) -> list[CheckMessage]:
    """Refuse to serve in production with the keys of a demonstration."""
    if settings.REDDOG_MODE is not Mode.PRODUCTION or not (keys.folder() / "keys.json").exists():
        return []
    if not key_custody.are_of_a_demonstration():
        return []
    return [
        Error(
            "The keys in REDDOG_KEYS_DIR were made by a demonstration.",
            hint="Name another folder, and make keys in it: `manage.py make_keys` (docs/production.md, Keys).",
            id="reddog.E003",
        )
    ]


def check_zone(**_: object) -> list[CheckMessage]:
    """Refuse a jurisdiction whose zone has a retired name, or one that is no zone's: it would be logged for good."""
    jurisdiction = settings.REDDOG_JURISDICTION
    if is_current(jurisdiction.zone):
        return []
    return [
        Error(
            f"The zone of {jurisdiction.name} is {jurisdiction.zone}, which the time zone database does not list as a current name.",
            hint="Give the profile the zone's current name, such as America/New_York for US/Eastern, as a new version"
            " (docs/jurisdictions.md, Changing it).",
            id="reddog.E005",
        )
    ]


def check_database(**_: object) -> list[CheckMessage]:
    """Refuse to serve in production from a database that was a demonstration: its passwords are known to everybody."""
    if settings.REDDOG_MODE is not Mode.PRODUCTION:
        return []
    was_connected = connection.connection is not None
    try:
        furnished = was_a_demonstration()
    except OperationalError as error:
        # A database that is away stops nobody from starting: whoever comes back first would wait for the other.
        return [
            CheckWarning(
                f"Nobody knows whether the database was a demonstration's: {str(error).strip()}",
                hint="Look again with `manage.py check` once the database answers.",
                id="reddog.W001",
            )
        ]
    finally:
        # A process that forks after this check must not share the connection with its children.
        if not was_connected:
            connection.close()
    if not furnished:
        return []
    return [
        Error(
            "The database was a demonstration's. Its operator's password is public, and its money is play money.",
            hint="Create another database (docs/production.md). The mark of a demonstration cannot be removed.",
            id="reddog.E004",
        )
    ]
