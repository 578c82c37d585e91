"""The app configuration."""

from django.apps import AppConfig
from django.core import checks

from reports.checks import DESTINATIONS, check_destinations


class ReportsConfig(AppConfig):
    """Regulators' reports: roll-ups, catalogue, files, filings, delivery."""

    name = "reports"

    def ready(self) -> None:
        """Register the checks that every command and server runs before it starts."""
        checks.register(check_destinations, DESTINATIONS)
