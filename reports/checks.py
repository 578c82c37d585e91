"""System checks of the reports' configuration."""

from typing import Final

from django.conf import settings
from django.core.checks import CheckMessage, Error

DESTINATIONS: Final = "destinations"
"""The tag of the check: commands run every check that has a tag, but those of routes and templates."""


def check_destinations(**_: object) -> list[CheckMessage]:
    """Read the file of destinations and the files of their secrets, without calling any destination."""
    if not settings.REDDOG_REPORT_DESTINATIONS:
        return []
    # Imported only if there are destinations: the SSH and object store libraries take a moment to load.
    from reports.delivery.destination_config import InvalidDestinations  # noqa: PLC0415
    from reports.delivery.destinations import configured_destinations  # noqa: PLC0415

    try:
        configured_destinations()
    except InvalidDestinations as error:
        return [
            Error(
                f"REDDOG_REPORT_DESTINATIONS: {error}",
                hint="docs/reports-delivery.md shows a file, and says what each member of it is.",
                id="reports.E001",
            )
        ]
    return []
