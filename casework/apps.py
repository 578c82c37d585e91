"""The app's name."""

from django.apps import AppConfig


class CaseworkConfig(AppConfig):
    """Notes, cases, disputes."""

    name = "casework"
