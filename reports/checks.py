"""What must be true of the reports before an installation is put into service."""

from django.conf import settings
from django.core.checks import CheckMessage, Error


def check_places(**_: object) -> list[CheckMessage]:
    """Read the places that filed reports are delivered to, with the files of their secrets; nobody is called."""
    if not settings.REDDOG_REPORT_PLACES:
        return []
    # Loaded by those who have places: SSH and object stores cost every command a moment.
    from reports.delivery.entry import WrongPlaces  # noqa: PLC0415
    from reports.delivery.places import configured_places  # noqa: PLC0415

    try:
        configured_places()
    except WrongPlaces as error:
        return [
            Error(
                f"REDDOG_REPORT_PLACES: {error}",
                hint="docs/reports-delivery.md shows a file, and says what each member of it is.",
                id="reports.E001",
            )
        ]
    return []
