"""The app's name."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Games and rounds."""

    name = "games"
