"""The platform as a Django app: its commands and its system checks."""

from __future__ import annotations

from django.apps import AppConfig
from django.core import checks

from reddog_platform.checks import check_assertions, check_roles


class ReddogPlatformConfig(AppConfig):
    """Joins the apps and has no tables."""

    name = "reddog_platform"

    def ready(self) -> None:
        """Register the system checks, which every command and server runs before it starts."""
        for check in (check_assertions, check_roles):
            checks.register(check)
