"""Why some of what an operator changes leaves the verdict as it is: stated reasons, by what was changed.

Each reason says that the changed log is one that an honest operator may have written: the log alone makes no claim that
contradicts it. What was published already still holds it to the old one, so the campaign shows too that a checkpoint
that somebody kept finds it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from benchmarks.tamper_campaign.attempt import Touched

REASONS: Final = {
    "salt": "a salt is random: another one hides the record as well",
    "time": "without witnesses a time is the operator's, within order, deadlines and grace",
    "pseudonym": "a player's tag is random to all who have not its key",
    "test-account": "whether an account is a test account is the operator's word; money is counted apart",
    "decimals": "how many decimals a currency has the chain alone says, and the verdict lists money by it",
    "operators-words": "reasons and names of operators are words, which the event's private part repeats",
    "digest-for-the-player": "a digest of the player's request, which the player alone can compare",
    "reference-for-the-auditor": "a salted reference to a session, which its salt alone can show to be another one",
    "unused-commitment": "a commitment whose seed no record has revealed yet",
    "unused-contribution": "a contribution to a hand that was not dealt: no value opens it",
    "unused-seat": "the seat, or the epoch, of a stake that was given back: no hand was dealt to it, no record of the table names it",
    "lost-seed": "an opening that keeps a seed back says that it is lost: the hands count as won in the test `unplayed`",
    "unused-length": "an epoch's length beyond what was played of it",
    "covering-checkpoint": "another checkpoint that covers the commitment as well",
    "limit-not-reached": "a limit that no later record reaches",
    "terms-not-reached": "terms of protection that nothing in the log comes near",
    "sheet-not-contradicted": "a field of a rule sheet that no record played under it, and no return, contradicts",
    "judged-with-the-report": "a filing is compared with its file, when a file is judged",
    "binds-nothing": "the record states something about the outside alone",
    "payment": "the amount of a payment is compared with the provider's, outside the log",
    "end-withheld": "the newest record of a chain, but for limits: a player's receipt or a kept checkpoint finds it",
    "never-written": "a record that no other one needs: a receipt or a kept checkpoint finds it",
    "rewritten-event": "an event that was rewritten before it was listed; a kept checkpoint finds a later rewriting",
    "event-to-come": "the log ends before the event that the record names must be listed",
    "sheet-of-the-same-rules": "another published sheet, by which the round has the same cards and the same pay",
    "words-of-a-table": "what a table says of itself, which no stake contradicts",
    "older-checkpoint": "an older checkpoint that no record needs was not given to the auditor",
    "not-read": "the file is no part of an export; the program names it and does not read it",
    "another-order": "records of several chains whose order nothing fixes",
}
"""What each reason means."""

_ANYWHERE: Final = {"salt": "salt", "time": "time"}
_FIELDS: Final = {
    ("settle", "acts", "t"): "time",
    ("hand_end", "acts", "t"): "time",
    ("init", "player"): "pseudonym",
    ("init", "test"): "test-account",
    ("init", "exp"): "decimals",
    ("void", "by"): "operators-words",
    ("void", "reason"): "operators-words",
    ("commit", "reason"): "operators-words",
    ("deal", "req"): "digest-for-the-player",
    ("deal", "rules"): "sheet-of-the-same-rules",
    ("deal", "sess"): "reference-for-the-auditor",
    ("sit", "sess"): "reference-for-the-auditor",
    ("commit", "commit"): "unused-commitment",
    ("open", "next", "commit"): "unused-commitment",
    ("seats", "next", "commit"): "unused-commitment",
    ("deal", "contrib"): "unused-contribution",
    ("deal", "seat"): "unused-seat",
    ("deal", "epoch"): "unused-seat",
    ("open", "left"): "lost-seed",
    ("open", "replaced"): "lost-seed",
    ("commit", "n"): "unused-length",
    ("open", "next", "n"): "unused-length",
    ("open", "size"): "covering-checkpoint",
    ("limits", "act"): "limit-not-reached",
    ("profile",): "terms-not-reached",
    ("rules", "rules"): "sheet-not-contradicted",
    ("filing",): "judged-with-the-report",
    ("erasure", "count"): "binds-nothing",
    ("erasure", "basis"): "binds-nothing",
    ("table", "admission"): "words-of-a-table",
    ("table", "clock"): "words-of-a-table",
    ("table", "seats"): "words-of-a-table",
    ("table", "stake"): "words-of-a-table",
}
"""By the type of a record and the beginning of the way to a field."""

_OPERATIONS: Final = {
    "cut": "end-withheld",
    "moved": "another-order",
    "later": "time",
    "payment": "payment",
    "event": "rewritten-event",
}
"""By what was done, whatever the record."""

_RECORDS: Final = {
    **{
        ("left out", kind): "never-written"
        for kind in ("limits", "filing", "erasure", "rules", "key", "table", "commit")
    },
    ("exchanged", "rules"): "another-order",
    ("exchanged", "key"): "another-order",
    ("exchanged", "init"): "pseudonym",
    ("exchanged", "limits"): "limit-not-reached",
    ("doubled", "limits"): "limit-not-reached",
    ("doubled", "erasure"): "binds-nothing",
}
"""By what was done to a record of a type."""


def reason(touched: Touched, *, is_newest: bool, awaits_event: bool = False) -> str | None:
    """Return why the verdict on a changed log may be that on the old one; None if it must not.

    `is_newest` says that nothing of the record's chain comes after it that moves money or is played, `awaits_event` that
    the log ends before an event that the record names must be listed.
    """
    if touched.operation == "field" and touched.path == ("ev",):
        return "event-to-come" if awaits_event else None
    if touched.operation == "field":
        return _reason_of_field(touched)
    if touched.operation == "left out" and is_newest:
        return "end-withheld"
    return _RECORDS.get((touched.operation, touched.kind)) or _OPERATIONS.get(touched.operation)


def _reason_of_field(touched: Touched) -> str | None:
    whole = (touched.kind, *(step for step in touched.path if not step.isdecimal()))
    if touched.path[0] in _ANYWHERE:
        return _ANYWHERE[touched.path[0]]
    return next((_FIELDS[whole[:length]] for length in range(len(whole), 0, -1) if whole[:length] in _FIELDS), None)
