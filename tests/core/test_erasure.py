"""When a person may be erased."""

from dataclasses import replace

import pytest
from hypothesis import given, strategies as st

from players.core.erasure import ErasureFacts, Obstacle, erasable_from_ms, obstacles

pytestmark = [pytest.mark.clause("F58"), pytest.mark.clause("F59")]

DAY_MS = 86_400_000
CLOSED = ErasureFacts(closed_ms=1_000, held_minor=0, in_round=False, at_table=False, in_payment=False, moved_ms=None)

INSTANTS = st.integers(min_value=0, max_value=10**13)
STANDINGS = st.builds(
    ErasureFacts,
    closed_ms=st.none() | INSTANTS,
    held_minor=st.integers(min_value=0, max_value=10**12),
    in_round=st.booleans(),
    at_table=st.booleans(),
    in_payment=st.booleans(),
    moved_ms=st.none() | INSTANTS,
)


@pytest.mark.parametrize(
    ("standing", "now_ms", "found"),
    [
        (CLOSED, 1_000 + 30 * DAY_MS, ()),
        (CLOSED, 1_000 + 30 * DAY_MS - 1, (Obstacle.RETENTION_RUNS,)),
        # 900 withdrawn a day after the closing: the time runs from then.
        (
            ErasureFacts(
                closed_ms=1_000, held_minor=0, in_round=False, at_table=False, in_payment=False, moved_ms=1_000 + DAY_MS
            ),
            1_000 + 30 * DAY_MS,
            (Obstacle.RETENTION_RUNS,),
        ),
        (
            ErasureFacts(
                closed_ms=1_000, held_minor=0, in_round=False, at_table=False, in_payment=False, moved_ms=1_000 + DAY_MS
            ),
            1_000 + 31 * DAY_MS,
            (),
        ),
        (
            ErasureFacts(closed_ms=1_000, held_minor=1, in_round=False, at_table=False, in_payment=False, moved_ms=900),
            1_000 + 30 * DAY_MS,
            (Obstacle.MONEY_LEFT,),
        ),
        (
            ErasureFacts(closed_ms=1_000, held_minor=0, in_round=False, at_table=False, in_payment=True, moved_ms=900),
            1_000 + 30 * DAY_MS,
            (Obstacle.PAYMENT_OPEN,),
        ),
        (
            replace(CLOSED, matters=frozenset({Obstacle.DISPUTE_OPEN, Obstacle.CASE_OPEN})),
            1_000 + 30 * DAY_MS,
            (Obstacle.CASE_OPEN, Obstacle.DISPUTE_OPEN),
        ),
        (
            ErasureFacts(closed_ms=None, held_minor=500, in_round=True, at_table=True, in_payment=False, moved_ms=900),
            10**13,
            (Obstacle.NOT_CLOSED, Obstacle.ROUND_OPEN, Obstacle.STAKE_OPEN, Obstacle.MONEY_LEFT),
        ),
    ],
)
def test_what_stands_in_the_way_is_told(standing: ErasureFacts, now_ms: int, found: tuple[Obstacle, ...]) -> None:
    assert obstacles(standing, retention_days=30, now_ms=now_ms) == found


@given(STANDINGS, st.integers(min_value=0, max_value=5_000), INSTANTS)
def test_nothing_stands_in_the_way_of_none_but_the_closed_the_empty_and_the_kept_long_enough(
    standing: ErasureFacts, retention_days: int, now_ms: int
) -> None:
    from_ms = erasable_from_ms(standing, retention_days=retention_days)
    free = obstacles(standing, retention_days=retention_days, now_ms=now_ms) == ()

    assert free == (
        from_ms is not None
        and now_ms >= from_ms
        and not (standing.held_minor or standing.in_round or standing.at_table or standing.in_payment)
    )
    assert (from_ms is None) == (standing.closed_ms is None)
