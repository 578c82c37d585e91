"""Records of the system chain: the keys that sign, the rules that hold. Rare, and so they take a row lock."""

import os
from collections.abc import Mapping
from datetime import datetime

from django.db import connection, transaction

from audit import keys
from audit.core.note import vkey
from audit.core.records import SALT_BYTES, Record, build_record, new_chain, parse_entry
from audit.models import StoredRecord
from audit.operations.append import Head, advance_clause, create_clause, record_clauses, run
from audit.operations.note_event import Noted, note_event
from audit.queries import head_source
from kernel.cte import Cte
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms

_LOCK = 0x5DF3
_FIRST_KEYS = (("rounds", "records"), ("log", "checkpoints"))


def write_system_record(kind: str, fields: Mapping[str, object], *, signed_by: str, now: datetime) -> Record:
    """Append a record to the system chain, signed by the key of this name, and return it.

    Joins the caller's transaction, if there is one, and holds the chain's row until its end.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        source = head_source("%s", SYSTEM_CHAIN)
        cursor.execute(f"{source.clause.sql} FOR UPDATE", source.clause.params)
        row = cursor.fetchone()
        head = None if row is None else source.row(*row).head()
        record = build_record(
            new_chain(SYSTEM_CHAIN) if head is None else head.tip,
            kind,
            fields,
            now_ms=to_epoch_ms(now),
            salt=os.urandom(SALT_BYTES),
            signer=keys.signer(signed_by),
        )
        written = run([_head_clause(head, record), *record_clauses([record])])
        assert written, "the locked row was still where it was read"
    return record


def hold_system_chain() -> None:
    """Keep everybody else from writing to the system chain until the caller's transaction ends; from beginning it too."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        cursor.execute("SELECT 1 FROM audit_chain WHERE chain = %s FOR UPDATE", (SYSTEM_CHAIN,))


def announce_keys(*, now: datetime) -> int:
    """Log the keys of this installation that the system chain does not name yet, and return how many."""
    signers = [(keys.signer(name), use) for name, use in _FIRST_KEYS]
    with transaction.atomic():
        hold_system_chain()
        announced = StoredRecord.objects.filter(type="key").values_list("entry", flat=True)
        known = {parse_entry(entry)["vkey"] for entry in announced}
        fresh = [
            {"name": signer.name, "vkey": vkey(signer), "use": use}
            for signer, use in signers
            if vkey(signer) not in known
        ]
        for fields in fresh:
            write_system_record("key", fields, signed_by="root", now=now)
        if fresh:
            told = {fields["vkey"]: fields["use"] for fields in fresh}
            note_event(Noted(kind="keys-announced", actor="platform", after=told), now=now)
    return len(fresh)


def _head_clause(head: Head | None, record: Record) -> Cte:
    if head is None:
        return create_clause(Head(record.tip, version=0, epoch=-1, nonce=0, in_round=False, limits_leaf=None))
    return advance_clause(head, head.after(record))
