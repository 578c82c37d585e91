"""What the three ways to compute figures have in common: intervals, timing and the form of the results."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MONEY: Final = (
    "deposited_minor",
    "withdrawn_minor",
    "given_back_minor",
    "adjusted_minor",
    "bonus_minor",
    "into_play_minor",
    "from_play_minor",
    "lost_minor",
    "won_minor",
)
"""The amounts that moved, for each kind of accounts and currency."""


class Asked(NamedTuple):
    """An interval [from_ms, to_ms) and its name in the result."""

    name: str
    from_ms: int
    to_ms: int


class Timed(NamedTuple):
    """The seconds of each sample, and the figures that all samples gave: rows in order, all cells as text."""

    seconds: list[float]
    figures: list[list[str]]


def timed(work: Callable[[], Sequence[Sequence[Any]]], *, samples: int) -> Timed:
    """Do the same work `samples` times, after one run to warm up."""
    figures = work()
    seconds = []
    for _ in range(samples):
        began = time.perf_counter()
        again = work()
        seconds.append(time.perf_counter() - began)
        assert again == figures, "nothing changes meanwhile"
    return Timed(seconds, [[_text(cell) for cell in row] for row in figures])


def peak_mb() -> float:
    """Return the most memory that this process has had, in MB.

    Not `ru_maxrss`, which begins at the value of the parent process.
    """
    match = re.search(r"VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text())
    assert match, "Linux tells it"
    return round(int(match[1]) * 1024 / 1e6, 1)


def _text(cell: object) -> str:
    return cell.hex() if isinstance(cell, bytes) else str(int(cell) if isinstance(cell, bool) else cell)
