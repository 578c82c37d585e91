"""Replace keys by schedule: what an operator does by `replace_key`, with keys that were drawn and notes that were brought before.

Each call takes the steps that are due. One that cannot be taken yet, or for which a note is missing, is left for a later call; that
a warrant ends without a successor, `doctor` says.

Source: docs/runbooks/keys.md, "By schedule".
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from audit import keys
from audit.core.key_notes import KeyTerms, covering_warrant, revocation_among
from audit.operations.replace_key import (
    KeyNotReplaced,
    announce_successor,
    older_keys,
    retire_older,
    revoke_retired,
    waiting_keys,
)
from audit.places import log_origin
from audit.queries.announced_keys import USES
from audit.signing_keys import warrant_end
from kernel.instants import to_epoch_ms

AHEAD: Final = timedelta(days=10)
"""So long before a warrant ends the successor is announced: both keys of the log hold for seven days of it."""


def replace_due(notes: Sequence[str], *, now: datetime) -> list[str]:
    """Take the steps that are due by the root's `notes`, and say in a word each which were taken."""
    taken = []
    for use in USES:
        older = older_keys(use)
        if older:
            taken += _end(use, older, notes, now=now)
        elif (ends := warrant_end(use)) is not None and ends - now <= AHEAD:
            taken += _begin(use, notes, now=now)
    return taken


def _begin(use: str, notes: Sequence[str], *, now: datetime) -> list[str]:
    """Announce the first of the keys that wait which one of the notes lets sign now."""
    for waiting in waiting_keys(use):
        terms = KeyTerms(waiting, USES[use], log_origin())
        note = covering_warrant(notes, terms, root=keys.public_keys()["root"], at_ms=to_epoch_ms(now))
        if note is not None and announce_successor(use, warrant=note, now=now) is not None:
            return [f"announced {waiting}"]
    return []


def _end(use: str, older: Sequence[str], notes: Sequence[str], *, now: datetime) -> list[str]:
    """Retire the older keys, if a note revokes each of them, and revoke them once all that they signed is in the log."""
    root, terms = keys.public_keys()["root"], [KeyTerms(vkey, USES[use], log_origin()) for vkey in older]
    if any(revocation_among(notes, each, root=root) is None for each in terms):
        return []
    try:
        retire_older(use, reason="by schedule", now=now)
        return [f"revoked {vkey}" for vkey in revoke_retired(use, revocations=notes, now=now)]
    except KeyNotReplaced:
        return []
