"""What the players' client is tried against: a running platform, as the journeys have it."""

from tests.journeys.conftest import environment, url

__all__ = ("environment", "url")
