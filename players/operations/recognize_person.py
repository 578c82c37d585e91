"""Recognize a person who has an account already, or whom an exclusion binds, in the transaction that stores who it is.

Candidates are found by keyed digests. Only their documents are opened, and only to compare.

Source: docs/rules/persons.md, PM-12 to PM-14, PM-19; docs/adr/0055-the-person.md; docs/adr/0108-near-to-anybody-waits.md; regulation F21, F28.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from kernel.ids import ChainId
from players import vault
from players.core.identity import Identity, identity_of
from players.core.matching.verdict import Description, Verdict, judge_evidence, weigh
from players.core.person_keys import REMEMBERED, KeyKind, as_reached, description_of
from players.core.person_review import shared_in
from players.core.status import Status
from players.core.verification import Verification
from players.identity_digests import person_key_digests
from players.models import Player
from players.models.persons import PersonKey, PersonReview
from players.operations.open_person_review import open_person_review
from players.operations.register import RETURNED, account_exists, another_account
from players.operations.set_status import change_status
from players.operations.store_person_keys import lock_person, store_person_keys
from players.queries.accounts import player_for_update, players_for_update
from players.queries.person_candidates import Candidate, Excluded, bound_among, candidates, one_person_as
from players.queries.person_reviews import found_different_from, needs_review

_SHARED_BY_MANY: Final = 5
"""An address or a line that more other accounts have is of a hostel, an office or a block, and tells nobody apart."""
_COMPARED_MAX: Final = 1_000
"""So many of those whom nothing excludes are compared: first who shares more than a birth date or a house, then the oldest."""
SAME_PERSON: Final = "another account of the same person was restricted"
"""The player reads it. Which account that is, and why, it does not tell."""
_TELLING: Final = frozenset({KeyKind.NAME, KeyKind.NAME_YEAR, KeyKind.NAME_DAY, KeyKind.MAILBOX, KeyKind.LINE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPerson:
    """A person of the national list whom a player may be."""

    digest: bytes
    """Keyed."""
    reference: str
    """What the keeper of the list calls the entry."""
    shared: tuple[str, ...]
    """What both share: there are digests of it, and nothing to compare."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    candidate: Candidate
    bound: bool
    verdict: Verdict
    shared: list[str]


def recognize_new(chain: ChainId, *, excluded: Excluded, now: datetime) -> None:
    """Compare a player who is being registered with all others.

    Who may be the holder of another account begins suspended, until a review is decided. So does who has closed an account.

    Raises:
        AccountExists: the same person has an open account, or is excluded. The transaction must be rolled back.
    """
    player = player_for_update(chain)
    found = _recognized(player, excluded)
    same = [match for match in found if match.verdict is Verdict.SAME]
    if any(match.bound or match.candidate.status != Status.CLOSED for match in same):
        raise account_exists()
    if same and player.status == Status.ACTIVE:
        change_status(player, Status.SUSPENDED, reason=RETURNED, actor="platform", now=now)
    _open_reviews(player, filter(_may_be, found), now=now)


def recognize_changed(chain: ChainId, *, excluded: Excluded, now: datetime) -> None:
    """Compare a player whose identity was changed with all others, and suspend who may be one of them.

    Raises:
        AccountExists: the same person has another open account. The transaction must be rolled back.
    """
    player = player_for_update(chain)
    found = _recognized(player, excluded)
    if any(match.verdict is Verdict.SAME and match.candidate.status != Status.CLOSED for match in found):
        raise another_account()
    _open_reviews(player, filter(_may_be, found), now=now)


def recognize_existing(chain: ChainId, *, excluded: Excluded, now: datetime) -> int:
    """Compare a player who registered before these rules held with all others, and return how many reviews were opened.

    The player waits for an older account, as in a registration, and for a younger one that an exclusion binds and whose
    holder was verified, as with a later exclusion (PM-19). Call it in a transaction.
    """
    player = player_for_update(chain)
    if player.status == Status.CLOSED or vault.is_erased(chain):
        return 0
    return _open_reviews(player, _held_up_by(player, _recognized(player, excluded)), now=now)


def review_as_listed(chain: ChainId, listed: Iterable[ListedPerson], *, now: datetime) -> int:
    """Suspend a player who may be one of these persons of the national list, and return how many reviews were opened."""
    player = player_for_update(chain)
    stored = PersonReview.objects.filter(player=player, listed__isnull=False).values_list("listed", flat=True)
    reviewed = {bytes(digest) for digest in stored if digest is not None}
    new = [person for person in listed if person.digest not in reviewed]
    for person in new:
        shared = list(person.shared)
        review = PersonReview(player=player, listed=person.digest, listed_reference=person.reference, shared=shared)
        open_person_review(player, review, now=now)
    return len(new)


def lock_others(chain: ChainId) -> None:
    """Lock what `review_others` needs, in the order of everybody else: rows of players, keys of persons, heads of chains.

    Call it before the head of the player's chain is locked. The player's own row is not: whoever changes a status locks it
    before the head.
    """
    players_for_update({*_same_person(chain), *_others_like(chain)})
    lock_person(_digests_of(chain))


def review_others(chain: ChainId, *, now: datetime) -> int:
    """Suspend whoever is or may be a player whom an exclusion binds from now on, and return how many reviews were opened.

    A registration asks who is excluded; an exclusion asks who has registered before. Without two of the staff it is for
    somebody who was verified: otherwise a stranger, who needs only a name and a birth date, could have others suspended.
    """
    _suspend_same_person(chain, now=now)
    found = _others_like(chain)
    opened = 0
    for other in players_for_update(found.keys()):
        # Asked again, now that the row is locked: a log-in may have opened the review meanwhile.
        if other.status != Status.CLOSED and needs_review(ChainId(other.chain), chain, bound=True):
            shared = found[ChainId(other.chain)].shared
            open_person_review(other, PersonReview(player=other, other_id=chain, shared=shared), now=now)
            opened += 1
    return opened


def _suspend_same_person(chain: ChainId, *, now: datetime) -> None:
    """Suspend the other accounts that two of the staff found to be of a player's person."""
    for other in players_for_update(_same_person(chain)):
        if other.status in {Status.ACTIVE, Status.DORMANT}:
            change_status(other, Status.SUSPENDED, reason=SAME_PERSON, actor="platform", now=now)


def _same_person(chain: ChainId) -> frozenset[ChainId]:
    return one_person_as([chain])[chain] - {chain}


def _digests_of(chain: ChainId) -> list[bytes]:
    return [bytes(key) for key in PersonKey.objects.filter(player=chain).values_list("digest", flat=True)]


def _others_like(chain: ChainId) -> dict[ChainId, _Found]:
    """Return who may be a verified player, has an open account, and neither waits nor was told apart by a review."""
    verified = Player.objects.filter(chain=chain, verification=Verification.VERIFIED).exists()
    if not verified or vault.is_erased(chain):
        return {}
    sharing = list(candidates(_digests_of(chain), besides=chain))
    described = _without_what_many_share(description_of(identity_of(vault.read(chain))), sharing)
    waiting = PersonReview.objects.filter(other=chain).values_list("player_id", flat=True)
    reviewed = {*map(ChainId, waiting), *found_different_from(chain)}
    documents = vault.read_all([one.chain for one in sharing])
    found = [
        _compared(described, one, documents.get(one.chain), bound=True)
        for one in sharing
        if one.status != Status.CLOSED and one.chain not in reviewed
    ]
    return {match.candidate.chain: match for match in found if match.verdict is not Verdict.DIFFERENT}


def _recognized(player: Player, excluded: Excluded) -> list[_Found]:
    chain = ChainId(player.chain)
    identity = identity_of(vault.read(chain))
    lock_person(person_key_digests(identity))
    return list(_found(chain, identity, excluded))


def _may_be(match: _Found) -> bool:
    """Return whether somebody has to look. Who is the same for sure, and not excluded, is refused or has come back."""
    return match.bound or match.verdict is Verdict.NEAR


def _held_up_by(player: Player, found: Iterable[_Found]) -> Iterable[_Found]:
    """Yield those for whom a player waits who was there before. Who came back to a closed account was suspended then."""
    found = list(found)
    others = Player.objects.filter(chain__in=[match.candidate.chain for match in found]).in_bulk()
    for match in found:
        other = others[match.candidate.chain]
        is_older = (other.created_at, other.chain) < (player.created_at, player.chain)
        has_open = _may_be(match) or other.status != Status.CLOSED
        if (is_older and has_open) or (match.bound and other.verification == Verification.VERIFIED):
            yield match


def _open_reviews(player: Player, found: Iterable[_Found], *, now: datetime) -> int:
    """Open a review for each of them, unless there is one, or the other account waits for this one. Return how many."""
    opened = 0
    for match in found:
        other = match.candidate.chain
        if needs_review(ChainId(player.chain), other, bound=match.bound):
            open_person_review(player, PersonReview(player=player, other_id=other, shared=match.shared), now=now)
            opened += 1
    return opened


def _found(chain: ChainId, identity: Identity, excluded: Excluded) -> Iterable[_Found]:
    """Yield those who are the same person, or may be."""
    digests, different = list(store_person_keys(chain, identity)), found_different_from(chain)
    sharing = [one for one in candidates(digests, besides=chain) if one.chain not in different]
    bound = bound_among([candidate.chain for candidate in sharing], excluded)
    described = _without_what_many_share(description_of(identity), sharing)
    free = sorted((one for one in sharing if one.chain not in bound), key=lambda one: not _tells(one.kinds))
    chosen = [*(one for one in sharing if one.chain in bound), *free[:_COMPARED_MAX]]
    documents = vault.read_all([one.chain for one in chosen])
    for candidate in chosen:
        match = _compared(described, candidate, documents.get(candidate.chain), bound=candidate.chain in bound)
        if match.verdict is not Verdict.DIFFERENT:
            yield match


def _tells(kinds: AbstractSet[KeyKind]) -> bool:
    """Return whether who shares these keys can be the same for sure. Such are compared first."""
    return not kinds.isdisjoint(_TELLING) or kinds >= {KeyKind.HOUSE, KeyKind.BORN}


def _without_what_many_share(described: Description, sharing: Iterable[Candidate]) -> Description:
    shared = Counter(kind for candidate in sharing for kind in candidate.kinds)
    return replace(
        described,
        address="" if shared[KeyKind.HOUSE] > _SHARED_BY_MANY else described.address,
        phone="" if shared[KeyKind.LINE] > _SHARED_BY_MANY else described.phone,
    )


def _compared(
    described: Description, candidate: Candidate, document: Mapping[str, Any] | None, *, bound: bool
) -> _Found:
    """Compare with a candidate's document; None is of somebody who was erased."""
    if document is None:
        # Only keys are left of who was erased. They are kept while an exclusion binds, and then somebody looks.
        is_near = bound and not candidate.kinds.isdisjoint(REMEMBERED)
        shared = sorted(f"key-{kind.value}" for kind in candidate.kinds & REMEMBERED)
        verdict = Verdict.NEAR if is_near else Verdict.DIFFERENT
        return _Found(candidate=candidate, bound=bound, verdict=verdict, shared=shared)
    other = description_of(identity_of(document))
    other = as_reached(other, described, candidate.kinds)
    evidence = weigh(described, other)
    verdict, shared = judge_evidence(evidence), shared_in(evidence)
    if verdict is Verdict.DIFFERENT and KeyKind.NAME in candidate.kinds:
        # The birth date and what both are called, or one of them was.
        verdict, shared = Verdict.NEAR, [*shared, f"key-{KeyKind.NAME.value}"]
    return _Found(candidate=candidate, bound=bound, verdict=verdict, shared=shared)
