"""What every crash starts from."""

from tests.crash.own_postgres import installed, own_environment, place
from tests.journeys.conftest import environment

__all__ = ["environment", "installed", "own_environment", "place"]
