"""The app's name."""

from django.apps import AppConfig


class AuditConfig(AppConfig):
    """Fair shuffle, signed records, the log."""

    name = "audit"
