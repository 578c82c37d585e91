"""The user names of a cell."""

from players.models import Player


def is_user_name(name: str) -> bool:
    """Return whether an account has this user name."""
    return Player.objects.filter(username=name).exists()
