"""The cards of a table's running epoch, and what was played with them so far. Whoever asks sees undealt cards.

A game around a pot is not stored: it follows from its records and its seed.

Source: docs/formats/tables.md, "Steps"; docs/adr/0039-tables.md.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from cryptography.exceptions import InvalidTag

from audit.core.records import parse_entry
from audit.key_encryption import KeyFileRefused
from audit.queries.epochs import EpochRow, epoch_seeds
from audit.queries.records import entries, record_entry
from games.operations.round_cards import round_seed
from kernel.refusals import Refusal, RefusalKind
from tables.core.epoch import TableEpoch
from tables.core.epoch_cards import EpochCards
from tables.core.house_hand import HouseHand, deal_hand
from tables.core.pot_game import TableGame
from tables.core.replay import replay_game
from tables.queries.table_states import TableState

_AGAIN_SECONDS: Final = 30


class SeedUnreadable(Refusal):
    """The seed cannot be read."""

    code, kind = "seed-unreadable", RefusalKind.UNAVAILABLE


def seed_unreadable() -> SeedUnreadable:
    """Return what a player is told whose hand stands still for that."""
    return SeedUnreadable(
        "Nothing was changed. The seed of this hand cannot be read now, so its hidden cards cannot be shown, and nobody"
        " can play on. Your stake and what you raised are safe: either the seed can be read again, and the hand goes on"
        " with the same cards, or two operators void it, and all of it comes back. Ask again, or look at"
        " /api/v1/me/stakes.",
        retry_after=_AGAIN_SECONDS,
    )


def epoch_seed(epoch: TableEpoch) -> bytes:
    """Return the seed of an epoch that was announced.

    Raises:
        SeedUnreadable: the key that sealed it is not here.
    """
    return _unsealed(epoch)[0]


def epoch_cards(epoch: TableEpoch) -> EpochCards:
    """Return the cards of an epoch that was opened.

    Raises:
        SeedUnreadable: the key that sealed its seed is not here.
    """
    seed, row = _unsealed(epoch)
    return EpochCards(epoch=epoch, seed=seed, client=bytes(row.client_seed))


def _unsealed(epoch: TableEpoch) -> tuple[bytes, EpochRow]:
    row = epoch_seeds(epoch.chain, epoch.number)
    assert row is not None, "the epoch was announced"
    try:
        return round_seed(epoch.round_id, row), row
    except (FileNotFoundError, KeyFileRefused, InvalidTag) as error:
        raise seed_unreadable() from error


def house_hand(state: TableState) -> HouseHand:
    """Return the hand against the house that runs at a table.

    It must show what its `hand` shows: a hand that was begun by other rules, or from another seed, is not played on.
    """
    assert state.running is not None, "a hand runs"
    assert state.running.hand_seq is not None, "it was dealt"
    stakes = [seated.stake for seated in state.stakes]
    dealt = deal_hand(state.table.definition.sheet, stakes, epoch_cards(TableEpoch(state.table.chain, state.epoch)))
    record: Mapping[str, Any] = parse_entry(record_entry(state.table.chain, state.running.hand_seq))
    fields = dealt.fields(at_ms=record["time"])
    assert {name: record.get(name) for name in fields} == fields, "the record and the rules show the same hand"
    return dealt


def game_records(state: TableState) -> list[Mapping[str, Any]]:
    """Return the records of the game around a pot that runs at a table, up to the head of `state`: `hand`, then `turn`s."""
    assert state.running is not None, "a game runs"
    assert state.running.hand_seq is not None, "it was dealt"
    stored = entries(state.table.chain, from_seq=state.running.hand_seq, to_seq=state.head.tip.seq + 1)
    return [parse_entry(entry) for entry in stored]


def replayed_game(state: TableState, records: Sequence[Mapping[str, Any]]) -> TableGame:
    """Return the game that these records of `game_records` tell."""
    hand, *turns = records
    stakes = [seated.stake for seated in state.stakes]
    cards = epoch_cards(TableEpoch(state.table.chain, state.epoch))
    return replay_game(state.table.definition, stakes, cards, hand, turns)


def running_game(state: TableState) -> TableGame:
    """Return the game around a pot that runs at a table, as its records up to the head of `state` left it."""
    return replayed_game(state, game_records(state))
