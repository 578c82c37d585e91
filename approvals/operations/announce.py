"""Announce what auditors judge the log by, its witnesses and its keys, if two administrators have authorised it.

Before two have enrolled, and in a demonstration, nobody is asked. What the root signed beforehand for a replacement by schedule
(`audit/operations/replace_due.py`) needs nobody either. The system chain is locked until the transaction ends, so an authorisation
is for what is in force then.

Source: docs/approvals.md, "Witnesses and keys"; docs/adr/0060-a-release-is-authorised.md; regulation F45.
"""

from datetime import datetime
from typing import Final

from django.db import transaction

from approvals.queries.announcements import (
    ANNOUNCED_ALONE,
    KEY_ACT,
    POLICY_ACT,
    key_authorisation,
    policy_authorisation,
    policy_sha256,
)
from approvals.queries.release import needs_two
from audit import keys
from audit.console_user import console_actor
from audit.operations.announce_policy import announce_policy, policy_to_announce
from audit.operations.replace_key import KeyNotReplaced, announce_successor, require_told_in_time, waiting_key
from audit.operations.save_event import NewEvent, save_event
from audit.operations.stolen_waiting import theft_under_way
from audit.operations.write_system_record import announce_keys, lock_system_chain
from audit.queries.announced_keys import unannounced_keys
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from staff.core.approval import Approval

_THEN: Final = "Two administrators authorise it first (docs/approvals.md, Witnesses and keys): one proposes"


class AnnouncementNotAuthorised(Refusal):
    """Two administrators have not authorised these witnesses, or this key."""

    code, kind = "announcement-not-authorised", RefusalKind.FORBIDDEN


def announce_authorised_policy(text: str, *, note: str | None = None, now: datetime) -> bool:
    """Log a policy of witnesses, and return whether it was not the newest one already.

    Raises:
        AnnouncementNotAuthorised: nothing was announced. With `act` and the `sha256` to propose.
        NoPolicy, KeyNoteRefused, FileNotFoundError: as `announce_policy` says.
    """
    with transaction.atomic():
        lock_system_chain()
        if policy_to_announce(text) is None:
            return False
        by = policy_authorisation(text, now=now)
        if by is None and needs_two():
            sha256 = policy_sha256(text)
            raise AnnouncementNotAuthorised(
                f"Nothing was announced. {_THEN} {POLICY_ACT} with sha256 {sha256}, the other approves it. Then run this"
                " again within seven days.",
                act=POLICY_ACT,
                sha256=sha256,
            )
        return announce_policy(text, note=note, actor=_actor(by), reason=_reason(by), now=now)


def announce_authorised_key(use: str, *, warrant: str | None = None, now: datetime) -> str | None:
    """Log the key that waits to be announced, and return its vkey; None if there is none.

    Raises:
        AnnouncementNotAuthorised: nothing was announced. With `act`, and `use` and `vkey` to propose.
        FileNotFoundError, KeyNoteRefused, KeyNotReplaced: as `announce_successor` says.
    """
    with transaction.atomic():
        lock_system_chain()
        vkey = waiting_key(use, warrant=warrant)
        if vkey is None:
            return None
        by = key_authorisation(use, vkey, now=now)
        if by is None and needs_two():
            raise _key_not_authorised(use, vkey)
        announced = announce_successor(use, warrant=warrant, actor=_actor(by), reason=_reason(by), now=now)
        _require_same(announced, vkey)
    return vkey


def announce_key_for_stolen(
    use: str, *, stolen_since: datetime, reason: str, warrant: str | None = None, now: datetime
) -> str | None:
    """Log the key that waits, by one person, because the one in force was stolen; return its vkey, or None if there is none.

    A stolen key cannot be revoked without a successor, and waits for nobody. An alarm says who did it, and `doctor` is red until
    two administrators have authorised the key after all. The key was drawn since the theft was told of: others the thief may have.

    Raises:
        KeyNotReplaced: nobody has told of the theft since it happened, or a key was announced since.
        FileNotFoundError, KeyNoteRefused, KeyNotReplaced: as `announce_successor` and `require_told_in_time` say.
    """
    require_told_in_time(stolen_since, now=now)
    with transaction.atomic():
        lock_system_chain()
        vkey = waiting_key(use, warrant=warrant)
        if vkey is None:
            return None
        if theft_under_way(use, stolen_since) is None:
            raise KeyNotReplaced(
                f"Nothing was announced. {vkey} may have been drawn before the theft. Tell of it first, and draw another:"
                f" `manage.py replace_key {use} --draw --stolen-since`."
            )
        by = key_authorisation(use, vkey, now=now)
        if by is None and needs_two():
            after: dict[str, object] = {"vkey": vkey, "use": use, "stolen_since": to_epoch_ms(stolen_since)}
            save_event(NewEvent(kind=ANNOUNCED_ALONE, actor=console_actor(), reason=reason, after=after), now=now)
        announced = announce_successor(use, warrant=warrant, actor=_actor(by), reason=reason, now=now)
        _require_same(announced, vkey)
    return vkey


def announce_first_keys(*, now: datetime) -> int:
    """Log the first keys of this installation that the log does not name yet, and return how many.

    Raises:
        AnnouncementNotAuthorised: two administrators have enrolled, so these are not the first. Nothing was announced.
    """
    with transaction.atomic():
        lock_system_chain()
        unnamed = unannounced_keys()
        if unnamed and needs_two():
            raise _key_not_authorised(unnamed[0], keys.public_keys()[unnamed[0]])
        return announce_keys(now=now)


def _require_same(announced: str | None, vkey: str) -> None:
    """Roll back the announcement of another key than the one looked at: `keys.json` is a file, which nothing locks."""
    if announced != vkey:
        raise KeyNotReplaced(
            f"Nothing was announced. While it was, keys.json named {announced} in the place of {vkey}."
        )


def _key_not_authorised(use: str, vkey: str) -> AnnouncementNotAuthorised:
    return AnnouncementNotAuthorised(
        f"Nothing was announced. {_THEN} {KEY_ACT} with use {use} and vkey {vkey}, the other approves it. Then"
        f" `manage.py replace_key {use} --announce`, within seven days. If the key in force was stolen, it takes one person:"
        " --stolen-since (docs/runbooks/stolen-key.md).",
        act=KEY_ACT,
        use=use,
        vkey=vkey,
    )


def _actor(by: Approval | None) -> str:
    return console_actor() if by is None else by.staff_actor


def _reason(by: Approval | None) -> str:
    return "" if by is None else by.reason
