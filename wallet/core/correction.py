"""What of a record may be corrected: no more than it moved, and a movement of money only against its direction.

Source: docs/formats/adjustments.md, rule 2; regulation F48.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from kernel.money import Money
from kernel.refusals import Refusal, RefusalKind


class NotCorrectable(Refusal):
    """The record cannot be corrected."""

    code, kind = "not-correctable", RefusalKind.CONFLICT


class CorrectionTooLarge(Refusal):
    """Corrections of a record come to no more than it moved."""

    code, kind = "correction-too-large", RefusalKind.CONFLICT


class CorrectionOneWay(Refusal):
    """What gave money is corrected by taking, and what took money by giving."""

    code, kind = "correction-one-way", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class Correctable:
    """What a record did to cash, in minor units."""

    kind: str
    """`settle`, `void`, or the kind of a wallet record."""
    moved_minor: int
    """The most that it moved one way, 1 or more."""
    only_sign: int
    """1 if corrections can only give, -1 if they can only take, 0 for a round, which moves money both ways."""

    def require_within(self, amount_minor: int, *, corrected_minor: int, currency: str) -> None:
        """Accept a correction by `amount_minor`, below 0 if it takes, after others that came to `corrected_minor`.

        Raises:
            CorrectionOneWay: the record moved money the same way.
            CorrectionTooLarge: with what `remaining` may still be corrected.
        """
        if self.only_sign * amount_minor < 0:
            raise CorrectionOneWay(f"Nothing was moved. A {self.kind} is corrected against its direction.")
        if abs(amount_minor) + corrected_minor > self.moved_minor:
            remaining = Money(self.moved_minor - corrected_minor, currency)
            raise CorrectionTooLarge(
                f"Nothing was moved. Of this record {remaining} may still be corrected.", remaining=remaining
            )


def correctable(record: Mapping[str, Any]) -> Correctable | None:
    """Return what a record did to cash; None if it is of a type that no correction names, or moved none."""
    if record["type"] == "settle":
        pay = record["pay"]
        kind, moved_minor, one_way = "settle", max(int(pay["staked"]), int(pay["returned"])), False
    elif record["type"] in {"void", "wallet"}:
        one_way = record["type"] == "wallet"
        kind, moved_minor = record["kind"] if one_way else "void", int(dict(record["moves"]).get("cash", 0))
    else:
        return None
    if not moved_minor:
        return None
    sign = 1 if moved_minor > 0 else -1
    return Correctable(kind=kind, moved_minor=abs(moved_minor), only_sign=-sign if one_way else 0)
