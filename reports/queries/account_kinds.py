"""Read which chains belong to players and which to test accounts."""

from collections.abc import Iterable, Mapping

from kernel.ids import ChainId
from players.queries.accounts import test_accounts
from reports.core.account_columns import account_kind


def account_kinds(chains: Iterable[ChainId]) -> Mapping[ChainId, str]:
    """Map each chain to `players` or `test`."""
    wanted = set(chains)
    tests = test_accounts(wanted)
    return {chain: account_kind(test=chain in tests) for chain in wanted}
