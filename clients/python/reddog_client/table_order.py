"""The order of a stake at a table: with the value that is owed, if one is, and signed if the chain has keys.

Source: docs/formats/tables.md, "Records of players' chains"; docs/formats/player-keys.md, "At tables".
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from .errors import RefusedError
from .player import Player
from .record_signatures import stake_members
from .records import Record
from .table_stake import TableStake

_OWED: Final = "value-owed"

Document = Mapping[str, Any]


def place_stake(player: Player, drawn: TableStake, table: Record, *, least: Document) -> TableStake:
    """Send a stake, which is kept already, and return it as its record stands in the player's chain.

    `table` is the table's first record, `least` its least stake, by whose currency amounts are sent.

    Raises:
        VerificationError: the answer is another stake.
        RefusedError: nothing was staked.
    """
    try:
        return _sent(player, drawn, table, least, late={})
    except RefusedError as refused:
        if refused.code != _OWED:
            raise
        return _sent(player, drawn, table, least, late=_late(player, str(refused.problem["abort"])))


def _sent(player: Player, drawn: TableStake, table: Record, least: Document, *, late: Document) -> TableStake:
    said: dict[str, object] = {"table": table.leaf, "rules": table.fields["rules"]}
    said |= {name: value for name, value in drawn.record_fields().items() if value is not None}
    body: dict[str, object] = {"epoch": drawn.epoch, "seat": drawn.seat, "contribution": drawn.contribution}
    body["stake"] = {**least, "amount": drawn.amount}
    if drawn.side_bet:
        body["side_bet"] = {**least, "amount": drawn.side_bet}
    if late:
        said["late"] = late
        body["late"] = {"abort": late["abort"], **({"value": late["r"]} if "r" in late else {})}
    members = stake_members({"type": drawn.kind, **said})
    answer, signed = player.signing.sent(
        lambda place: place.stake(drawn.kind, **members),
        lambda psig: player.api.post(f"/tables/{drawn.table}/stakes", {**body, **psig}, once=True),
    )
    record = player.kept(answer["receipts"], drawn.kind, signed, **said)
    return player.account.keep_stake(replace(drawn, leaf=record.leaf, signed=signed is not None))


def _late(player: Player, abort: str) -> Document:
    """Return what is owed. A value is told only for the abort that this client saw end its stake."""
    owed = next((kept for kept in player.account.state.stakes if kept.abort == abort), None)
    return {"abort": abort} if owed is None else {"abort": abort, "r": owed.value}
