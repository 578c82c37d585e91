"""Records of tables, put into chains by the log's and the ledger's own operations: what lies below the app of tables."""

import os
from collections.abc import Mapping
from datetime import datetime

from audit import keys
from audit.chain_head import Head
from audit.core.records import SALT_BYTES, Record, build_record
from kernel.instants import to_epoch_ms
from tests.core.tables.seated import POT, table
from tests.world import NOW

AROUND_POT = table(POT)


def next_record(head: Head, kind: str, fields: Mapping[str, object], *, now: datetime = NOW) -> Record:
    """Sign the record that follows a head."""
    return build_record(
        head.tip, kind, fields, now_ms=to_epoch_ms(now), salt=os.urandom(SALT_BYTES), signer=keys.signer("rounds")
    )
