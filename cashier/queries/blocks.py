"""Whether a player's deposits are blocked, and since when."""

from typing import NamedTuple

from cashier.models import DepositBlock
from kernel.ids import ChainId


class DepositBlockRow(NamedTuple):
    """The last block on a player's deposits."""

    blocked_ms: int
    """The instant of the block."""
    lifted_ms: int | None
    """The instant when two operators lifted the block; None while it lasts."""


def deposits_blocked(chain: ChainId) -> bool:
    """Return whether a player's deposits are blocked."""
    return DepositBlock.objects.filter(chain=chain, lifted_ms=None).exists()


def find_lifted_ms(chain: ChainId) -> int | None:
    """Return when a block was last lifted on a player's deposits, None for never."""
    return DepositBlock.objects.filter(chain=chain).values_list("lifted_ms", flat=True).first()


def find_deposit_block(chain: ChainId) -> DepositBlockRow | None:
    """Return the last block on a player's deposits, None if there never was one."""
    row = DepositBlock.objects.filter(chain=chain).values_list("blocked_ms", "lifted_ms").first()
    return None if row is None else DepositBlockRow(*row)
