"""What a player must know of the own chain before signing over it."""

from dataclasses import dataclass

from audit.chain_head import Head
from audit.gather import gather_row
from audit.queries.chains import head_source
from audit.queries.epochs import EPOCH_SOURCE
from kernel.ids import ChainId


@dataclass(frozen=True, slots=True, kw_only=True)
class SigningPlace:
    """A chain's head, and the round that comes next."""

    head: Head
    next_round: tuple[int, int] | None
    """The epoch and nonce of the next deal; None where no epoch is open, or it is used up."""


def signing_place(chain: ChainId) -> SigningPlace:
    """Return the place in a player's chain that the next request is signed over."""
    source = head_source("%s", chain)
    gathered = gather_row(source, EPOCH_SOURCE)
    assert gathered is not None, "a chain has a head from its first record on"
    head, epoch = gathered.required(source).head(), gathered[EPOCH_SOURCE]
    following = None
    if epoch is not None and epoch.closed_ms is None and head.nonce < epoch.rounds:
        following = epoch.epoch, head.nonce + 1
    return SigningPlace(head=head, next_round=following)
