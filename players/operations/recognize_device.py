"""Compare who logs in with the older accounts that have logged in from the same device.

Source: docs/rules/persons.md, PM-20; docs/adr/0108-near-to-anybody-waits.md; regulation F21, F28.
"""

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
from players.queries.person_reviews import compared_with

_SHARED_BY_MANY: Final = 5
"""A device from which more other accounts log in stands in a café or a library, and tells nobody apart."""


def recognize_on_device(player: Player, common_digest: bytes, *, is_new: bool, now: datetime) -> None:
    """Open a review for each older account of the device whose holder the player may be. The player's row is locked.

    The younger account waits: nobody is held up by whoever registers later. `is_new` says that the player has not logged
    in from the device before.
    """
    if player.status == Status.CLOSED:
        return
    if is_new:
        # Of two first log-ins at the same moment the second one sees the first.
        lock_person([common_digest])
    users = Device.objects.filter(common_digest=common_digest).exclude(player=player)
    others = list(Player.objects.filter(chain__in=users.values("player")).order_by("created_at", "chain"))
    older = [ChainId(one.chain) for one in others if (one.created_at, one.chain) < (player.created_at, player.chain)]
    if not older or len(others) > _SHARED_BY_MANY:
        return
    known = compared_with(ChainId(player.chain))
    documents = vault.read_all([ChainId(player.chain), *(chain for chain in older if chain not in known)])
    described = {chain: description_of(identity_of(document)) for chain, document in documents.items()}
    own = described.pop(ChainId(player.chain), None)
    for chain, other in described.items():
        if own is None:
            continue
        evidence = weigh(own, other, one_device=True)
        if judge_evidence(evidence) is not Verdict.DIFFERENT:
            review = PersonReview(player=player, other_id=chain, shared=shared_in(evidence))
            open_person_review(player, review, now=now)
