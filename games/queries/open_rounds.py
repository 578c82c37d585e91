"""The open rounds of rule sheets."""

from collections.abc import Sequence

from games.models import Round
from kernel.ids import ChainId, RoundId


def open_rounds_of_sheets(leaves: Sequence[bytes]) -> list[RoundId]:
    """Return the open rounds of the sheets under these leaves, in the order of their players.

    It looks through all open rounds, of whatever game, by the index that has them alone.
    """
    rows = Round.objects.filter(settle_seq=None, rules_leaf__in=leaves).order_by("chain")
    return [RoundId(ChainId(chain), *place) for chain, *place in rows.values_list("chain", "epoch", "nonce")]
