"""Import the national exclusion list: a full snapshot, of which only keyed digests are stored.

The file is read to its end before anything is changed. Then one transaction puts it in the place of the old list, and
every look-up from then on is in the new one. The exclusions that follow for players are written after that, each in a
transaction of its own and dated when its turn comes: a record must be in the log seconds after its time. The row of the
import comes last.

A crash, or a refusal, leaves one of three states. Before the list is replaced: the old list. After that: the new list,
with some players not yet excluded or let go; there is no row of the import, `fsck` names those whom the list has without
an end, and another import of the same file, as every night, does the rest. After the last player: all but the row. The
same holds of the players who may be persons of the list, and are held up for a review.

Source: docs/rules/exclusion.md, EX-11 to EX-16; docs/rules/persons.md, PM-18; docs/approvals.md; regulation F28, F45.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import BinaryIO, Final
from uuid import UUID
from zoneinfo import ZoneInfo

import structlog
from django.db import InterfaceError, InternalError, OperationalError, connection, transaction
from uuid_utils.compat import uuid7

from audit.operations.save_event import NewEvent, save_event
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.core.person_keys import KeyKind
from players.directory import is_in_directory
from players.identity_digests import born_digest, slipped_key_digests
from players.queries.persons import chains_of_persons, chains_with_key
from responsible_gaming.core.exclusion import ExclusionKind, national_exclusion_of
from responsible_gaming.core.exclusion_list import ListedTerm, loosened, require_not_shrunk
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.models import StoredExclusion, StoredListedPerson, StoredListImport
from responsible_gaming.operations.apply_exclusion_list import follow_list, listing_of, lock_list
from responsible_gaming.operations.read_exclusion_list import ReadList, read_exclusion_list
from responsible_gaming.operations.review_listed import review_near_to_list
from responsible_gaming.operations.store_listed import (
    in_batches,
    replace_listed,
    replace_names,
    stored_terms,
)
from responsible_gaming.operations.tell_other_cells import tell_of_list
from responsible_gaming.queries.exclusion_list import list_in_force
from responsible_gaming.queries.exclusions import exclusion_of
from responsible_gaming.queries.profiles import terms_in_force
from staff.core.approval import Approval, ProposalNeeded

_log = structlog.get_logger("responsible_gaming.import_exclusions")


class ExclusionListUnfinished(Refusal):
    """The exclusion list is in its place, and not all players follow it yet."""

    code, kind = "exclusion-list-unfinished", RefusalKind.UNAVAILABLE

    def __init__(self) -> None:
        """Say what holds, and what to do."""
        super().__init__(
            "The new list is in the place of the old one, and whoever opens an account now is looked up in it. Some"
            " players are not excluded yet, or not let go yet; no money was moved. Send the same file again: it does the"
            " rest.",
            retry_after=2,
        )


_SLIPPED_BATCH: Final = 500
"""Of so many entries at once players are looked for: each has some forty birth dates that are a slip apart."""

ACT: Final = "replace-exclusion-list"
"""What to propose for a list that lets somebody go."""

Authorised = Callable[[str], Approval | None]
"""Returns which two members of the staff let the file of this SHA-256 free people; None for nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ImportOrder:
    """Who imports a list, and why. `force` also accepts a list that has lost more than half of its persons."""

    actor: str
    reason: str
    authorised: Authorised
    force: bool = False
    by_itself: bool = False
    """It is the nightly file, which nobody answers for: what it adds holds at once, and whom it would free stays bound."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Imported:
    """The result of an import: entries in the file, different persons of the list, players among them, and what changed.

    `excluded` of the `matched` players were newly excluded. For `lifted` others, the exclusion ends a day from now.
    `withheld` persons stay on the list, whom the file would free and no two people have.
    """

    sha256: str
    rows: int
    persons: int
    matched: int
    excluded: int
    lifted: int
    withheld: int


def import_exclusions(
    file: BinaryIO, *, order: ImportOrder, jurisdiction: Jurisdiction, clock: Callable[[], datetime]
) -> Imported:
    """Replace the list in force by the one in `file`. Exclude its players, and end the exclusion of those it dropped.

    Reading takes minutes. Records are dated by the `clock` as they are written, when the list is in its place.

    Another import of the same file finds players who were not known before. Otherwise it only adds its own row.

    What comes by itself frees nobody until two people have authorised the file's digest and it is imported again. A list
    that frees nobody is taken however short it is.

    Raises:
        MalformedExclusionList, ExclusionListTooLarge: nothing was changed.
        ExclusionListShrank: it would free persons and has lost more than half; nothing was changed. With `force` the list is
            accepted.
        ProposalNeeded: somebody brought the file, and it would free persons without two people's authorisation; with the
            number of `freed` and the file's `sha256`. Nothing was changed.
        ExclusionListUnfinished: the list is in its place, and not all players follow it yet.
    """
    import_id, zone = uuid7(), ZoneInfo(jurisdiction.zone)
    read, withheld = _put_in_place(read_exclusion_list(file), order, import_id, zone=zone, clock=clock)
    try:
        if is_in_directory():
            _tell(read, import_id, withheld=withheld, jurisdiction=jurisdiction, now=clock())
        imported = _follow(read, order, withheld=withheld, jurisdiction=jurisdiction, clock=clock)
        _review(read, import_id, jurisdiction=jurisdiction, clock=clock)
        _store_import(import_id, imported, order, now=clock())
    except (Refusal, InterfaceError, InternalError, OperationalError) as trouble:
        # The answer says what to do, and this why it must be done.
        _log.warning("exclusion-list-unfinished", exc_info=trouble)
        raise ExclusionListUnfinished from trouble
    return imported


def _store_import(import_id: UUID, imported: Imported, order: ImportOrder, *, now: datetime) -> None:
    StoredListImport.objects.create(
        id=import_id,
        at=now,
        actor=order.actor,
        reason=order.reason,
        forced=order.force,
        sha256=imported.sha256,
        rows=imported.rows,
        persons=imported.persons,
        matched=imported.matched,
        excluded=imported.excluded,
        lifted=imported.lifted,
        withheld=imported.withheld,
    )


def _put_in_place(
    read: ReadList, order: ImportOrder, import_id: UUID, *, zone: ZoneInfo, clock: Callable[[], datetime]
) -> tuple[ReadList, int]:
    """Replace the list, and return it with those who are withheld, and how many they are."""
    with transaction.atomic():
        _take_time()
        lock_list(exclusive=True)
        before = stored_terms()
        loose = loosened(before, read.terms, today=clock().astimezone(zone).date())
        by = order.authorised(read.sha256) if loose else None
        withheld = loose if by is None and order.by_itself else {}
        freed = len(loose) - len(withheld)
        # What frees nobody is no harm, and whom it adds must not wait for what is missing.
        if freed and not order.force:
            require_not_shrunk(before=len(before), after=len(read.terms))
        if freed and by is None:
            raise ProposalNeeded(ACT, freed=freed, sha256=read.sha256)
        after = {**read.terms, **withheld}
        replace_listed(before, after, import_id)
        replace_names(read.names, import_id)
        withholding = {"sha256": read.sha256, "withheld": len(withheld)}
        who = by or order
        if before != after:
            counted = {"persons": len(after), "freed": freed}
            save_event(
                NewEvent(
                    kind="exclusion-list-imported",
                    actor=who.actor,
                    reason=who.reason,
                    before={"persons": len(before)},
                    after={**withholding, **counted},
                ),
                now=clock(),
            )
        if withheld and not _has_warned(withholding):
            kind = "exclusion-list-withheld"
            save_event(NewEvent(kind=kind, actor=who.actor, reason=who.reason, after=withholding), now=clock())
    return replace(read, terms=after), len(withheld)


def _tell(read: ReadList, import_id: UUID, *, withheld: int, jurisdiction: Jurisdiction, now: datetime) -> None:
    """Let the list bind in other cells too. Whom the file leaves out and who is withheld stays bound there."""
    terms = terms_in_force(jurisdiction, now=now)
    cooling_off_ms = terms.exclusions.cooling_off_ms
    ends = {digest: listing_of(term, terms).until_ms for digest, term in read.terms.items()}
    listed = {
        person: None if (until_ms := ends[digest]) is None else until_ms + cooling_off_ms
        for digest, persons in read.persons.items()
        for person in persons
    }
    tell_of_list(listed, import_id, is_whole=not withheld)


def _has_warned(withholding: Mapping[str, object]) -> bool:
    """Return whether the import before was of this file and withheld as many: they are the same persons."""
    newest = list_in_force()
    return newest is not None and withholding == {"sha256": newest.sha256, "withheld": newest.withheld}


def _take_time() -> None:
    """Allow this transaction longer than a web process has: a national list has many persons."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT set_config('lock_timeout', '5s', true), set_config('statement_timeout', '10min', true),"
            " set_config('idle_in_transaction_session_timeout', '15min', true)"
        )


def _review(read: ReadList, import_id: UUID, *, jurisdiction: Jurisdiction, clock: Callable[[], datetime]) -> None:
    """Hold up the players who may be persons whom this import changed."""
    for chain in sorted(_perhaps_listed(read, import_id)):
        with transaction.atomic():
            lock_list(exclusive=False)
            review_near_to_list(chain, jurisdiction=jurisdiction, now=clock())


def _perhaps_listed(read: ReadList, import_id: UUID) -> frozenset[ChainId]:
    """Return the players who were born on the day of a changed entry, or are called like it and were born a slip apart."""
    changed = StoredListedPerson.objects.filter(import_id=import_id).order_by("digest").values_list("digest", flat=True)
    found: set[ChainId] = set()
    for batch in in_batches([bytes(digest) for digest in changed], size=_SLIPPED_BATCH):
        # Of those who are withheld the file says nothing. They were looked for when the list took them up.
        persons = [person for digest in batch for person in read.persons.get(digest, ())]
        found.update(chains_with_key(KeyKind.BORN, {born_digest(person) for person in persons}))
        slipped = {digest for person in persons for digest in slipped_key_digests(person)}
        found.update(chains_with_key(KeyKind.NAME, slipped))
    return frozenset(found)


def _follow(
    read: ReadList, order: ImportOrder, *, withheld: int, jurisdiction: Jurisdiction, clock: Callable[[], datetime]
) -> Imported:
    now = clock()
    jurisdiction = terms_in_force(jurisdiction, now=now)
    rows = StoredExclusion.objects.filter(kind=ExclusionKind.NATIONAL_EXCLUSION.value)
    stored = {ChainId(row.chain): row for row in rows if exclusion_of(row).holds(to_epoch_ms(now))}
    named = _named(read.terms, stored)
    excluded = lifted = 0
    for chain in sorted(stored.keys() | named.keys()):
        current = exclusion_of(stored[chain]) if chain in stored else None
        listing = listing_of(named[chain], jurisdiction) if chain in named else None
        if national_exclusion_of(current, listing, rules=jurisdiction.exclusions, now_ms=to_epoch_ms(now)) == current:
            continue
        # Another import may have come in between, or an erasure: what is stored then counts.
        with transaction.atomic():
            _take_time()
            follow_list(chain, actor=order.actor, jurisdiction=jurisdiction, now=clock())
        excluded += current is None
        lifted += chain not in named
    return Imported(
        sha256=read.sha256,
        rows=read.rows,
        persons=len(read.terms),
        matched=len(named),
        excluded=excluded,
        lifted=lifted,
        withheld=withheld,
    )


def _named(terms: Mapping[bytes, ListedTerm], stored: Mapping[ChainId, StoredExclusion]) -> dict[ChainId, ListedTerm]:
    """Return what the list says of players: by the name they have now or by the one it excluded them under."""
    named: dict[ChainId, ListedTerm] = {}
    for batch in in_batches(list(terms)):
        for digest, chain in chains_of_persons(batch):
            named[chain] = terms[digest].with_another(named.get(chain, terms[digest]))
    for chain, row in stored.items():
        term = terms.get(bytes(row.listed_digest or b""))
        if term is not None:
            named[chain] = term.with_another(named.get(chain, term))
    return named
