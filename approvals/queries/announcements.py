"""Witnesses and signing keys as the log has them, and whether two administrators authorised others."""

import hashlib
from collections.abc import Mapping
from datetime import datetime
from typing import Final

from approvals.core.proposal import Proposal
from approvals.core.release import AUTHORISED_FOR
from approvals.queries.proposals import applied_ever, applied_since
from audit.core.cosignature import parse_policy
from audit.core.note import text_of
from audit.places import log_origin
from audit.queries.announced_keys import USES, key_records, live_keys
from audit.queries.events import EventRow, events_of_kind
from audit.queries.witnesses import announced_policy_notes
from staff.core.approval import Approval

POLICY_ACT: Final = "authorise-policy"
KEY_ACT: Final = "authorise-key"
ANNOUNCED_ALONE: Final = "key-announced-alone"
"""The kind of the event that says that one person announced a key."""


def policy_in_force() -> dict[str, object]:
    """Return the newest policy that was announced: its SHA-256, its witnesses with their keys, its quorum; empty for none."""
    newest = announced_policy_notes()[-1:]
    if not newest:
        return {"policy": {}}
    text = text_of(newest[0])
    policy = parse_policy(text, origin=log_origin())
    witnesses = {name: witness.vkey for name, witness in policy.witnesses.items()}
    return {"policy": {"sha256": policy_sha256(text), "witnesses": witnesses, "quorum": policy.quorum}}


def policy_sha256(text: str) -> str:
    """Return the SHA-256, in hex, of a policy's file before the root signs it."""
    return hashlib.sha256(text.encode()).hexdigest()


def keys_in_force(use: str) -> dict[str, object]:
    """Return the keys of a use, `log` or `rounds`, that were announced and not revoked, the oldest first."""
    return {"keys": live_keys(USES[use], key_records())}


def policy_authorisation(text: str, *, now: datetime) -> Approval | None:
    """Return who authorised a policy within the last seven days, in the place of the one in force; None for nobody."""
    return _authorisation(POLICY_ACT, {"sha256": policy_sha256(text)}, policy_in_force(), now=now)


def key_authorisation(use: str, vkey: str, *, now: datetime) -> Approval | None:
    """Return who authorised a key of a use within the last seven days, beside those in force; None for nobody."""
    return _authorisation(KEY_ACT, {"use": use, "vkey": vkey}, keys_in_force(use), now=now)


def unreviewed_keys() -> list[str]:
    """Return the vkeys that one person announced alone, and that no two administrators have authorised for that use since."""
    announced = events_of_kind(ANNOUNCED_ALONE)
    authorised = applied_ever(KEY_ACT) if announced else []
    return [str(event.after["vkey"]) for event in announced if not any(_reviews(each, event) for each in authorised)]


def _reviews(authorised: Proposal, announced: EventRow) -> bool:
    """Return whether an authorisation came after a key was announced alone. An earlier one was not in force then."""
    assert authorised.decided_at is not None, "it was applied"
    same = all(authorised.arguments[name] == announced.after[name] for name in ("use", "vkey"))
    return same and authorised.decided_at >= announced.at


def _authorisation(
    act: str, arguments: Mapping[str, object], seen: Mapping[str, object], *, now: datetime
) -> Approval | None:
    # What both saw must still be so: another announcement in between ends an authorisation.
    for proposal in applied_since(act, now - AUTHORISED_FOR):
        if proposal.arguments == arguments and proposal.before == seen:
            return proposal.approval()
    return None
