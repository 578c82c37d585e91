"""The app's name, and its system checks."""

from django.apps import AppConfig
from django.core import checks

from games.checks import RTP, check_declared_returns, check_payout_floor


class GamesConfig(AppConfig):
    """Games and rounds."""

    name = "games"

    def ready(self) -> None:
        """Register the checks of `check --deploy` only: they take too long for every command to start with."""
        checks.register(check_declared_returns, RTP, deploy=True)
        checks.register(check_payout_floor, RTP, deploy=True)
