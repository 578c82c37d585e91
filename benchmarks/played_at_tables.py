"""What was played at tables, and how long it took."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(slots=True)
class PlayedAtTables:
    """What happened in how many seconds at all tables; `latency_ms` are from a decision's request to its event elsewhere."""

    hands: int = 0
    hands_in_all: int = 0
    """With those that ended after the time."""
    burnt: int = 0
    decisions: int = 0
    refused: dict[str, int] = field(default_factory=dict)
    """Orders that came too late, by code."""
    streams: int = 0
    resumed: int = 0
    reconnected: int = 0
    """Connections for orders that the server had closed, for instance after a long silence; the order was repeated."""
    seconds: float = 0.0
    latency_ms: list[float] = field(default_factory=list)
    answer_ms: list[float] = field(default_factory=list)
    """From a decision's request to its own answer."""
    unanswered: int = 0
    """Orders of all programs that have no answer yet; 0 at the end."""
    orders_before: list[int] = field(default_factory=list)
    """How many orders of all programs were unanswered when a decision was sent. With as many as there are web workers it waits."""
    stake_ms: list[float] = field(default_factory=list)
    """From a stake's last request to its own answer: before it, the stake of the last hand may have been open."""
