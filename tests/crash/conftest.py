"""What every crash starts from."""

from tests.journeys.conftest import environment

__all__ = ["environment"]
