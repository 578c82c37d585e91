"""To whom a stored secret belongs. A secret opens, and a digest matches, for its owner only."""

from typing import Final, NewType

from kernel.ids import ChainId

Owner = NewType("Owner", bytes)
"""16 bytes that tell one account from every other, a player's or a staff member's."""

ANY_PLAYER: Final = Owner(bytes(16))
"""Whoever has the secret: by its digest, players are recognized who share it. No chain is all zeroes but the system's."""

_STAFF = b"staff\0\0\0"


def player_owner(chain: ChainId) -> Owner:
    """Return a player as an owner."""
    return Owner(chain.bytes)


def staff_owner(number: int) -> Owner:
    """Return a member of staff as an owner, by the number of the account."""
    return Owner(_STAFF + number.to_bytes(8, "big"))
