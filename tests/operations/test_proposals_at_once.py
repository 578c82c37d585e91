"""Proposals as the database keeps them: one decision, by two people, whatever comes at once or past the code."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import DatabaseError, IntegrityError, connections, transaction

from approvals import soundness
from approvals.core.proposal import Proposal, ProposalOutdated, ProposalState
from approvals.models import StoredProposal
from approvals.operations.decide import ProposalDecision, withdraw
from approvals.queries.proposals import get_proposal
from cashier.core.payment import Payment, Status
from cashier.operations.resume_payments import resume_payments
from cashier.operations.review_payment import settle_payment
from cashier.queries.payments import get_payment
from kernel.ids import ChainId
from kernel.refusals import Refusal
from players.core.status import Status as Standing
from players.operations.set_status import set_status
from staff.core.approval import ProposalNeeded
from staff.core.status import StaffStatus
from staff.operations.administer import StaffChange, set_staff_status
from tests import world
from tests.approving import approval
from tests.two_people import apply_together, approved_by, proposed_by
from tests.world import NOW
from wallet.operations.grant_play_money import GrantRequest, grant_play_money
from wallet.queries.balances import balance

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

AT_ONCE = 4
GRANT_MINOR = 3_000_000


@pytest.fixture
def chain() -> ChainId:
    world.open_house()
    return world.sign_up()


def grant_proposed(chain: ChainId) -> Proposal:
    amount = {"amount": GRANT_MINOR, "currency": "USD"}
    return proposed_by("vic", "grant-play-money", {"player_id": chain.hex, "amount": amount})


def all_at_once(steps: list[Callable[[], object]]) -> list[str]:
    """Let all steps begin at one moment; return the code of each one's refusal, or `done`."""
    barrier = threading.Barrier(len(steps))

    def released(step: Callable[[], object]) -> str:
        try:
            barrier.wait()
            step()
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(len(steps)) as pool:
        return list(pool.map(released, steps))


def test_of_two_approvals_at_once_one_is_applied(chain: ChainId) -> None:
    proposal = grant_proposed(chain)
    names = [f"wes{number}" for number in range(AT_ONCE)]
    for name in names:
        world.create_staff(name)

    codes = all_at_once([lambda name=name: approved_by(name, proposal) for name in names])  # type: ignore[misc]  # each its own name

    assert sorted(codes) == ["done", *["proposal-decided"] * (AT_ONCE - 1)]
    assert balance(chain).cash_minor == GRANT_MINOR


def test_of_an_approval_and_a_withdrawal_at_once_one_counts(chain: ChainId) -> None:
    proposal = grant_proposed(chain)
    world.create_staff("wes")
    taken_back = ProposalDecision(proposal_id=proposal.id, username="vic")

    codes = all_at_once([lambda: approved_by("wes", proposal), lambda: withdraw(taken_back, now=NOW)])

    assert sorted(codes) == ["done", "proposal-decided"]
    state = get_proposal(proposal.id).state
    assert balance(chain).cash_minor == (GRANT_MINOR if state is ProposalState.APPLIED else 0)


def test_who_is_deactivated_at_the_same_moment_counts_or_counts_not_and_nothing_in_between(chain: ChainId) -> None:
    proposal = grant_proposed(chain)
    world.create_staff("wes")
    leaves = StaffChange(username="vic", actor="platform", reason="left")

    codes = all_at_once(
        [
            lambda: approved_by("wes", proposal),
            lambda: set_staff_status(leaves, StaffStatus.DEACTIVATED, now=NOW),
        ]
    )

    assert codes in (["done", "done"], ["proposal-proposer-gone", "done"])
    assert balance(chain).cash_minor == (GRANT_MINOR if codes[0] == "done" else 0)


def test_of_two_equal_grants_the_second_shows_what_the_first_has_come_to(chain: ChainId) -> None:
    first = grant_proposed(chain)
    arguments = dict(first.arguments)
    second = proposed_by("vic2", "grant-play-money", arguments)
    world.create_staff("wes")
    approved_by("wes", first)

    with pytest.raises(ProposalOutdated):
        approved_by("wes", second)

    assert balance(chain).cash_minor == GRANT_MINOR


@pytest.mark.clause("F48")
def test_what_single_people_grant_within_a_day_is_bound_together(chain: ChainId) -> None:
    most = world.DEMO.amounts["USD"].lone_grant_max_minor

    def grant(amount_minor: int, actor: str, *, hours: int) -> None:
        asked = GrantRequest(
            chain=chain,
            amount_minor=amount_minor,
            currency="USD",
            reason="a test",
            actor=f"operator:{actor}",
            idempotency=world.fresh_request(),
        )
        grant_play_money(asked, lone_max_minor=most, now=NOW + timedelta(hours=hours))

    grant(most - 10, "ann", hours=0)
    with pytest.raises(ProposalNeeded):
        grant(11, "ben", hours=1)
    grant(10, "ben", hours=1)
    # What two people grant does not count, and after a day what one has granted does not.
    world.create_staff("wes")
    approved_by("wes", grant_proposed(chain))
    with pytest.raises(ProposalNeeded):
        grant(1, "cyd", hours=24 - 1)
    grant(most - 10, "cyd", hours=24)

    assert balance(chain).cash_minor == 2 * most - 10 + GRANT_MINOR


@pytest.fixture
def held_back(chain: ChainId) -> Payment:
    """Return a withdrawal from a suspended account: the provider has not been asked yet."""
    world.fund(chain, 10_000)
    world.give_pin(chain)
    set_status(chain, Standing.SUSPENDED, reason="a test", actor="operator:ann", now=NOW)
    payment = world.make_withdrawal(chain, 1000)
    assert payment.needs_review
    return payment


def test_a_provider_is_asked_once_the_approval_is_stored(held_back: Payment) -> None:
    apply_together("settle-payment", {"payment_id": held_back.id.hex})

    assert get_payment(held_back.id).status is Status.SETTLED
    assert balance(held_back.chain).cash_minor == 9_000


def test_a_crash_before_the_provider_was_asked_is_caught_up_on(held_back: Payment) -> None:
    settle_payment(held_back.id, by=approval(), jurisdiction=world.DEMO, now=NOW)
    assert get_payment(held_back.id).status is Status.REQUESTED

    later = NOW + timedelta(minutes=10)
    resume_payments({world.INSTANT.name: world.INSTANT}, jurisdiction=world.DEMO, clock=lambda: later)

    assert get_payment(held_back.id).status is Status.SETTLED
    assert balance(held_back.chain).cash_minor == 9_000


# --- The table ----------------------------------------------------------------------------------------------

CHANGES = (
    "UPDATE approvals_proposal SET reason = 'another'",
    "UPDATE approvals_proposal SET arguments = '{}'",
    "UPDATE approvals_proposal SET proposer = 'eve'",
    "UPDATE approvals_proposal SET expires_at = expires_at + interval '1 day'",
    "DELETE FROM approvals_proposal",
    "TRUNCATE approvals_proposal",
)
DECIDED = ("UPDATE approvals_proposal SET state = 'rejected', decided_by = 'eve'",)


@pytest.mark.parametrize("change", [*CHANGES, *DECIDED])
def test_what_was_proposed_and_decided_stays(chain: ChainId, change: str) -> None:
    proposal = grant_proposed(chain)
    if change in DECIDED:
        world.create_staff("wes")
        approved_by("wes", proposal)
    before = world.everything_stored()

    with pytest.raises(DatabaseError, match="append-only"), connections["owner"].cursor() as cursor:
        cursor.execute(change)

    assert world.everything_stored() == before


IMPOSSIBLE = {
    "approvals_proposal_four_eyes": "state = 'applied', decided_by = proposer, decided_at = proposed_at, outcome = '{}'",
    "approvals_proposal_applied_in_time": "state = 'applied', decided_by = 'wes', decided_at = expires_at, outcome = '{}'",
    "approvals_proposal_decided": "state = 'rejected'",
    "approvals_proposal_withdrawn_by_its_proposer": "state = 'withdrawn', decided_by = 'wes', decided_at = proposed_at",
    "approvals_proposal_state": "state = 'expired', decided_by = 'wes', decided_at = proposed_at",
}


@pytest.mark.parametrize("constraint", IMPOSSIBLE)
def test_the_database_refuses_a_proposal_that_must_not_be(chain: ChainId, constraint: str) -> None:
    grant_proposed(chain)
    owner = connections["owner"]

    with pytest.raises(IntegrityError, match=constraint), transaction.atomic(using="owner"), owner.cursor() as cursor:
        cursor.execute(f"UPDATE approvals_proposal SET {IMPOSSIBLE[constraint]}")


def test_an_application_past_the_code_is_found(chain: ChainId) -> None:
    proposal = grant_proposed(chain)
    assert list(soundness.faults()) == []

    with transaction.atomic():
        StoredProposal.objects.update(state="applied", decided_by="wes", decided_at=NOW, outcome="{}")
        assert list(soundness.faults()) == [
            f"The proposal {proposal.id.hex} is applied without the event of both people, or the other way round."
        ]
        transaction.set_rollback(True)
