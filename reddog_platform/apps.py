"""The platform as a Django app: its commands and its system checks."""

from __future__ import annotations

import importlib

from django.apps import AppConfig
from django.core import checks

from reddog_platform.checks import check_assertions, check_roles


class ReddogPlatformConfig(AppConfig):
    """Joins the apps and has no tables."""

    name = "reddog_platform"

    def ready(self) -> None:
        """Register the system checks, which every command and server runs before it starts, and say where tasks go."""
        # Whoever sends a task finds this application as the current one; without it, Celery makes up one of its own.
        importlib.import_module("reddog_platform.celery")
        for check in (check_assertions, check_roles):
            checks.register(check)
