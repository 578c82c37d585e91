"""One thing that an operator tries, and how its verdict is explained."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.tamper_campaign.owned_log import OwnedLog


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """What an attempt changes: the operation, the type of the record and the names on the way to the value."""

    operation: str
    kind: str = ""
    path: tuple[str, ...] = ()

    def __str__(self) -> str:
        """Return it in one word."""
        return " ".join(filter(None, (self.operation, self.kind, ".".join(self.path))))


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A log that is spoiled, all of it linked and signed anew."""

    touched: Touched
    spoil: Callable[[OwnedLog], object]
    at: int | None = None
    """Which record of the log it is about; None if it is about none, or about all that follow from one."""
    detail: str = field(default="", compare=False)
    """What was set, for whoever has to explain it."""
