"""Patient players of the house at the demonstration's tables: they take a seat when somebody else has, and play well.

An idle demonstration plays no hands. They are test accounts, as is whoever may sit at their tables.
"""

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

from reddog_platform.demo.client import Client, Refused
from reddog_platform.demo.kept_stakes import KeptStake, KeptStakes
from reddog_platform.demo.logins import PIN, LoginRequest
from reddog_platform.demo.table_client import TablePlayer

_LOOK_SECONDS: Final = 0.5
_POOR_MINOR: Final = 500_000
_OVER: Final = frozenset({"not-authenticated", "session-locked"})
_MISSED: Final = frozenset({"betting-closed", "seat-taken", "table-paused", "table-closed", "sitting-out"})


@dataclass(kw_only=True)
class HousePlayer:
    """A player of the house at one table."""

    who: LoginRequest
    player: TablePlayer
    stake: KeptStake | None = None

    def attend(self, shown: Mapping[str, Any], *, invited: bool) -> None:
        """Go on with the stake, or take a seat if somebody else has one."""
        if self.stake is not None:
            if self.player.turn(self.stake) is not None:
                self.stake = None
                self.player.client.receipts.clear()
        elif invited and shown["phase"] == "betting":
            self._sit()

    def log_in(self) -> None:
        """Begin a session, with money to play, and go on with the stake that an earlier run has left."""
        client = self.player.client
        client.register(self.who, pin=PIN)
        client.refill(below_minor=_POOR_MINOR)
        self.stake = self.player.resume()

    def _sit(self) -> None:
        seat = self.player.free_seat()
        if seat is None:
            return
        try:
            self.stake = self.player.sit(seat)
        except Refused as refused:
            code = refused.problem["code"]
            if code == "reality-check-due":
                self.player.client.acknowledge_reality_check()
            elif code not in _MISSED:
                raise


@dataclass(kw_only=True)
class HouseTable:
    """A table of the demonstration, and who of the house plays there."""

    players: Sequence[HousePlayer]

    def attend(self) -> None:
        """Let each player do what the table waits for."""
        shown = self._look()
        own = {each.stake.leaf for each in self.players if each.stake is not None}
        invited = any(seat["leaf"] not in own for seat in shown["seats"])
        for each in self.players:
            try:
                each.attend(shown, invited=invited)
            except Refused as refused:
                if refused.problem["code"] not in _OVER:
                    raise
                each.log_in()

    def _look(self) -> Mapping[str, Any]:
        """Return the table as it stands. An idle demonstration locks the sessions: whoever looks begins another one."""
        first = self.players[0]
        try:
            return first.player.look()
        except Refused as refused:
            if refused.problem["code"] not in _OVER:
                raise
            first.log_in()
            return first.player.look()


def attend(
    url: str,
    seats: Mapping[str, Sequence[LoginRequest]],
    *,
    values: Path,
    stop: threading.Event,
    complain: Callable[[str], None],
) -> None:
    """Play at these tables, given by id with who plays there, until stopped. Trouble at one keeps no other waiting.

    Each player's values are kept in a file of the folder `values`.
    """
    tables: list[HouseTable] = []
    # All log in before any plays: a log-in takes long, and a value that comes too late burns a hand.
    while not stop.is_set() and len(tables) < len(seats):
        with _complaining(complain):
            for place, people in list(seats.items())[len(tables) :]:
                tables.append(_seated(url, place, people, values))
        stop.wait(_LOOK_SECONDS)
    while not stop.is_set():
        for table in tables:
            with _complaining(complain):
                table.attend()
        stop.wait(_LOOK_SECONDS)


@contextmanager
def _complaining(complain: Callable[[str], None]) -> Iterator[None]:
    try:
        yield
    except (Refused, httpx.TransportError) as trouble:
        complain(f"{type(trouble).__name__}: {trouble}")


def _seated(url: str, table: str, people: Sequence[LoginRequest], values: Path) -> HouseTable:
    players = [HousePlayer(who=who, player=_player(url, table, values / f"{who.username}.json")) for who in people]
    for each in players:
        each.log_in()
    return HouseTable(players=players)


def _player(url: str, table: str, values: Path) -> TablePlayer:
    return TablePlayer(client=Client(url), table=table, kept=KeptStakes(file=values))
