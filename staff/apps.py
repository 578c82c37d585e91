"""The app's name."""

from django.apps import AppConfig


class StaffConfig(AppConfig):
    """Staff accounts."""

    name = "staff"
