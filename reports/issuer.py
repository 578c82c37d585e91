"""The installation in whose name reports are made."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.conf import settings

from audit.places import log_origin
from reports.delivery.destinations import Destination, configured_destinations


@dataclass(frozen=True, slots=True, kw_only=True)
class Issuer:
    """Who makes a report, and where its filing goes."""

    operator: str
    """The operator's name."""

    origin: str
    """The origin of the log."""

    destinations: Sequence[Destination] = ()
    """Where filings are delivered to."""


def configured_issuer() -> Issuer:
    """Return the issuer that the settings describe."""
    return Issuer(
        operator=settings.REDDOG_OPERATOR,
        origin=log_origin(),
        destinations=configured_destinations(),
    )
