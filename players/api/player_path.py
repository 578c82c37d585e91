"""The player that a path names."""

from kernel.ids import ChainId, chain_id
from players.queries.accounts import PlayerNotFound, player_exists


def player_from_path(player_id: str) -> ChainId:
    """Return the chain of a path's 32 hex digits, whether it is a player's or not.

    Raises:
        PlayerNotFound: any other text.
    """
    chain = chain_id(player_id)
    if chain is None:
        raise PlayerNotFound("Nothing was changed. A player's id is 32 hex digits.")
    return chain


def known_player(player_id: str) -> ChainId:
    """Return the chain of the player that a path names.

    Raises:
        PlayerNotFound: no player has this id.
    """
    chain = chain_id(player_id)
    if chain is None or not player_exists(chain):
        raise PlayerNotFound("No player has this id. A player's id is 32 hex digits.")
    return chain
