"""The keys of the player who signs, and one that the operators hold: none of them takes a platform to make."""

from typing import Final

from tests.verifier.keyed import Device

PHONE: Final = Device("the player's phone")
LAPTOP: Final = Device("the player's laptop", alg="p256")
PAPER: Final = Device("the player's paper", use="recover")
THIEF: Final = Device("a key of the operators")
STRANGER: Final = Device("a key of nobody's")
SIGNED: Final = "signed"
"""The folder, within that of an evening, of the log as it went on with this player."""
