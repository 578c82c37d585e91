"""Whose accounts rows are about, looked up for a page at a time."""

from collections.abc import Iterable, Mapping

from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports.core.account_columns import kind_of_accounts


def whose(chains: Iterable[ChainId]) -> Mapping[ChainId, str]:
    """Say of each of these accounts whether it is a player's or one of the house's own."""
    asked = set(chains)
    own = test_accounts(asked)
    return {chain: kind_of_accounts(test=chain in own) for chain in asked}
