"""What a step of a table's chain leaves in rows that follow from its records: the epoch's, and that of its seed.

`TableStep.save` writes them, so that no step can forget them.

Source: docs/formats/tables.md, "Steps".
"""

from collections.abc import Sequence
from dataclasses import replace

from audit.chain_head import Head
from audit.core.records import Record
from kernel.cte import Cte
from tables.models import EpochEnd

_ENDS = frozenset(end.value for end in EpochEnd)


def head_after(head: Head, records: Sequence[Record]) -> Head:
    """Return the head of a table's chain after these records: its epoch is the one that has begun last."""
    for record in records:
        head = head.advanced_by(record)
        match record.type:
            case "seats":
                head = replace(head, epoch=_epoch_of(record), nonce=0, round_open=True)
            case "hand":
                head = replace(head, nonce=1)
            case end if end in _ENDS:
                head = replace(head, round_open=False)
    return head


def epoch_row_ctes(records: Sequence[Record]) -> list[Cte]:
    """Return the CTEs that keep the rows of the epoch that these records are of; they select from `head`."""
    by_type = {record.type: record for record in records}
    ctes = [_begun_cte(by_type["seats"])] if "seats" in by_type else []
    if "open" in by_type:
        ctes.append(_opened_cte(by_type["open"]))
    changed = _changed_columns(by_type.get("hand"), next((by_type[end] for end in _ENDS if end in by_type), None))
    return [*ctes, _changed_cte(_epoch_of(records[-1]), changed)] if changed else ctes


def _begun_cte(seats: Record) -> Cte:
    return Cte(
        "epoch_begun",
        'INSERT INTO tables_epoch ("table", epoch, game, test, seats_seq, seats_ms)'
        " SELECT t.chain, %s::int, t.game, t.test, %s::bigint, %s::bigint"
        " FROM head JOIN tables_table t ON t.chain = head.chain",
        (_epoch_of(seats), seats.tip.seq, seats.tip.time_ms),
    )


def _opened_cte(opened: Record) -> Cte:
    return Cte(
        "epoch_opened",
        "UPDATE audit_epoch e SET client_seed = %s, opened_ms = %s FROM head"
        " WHERE e.chain = head.chain AND e.epoch = %s",
        (bytes.fromhex(str(opened.document["client"])), opened.tip.time_ms, _epoch_of(opened)),
    )


def _changed_columns(hand: Record | None, end: Record | None) -> dict[str, object]:
    """Return what a hand and an end set. Both may come in one step, and a statement changes a row once."""
    changed: dict[str, object] = {}
    if hand is not None:
        changed |= {"hand_seq": hand.tip.seq, "hand_leaf": hand.tip.leaf, "until_ms": hand.document.get("until")}
    if end is not None:
        changed |= {
            "ended_by": end.type,
            "end_seq": end.tip.seq,
            "end_leaf": end.tip.leaf,
            "ended_ms": end.tip.time_ms,
        }
    return changed


def _changed_cte(epoch: int, changed: dict[str, object]) -> Cte:
    columns = ", ".join(f"{column} = %s" for column in changed)
    return Cte(
        "epoch_changed",
        f'UPDATE tables_epoch e SET {columns} FROM head WHERE e."table" = head.chain AND e.epoch = %s',
        (*changed.values(), epoch),
    )


def _epoch_of(record: Record) -> int:
    epoch = record.document["epoch"]
    assert isinstance(epoch, int), "the records of an epoch have its number"
    return epoch
