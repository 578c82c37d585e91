"""Whether a player's deposits are blocked, and since when."""

from cashier.models import DepositBlock
from kernel.ids import ChainId


def deposits_blocked(chain: ChainId) -> bool:
    """Say whether an operator has to allow this player's deposits first."""
    return DepositBlock.objects.filter(chain=chain, lifted_ms=None).exists()


def lifted_ms(chain: ChainId) -> int | None:
    """Return when an operator last allowed this player's deposits again, None for never."""
    return DepositBlock.objects.filter(chain=chain).values_list("lifted_ms", flat=True).first()


def deposit_block(chain: ChainId) -> tuple[int, int | None] | None:
    """Return when a player's deposits were blocked last and allowed again (ms), if they ever were blocked."""
    return DepositBlock.objects.filter(chain=chain).values_list("blocked_ms", "lifted_ms").first()
