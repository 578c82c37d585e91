"""What a decided review ends, and what it does not: other suspensions, and exclusions of the person that come later."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from approvals.act import ActContext
from approvals.acts.decide_person_review import DECIDE_PERSON_REVIEW
from approvals.acts.reactivate_player import REACTIVATE_PLAYER
from players.core.eligibility import PlayerSuspended
from players.core.identity import Address
from players.core.person_review import PersonReviewDecision
from players.core.status import Status, StatusNotAllowed
from players.operations.close_account import close_with_password
from players.operations.set_status import reactivate, set_status
from players.queries.accounts import player, require_eligible_now
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.operations.test_near_to_anybody import LATER, NEAR, by, decided, logged_in, opened, waiting
from tests.world import DEMO, NOW

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F28"), pytest.mark.clause("F21"), pytest.mark.django_db]

GRETA: dict[str, Any] = {
    "given_name": "Greta",
    "family_name": "Moreau",
    "email": "greta@example.org",
    "phone": "",
    "address": Address(line="99 Far Street", city="York", postal_code="YO1 1AA", country="GB"),
}
"""She is born on Elsa's day: near on one device alone."""


_CONTEXT = ActContext(jurisdiction=DEMO, play_money=False)


@pytest.fixture
def elsa() -> ChainId:
    world.open_house()
    return opened("elsa")


def closed(chain: ChainId) -> None:
    close_with_password(chain, proof=world.proof(), now=NOW)


def excluded(chain: ChainId) -> None:
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=LATER)


def returned(elsa: ChainId) -> ChainId:
    """Close Elsa's account, and open another one that is found to be hers."""
    closed(elsa)
    chain = opened("again", now=NOW + timedelta(hours=1), **NEAR["another spelling"])
    decided(waiting()[0], PersonReviewDecision.SAME)
    return chain


def reactivated(chain: ChainId) -> None:
    reactivate(chain, by=by(), excluded=world.excluded_at(LATER), now=LATER)


def test_a_suspension_by_an_operator_between_two_reviews_outlasts_both(elsa: ChainId) -> None:
    opened("greta", now=NOW + timedelta(minutes=1), **GRETA)
    logged_in("greta")
    chain = opened("again", now=NOW + timedelta(hours=1), **NEAR["another spelling"])
    decided(waiting()[0], PersonReviewDecision.DIFFERENT)
    assert (player(chain).status, player(elsa).status) == (Status.ACTIVE, Status.ACTIVE)
    set_status(chain, Status.SUSPENDED, reason="chip dumping", actor="operator:olga", now=LATER)
    logged_in("again", now=LATER)

    decided(waiting()[0], PersonReviewDecision.DIFFERENT)

    assert player(chain).status == Status.SUSPENDED


def test_an_account_that_two_reviews_hold_up_plays_when_both_are_found_different(elsa: ChainId) -> None:
    greta = opened("greta", now=NOW + timedelta(minutes=1), **GRETA)
    logged_in("greta")
    chain = opened("again", now=NOW + timedelta(hours=1), **NEAR["another spelling"])
    logged_in("again", now=LATER)
    of_greta, of_elsa = waiting()
    assert (of_greta.other, of_elsa.other) == (greta, elsa)

    decided(of_elsa, PersonReviewDecision.DIFFERENT)
    assert player(chain).status == Status.SUSPENDED
    decided(of_greta, PersonReviewDecision.DIFFERENT)

    assert player(chain).status == Status.ACTIVE


def test_who_has_returned_stays_suspended_though_told_apart_from_somebody_else(elsa: ChainId) -> None:
    closed(elsa)
    opened("greta", now=NOW + timedelta(minutes=1), **GRETA)
    logged_in("greta")
    chain = opened("again", now=NOW + timedelta(hours=1), **NEAR["another spelling"])
    logged_in("again", now=LATER)
    of_greta, of_elsa = waiting()

    decided(of_elsa, PersonReviewDecision.SAME)
    decided(of_greta, PersonReviewDecision.DIFFERENT)

    assert player(chain).status == Status.SUSPENDED
    reactivated(chain)
    require_eligible_now(chain, DEMO.accounts)


def test_an_exclusion_of_a_closed_account_suspends_who_returned_and_was_reactivated(elsa: ChainId) -> None:
    chain = returned(elsa)
    reactivated(chain)

    # By an operator or the national list: nobody has verified who Elsa is.
    excluded(elsa)

    with pytest.raises(PlayerSuspended):
        require_eligible_now(chain, DEMO.accounts)
    _require_no_reactivation(chain)


def test_who_returned_is_not_reactivated_while_the_closed_account_is_excluded(elsa: ChainId) -> None:
    chain = returned(elsa)

    exclude(elsa, ExclusionKind.TIME_OUT, 2, rules=DEMO.exclusions, now=LATER)

    _require_no_reactivation(chain)
    after = LATER + timedelta(days=3)
    reactivate(chain, by=by(), excluded=world.excluded_at(after), now=after)
    require_eligible_now(chain, DEMO.accounts)


def test_a_review_found_different_does_not_end_what_the_person_s_other_account_binds(elsa: ChainId) -> None:
    opened("greta", now=NOW + timedelta(minutes=1), **GRETA)
    logged_in("greta")
    chain = returned(elsa)
    reactivated(chain)
    # An instant later: the review's suspension comes after the decision.
    logged_in("again", now=LATER + timedelta(seconds=1))
    excluded(elsa)

    decided(waiting()[0], PersonReviewDecision.DIFFERENT)

    assert player(chain).status == Status.SUSPENDED


def test_the_own_exclusion_of_who_waits_does_not_close_an_account_that_stays_as_it_was_seen(elsa: ChainId) -> None:
    closed(elsa)
    chain = opened("again", **NEAR["another spelling"])
    excluded(chain)
    (review,) = waiting()
    seen = DECIDE_PERSON_REVIEW.view({"review_id": review.id.hex, "decision": "same"}, _CONTEXT, LATER)

    decided(review, PersonReviewDecision.SAME)

    assert (seen["same_closes"], player(chain).status) == (False, Status.SUSPENDED)


def _require_no_reactivation(chain: ChainId) -> None:
    """Require that neither a proposal nor the act itself lets a player play whose person is excluded."""
    with pytest.raises(StatusNotAllowed):
        REACTIVATE_PLAYER.view({"player_id": chain.hex}, _CONTEXT, LATER)
    with pytest.raises(StatusNotAllowed):
        reactivated(chain)
    assert player(chain).status == Status.SUSPENDED
