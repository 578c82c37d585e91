"""The stakes of an epoch: who sits where, for how much, and from whom the cards are dealt.

Source: docs/formats/tables.md, `seats` and `hand`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.core.family import Bet
from kernel.money import amount_document, display
from kernel.refusals import Refusal, RefusalKind
from tables.core.definition import TableDefinition
from tables.core.epoch import ROUNDS


class NoSuchSeat(Refusal):
    """The table has no such seat."""

    code, kind = "no-such-seat", RefusalKind.NOT_FOUND


class StakeOutsideTable(Refusal):
    """The stake is outside the limits of the table."""

    code, kind = "stake-outside-table", RefusalKind.INVALID


@dataclass(frozen=True, slots=True, kw_only=True)
class Stake:
    """A seat's stake for one epoch: a bet against the house, or the chips for a game around a pot."""

    seat: int
    """From 0."""
    leaf: bytes
    """Leaf of the `deal` or `sit` record."""
    bet: Bet
    """Minor units; around a pot the buy-in, without a side bet."""
    contribution: bytes
    room_minor: int | None = None
    """Around a pot: the most that the seat's raises may sum to; None where no limit on wagers is in force."""


def require_stake(table: TableDefinition, *, seat: int, bet: Bet) -> None:
    """Refuse a stake that the table does not take; what the game's rules say of bets is for its family.

    Raises:
        NoSuchSeat: with `seats`, how many there are.
        StakeOutsideTable: with `minimum` and `maximum`, amounts, both inclusive.
    """
    if not 0 <= seat < table.seats:
        raise NoSuchSeat(f"Nothing was taken. The table's seats are 0 to {table.seats - 1}.", seats=table.seats)
    least_minor, most_minor, currency = table.stake_min_minor, table.stake_max_minor, table.sheet.currency
    if not least_minor <= bet.stake_minor <= most_minor:
        raise StakeOutsideTable(
            f"Nothing was taken. This table takes stakes of {display(least_minor, currency)}"
            f" to {display(most_minor, currency)}.",
            minimum=amount_document(least_minor, currency),
            maximum=amount_document(most_minor, currency),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Replaced:
    """Why an announcement is replaced, and the leaf (hex) of the event of it."""

    reason: str
    ev: str


def commit_fields(epoch: int, *, committed: bytes, replaced: Replaced | None = None) -> dict[str, object]:
    """Write the `commit` record; `replaced` is given exactly where it replaces an announcement."""
    fields: dict[str, object] = {"epoch": epoch, "n": ROUNDS, "commit": committed.hex()}
    return fields if replaced is None else {**fields, "reason": replaced.reason, "ev": replaced.ev}


def seats_fields(
    table: TableDefinition, epoch: int, stakes: Sequence[Stake], *, next_commitment: bytes
) -> dict[str, object]:
    """Write the `seats` record, which ends the betting and announces the next epoch."""
    assert len(stakes) >= table.seats_min, "enough stakes make an epoch playable"
    _assert_ascending(stakes)
    return {
        "epoch": epoch,
        "seats": [_stake_member(table, stake) for stake in stakes],
        "next": {"n": ROUNDS, "commit": next_commitment.hex()},
    }


def stakes_from_record(
    table: TableDefinition, record: Mapping[str, Any], rooms_minor: Mapping[int, int] | None = None
) -> tuple[Stake, ...]:
    """Read the stakes of a `seats` record; `rooms_minor` has those of the `sit` records that name one, by seat."""
    rooms = rooms_minor or {}
    name = _amount_name(table)
    return tuple(
        Stake(
            seat=member["seat"],
            leaf=bytes.fromhex(member["stake"]),
            bet=Bet(member[name], member.get("bonus", 0)),
            contribution=bytes.fromhex(member["contrib"]),
            room_minor=rooms.get(member["seat"]),
        )
        for member in record["seats"]
    )


def order_from_dealers_left(seats: Sequence[int], *, began_last: int | None) -> tuple[int, ...]:
    """Return the seats of a game around a pot in the order of play.

    `began_last` is the seat that began the table's last game, None before its first one. The next seat after it
    begins, which may be one that did not play then; where none is higher, the lowest.
    """
    ascending = sorted(seats)
    later = [place for place, seat in enumerate(ascending) if began_last is not None and seat > began_last]
    begins = later[0] if later else 0
    return (*ascending[begins:], *ascending[:begins])


def in_order(stakes: Sequence[Stake], order: Sequence[int]) -> tuple[Stake, ...]:
    """Return the stakes in the order of play."""
    by_seat = {stake.seat: stake for stake in stakes}
    assert sorted(order) == sorted(by_seat), "the order names each seat of the epoch once"
    return tuple(by_seat[seat] for seat in order)


def _stake_member(table: TableDefinition, stake: Stake) -> dict[str, object]:
    member: dict[str, object] = {
        "seat": stake.seat,
        "stake": stake.leaf.hex(),
        _amount_name(table): stake.bet.stake_minor,
        "contrib": stake.contribution.hex(),
    }
    return {**member, "bonus": stake.bet.side_bet_minor} if stake.bet.side_bet_minor else member


def _amount_name(table: TableDefinition) -> str:
    return "buy_in" if table.around_pot else "ante"


def _assert_ascending(stakes: Sequence[Stake]) -> None:
    seats = [stake.seat for stake in stakes]
    assert seats == sorted(set(seats)), "a seat has one stake, and the seats ascend"
