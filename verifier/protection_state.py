"""What protects a player, by who laid it down: the state that is folded from a chain's `limits` records.

Source: docs/formats/protection.md, "What is folded".
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A looser value that a player asked for; it can be confirmed from `begins` on, and no more at `ends` (ms)."""

    value: int | None
    """None: no limit."""
    begins: int
    ends: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """The newest exclusion of a kind."""

    until: int | None
    """The end that was set. None: none was."""
    back: int
    """From when on the player may ask to return."""
    ends: int | None
    """When it ends. None: that is not known yet."""

    def holds(self, at: int) -> bool:
        """Tell whether it is in force at a millisecond."""
        return self.ends is None or at < self.ends


_EMPTY: Final[Mapping[object, object]] = MappingProxyType({})


def _none() -> Mapping[object, object]:
    # Most chains have no limits, and share this one.
    return _EMPTY


@dataclass(frozen=True, slots=True, kw_only=True)
class Protection:
    """Every owner's values and exclusions, and the player's asks."""

    own: Mapping[tuple[str, str], int] = field(default_factory=_none)  # type: ignore[arg-type]
    """By limit and owner."""
    asked: Mapping[str, Asked] = field(default_factory=_none)  # type: ignore[arg-type]
    held: Mapping[str, Held] = field(default_factory=_none)  # type: ignore[arg-type]
    """By kind of exclusion."""
    counted: tuple[str, str] | None = None
    """The windows and the zone of the chain's newest record, where it has them."""
    unknown: bool = False
    """Whether limits are in force of which nobody knows whose they are."""

    def with_value(self, name: str, owner: str, value: int | None) -> "Protection":
        """Return the state with an owner's value of a limit; None: no limit."""
        others = {key: other for key, other in self.own.items() if key != (name, owner)}
        return replace(self, own=others if value is None else {**others, (name, owner): value})

    def with_exclusion(self, kind: str, held: Held) -> "Protection":
        """Return the state with the newest exclusion of a kind."""
        return replace(self, held={**self.held, kind: held})


NOTHING_SET: Final = Protection()
