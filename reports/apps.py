"""The app's name, and its system checks."""

from django.apps import AppConfig
from django.core import checks

from reports.checks import check_places


class ReportsConfig(AppConfig):
    """Regulators' reports: measures, catalogue, files, filings, delivery."""

    name = "reports"

    def ready(self) -> None:
        """Register what every command and server asks before it starts."""
        checks.register(check_places)
