"""How a payment may go on, and when failures stop further deposits."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING
from uuid import UUID

import pytest
from hypothesis import given, strategies as st

from cashier.core.failed_deposits import too_many_failures
from cashier.core.payment import (
    ENDED,
    RESERVING,
    RESUMABLE,
    TRANSITIONS,
    Direction,
    Payment,
    PaymentNotPending,
    ProviderOutcome,
    Status,
    StatusEntry,
    require_pending,
    status_after,
)
from cashier.provider import MethodNotOffered, NoPaymentProvider, require_method
from cashier.providers import PROVIDERS, provider_named
from cashier.providers.instant import Instant
from kernel.ids import ChainId

if TYPE_CHECKING:
    from collections.abc import Sequence

DEPOSIT, WITHDRAWAL = Direction.DEPOSIT, Direction.WITHDRAWAL
MINUTE_MS = 60_000


def payment(*statuses: Status, direction: Direction = DEPOSIT, actor: str = "provider", at_ms: int = 0) -> Payment:
    history = tuple(StatusEntry(status=status, at_ms=at_ms, actor=actor) for status in statuses)
    return Payment(
        id=UUID(int=1),
        chain=ChainId(UUID(int=2)),
        direction=direction,
        amount_minor=1,
        currency="USD",
        method="card",
        provider="bank",
        history=history,
    )


AFTER = [
    (DEPOSIT, Status.REQUESTED, ProviderOutcome.UNDECIDED, Status.PENDING),
    (DEPOSIT, Status.REQUESTED, ProviderOutcome.DONE, Status.SETTLED),
    (DEPOSIT, Status.REQUESTED, ProviderOutcome.NOT_DONE, Status.REFUSED),
    (DEPOSIT, Status.PENDING, ProviderOutcome.UNDECIDED, None),
    (DEPOSIT, Status.PENDING, ProviderOutcome.DONE, Status.SETTLED),
    (DEPOSIT, Status.PENDING, ProviderOutcome.NOT_DONE, Status.REFUSED),
    # The provider has to give the money back, and is asked until it has.
    (DEPOSIT, Status.CANCELLING, ProviderOutcome.UNDECIDED, None),
    (DEPOSIT, Status.CANCELLING, ProviderOutcome.DONE, None),
    (DEPOSIT, Status.CANCELLING, ProviderOutcome.NOT_DONE, Status.REFUSED),
    (WITHDRAWAL, Status.REQUESTED, ProviderOutcome.UNDECIDED, Status.PENDING),
    (WITHDRAWAL, Status.REQUESTED, ProviderOutcome.DONE, Status.SETTLED),
    (WITHDRAWAL, Status.REQUESTED, ProviderOutcome.NOT_DONE, Status.REFUSED),
    (WITHDRAWAL, Status.PENDING, ProviderOutcome.UNDECIDED, None),
    (WITHDRAWAL, Status.PENDING, ProviderOutcome.DONE, Status.SETTLED),
    (WITHDRAWAL, Status.PENDING, ProviderOutcome.NOT_DONE, Status.REFUSED),
    # The provider was faster: it pays, or has paid.
    (WITHDRAWAL, Status.CANCELLING, ProviderOutcome.UNDECIDED, Status.PENDING),
    (WITHDRAWAL, Status.CANCELLING, ProviderOutcome.DONE, Status.SETTLED),
    (WITHDRAWAL, Status.CANCELLING, ProviderOutcome.NOT_DONE, Status.REFUSED),
    *((direction, status, outcome, None) for direction in Direction for status in ENDED for outcome in ProviderOutcome),
]


@pytest.mark.parametrize(("direction", "status", "outcome", "after"), sorted(AFTER, key=str))
def test_what_a_provider_says_makes_of_a_payment_what_the_table_says(
    direction: Direction, status: Status, outcome: ProviderOutcome, after: Status | None
) -> None:
    assert status_after(payment(status, direction=direction), outcome) is after


def test_the_table_leaves_no_case_out() -> None:
    assert {case[:3] for case in AFTER} == {(d, s, v) for d in Direction for s in Status for v in ProviderOutcome}


def test_a_withdrawal_that_its_player_stopped_is_cancelled_and_one_that_an_operator_stopped_refused() -> None:
    by_player = payment(Status.CANCELLING, direction=WITHDRAWAL, actor="player")
    by_operator = payment(Status.CANCELLING, direction=WITHDRAWAL, actor="operator:ann")

    assert status_after(by_player, ProviderOutcome.NOT_DONE) is Status.CANCELLED
    assert status_after(by_operator, ProviderOutcome.NOT_DONE) is Status.REFUSED


@given(st.lists(st.sampled_from(ProviderOutcome), max_size=6), st.sampled_from(Direction), st.booleans())
def test_whatever_is_said_a_payment_goes_only_where_the_transitions_lead(
    outcomes: list[ProviderOutcome],
    direction: Direction,
    cancelled: bool,  # noqa: FBT001  drawn
) -> None:
    current = payment(Status.REQUESTED, direction=direction)
    if cancelled:
        current = current.with_status(StatusEntry(status=Status.CANCELLING, at_ms=0, actor="platform"))
    for outcome in outcomes:
        after = status_after(current, outcome)
        if after is not None:
            current = current.with_status(StatusEntry(status=after, at_ms=0, actor="provider"))

    assert all(later.status in TRANSITIONS[earlier.status] for earlier, later in pairwise(current.history))
    assert sum(entry.status in ENDED for entry in current.history) <= 1
    # Money that shall go back is never taken in after all.
    assert not (cancelled and direction is DEPOSIT and current.status is Status.SETTLED)


def test_a_status_that_the_transitions_do_not_allow_is_a_defect() -> None:
    with pytest.raises(AssertionError):
        payment(Status.SETTLED).with_status(StatusEntry(status=Status.CANCELLED, at_ms=0, actor="player"))


def test_every_status_is_resumable_pending_or_ended() -> None:
    assert RESUMABLE | {Status.PENDING} | ENDED == set(Status)
    assert set(RESERVING) == {Status.REQUESTED, Status.PENDING}


def test_only_what_is_pending_waits_for_a_decision() -> None:
    require_pending(payment(Status.PENDING))
    for status in set(Status) - {Status.PENDING}:
        with pytest.raises(PaymentNotPending):
            require_pending(payment(status))


@pytest.mark.clause("F02")
def test_a_repetition_is_answered_with_where_the_payment_first_came_to_rest() -> None:
    first = payment(Status.REQUESTED, Status.PENDING)
    later = first.with_status(StatusEntry(status=Status.SETTLED, at_ms=9, actor="operator:ann", seq=7))
    returned = payment(Status.REQUESTED, Status.CANCELLING, Status.REFUSED)

    assert later.as_first_answered() == first == first.as_first_answered()
    assert returned.as_first_answered() == returned
    assert payment(Status.REQUESTED).as_first_answered() == payment(Status.REQUESTED)


def failures(ends_ms: Sequence[int]) -> list[Payment]:
    return [payment(Status.REQUESTED, Status.REFUSED, at_ms=at_ms) for at_ms in sorted(ends_ms, reverse=True)]


@pytest.mark.clause("F55")
@pytest.mark.parametrize(
    ("ends_ms", "lifted_ms", "blocked"),
    [
        ([0, 1, 2, 3], None, False),
        ([0, 1, 2, 3, 4], None, True),
        ([0, 1, 2, 3, 10 * MINUTE_MS], None, True),
        ([0, 1, 2, 3, 10 * MINUTE_MS + 1], None, False),
        ([0, 1, 2, 3, 4, 5], None, True),
        ([1, 2, 3, 4, 5], 0, True),
        ([1, 2, 3, 4, 5], 1, False),
    ],
)
def test_the_fifth_failure_within_ten_minutes_is_one_too_many(
    ends_ms: list[int],
    lifted_ms: int | None,
    blocked: bool,  # noqa: FBT001  a column
) -> None:
    assert too_many_failures(failures(ends_ms), lifted_ms=lifted_ms) is blocked


@pytest.mark.clause("F55")
@pytest.mark.parametrize(
    "between",
    [(Status.REQUESTED, Status.SETTLED), (Status.REQUESTED, Status.CANCELLING, Status.REFUSED)],
    ids=["settled", "given back"],
)
def test_a_deposit_that_did_not_fail_ends_the_row(between: tuple[Status, ...]) -> None:
    row = failures([0, 1, 2, 3])

    assert not too_many_failures([*row[:2], payment(*between), *row[2:]], lifted_ms=None)


def test_the_local_provider_moves_play_money_and_a_method_that_it_does_not_know_is_refused() -> None:
    assert not Instant().moves_real_money
    require_method(Instant(), "card")
    with pytest.raises(MethodNotOffered):
        require_method(Instant(), "cash")


def test_providers_are_found_by_name_and_none_is_found_by_none() -> None:
    assert all(provider_named(name).name == name for name in PROVIDERS)
    with pytest.raises(NoPaymentProvider):
        provider_named("")
