"""Records of tables, put into chains by the log's and the ledger's own operations: what lies below the app of tables."""

from collections.abc import Mapping
from datetime import datetime

from audit.chain_head import Head
from audit.core.records import Record
from audit.signed_record import signed_record
from kernel.instants import to_epoch_ms
from tests.core.tables.seated import POT, table
from tests.world import NOW

AROUND_POT = table(POT)


def next_record(head: Head, kind: str, fields: Mapping[str, object], *, now: datetime = NOW) -> Record:
    """Sign the record that follows a head."""
    return signed_record(head.tip, kind, fields, now_ms=to_epoch_ms(now))
