"""Signing keys that the log names: which are announced, which are revoked, and which are about to be."""

import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from django.db import connection

from audit import keys
from audit.core.note import text_of
from audit.core.records import parse_entry
from audit.models import Event
from kernel.ids import SYSTEM_CHAIN

_ANNOUNCED_USES = ("log", "rounds")
"""The keys that sign checkpoints and records. The root key announces them, and auditors have it from elsewhere."""
USES: Final = {"log": "checkpoints", "rounds": "records"}
"""What the log calls the uses of keys that this installation calls otherwise."""
RETIRED: Final = "keys-revoked"
"""The kind of the event that says which keys are about to be revoked: nothing is signed by them any more."""


class KeyRecord(NamedTuple):
    """A record of the system chain that announces or revokes a key."""

    vkey: str
    use: str
    """`records` or `checkpoints`."""
    revokes: bool
    entry: str
    time_ms: int
    log_index: int | None
    """None until the sequencer has given one."""
    window_ms: tuple[int, int] | None
    """From when until when its warrant lets it sign; None where the root signed the record itself."""

    def covers(self, time_ms: int) -> bool:
        """Return whether the key may sign a record of this time, as far as its warrant says."""
        return self.window_ms is None or self.window_ms[0] <= time_ms <= self.window_ms[1]


def key_records() -> list[KeyRecord]:
    """Return all records of keys, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_RECORDS)
        return [_read(entry, log_index) for entry, log_index in cursor.fetchall()]


def live_keys(
    use: str, records: Sequence[KeyRecord], *, below: int | None = None, from_start: str | None = None
) -> list[str]:
    """Return the vkeys that were announced for `records` or `checkpoints` and not revoked, in the order of their records.

    With `below`, only records of a smaller log index count. `from_start` is the key that needs no record.
    """
    live = [] if from_start is None else [from_start]
    for record in records:
        if record.use != use or (below is not None and (record.log_index is None or record.log_index >= below)):
            continue
        if record.revokes:
            live.remove(record.vkey)
        elif record.vkey not in live:
            live.append(record.vkey)
    return live


def retired_keys() -> frozenset[str]:
    """Return the vkeys that an event says are revoked, or are about to be."""
    retirements = Event.objects.filter(kind=RETIRED).values_list("after", flat=True)
    return frozenset(vkey for after in retirements for vkey in after)


def unannounced_keys() -> list[str]:
    """Return which of this installation's first signing keys the log does not name yet.

    Raises:
        FileNotFoundError: no keys were made yet.
    """
    public = keys.public_keys()
    announced = {record.vkey for record in key_records()}
    return [use for use in _ANNOUNCED_USES if public[use] not in announced]


def _read(entry: str, log_index: int | None) -> KeyRecord:
    record = parse_entry(entry)
    vkey, use, time_ms = record["vkey"], record["use"], record["time"]
    assert isinstance(vkey, str), "the record was written here"
    assert isinstance(use, str), "the record was written here"
    assert isinstance(time_ms, int), "the record was written here"
    return KeyRecord(vkey, use, record["type"] == "revoke", entry, time_ms, log_index, _window(record))


def _window(record: Mapping[str, object]) -> tuple[int, int] | None:
    note = record.get("warrant")
    if record["type"] != "key" or not isinstance(note, str):
        return None
    said = json.loads(text_of(note))
    return said["from"], said["until"]


_RECORDS: Final = f"""
SELECT r.entry, l.index FROM audit_record r LEFT JOIN audit_leaf l ON l.chain = r.chain AND l.seq = r.seq
WHERE r.chain = '{SYSTEM_CHAIN}' AND r.type IN ('key', 'revoke') ORDER BY r.seq
"""
