"""End the keys that were stolen while they waited beside the key in force: for a later month, say, with their warrants.

A warrant of the root is all that a key needs to be announced, and whoever has both needs nobody else. What does not stand in the
log cannot be revoked, and what was revoked is never announced again. So the house announces each of them itself and revokes it in
the same transaction: the two records stand side by side in the log, and the key holds for none. Until then they are named in an
event, and nothing here announces them or signs by them.

Source: docs/runbooks/stolen-key.md; docs/adr/0106-keys-stolen-while-they-wait.md.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from django.db import transaction

from audit import keys
from audit.core.key_notes import KeyTerms, covering_warrant, revocation_among
from audit.key_custody import set_aside_unlisted
from audit.operations.replace_key import THEFT_TOLD_WITHIN, require_told_in_time, waiting_keys
from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain, write_key_with_warrant, write_system_record
from audit.places import log_origin
from audit.queries.announced_keys import RETIRED, USES, key_records
from audit.queries.stolen_keys import STOLEN, TheftTold, stolen_waiting, thefts_told
from kernel.instants import to_epoch_ms


class Ended(NamedTuple):
    """The vkeys of keys that were stolen while they waited: which the log has ended now, and which still lack a note of the root."""

    ended: list[str]
    left: list[str]


def tell_theft(use: str, *, stolen_since: datetime, actor: str, reason: str, now: datetime) -> list[str]:
    """Say that somebody may have the keys of a use, and return the vkeys of those that waited: they are never announced.

    A key that is drawn from now on may be. Until one of them is announced, this may be repeated and says nothing new.

    Raises:
        KeyNotReplaced: the theft was more than a day ago, or is to come.
    """
    require_told_in_time(stolen_since, now=now)
    with transaction.atomic():
        lock_system_chain()
        if (theft := theft_under_way(use, stolen_since)) is not None:
            return list(theft.waiting)
        # What a draw that was killed left has no name yet, and is as old as the others.
        set_aside_unlisted(use)
        waiting = waiting_keys(use)
        after: dict[str, object] = {"use": use, "stolen_since": to_epoch_ms(stolen_since), "keys": waiting}
        save_event(NewEvent(kind=STOLEN, actor=actor, reason=reason, after=after), now=now)
    return waiting


def theft_under_way(use: str, stolen_since: datetime) -> TheftTold | None:
    """Return the newest theft of a use that was told of since that instant, if no successor was announced since; else None.

    A key that was stolen while it waited is no successor, whoever announced it: `end_stolen_waiting`, or the thief.
    """
    thefts = [theft for theft in thefts_told() if theft.use == use and theft.at >= stolen_since]
    if not thefts:
        return None
    since_ms = to_epoch_ms(thefts[-1].at)
    stolen = stolen_waiting()
    later = (each for each in key_records() if each.use == USES[use] and each.time_ms > since_ms)
    return None if any(not each.revokes and each.vkey not in stolen for each in later) else thefts[-1]


def end_stolen_waiting(use: str, *, notes: Sequence[str], actor: str, now: datetime) -> Ended:
    """Announce and revoke each key of a use that was stolen while it waited, by the root if it is here, or else by its notes.

    Each is a transaction. One that lacks a note is left, and this may be repeated.

    Raises:
        KeyFileRefused: a key's file cannot be used.
    """
    found = Ended([], [])
    # Under a warrant a record key signs its own announcement, which auditors then ask about: it was stolen by then.
    notes = () if keys.path_of("root").exists() else notes
    # By the events, and not by the folder of keys, which may have been restored without some of them.
    for vkey, theft in stolen_waiting().items():
        with transaction.atomic():
            lock_system_chain()
            if theft.use != use or any(record.vkey == vkey for record in key_records()):
                continue
            try:
                with transaction.atomic():
                    _end(vkey, theft, notes, actor=actor, now=now)
            except FileNotFoundError:
                found.left.append(vkey)
            else:
                found.ended.append(vkey)
    return found


def _end(vkey: str, theft: TheftTold, notes: Sequence[str], *, actor: str, now: datetime) -> None:
    """Log a key and its revocation. Where the root's note is missing, the root signs.

    Raises:
        FileNotFoundError: the root key is not here, or the key's own file, which signs under a warrant.
    """
    terms = KeyTerms(vkey, USES[theft.use], log_origin())
    named = {"name": vkey.partition("+")[0], "vkey": vkey, "use": terms.use}
    # A verifier takes a day. The key signed nothing that is in the log, so a later instant hides nothing.
    since = max(theft.since_ms, to_epoch_ms(now - THEFT_TOLD_WITHIN))
    reason = "stolen while it waited"
    announced = NewEvent(kind="keys-announced", actor=actor, reason=reason, after={vkey: terms.use})
    fields = {**named, "ev": save_event(announced, now=now)}
    root = keys.public_keys()["root"]
    # A record key signs its own announcement, within its time. A log key's time bounds what comes after.
    at_ms = to_epoch_ms(now) if theft.use == "rounds" else None
    warrant = covering_warrant(notes, terms, root=root, at_ms=at_ms)
    if warrant is None:
        write_system_record("key", fields, signed_by="root", now=now)
    else:
        write_key_with_warrant({**fields, "warrant": warrant}, now=now)
    revoked = NewEvent(kind=RETIRED, actor=actor, reason=reason, after={vkey: terms.use, "stolen_since": since})
    ending = {**named, "ev": save_event(revoked, now=now), "why": "stolen", "since": since}
    revocation = revocation_among(notes, terms, root=root)
    if revocation is None:
        write_system_record("revoke", ending, signed_by="root", now=now)
    else:
        write_system_record("revoke", {**ending, "warrant": revocation}, signed_by="rounds", now=now)
