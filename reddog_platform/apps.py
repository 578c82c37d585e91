"""The platform as a Django app: its commands and its system checks."""

from __future__ import annotations

import importlib

from django.apps import AppConfig
from django.core import checks

from reddog_platform.checks import (
    INSTALLATION,
    check_assertions,
    check_database,
    check_deployment,
    check_keys,
    check_roles,
    check_zone,
)


class ReddogPlatformConfig(AppConfig):
    """Join the apps. It has no tables."""

    name = "reddog_platform"

    def ready(self) -> None:
        """Register the system checks, and load the Celery application."""
        # Without it, Celery would send tasks through a default application of its own.
        importlib.import_module("reddog_platform.celery")
        for check in (check_assertions, check_roles, check_deployment, check_zone, check_keys, check_database):
            checks.register(check, INSTALLATION)
