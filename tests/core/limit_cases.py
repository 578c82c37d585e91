"""What every limit rule allows and forbids: by the rule's file, the limits in force, the first bet, and the verdict."""

from collections.abc import Mapping, Sequence
from typing import Final

Case = tuple[dict[str, int], int, bool]

CASES: Final[Mapping[str, Sequence[Case]]] = {
    "exclusion": (
        ({}, 30_000, True),
        ({"excluded": 0}, 30_000, True),
        ({"excluded": 1}, 1, False),
        ({"excluded": 1, "stake_max": 30_000}, 1, False),
    ),
    "single_stake": (
        ({}, 30_000, True),
        ({"stake_max": 500}, 499, True),
        ({"stake_max": 500}, 500, True),
        ({"stake_max": 500}, 501, False),
        ({"stake_max": 0}, 1, False),
        ({"another": 1}, 30_000, True),
    ),
}
