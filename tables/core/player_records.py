"""The records that a table's epoch leaves in a player's chain, and the postings that they stand for.

Source: docs/formats/tables.md, "Records of players' chains".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.core.records import moves_document
from games.core.action import Action
from games.core.family import Bet
from tables.core.definition import TableDefinition
from wallet.core.ledger import Account, Balance, Posting, net_moves


@dataclass(frozen=True, slots=True, kw_only=True)
class LateValue:
    """What a player owes who did not reveal: told with the next stake, at whatever table."""

    abort_leaf: bytes
    """Leaf of the `table_abort` that names the player's seat as missing."""
    value: bytes | None
    """None where the client has lost it."""

    def document(self) -> dict[str, str]:
        """Write it as `deal` and `sit` do."""
        abort = {"abort": self.abort_leaf.hex()}
        return abort if self.value is None else {**abort, "r": self.value.hex()}


@dataclass(frozen=True, slots=True, kw_only=True)
class StakeOrder:
    """A player's order for a seat in the epoch that is announced."""

    table_leaf: bytes
    epoch: int
    seat: int
    bet: Bet
    """Around a pot the buy-in, without a side bet."""
    contribution: bytes
    session_reference: bytes
    """What the log calls the session of the order, 32 bytes."""
    late: LateValue | None = None
    room_minor: int | None = None
    """Around a pot, where a limit on wagers is in force."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Movement:
    """Postings of one record, and the cash balance before and after them."""

    postings: Sequence[Posting]
    before: Balance
    after: Balance

    def fields(self) -> dict[str, object]:
        """Write `moves` and `bal`."""
        balance = [self.before.cash_minor, self.after.cash_minor]
        return {"moves": moves_document(net_moves(self.postings)), "bal": balance}


def stake_postings(table: TableDefinition, bet: Bet) -> list[Posting]:
    """Return the posting that a `deal` or a `sit` makes."""
    account = Account.TABLE if table.around_pot else Account.IN_PLAY
    return [Posting(Account.CASH, account, bet.total_minor)]


def refund_postings(table: TableDefinition, amount_minor: int) -> list[Posting]:
    """Return the posting that gives back a stake and its raises where no result stands."""
    account = Account.TABLE if table.around_pot else Account.IN_PLAY
    return [Posting(account, Account.CASH, amount_minor)]


def leave_postings(*, returned_minor: int, rake_minor: int) -> list[Posting]:
    """Return the postings that end a seat's game: its chips to the player, what was kept of them to the house."""
    amounts = ((Account.CASH, returned_minor), (Account.HOUSE, rake_minor))
    return [Posting(Account.TABLE, account, amount_minor) for account, amount_minor in amounts if amount_minor]


def stake_fields(
    table: TableDefinition,
    order: StakeOrder,
    movement: Movement,
    *,
    limits_leaf: bytes,
    request_digest: bytes | None = None,
) -> dict[str, object]:
    """Write the `deal` record, or around a pot the `sit` record."""
    assert table.around_pot or order.room_minor is None, "against the house every raise is held to the limits itself"
    optional = {
        "bonus": order.bet.side_bet_minor or None,
        "late": None if order.late is None else order.late.document(),
        "room": order.room_minor,
        "req": None if request_digest is None else request_digest.hex(),
    }
    return {
        "table": order.table_leaf.hex(),
        "epoch": order.epoch,
        "seat": order.seat,
        "rules": table.rules_leaf.hex(),
        "limits": limits_leaf.hex(),
        "buy_in" if table.around_pot else "ante": order.bet.stake_minor,
        "contrib": order.contribution.hex(),
        "sess": order.session_reference.hex(),
        **{name: value for name, value in optional.items() if value is not None},
        **movement.fields(),
    }


def act_fields(
    *, stake_leaf: bytes, hand_leaf: bytes, action: Action, amount_minor: int, movement: Movement
) -> dict[str, object]:
    """Write the `act` record: a decision against the house, one that costs nothing included."""
    return {
        "deal": stake_leaf.hex(),
        "hand": hand_leaf.hex(),
        "a": action.value,
        "amt": amount_minor,
        **movement.fields(),
    }


def settle_fields(
    *, stake_leaf: bytes, end_leaf: bytes, result: Mapping[str, Any], movement: Movement
) -> dict[str, object]:
    """Write the `settle` record; `result` is the seat's member of the `hand_end`."""
    bonus = {"bonus": result["bonus"]} if "bonus" in result else {}
    return {
        "deal": stake_leaf.hex(),
        "end": end_leaf.hex(),
        "result": result["result"],
        "pay": {"staked": result["staked"], "returned": result["returned"]},
        **bonus,
        **movement.fields(),
    }


def void_fields(*, stake_leaf: bytes, end_leaf: bytes | None, movement: Movement) -> dict[str, object]:
    """Write the `void` record; `end_leaf` is None where no `seats` names the stake."""
    return {"deal": stake_leaf.hex(), **_end(end_leaf), **movement.fields()}


def leave_fields(
    *, stake_leaf: bytes, end_leaf: bytes | None, buy_in_minor: int, returned_minor: int, movement: Movement
) -> dict[str, object]:
    """Write the `leave` record; `end_leaf` is None where no `seats` names the stake."""
    return {
        "sit": stake_leaf.hex(),
        **_end(end_leaf),
        "pay": {"staked": buy_in_minor, "returned": returned_minor},
        **movement.fields(),
    }


def _end(leaf: bytes | None) -> dict[str, str]:
    return {} if leaf is None else {"end": leaf.hex()}
