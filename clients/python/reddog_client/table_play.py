"""Hands at a table, one after another."""

import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from .errors import ClientError, RefusedError, TooLateError
from .play import cheapest
from .table_player import EndedStake, TablePlayer
from .table_stake import TableStake

Document = Mapping[str, Any]

_LOOK_SECONDS: Final = 0.2
_TAKEN: Final = frozenset(("seat-taken", "betting-closed", "stake-open"))
_TOO_LATE: Final = frozenset(
    (
        *("not-revealing", "no-stake", "decision-too-late", "turn-over", "already-decided", "not-deciding"),
        *("no-game-runs", "mark-stands", "not-in-this-game", "not-your-turn", "seat-is-away"),
    )
)


def cheapest_with_cost(shown: Document) -> tuple[str, int]:
    """Return the legal action that costs least, and what it costs."""
    own = shown["own"]
    action = cheapest(own)
    return action, next(int(each["cost_min"]["amount"]) for each in own["legal_actions"] if each["action"] == action)


def play_at_table(
    seated: TablePlayer,
    *,
    hands: int,
    amount: int | None = None,
    decide: Callable[[Document], tuple[str, int]] = cheapest_with_cost,
    vote_after_seconds: float | None = None,
    patience_seconds: float = 300.0,
) -> Iterator[EndedStake]:
    """Play hands or games and yield each after its end; an open one is ended first, and yielded too.

    Around a pot, a vote for the end is joined; with `vote_after_seconds` this player begins one.

    Raises:
        ClientError: nothing happened for `patience_seconds`.
    """
    played = 0
    while played < hands:
        stake = seated.open_stake() or _seat_taken(seated, amount, patience_seconds)
        yield _finished(seated, stake, decide, vote_after_seconds, patience_seconds)
        played += 1


def _seat_taken(seated: TablePlayer, amount: int | None, patience_seconds: float) -> TableStake:
    deadline = time.monotonic() + patience_seconds
    while time.monotonic() < deadline:
        shown = seated.look()
        taken = {seat["seat"] for seat in shown["seats"]}
        free = [seat for seat in range(shown["seats_max"]) if seat not in taken]
        if free and shown["phase"] == "betting":
            try:
                return seated.sit(free[0], amount=amount)
            except RefusedError as refused:
                if refused.code not in _TAKEN:
                    raise
        time.sleep(_LOOK_SECONDS)
    raise ClientError(f"table {seated.table} has had no free seat for {patience_seconds:.0f} s")


def _finished(
    seated: TablePlayer,
    stake: TableStake,
    decide: Callable[[Document], tuple[str, int]],
    vote_after_seconds: float | None,
    patience_seconds: float,
) -> EndedStake:
    begun = time.monotonic()
    while time.monotonic() < begun + patience_seconds:
        ended = seated.ended(stake)
        if ended is not None:
            return ended
        voting = vote_after_seconds is not None and time.monotonic() > begun + vote_after_seconds
        try:
            stake = _done(seated, stake, decide, voting=voting)
        except TooLateError:
            continue
        except RefusedError as refused:
            # The clock was faster, or the others.
            if refused.code not in _TOO_LATE:
                raise
        time.sleep(_LOOK_SECONDS)
    raise ClientError(f"hand {stake.epoch} of table {seated.table} did not end for {patience_seconds:.0f} s")


def _done(
    seated: TablePlayer, stake: TableStake, decide: Callable[[Document], tuple[str, int]], *, voting: bool
) -> TableStake:
    """Do what the table waits for, if anything; return the stake as it is kept now."""
    shown = seated.look()
    if shown["epoch"] != stake.epoch or shown["own"] is None:
        return stake
    if shown["phase"] == "revealing" and shown["stakes_covered"] and not stake.revealed:
        return seated.reveal(stake)
    if shown["own"]["legal_actions"]:
        seated.act(stake, shown, *decide(shown))
        return seated.open_stake() or stake
    game = shown["pot_game"]
    if game is not None:
        votes = {each["seat"] for each in game["seats"] if each["voted"]}
        if stake.seat not in votes and (votes or voting):
            seated.mark(stake, "vote")
    return stake
