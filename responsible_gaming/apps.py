"""The app's name."""

from django.apps import AppConfig


class ResponsibleGamingConfig(AppConfig):
    """Limits."""

    name = "responsible_gaming"
