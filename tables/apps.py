"""The app's name."""

from django.apps import AppConfig


class TablesConfig(AppConfig):
    """Tables."""

    name = "tables"
