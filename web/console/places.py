"""Places of the console, as addresses."""

from typing import Final

from django.utils.http import url_has_allowed_host_and_scheme

HOME: Final = "/console/"
LOG_IN: Final = "/console/log-in"


def inside(place: str | None) -> str:
    """Return a place that a request names if it is one of the console's own, and else its first page."""
    if place and place.startswith(HOME) and url_has_allowed_host_and_scheme(place, allowed_hosts=None):
        return place
    return HOME
