"""What a player signs at a table, as the members of each statement.

Source: docs/formats/player-keys.md, "At tables".
"""

from games.core.action import Action
from tables.core.attendance import Mark
from tables.core.definition import TableDefinition
from tables.core.player_records import StakeOrder


def stake_members(table: TableDefinition, order: StakeOrder, *, prev: bytes) -> dict[str, object]:
    """Return what is signed for a `deal` or a `sit`; `prev` is the newest leaf of the player's chain."""
    members: dict[str, object] = {
        "prev": prev.hex(),
        "table": order.table_leaf.hex(),
        "epoch": order.epoch,
        "seat": order.seat,
        "rules": table.rules_leaf.hex(),
        "contrib": order.contribution.hex(),
    }
    if table.around_pot:
        members["buy_in"] = order.bet.stake_minor
    else:
        members |= {"ante": order.bet.stake_minor, "bonus": order.bet.side_bet_minor}
    return members | ({} if order.late is None else {"late": order.late.document()})


def act_members(*, stake_leaf: bytes, hand_leaf: bytes, action: Action, amount_minor: int) -> dict[str, object]:
    """Return what is signed for an `act` against the house."""
    return {"deal": stake_leaf.hex(), "hand": hand_leaf.hex(), "a": action.value, "amt": amount_minor}


def turn_members(*, stake_leaf: bytes, asked_leaf: str, action: Action, amount_minor: int) -> dict[str, object]:
    """Return what is signed for a decision around a pot; `asked_leaf` is that of the record that asks for it, in hex."""
    return {"sit": stake_leaf.hex(), "asked": asked_leaf, "a": action.value, "amt": amount_minor}


def mark_members(*, stake_leaf: bytes, prev: bytes, mark: Mark) -> dict[str, object]:
    """Return what is signed for a mark; `prev` is the newest leaf of the table's chain."""
    return {"sit": stake_leaf.hex(), "prev": prev.hex(), "a": mark.value}
