"""Tell a player of a stake that the house gave back: by the event of which the inbox tells.

Source: docs/alerts.md; docs/formats/tables.md, `table_abort`; GLI-19 2.5.5.
"""

from typing import Any

from audit.core.records import parse_entry
from audit.operations.save_event import NewEvent
from audit.queries.records import record_entry
from kernel.ids import ChainId
from tables.queries.stakes_to_end import StakeToEndRow


def given_back_events(chain: ChainId, row: StakeToEndRow) -> list[NewEvent]:
    """Return the event of a stake that ends without play by what the house did; none where its seat or others did it.

    Two of the staff voided its hand or game, or no hand took it, because the table, the rules or the player were kept out.
    """
    if not (row.idle if row.unnamed else _was_voided(row)):
        return []
    after = {
        "table": row.table.hex,
        "epoch": row.epoch,
        "returned_minor": row.stake_minor + row.side_bet_minor + row.raised_minor,
    }
    return [NewEvent(kind="stake-given-back", actor="platform", subject=chain, after=after)]


def _was_voided(row: StakeToEndRow) -> bool:
    """Return whether people ended the epoch: a `table_abort` by seats that did not reveal names nobody in `by`."""
    if row.end_type != "table_abort":
        return False
    assert row.end_seq is not None, "what ended the epoch is stored"
    entry: Any = parse_entry(record_entry(ChainId(row.table), row.end_seq))
    return "by" in entry
