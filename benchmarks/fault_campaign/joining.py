"""Several campaigns, each on a platform of its own, as one table."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

Figures = dict[str, Any]
"""What a campaign prints."""

_SUMS: Final = (
    "faults",
    "requests",
    "repetitions",
    "rounds_answered",
    "missing",
    "doubled",
    "stuck",
    "reports_filed",
)
_GREATEST: Final = ("longest_wait_s",)
_SUMS_BY_NAME: Final = ("took_s", "times", "refusals")
_GREATEST_BY_NAME: Final = ("longest_unavailable_s", "cause_s")
_LISTS: Final = ("seeds", "complaints")
_GOALS_S: Final = {
    "kill-web": 5.0,
    "kill-web-worker": 5.0,
    "kill-postgresql": 10.0,
    "kill-postgresql-session": 10.0,
    "kill-replica": 10.0,
}
"""How long nobody may be answered at most. A machine that is busy with other work takes longer: told, and no fault."""


def join(campaigns: Sequence[Figures]) -> Figures:
    """Return the figures of all campaigns together; of times, the longest of any."""
    return {
        **{name: [line for each in campaigns for line in each[name]] for name in _LISTS},
        **{name: sum(each[name] for each in campaigns) for name in _SUMS},
        **{name: max(each[name] for each in campaigns) for name in _GREATEST},
        **{name: _summed([each[name] for each in campaigns]) for name in _SUMS_BY_NAME},
        **{name: _greatest([each[name] for each in campaigns]) for name in _GREATEST_BY_NAME},
        "impossible_here": sorted({kind for each in campaigns for kind in each["impossible_here"]}),
    }


def beyond_goals(figures: Figures) -> dict[str, dict[str, float]]:
    """Return, by kind of fault, the longest time without an answer where it is above its goal, in seconds."""
    longest = figures["longest_unavailable_s"]
    return {
        kind: {"goal_s": goal_s, "longest_s": longest[kind]}
        for kind, goal_s in _GOALS_S.items()
        if longest.get(kind, 0.0) > goal_s
    }


def is_sound(figures: Figures) -> bool:
    """Return whether nothing was missing, doubled, stuck or complained of."""
    return not (figures["missing"] or figures["doubled"] or figures["stuck"] or figures["complaints"])


def _summed(tables: Sequence[Mapping[str, float]]) -> dict[str, float]:
    total: Counter[str] = Counter()
    for table in tables:
        total.update(table)
    return {name: round(value, 2) for name, value in sorted(total.items())}


def _greatest(tables: Sequence[Mapping[str, float]]) -> dict[str, float]:
    names = sorted({name for table in tables for name in table})
    return {name: max(table.get(name, 0.0) for table in tables) for name in names}
