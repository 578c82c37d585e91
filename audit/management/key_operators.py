"""The arguments of commands by which two operators change a player's keys."""

from django.contrib.auth import get_user_model
from django.core.management.base import CommandError, CommandParser

from audit.operations.player_key_authority import KeyOperators
from audit.queries.chains import is_players_chain
from kernel.ids import ChainId, chain_id
from rest.permissions import OPERATORS


def add_operator_arguments(parser: CommandParser) -> None:
    """Ask for the player, the two operators and the reason."""
    parser.add_argument("player_id", help="32 hex digits")
    parser.add_argument("--reason", required=True)
    parser.add_argument("--by", nargs=2, required=True, metavar="OPERATOR", help="two different operators")


def operators_of(by: list[str], reason: str) -> KeyOperators:
    """Return two operators.

    Raises:
        CommandError: one of them is none.
    """
    for operator in by:
        if not get_user_model().objects.filter(username=operator, groups__name=OPERATORS, is_active=True).exists():
            raise CommandError(f"{operator} is no operator. Nothing was changed.")
    return KeyOperators(by=(by[0], by[1]), reason=reason)


def player_of(player_id: str) -> ChainId:
    """Return a player's chain.

    Raises:
        CommandError: no player has this id.
    """
    chain = chain_id(player_id)
    if chain is None or not is_players_chain(chain):
        raise CommandError("No player has this id. Nothing was changed.")
    return chain
