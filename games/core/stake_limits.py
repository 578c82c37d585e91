"""The limits of a game's bets in a currency that is not its sheet's own.

Source: docs/formats/rule-sheet.md, "Stakes in several currencies".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Self

from games.core.sheet_document import read_member, require, require_members


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeLimits:
    """The least and the greatest stake, and the same of the side bet: 0 in a game without one. Minor units, inclusive."""

    stake_min_minor: int
    stake_max_minor: int
    side_bet_min_minor: int = 0
    side_bet_max_minor: int = 0

    def document(self, currency: str) -> dict[str, object]:
        """Write the limits in a currency as a rule sheet does; `bonus` only in a game with a side bet."""
        limits: dict[str, object] = {"cur": currency, "min": self.stake_min_minor, "max": self.stake_max_minor}
        if self.side_bet_max_minor:
            limits["bonus"] = {"min": self.side_bet_min_minor, "max": self.side_bet_max_minor}
        return limits

    @classmethod
    def from_document(cls, document: Mapping[str, object]) -> Self:
        """Read the limits in the currency that `cur` names.

        Raises:
            MalformedSheet: with the `member` that is wrong.
        """
        require_members(document, {"cur", "min", "max"} | ({"bonus"} & document.keys()), inside="stakes")
        least, most = read_member(document, "min", int), read_member(document, "max", int)
        if "bonus" not in document:
            return cls(stake_min_minor=least, stake_max_minor=most)
        bonus: dict[str, object] = read_member(document, "bonus", dict)
        require_members(bonus, {"min", "max"}, inside="stakes")
        side_bet_max_minor = read_member(bonus, "max", int)
        require(side_bet_max_minor >= 1, "stakes", "a side bet that is offered has a limit of 1 or more")
        return cls(
            stake_min_minor=least,
            stake_max_minor=most,
            side_bet_min_minor=read_member(bonus, "min", int),
            side_bet_max_minor=side_bet_max_minor,
        )


def read_stakes(document: Mapping[str, object]) -> dict[str, StakeLimits]:
    """Read the limits by currency of a sheet's document, which are in the order of codes; none without `stakes`.

    Raises:
        MalformedSheet: with the `member` that is wrong.
    """
    if "stakes" not in document:
        return {}
    entries: list[object] = read_member(document, "stakes", list)
    stakes: dict[str, StakeLimits] = {}
    for entry in entries:
        require(isinstance(entry, dict) and type(entry.get("cur")) is str, "stakes", "is an array of limits")
        assert isinstance(entry, dict), "anything else was refused"
        stakes[entry["cur"]] = StakeLimits.from_document(entry)
    # One order, and no empty array, so that a sheet has one document and not several.
    in_order = len(stakes) == len(entries) and list(stakes) == sorted(stakes)
    require(bool(stakes) and in_order, "stakes", "has one currency or more, each once, in the order of their codes")
    return stakes
