"""The player whom an operator's address names."""

from kernel.ids import ChainId, chain_id
from players.operations.set_status import PlayerNotFound


def subject_of(player: str) -> ChainId:
    """Return the chain that 32 hex digits name, whether it is a player's or not.

    Raises:
        PlayerNotFound: any other text.
    """
    chain = chain_id(player)
    if chain is None:
        raise PlayerNotFound("Nothing was changed. A player's id is 32 hex digits.")
    return chain
