"""Where gaming days begin on this installation: the zone of its jurisdiction, and the hour that the operator chose."""

from django.conf import settings

from reports.core.day_zone import DayZone
from reports.queries.day_zones import day_zone


def configured_days() -> DayZone:
    """Return the configured gaming days, with the changes of their hour that are in force."""
    return day_zone(settings.REDDOG_JURISDICTION.zone, settings.REDDOG_GAMING_DAY_STARTS)
