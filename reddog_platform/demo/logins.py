"""Who can log in at a demonstration."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class LoginRequest:
    """A user name and its password, known to everybody: the demonstration listens on this machine alone."""

    username: str
    password: str


OPERATOR: Final = LoginRequest(username="operator", password="operate-the-demo")  # noqa: S106  printed by the demonstration
SECOND_OPERATOR: Final = LoginRequest(username="second-operator", password="approve-the-demo")  # noqa: S106  printed by the demonstration
PLAYER: Final = LoginRequest(username="demo", password="play-red-dog-tonight")  # noqa: S106  printed by the demonstration
PIN: Final = "2580"
