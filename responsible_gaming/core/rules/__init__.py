"""Every limit that a wager passes, one file each. A new limit is a file here, and its line in RULES."""

from collections.abc import Callable, Mapping
from typing import Final

from responsible_gaming.core.rules import exclusion, single_stake
from responsible_gaming.core.wager import Wager

Rule = Callable[[Mapping[str, int], Wager], None]
"""Refuses a wager that breaks a limit in force; a limit that is not among them does not bind."""

RULES: Final[tuple[Rule, ...]] = (exclusion.check, single_stake.check)
