"""The order in which several test processes take files of tests: those that take longest first.

A file is run by one process. One that takes minutes and is begun last keeps one process busy while the others have nothing
left to do.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

# Of one test, roughly. A mark `slow(seconds=...)` says more.
_SLOW_SECONDS: Final = 20.0
_DATABASE_SECONDS: Final = 0.3
_OTHER_SECONDS: Final = 0.02


def longest_files_first(items: list[pytest.Item]) -> None:
    """Sort tests by how long their file may take; those of one file stay together, in their order."""
    seconds: defaultdict[Path, float] = defaultdict(float)
    for item in items:
        seconds[item.path] += _expected_seconds(item)
    items.sort(key=lambda item: (-seconds[item.path], item.path))


def _expected_seconds(item: pytest.Item) -> float:
    slow = item.get_closest_marker("slow")
    if slow is not None:
        return float(slow.kwargs.get("seconds", _SLOW_SECONDS))
    return _DATABASE_SECONDS if item.get_closest_marker("database") is not None else _OTHER_SECONDS
