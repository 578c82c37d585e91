"""What every crash starts from."""

from tests.crash.own_postgres import own_environment, place
from tests.journeys.conftest import environment

__all__ = ["environment", "own_environment", "place"]
