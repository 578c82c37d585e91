"""Announce in the log which witnesses have to sign its checkpoints from now on.

Who may, `approvals/operations/announce.py` asks.

Source: docs/formats/witnesses.md, rules 2 and 3.
"""

from datetime import datetime

from django.db import transaction

from audit import keys
from audit.core.cosignature import NoPolicy, QuorumPolicy, parse_policy
from audit.core.key_notes import require_signed
from audit.core.note import sign_note, text_of
from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain, write_system_record
from audit.places import log_origin
from audit.queries.witnesses import announced_policy_notes


def announce_policy(text: str, *, note: str | None = None, actor: str, reason: str = "", now: datetime) -> bool:
    """Log a policy, signed by the root key, and return whether it was not the newest one already.

    Where the root is elsewhere, `note` is the policy as it was signed there. The event names the `actor`.

    Raises:
        NoPolicy: it is none for this log, lacks a witness's URL, or was announced before another one.
        KeyNoteRefused: the root did not sign the note.
        FileNotFoundError: the root key is not in this folder, and there is no note.
    """
    if note is not None:
        require_signed(note, keys.public_keys()["root"])
    with transaction.atomic():
        lock_system_chain()
        policy = policy_to_announce(text)
        if policy is None:
            return False
        note = note or sign_note(text, keys.signer("root"))
        after = {"quorum": policy.quorum, "witnesses": {name: each.vkey for name, each in policy.witnesses.items()}}
        save_event(NewEvent(kind="witnesses-announced", actor=actor, reason=reason, after=after), now=now)
        write_system_record("policy", {"note": note}, signed_by="rounds", now=now)
    return True


def policy_to_announce(text: str) -> QuorumPolicy | None:
    """Return what a text says, if it can be announced; None where it is the newest policy already.

    Raises:
        NoPolicy: it is none for this log, lacks a witness's URL, or was announced before another one.
    """
    policy = parse_policy(text, origin=log_origin())
    without = [name for name, witness in policy.witnesses.items() if witness.url is None]
    if without and not policy.is_none:
        raise NoPolicy(f"It does not say where {', '.join(without)} takes checkpoints.")
    if "\t" in text:
        raise NoPolicy("It has a tab, which no signed note may have.")
    announced = [text_of(note) for note in announced_policy_notes()]
    if announced[-1:] == [text]:
        return None
    if text in announced:
        raise NoPolicy("It was announced before. Add a comment line, so that the root signs it anew.")
    return policy
