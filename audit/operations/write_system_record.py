"""Write records of the system chain: the keys that sign, the rules in force. They are rare, so they lock its row."""

import os
from collections.abc import Mapping, Sequence
from datetime import datetime

from django.db import connection, transaction

from audit import keys, signing_keys
from audit.chain_head import Head, first_head
from audit.core.key_notes import KeyTerms, covering_warrant
from audit.core.note import Signer
from audit.core.records import SALT_BYTES, Record, build_record, new_chain, parse_entry
from audit.key_custody import root_notes
from audit.operations.append import advance_cte, create_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, save_event
from audit.places import log_origin
from audit.queries.chains import system_head_for_update
from audit.queries.records import system_entries_of_type
from kernel.cte import Cte
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms
from kernel.serving import served_cell

_LOCK = 0x5DF3
"""The advisory lock on the system chain, whose row does not exist before its first record."""
_FIRST_KEYS = (("rounds", "records"), ("log", "checkpoints"))


def write_system_record(kind: str, fields: Mapping[str, object], *, signed_by: str | Signer, now: datetime) -> Record:
    """Append a record to the system chain, signed by the key of this use or by this one, and return it.

    It joins the caller's transaction, if there is one, and keeps the chain's row locked until its end.
    """
    return write_system_records(kind, [fields], signed_by=signed_by, now=now)[0]


def write_system_records(
    kind: str, fields: Sequence[Mapping[str, object]], *, signed_by: str | Signer, now: datetime
) -> list[Record]:
    """Append one record or more in their order, as `write_system_record` does one, with as many statements as for one."""
    assert fields, "there is something to record"
    records: list[Record] = []
    with transaction.atomic():
        head = system_head_for_update()
        tip = new_chain(SYSTEM_CHAIN) if head is None else head.tip
        # Chosen under the lock, so that nothing comes after a key's revocation that it signed.
        signer = signing_keys.signer(signed_by, anew=True) if isinstance(signed_by, str) else signed_by
        for each in fields:
            salt = os.urandom(SALT_BYTES)
            records.append(build_record(tip, kind, each, now_ms=to_epoch_ms(now), salt=salt, signer=signer))
            tip = records[-1].tip
        written = execute_step([_head_clause(head, records[-1]), *record_ctes(records)])
        assert written, "the locked row was still where it was read"
    return records


def lock_system_chain() -> None:
    """Lock the system chain until the caller's transaction ends, also where it has no record yet."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", (served_cell().lock(_LOCK),))
        cursor.execute("SELECT 1 FROM audit_chain WHERE chain = %s FOR UPDATE", (SYSTEM_CHAIN,))


def announce_keys(*, now: datetime) -> int:
    """Log the first keys of this installation that the system chain does not name yet, and return how many.

    Raises:
        FileNotFoundError: the root key is not here, and there is no warrant for a key that covers this moment.
    """
    public = keys.public_keys()
    with transaction.atomic():
        lock_system_chain()
        announced = {parse_entry(entry)["vkey"] for entry in system_entries_of_type("key")}
        fresh = [
            {"name": public[key].partition("+")[0], "vkey": public[key], "use": use}
            for key, use in _FIRST_KEYS
            if public[key] not in announced
        ]
        if fresh:
            uses: dict[str, object] = {fields["vkey"]: fields["use"] for fields in fresh}
            ev = save_event(NewEvent(kind="keys-announced", actor="platform", after=uses), now=now)
            _write_first_keys([{**fields, "ev": ev} for fields in fresh], now=now)
    return len(fresh)


def write_key_with_warrant(fields: Mapping[str, str], *, now: datetime) -> None:
    """Log a key under the root's warrant, which is one of `fields`: a record key signs the record, its own one for its own."""
    names = {vkey: name for name, vkey in keys.public_keys().items()}
    by: str | Signer = keys.signer(names[fields["vkey"]]) if fields["use"] == "records" else "rounds"
    write_system_record("key", fields, signed_by=by, now=now)


def _write_first_keys(fresh: Sequence[Mapping[str, str]], *, now: datetime) -> None:
    """Log the first keys, each under the warrant for it that lies beside the keys, or else under the root's signature.

    They are logged in their order, the record key first: it signs the log key's record where the root does not.

    Raises:
        FileNotFoundError: the root key is not here, and there is no warrant for a key that covers this moment.
    """
    notes, root = root_notes(), keys.public_keys()["root"]
    warrants: list[str | None] = []
    for fields in fresh:
        terms = KeyTerms(fields["vkey"], fields["use"], log_origin())
        warrants.append(covering_warrant(notes, terms, root=root, at_ms=to_epoch_ms(now)))
    if not any(warrants):
        write_system_records("key", fresh, signed_by="root", now=now)
        return
    for fields, warrant in zip(fresh, warrants, strict=True):
        if warrant is None:
            write_system_record("key", fields, signed_by="root", now=now)
        else:
            write_key_with_warrant({**fields, "warrant": warrant}, now=now)


def _head_clause(head: Head | None, newest: Record) -> Cte:
    if head is None:
        return create_cte(first_head(newest.tip, limits_leaf=None))
    return advance_cte(head, head.advanced_by(newest))
