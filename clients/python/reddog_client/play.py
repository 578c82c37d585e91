"""Rounds of a game, one after another."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from .errors import RefusedError
from .player import Player

Document = Mapping[str, Any]

_NEEDS_EPOCH: Final = frozenset(("epoch-not-open", "epoch-exhausted"))
_NOTHING_OPEN: Final = "round-not-found"


def cheapest(dealt: Document) -> str:
    """Return the legal action that costs least."""
    options = sorted(dealt["legal_actions"], key=lambda option: int(option["cost_min"]["amount"]))
    return str(options[0]["action"])


def play(
    player: Player, name: str, *, rounds: int, stake: int | None = None, decide: Callable[[Document], str] = cheapest
) -> Iterator[Document]:
    """Play rounds of a game and yield each after its end; an open one is ended first and not counted.

    `stake` is in minor units, without it the least that the game takes. Epochs are opened as they are needed.
    """
    game = player.game(name)
    wager = player.least_stake(game) if stake is None else stake
    _end_open_round(player, decide)
    for _ in range(rounds):
        yield _ended(player, _dealt(player, game, wager), decide)


def _dealt(player: Player, game: Document, stake: int) -> Document:
    epoch = player.chain.epoch
    if epoch is None or epoch.rounds_left == 0:
        player.open_epoch()
    try:
        return player.deal(game, stake)
    except RefusedError as refused:
        # An epoch ends after a day too.
        if refused.code not in _NEEDS_EPOCH:
            raise
    player.open_epoch()
    return player.deal(game, stake)


def _ended(player: Player, dealt: Document, decide: Callable[[Document], str]) -> Document:
    while dealt["status"] == "open":
        dealt = player.act(dealt, decide(dealt))
    return dealt


def _end_open_round(player: Player, decide: Callable[[Document], str]) -> None:
    """End what an earlier run has left open."""
    if player.chain.round is None:
        return
    try:
        _ended(player, player.api.get("/rounds/open"), decide)
    except RefusedError as refused:
        if refused.code != _NOTHING_OPEN:
            raise
        # Its time ran out meanwhile.
        player.follow()
