"""Burnt epochs: who owes a value, who sits out, and what the house would have won.

Source: docs/formats/tables.md, "Revealing"; docs/adr/0039-tables.md.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kernel.instants import rfc3339
from kernel.refusals import Refusal, RefusalKind
from tables.core.epoch import TableEpoch, require_opens
from tables.core.house_hand import HouseHand
from tables.core.player_records import LateValue

SIT_OUT_MS: Final = 600_000
"""Ten minutes, after each epoch that a player burnt."""

DAY_MS: Final = 86_400_000
BURNT_IN_A_DAY: Final = 3
"""Whoever burns so many within a day sits out for a day."""


class ValueOwed(Refusal):
    """A value of an earlier stake is owed."""

    code, kind = "value-owed", RefusalKind.CONFLICT


class SittingOut(Refusal):
    """The player sits out after a burnt epoch."""

    code, kind = "sitting-out", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class OwedValue:
    """The value that a player did not reveal in time."""

    abort_leaf: bytes
    """Leaf of the `table_abort` that names the seat as missing."""
    epoch: TableEpoch
    seat: int
    contribution: bytes


def require_owed_given(owed: OwedValue | None, late: LateValue | None) -> None:
    """Refuse a stake that does not tell the owed value, or tells one that nobody owes.

    A value that the client has lost is told as lost.

    Raises:
        ValueOwed: with `abort`, the leaf of the record that names the value as missing, where one is owed.
        ContributionMismatch: the value is not the one that is owed.
    """
    if owed is None:
        if late is not None:
            raise ValueOwed("Nothing was taken. No value is owed: send the stake without one.")
        return
    if late is None or late.abort_leaf != owed.abort_leaf:
        raise ValueOwed(
            "Nothing was taken. A hand was not dealt because your value did not come. Send that value with the next"
            " stake, or say that it is lost.",
            abort=owed.abort_leaf.hex(),
        )
    if late.value is not None:
        require_opens(owed.epoch, seat=owed.seat, contributed=owed.contribution, value=late.value)


def sits_out_until_ms(burnt_ms: Sequence[int], owed_elsewhere_ms: Sequence[int] = ()) -> int:
    """Return until when a person who burnt epochs at these times may take no seat; 0 where there were none.

    `owed_elsewhere_ms` are those whose value another account of the person owes: no stake of this one can tell it, so
    they count as a day's.
    """
    times = sorted(burnt_ms)
    spans = zip(times[: len(times) - BURNT_IN_A_DAY + 1], times[BURNT_IN_A_DAY - 1 :], strict=False)
    a_day = (last_ms + DAY_MS for first_ms, last_ms in spans if last_ms - first_ms < DAY_MS)
    elsewhere = (each_ms + DAY_MS for each_ms in owed_elsewhere_ms)
    return max((*(each_ms + SIT_OUT_MS for each_ms in times), *a_day, *elsewhere), default=0)


def require_not_sitting_out(burnt_ms: Sequence[int], owed_elsewhere_ms: Sequence[int] = (), *, at_ms: int) -> None:
    """Refuse a stake of a person who burnt an epoch shortly before.

    Raises:
        SittingOut: with `seatable_from`, an instant.
    """
    until_ms = sits_out_until_ms(burnt_ms, owed_elsewhere_ms)
    if at_ms < until_ms:
        raise SittingOut(
            "Nothing was taken. Your client did not reveal its value, and a hand could not be dealt. Wait before you"
            " take a seat again.",
            seatable_from=rfc3339(until_ms),
        )


def house_would_have_won_minor(hand: HouseHand) -> int:
    """Return what the house would have won with a burnt deck if all seats had been silent; negative for a loss.

    It is comparable between epochs: nobody knows what the seats would have decided.
    """
    seats = [stake.seat for stake in hand.stakes] if hand.needs_decisions else []
    finished = hand.finish([hand.default_of(seat, at_ms=0) for seat in seats])
    return -sum(result.net_minor for result in finished.results.values())
