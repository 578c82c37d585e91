"""Rebuild a game around a pot from its records and its seed: what a croupier does after a restart.

Source: docs/formats/tables.md, "Steps".
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from games.core.action import Action
from tables.core.attendance import Mark, MarkedBy
from tables.core.decisions import DecidedBy
from tables.core.definition import TableDefinition
from tables.core.epoch_cards import EpochCards
from tables.core.pot_game import GameStep, TableGame, end_by_time, mark_seat, start_game, take_decision
from tables.core.stakes import Stake

_MARKS = frozenset(mark.value for mark in Mark)


def replay_game(
    table: TableDefinition,
    stakes: Sequence[Stake],
    cards: EpochCards,
    hand: Mapping[str, Any],
    turns: Iterable[Mapping[str, Any]],
) -> TableGame:
    """Return the game after these records; the `hand` and the `turn` records are complete, in the chain's order.

    Each record is built again and must come out as it was stored: a game that was begun by other rules, or from
    another seed, is not played on.
    """
    step = start_game(table, stakes, cards, order=hand["order"], at_ms=hand["time"])
    _assert_same(step, hand)
    for turn in turns:
        step = _repeat(step.game, turn)
        _assert_same(step, turn)
    return step.game


def replay_ended_game(game: TableGame, hand_end: Mapping[str, Any]) -> TableGame:
    """Return a replayed game as its `hand_end` left it: only an end by time is not in the records before."""
    return game if game.end is not None else end_by_time(game, at_ms=hand_end["time"])


def _repeat(game: TableGame, turn: Mapping[str, Any]) -> GameStep:
    seat, at_ms = turn["seat"], turn["time"]
    if turn["a"] in _MARKS:
        return mark_seat(game, seat=seat, mark=Mark(turn["a"]), by=MarkedBy(turn["by"]), at_ms=at_ms)
    return take_decision(
        game, seat=seat, action=Action(turn["a"]), amount_minor=turn["amt"], by=DecidedBy(turn["by"]), at_ms=at_ms
    )


def _assert_same(step: GameStep, record: Mapping[str, Any]) -> None:
    stored = {name: record.get(name) for name in step.fields}
    assert stored == step.fields, "the records and the rules tell the same game"
