"""Replace a signing key while play goes on: draw a successor, announce it, and revoke the older ones later.

Each step is a transaction or a file, and may be repeated: one that was killed is gone on with. Between the steps both keys
hold. Which of them signs, `audit.signing_keys` says. Who may announce a successor, `approvals/operations/announce.py` asks.

Source: docs/formats/signing-keys.md; docs/runbooks/keys.md; docs/adr/0074-keys-replaced.md.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction

from audit import keys
from audit.core.checkpoint import size_of
from audit.core.key_notes import KeyTerms, open_warrant, require_revocation, revocation_text, warrant_is_for
from audit.core.note import text_of, vkey
from audit.key_custody import destroy
from audit.models import Event
from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain, write_key_with_warrant, write_system_record
from audit.places import log_origin
from audit.queries.announced_keys import RETIRED, USES, KeyRecord, key_records, live_keys
from audit.queries.log import has_unlogged_before, newest_published_checkpoint
from audit.queries.stolen_keys import stolen_waiting, thefts_told
from audit.signing_keys import NOTICED_SECONDS, names_of
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind

OVERLAP: Final = {"log": timedelta(days=7), "rounds": timedelta(minutes=1)}
"""How long the older key holds on beside its successor, if there is no hurry: witnesses and readers learn of a log key."""
LEAST_OVERLAP: Final = timedelta(minutes=1)
"""Time for the successor's file to be taken by all processes."""
DRAINED_AFTER: Final = timedelta(seconds=NOTICED_SECONDS + 7)
"""So long after its retirement no record comes any more that a key signed: each process has noticed by then, and a record that
is stored more than 6 seconds after its time is refused (reddog_platform/postgresql/time_limits.py)."""
THEFT_TOLD_WITHIN: Final = timedelta(hours=23, minutes=59)
"""A verifier takes a day, of which a minute is left for the revocation itself."""

_SINCE: Final = "stolen_since"


class KeyNotReplaced(Refusal):
    """The key cannot be replaced now."""

    code, kind = "key-not-replaced", RefusalKind.CONFLICT


def draw_successor(use: str, *, another: bool = False, now: datetime) -> str:
    """Draw the next key of a use into its file, unless one waits to be announced, and return its name.

    With `another` it is drawn though one waits: the root warrants keys for later months ahead.
    """
    names, passed = names_of(use), {record.vkey for record in key_records()} | stolen_waiting().keys()
    public = keys.public_keys()
    if not another and public[names[-1]] not in passed and len(names) > 1:
        return names[-1]
    name = f"{use}-{len(names) + 1}"
    keys.draw(name)
    signs_as = _name(use, {each.partition("+")[0] for each in public.values()}, now=now)
    # Listed last: a crash before leaves a file that the next call takes up.
    keys.list_made(*keys.made(), name, public={**public, name: vkey(keys.unlisted_signer(name, signs_as=signs_as))})
    return name


def waiting_keys(use: str) -> list[str]:
    """Return the vkeys of the keys of a use that wait to be announced, in the order in which they were drawn.

    Those that were stolen while they waited do not wait any more.
    """
    announced = {record.vkey for record in key_records()}
    public, passed = keys.public_keys(), announced | stolen_waiting().keys()
    return [public[name] for name in names_of(use) if public[name] not in passed] if announced else []


def older_keys(use: str) -> list[str]:
    """Return the vkeys of all keys of a use that hold but the newest that nobody stole, in the order of their records."""
    live, stolen = live_keys(USES[use], key_records()), stolen_waiting()
    newest = [vkey for vkey in live if vkey not in stolen][-1:] or live[-1:]
    return [vkey for vkey in live if vkey not in newest]


def waiting_key(use: str, *, warrant: str | None = None) -> str | None:
    """Return the vkey of the key of a use that is announced next; None if there is none.

    That is the one which a `warrant` is for, or else the one that was drawn first. What a warrant says is not checked here.
    """
    waiting = waiting_keys(use)
    if warrant is not None:
        waiting = [vkey for vkey in waiting if warrant_is_for(warrant, vkey)] or waiting
    return waiting[0] if waiting else None


def announce_successor(
    use: str, *, warrant: str | None = None, actor: str = "platform", reason: str = "", now: datetime
) -> str | None:
    """Log the key that waits to be announced, and return its vkey; None if there is none.

    With the root's `warrant` a record key signs the record, otherwise the root does. The event names the `actor`.

    Raises:
        FileNotFoundError: the root key is not in this folder, and there is no warrant.
        KeyNoteRefused: the warrant is not the root's, or for something else.
        KeyNotReplaced: the warrant's time has not begun, or is over.
    """
    with transaction.atomic():
        lock_system_chain()
        fresh = waiting_key(use, warrant=warrant)
        if fresh is None:
            return None
        event = NewEvent(kind="keys-announced", actor=actor, reason=reason, after={fresh: USES[use]})
        ev = save_event(event, now=now)
        fields = {"name": fresh.partition("+")[0], "vkey": fresh, "use": USES[use], "ev": ev}
        if warrant is None:
            write_system_record("key", fields, signed_by="root", now=now)
        else:
            _require_time(warrant, use, fresh, now=now)
            write_key_with_warrant({**fields, "warrant": warrant}, now=now)
    return fresh


def retire_older(
    use: str,
    *,
    reason: str,
    at_once: bool = False,
    stolen_since: datetime | None = None,
    actor: str = "platform",
    now: datetime,
) -> list[str]:
    """Say that the keys before the newest of a use are about to be revoked, and return their vkeys.

    From now on nothing new is signed by them but checkpoints. With `at_once`, the overlap is a minute in place of the usual one;
    `stolen_since` says the same, and from when on somebody else may have signed.

    Raises:
        KeyNotReplaced: there is no successor, or it is too new; or the theft was more than a day ago, or is to come; or the
            successor may be stolen as well.
    """
    if stolen_since is not None:
        require_told_in_time(stolen_since, now=now)
    with transaction.atomic():
        lock_system_chain()
        records, older = key_records(), older_keys(use)
        if not older:
            raise KeyNotReplaced("Nothing was revoked. No successor was announced.")
        hurry = at_once or stolen_since is not None
        successor = next(vkey for vkey in reversed(live_keys(USES[use], records)) if vkey not in older)
        announced = next(each for each in records if each.vkey == successor and not each.revokes)
        if stolen_since is not None:
            _require_drawn_since(use, stolen_since, announced)
        _require_overlap(announced, LEAST_OVERLAP if hurry else OVERLAP[use], now=now)
        retirement = _retirement(older)
        # A theft that is found out while a key retires anyway is said as well.
        if retirement is None or (stolen_since is not None and _SINCE not in retirement.after):
            after: dict[str, object] = dict.fromkeys(older, USES[use])
            if stolen_since is not None:
                after[_SINCE] = to_epoch_ms(stolen_since)
            save_event(NewEvent(kind=RETIRED, actor=actor, reason=reason, after=after), now=now)
    return older


def revoke_retired(use: str, *, revocations: Sequence[str] = (), now: datetime) -> list[str]:
    """Log the revocation of the keys of a use that were retired, and return their vkeys.

    Where the root's note of a key is among `revocations`, a record key signs the record, otherwise the root does.

    Raises:
        KeyNotReplaced: none was retired; or records that they signed may still be on their way into the log.
        FileNotFoundError: the root key is not in this folder, and a note is missing.
        KeyNoteRefused: a note is not the root's.
    """
    with transaction.atomic():
        lock_system_chain()
        older = older_keys(use)
        event = _retirement(older)
        if event is None:
            raise KeyNotReplaced("Nothing was revoked. No key was retired.")
        drained_at = event.at + DRAINED_AFTER
        if now < drained_at or has_unlogged_before(to_epoch_ms(drained_at)):
            raise KeyNotReplaced(
                "Nothing was revoked. Records that the key signed may still be on their way into the log. Repeat it; if"
                " it does not help, see whether the sequencer runs.",
                retry_after=max(1, int((drained_at - now).total_seconds()) + 1),
            )
        assert event.leaf is not None, "events have a leaf since records name them"
        since = event.after.get(_SINCE)
        why = {"why": "rotated"} if since is None else {"why": "stolen", "since": since}
        for each in older:
            fields = {
                "name": each.partition("+")[0],
                "vkey": each,
                "use": USES[use],
                "ev": bytes(event.leaf).hex(),
                **why,
            }
            terms = KeyTerms(each, USES[use], log_origin())
            note = next((note for note in revocations if text_of(note) == revocation_text(terms)), None)
            if note is None:
                write_system_record("revoke", fields, signed_by="root", now=now)
            else:
                require_revocation(note, terms, root=keys.public_keys()["root"])
                write_system_record("revoke", {**fields, "warrant": note}, signed_by="rounds", now=now)
    return older


def destroy_revoked(use: str) -> list[str]:
    """Destroy the keys of a use that the log revoked, and return their names. Copies elsewhere are not reached.

    Raises:
        KeyFileRefused: one may still be in its token. This may be repeated.
    """
    revoked = {record.vkey for record in key_records() if record.revokes}
    public, made = keys.public_keys(), keys.made()
    # One that was killed may have removed the file and not the name, which `make_keys` would miss the file of.
    ended = (name for name in names_of(use) if public[name] in revoked)
    gone = [name for name in ended if name in made or keys.path_of(name).exists()]
    for name in gone:
        destroy(name)
    return gone


def require_told_in_time(stolen_since: datetime, *, now: datetime) -> None:
    """Accept the moment of a theft that a verifier takes.

    Raises:
        KeyNotReplaced: the theft was more than a day ago, or is to come.
    """
    if not timedelta() <= now - stolen_since <= THEFT_TOLD_WITHIN:
        raise KeyNotReplaced("Nothing was done. A key is called stolen since a day before its revocation at most.")


def _require_time(warrant: str, use: str, vkey: str, *, now: datetime) -> None:
    terms = KeyTerms(vkey, USES[use], log_origin())
    begins, ends = open_warrant(warrant, terms, root=keys.public_keys()["root"])
    if not begins <= to_epoch_ms(now) <= ends:
        raise KeyNotReplaced("Nothing was announced. The warrant's time has not begun, or is over.")


def _retirement(older: list[str]) -> Event | None:
    """Return the newest event that retires all of these keys."""
    events = Event.objects.filter(kind=RETIRED).order_by("-id")
    return next((event for event in events if older and set(older) <= set(event.after)), None)


def _require_drawn_since(use: str, stolen_since: datetime, announced: KeyRecord) -> None:
    """Refuse a successor that waited when the theft was told of, or was announced already: the thief may have it as well."""
    told_ms = [to_epoch_ms(theft.at) for theft in thefts_told() if theft.use == use and theft.at >= stolen_since]
    if not told_ms or announced.time_ms < min(told_ms):
        raise KeyNotReplaced(
            f"Nothing was revoked. {announced.vkey} was drawn before anybody told of the theft, and may be stolen as well. Draw"
            f" and announce another one: `manage.py replace_key {use} --draw --stolen-since` (docs/runbooks/stolen-key.md)."
        )


def _require_overlap(record: KeyRecord, overlap: timedelta, *, now: datetime) -> None:
    published = newest_published_checkpoint()
    if record.log_index is None or published is None or record.log_index >= size_of(published):
        raise KeyNotReplaced("Nothing was revoked. No published checkpoint covers the successor's announcement yet.")
    waited = timedelta(milliseconds=to_epoch_ms(now) - record.time_ms)
    if waited < overlap:
        raise KeyNotReplaced(
            f"Nothing was revoked. Both keys hold for {overlap}, of which {overlap - waited} are left.",
            retry_after=int((overlap - waited).total_seconds()) + 1,
        )


def _name(use: str, taken: set[str], *, now: datetime) -> str:
    """Return the name under which a successor signs: the log's is the origin, a record key's has its day."""
    if use == "log":
        return log_origin()
    house = log_origin().removesuffix("/log")
    days = f"{house}/rounds-{now:%Y%m%d}"
    return next(name for name in (days, *(f"{days}-{number}" for number in range(2, 1000))) if name not in taken)
