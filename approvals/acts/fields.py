"""Arguments that several acts have."""

from typing import Any

from approvals.act import Arguments
from kernel.ids import ChainId, chain_id
from players.queries.accounts import PlayerNotFound, player_exists
from rest.fields import StrictSerializer, StrictText


class HexId(StrictText):
    """An id of 32 hex digits in lower case."""

    default_error_messages = {"not_hex": "An id is 32 hex digits, in lower case."}  # noqa: RUF012  DRF's name

    def __init__(self, **options: Any) -> None:
        """Take as many characters as an id has."""
        super().__init__(min_length=32, max_length=32, **options)

    def to_internal_value(self, data: Any) -> str:
        """Refuse all other texts."""
        text = super().to_internal_value(data)
        if chain_id(text) is None:
            self.fail("not_hex")
        return text


class PlayerArguments(StrictSerializer):
    """Which player."""

    player_id = HexId()

    class Meta:
        """The schema's name for it."""

        ref_name = "PlayerArguments"


def player_of(arguments: Arguments) -> ChainId:
    """Return the chain of the player whom the arguments name.

    Raises:
        PlayerNotFound: there is no such player.
    """
    chain = chain_id(arguments["player_id"])
    if chain is None or not player_exists(chain):
        raise PlayerNotFound("Nothing was changed. No player has this id.")
    return chain
