"""Markers of harm: what each finds, and that the sum is a sum."""

import pytest

from responsible_gaming.core.assessment import assess
from responsible_gaming.core.history import History
from responsible_gaming.core.markers import MARKERS
from tests.core.marker_cases import CASES, chase, nights, of


@pytest.mark.parametrize(
    ("marker", "history", "points"), [(marker, *case) for marker, cases in CASES.items() for case in cases]
)
def test_a_marker_finds_what_its_table_says(marker: str, history: History, points: int) -> None:
    look = {registered.__module__.rpartition(".")[2]: registered for registered in MARKERS}[marker]

    found = look(history)

    assert (0 if found is None else found.points) == points
    if found is not None:
        assert found.marker == marker.replace("_", "-")
        assert any(str(value) in found.reason for value in found.figures.values())


def test_the_score_is_the_sum_of_the_points_and_never_above_a_hundred() -> None:
    history = of(*nights(3), incidents=["withdrawal-cancelled"] * 4 + ["limit-loosening-asked"] * 6)
    told = assess(history)
    assert told.score == 20 + 40 + 40
    assert [finding.marker for finding in told.findings] == ["night-play", "limit-attempts", "cancelled-withdrawals"]

    more = of(*nights(6), *(chase(at) for at in (1, 2, 3)), incidents=[i.kind for i in history.incidents])
    assert sum(finding.points for finding in assess(more).findings) > 100
    assert assess(more).score == 100
