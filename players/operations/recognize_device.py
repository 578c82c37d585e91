"""Compare who logs in with the other accounts that have logged in from the same device.

Source: docs/rules/persons.md, PM-20; docs/adr/0108-near-to-anybody-waits.md; regulation F21, F28.
"""

from collections.abc import Collection
from datetime import datetime
from typing import Final

from kernel.ids import ChainId
from players import vault
from players.core.identity import identity_of
from players.core.matching.verdict import Verdict, judge_evidence, weigh
from players.core.person_keys import description_of
from players.core.person_review import shared_in
from players.core.status import Status
from players.models import Device, Player
from players.models.persons import PersonReview
from players.operations.open_person_review import open_person_review
from players.operations.store_person_keys import lock_person
from players.queries.accounts import player_for_update
from players.queries.person_candidates import Excluded, bound_among
from players.queries.person_reviews import needs_review

_SHARED_BY_MANY: Final = 5
"""A device from which more other accounts log in stands in a café or a library, and tells nobody apart."""

_Pair = tuple[ChainId, ChainId]
"""Who would have to wait, and for whom."""


def recognize_on_device(
    player: Player, common_digest: bytes, *, is_new: bool, excluded: Excluded, now: datetime
) -> None:
    """Open a review for each account of the device that is near to the player's. The player's row is locked.

    The younger account of a pair waits, whoever of both logs in. An older one that logs in waits for a younger one if an
    exclusion binds that. `is_new` says that the player has not logged in from the device before.
    """
    if is_new:
        # Of two first log-ins at the same moment the second one sees the first.
        lock_person([common_digest])
    users = Device.objects.filter(common_digest=common_digest).exclude(player=player).values_list("player", flat=True)
    others = [ChainId(one) for one in users[: _SHARED_BY_MANY + 1]]
    if not others or len(others) > _SHARED_BY_MANY:
        return
    pairs = _unanswered(player, others, excluded)
    near = _near(ChainId(player.chain), {chain for pair in pairs for chain in pair} - {player.chain}) if pairs else {}
    for (waits, other), is_bound in pairs.items():
        shared = near.get(other if waits == player.chain else waits)
        if shared is not None:
            _open(waits, other, shared, is_bound=is_bound, player=player, now=now)


def _unanswered(player: Player, others: Collection[ChainId], excluded: Excluded) -> dict[_Pair, bool]:
    """Return who would have to wait for whom, and whether an exclusion binds the other one, in the order of the rows' locks.

    Oldest first: nobody who logs in locks the row of an older account.
    """
    own, bound = ChainId(player.chain), bound_among([ChainId(player.chain), *others], excluded)
    pairs = list[_Pair]()
    for row in Player.objects.filter(chain__in=others).order_by("created_at", "chain"):
        other = ChainId(row.chain)
        is_older = (row.created_at, row.chain) < (player.created_at, player.chain)
        if player.status != Status.CLOSED and (is_older or other in bound):
            pairs.append((own, other))
        if row.status != Status.CLOSED and not is_older:
            pairs.append((other, own))
    return {
        (waits, other): other in bound for waits, other in pairs if needs_review(waits, other, bound=other in bound)
    }


def _near(chain: ChainId, others: Collection[ChainId]) -> dict[ChainId, list[str]]:
    """Return what those who are near share with a player on one device. Whoever was erased is left out."""
    documents = vault.read_all([chain, *others])
    described = {one: description_of(identity_of(document)) for one, document in documents.items()}
    own = described.pop(chain, None)
    if own is None:
        return {}
    weighed = {one: weigh(own, other, one_device=True) for one, other in described.items()}
    return {
        one: shared_in(evidence)
        for one, evidence in weighed.items()
        if judge_evidence(evidence) is not Verdict.DIFFERENT
    }


def _open(waits: ChainId, other: ChainId, shared: list[str], *, is_bound: bool, player: Player, now: datetime) -> None:
    row = player if waits == player.chain else player_for_update(waits)
    # Asked again, now that the row is locked: an exclusion or the other one's log-in may have opened it meanwhile.
    if row.status != Status.CLOSED and needs_review(waits, other, bound=is_bound):
        open_person_review(row, PersonReview(player=row, other_id=other, shared=shared), now=now)
