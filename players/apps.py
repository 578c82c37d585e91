"""The app's name."""

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Players and their sessions."""

    name = "players"
