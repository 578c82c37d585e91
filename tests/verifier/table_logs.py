"""Honest logs of tables, which attacks spoil."""

from __future__ import annotations

import functools
import itertools
from typing import TYPE_CHECKING, Any

from tests.verifier.gamblers import Gambler, with_tables
from tests.verifier.hands import spread_of
from tests.verifier.sheets import MONTANA_TABLE, POT, RED_DOG_TABLE
from tests.verifier.tables import SOURCE, Host

if TYPE_CHECKING:
    from tests.verifier.producer import Document, Log

PLAYERS = ("ada", "ben", "cem")


def table_asking(log: Log, sheet: Document, players: list[Gambler]) -> Host:
    """Open a table whose first hand asks its seats 1 and 4, and take their stakes and values."""
    for number in itertools.count():
        trial = with_tables()
        host = Host(trial, sheet, name=f"{sheet['game']} {number}")
        trial.checkpoint()
        for seat, name in ((1, "x"), (4, "y")):
            host.stake(Gambler(trial, name), seat, 600)
        host.client = host.mix()
        if sheet["family"] != "red-dog" or spread_of(host.cards()) > 0:
            break
    host = Host(log, sheet, name=f"{sheet['game']} {number}")
    log.checkpoint()
    bonus = 200 if sheet["family"] == "montana" else 0
    host.stake(players[0], 1, 600, bonus=bonus)
    host.stake(players[1], 4, 600)
    return host


def ended(log: Log) -> Log:
    log.now += 60
    log.checkpoint()
    return log


@functools.cache
def shared_hand() -> Log:
    """Red Dog: seat 1 raises, seat 4 is silent; then a second epoch in which nobody has revealed yet."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = table_asking(log, RED_DOG_TABLE, players)
    host.seats()
    host.open()
    host.act(1, "raise")
    host.finish_hand()
    host.settle()
    host.stake(players[0], 0, 500)
    host.seats()
    return ended(log)


@functools.cache
def montana_hand() -> Log:
    """Montana with a side bet: seat 1 surrenders, seat 4 raises."""
    log = with_tables()
    host = table_asking(log, MONTANA_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.act(1, "surrender")
    host.act(4, "raise")
    host.finish_hand()
    host.settle()
    return ended(log)


def beacon_hand(*, declared: bool = True, said: Document | None = None) -> Log:
    """Play a hand of Montana whose deck takes a public value.

    `said` changes what `open` has of it, and the deck with it. A table whose record has no beacon is `declared` none.
    """
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    beacons: dict[str, Any] = {"beacon": SOURCE} if declared else {}
    host = Host(log, MONTANA_TABLE, name="beacon", **beacons)
    log.checkpoint()
    host.stake(players[0], 1, 600)
    host.stake(players[1], 4, 600)
    host.seats()
    due = host.awaited_beacon() or {}
    host.open(beacon={**due, **said} if said else None)
    host.finish_hand()
    host.settle()
    return ended(log)


@functools.cache
def silent_hand() -> Log:
    """A hand of Montana in which nobody decides."""
    log = with_tables()
    host = table_asking(log, MONTANA_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.finish_hand()
    host.settle()
    return ended(log)


@functools.cache
def burnt_epoch() -> Log:
    """Seat 4 does not reveal, and its player gives the value with the next stake."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = table_asking(log, RED_DOG_TABLE, players)
    host.seats()
    host.abort(missing=[4])
    host.settle()
    host.stake(players[1], 2, 500)
    return ended(log)


@functools.cache
def voided_hand() -> Log:
    """Two operators take back a hand in which seat 1 has raised."""
    log = with_tables()
    host = table_asking(log, RED_DOG_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.seats()
    host.open()
    host.act(1, "raise")
    host.abort("void")
    host.settle()
    return ended(log)


@functools.cache
def withdrawn_stake() -> Log:
    """A stake is withdrawn before the seats are named."""
    log = with_tables()
    host = table_asking(log, RED_DOG_TABLE, [Gambler(log, name) for name in PLAYERS])
    host.withdraw(4)
    host.seats()
    return ended(log)


@functools.cache
def pot_game() -> Log:
    """A game of three: decisions, a raise, time-outs, a seat that goes away and comes back, a vote, the end by time."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((0, 3, 5), players, strict=True):
        host.stake(player, seat)
    host.seats()
    host.open()
    host.default()
    for _ in range(12):
        if spread_of_decider(host):
            host.turn("raise", 1000)
            break
        decline(host)
    host.mark(3, "vote")
    host.mark(5, "away")
    for _ in range(5):
        decline(host)
    host.mark(5, "back")
    host.divide("time")
    host.settle()
    return ended(log)


@functools.cache
def long_game() -> Log:
    """A game of three that needs more cards than its pack has."""
    log = with_tables()
    host = Host(log, POT)
    log.checkpoint()
    for seat, name in zip((0, 3, 5), PLAYERS, strict=True):
        host.stake(Gambler(log, name), seat)
    host.seats()
    host.open()
    for _ in range(24):
        decline(host)
    host.divide("time")
    host.settle()
    return ended(log)


def decline(host: Host) -> None:
    """Decide as a player does who risks nothing; a seat that is away takes its default."""
    if host.decider in host.away:
        host.default()
        return
    legal = host.playing.RULES.need(host.playing.state).legal_actions  # type: ignore[union-attr]  # the game goes on
    safe = next(action for action in legal if action.action.value in ("take", "down"))
    host.turn(safe.action.value, safe.cost_min_minor)


def spread_of_decider(host: Host) -> bool:
    legal = host.playing.RULES.need(host.playing.state).legal_actions  # type: ignore[union-attr]  # the game goes on
    return any(action.action.value == "raise" for action in legal)


@functools.cache
def agreed_game() -> Log:
    """A game of two that both vote to end."""
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((2, 7), players[:2], strict=True):
        host.stake(player, seat)
    host.seats()
    host.open()
    host.default()
    host.mark(2, "vote")
    host.mark(7, "vote")
    host.settle()
    return ended(log)


@functools.cache
def limited_game() -> Log:
    """A game of two, of which one has a limit on wagers and room for 30.00 of raises."""
    log = with_tables()
    rg = {"wager_day": 23_000, "windows": "rolling", "zone": "Europe/Paris"}
    players = [Gambler(log, "ada", rg=rg), Gambler(log, "ben")]
    host = Host(log, POT)
    log.checkpoint()
    host.stake(players[0], 0, room=3000)
    host.stake(players[1], 1)
    host.seats()
    host.open()
    for _ in range(40):
        if host.decider == 0 and spread_of_decider(host) and 0 not in host.away:
            host.turn("raise", 1000)
            break
        if host.decider in host.away:
            host.mark(host.decider, "back")
        host.default()
    host.divide("time")
    host.settle()
    return ended(log)
