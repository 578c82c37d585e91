"""What players ask for around a pot, and the record that answers."""

from dataclasses import dataclass

from audit.core.player_signatures import PlayerSignature
from games.core.action import Action
from kernel.ids import ChainId
from tables.core.attendance import Mark
from wallet.core.idempotency import IdempotentRequest


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnRequest:
    """A player's decision. Whoever calls has found that the player may play now."""

    table: ChainId
    chain: ChainId
    """The player's."""
    action: Action
    amount_minor: int | None
    """New money at stake; None for what the action costs, if it has a single cost."""
    asked_seq: int | None = None
    """The number, in the table's chain, of the record whose `now` is answered. With it a decision is taken once however
    often it is sent; without it, a repetition is taken for the player's next turn as soon as there is one."""
    idempotency: IdempotentRequest | None = None
    """The request's key: a decision is taken once for each. None where no client asked."""
    signature: PlayerSignature | None = None
    """The player's own; None where the stake is not signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkRequest:
    """What a player says apart from decisions. Whoever calls has found that the player may say so now."""

    table: ChainId
    chain: ChainId
    """The player's."""
    mark: Mark
    epoch: int | None = None
    """Of the game that is meant; None for the one that runs."""
    idempotency: IdempotentRequest | None = None
    """The request's key: a mark is set once for each, also the one that getting up sets. None where no client asked."""
    signature: PlayerSignature | None = None
    """The player's own; None where the stake is not signed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenTurn:
    """A `turn` record that is stored: the player's receipt."""

    seq: int
    """Its number in the table's chain."""
    leaf: bytes
    entry: str
    """Its signed note."""
