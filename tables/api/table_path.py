"""The table, and the hand of it, that a path names."""

import re
from typing import Final

from kernel.ids import ChainId, chain_id
from tables.queries.hands import HandNotFound
from tables.queries.table_states import TableNotFound

_EPOCH: Final = re.compile(r"0|[1-9][0-9]{0,8}")


def table_from_path(table_id: str) -> ChainId:
    """Return the chain of a path's 32 hex digits, whether it is a table's or not.

    Raises:
        TableNotFound: any other text.
    """
    chain = chain_id(table_id)
    if chain is None:
        raise TableNotFound("Nothing was changed. A table's id is 32 hex digits. Tables are listed at /api/v1/tables.")
    return chain


def epoch_from_path(epoch: str) -> int:
    """Return the number of an epoch.

    Raises:
        HandNotFound: any other text.
    """
    if not _EPOCH.fullmatch(epoch):
        raise HandNotFound("Nothing was changed. A hand is named by the number of its epoch, from 0.")
    return int(epoch)
