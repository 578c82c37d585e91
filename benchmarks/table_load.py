"""Play at tables with full seats: `python -m benchmarks.table_load PORT STREAM_PORT SECONDS THINK_SECONDS < TABLES`.

TABLES is what `benchmarks.table_players` printed. Every seat is a player's program of its own, with a connection for
its orders and an event stream with its token; a spectator's stream at each table takes the time from a decision to its
event. Before a decision a program waits up to THINK_SECONDS. Then the tables begin one after the other within that time, and
stakes are spread too, so that no order waits behind a wave of others. Prints a `PlayedAtTables` as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import random
import secrets
import sys
import time
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any, Final

import orjson

from benchmarks.played_at_tables import PlayedAtTables
from reddog_platform.demo.table_decisions import best_decision
from reddog_platform.demo.table_records import contribution_of
from reddog_platform.stack import HOST

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_LINE_MAX: Final = 2**20
_LOOK_SECONDS: Final = 0.5
_AGAIN_SECONDS: Final = 0.05
_STAKES_SPREAD_SECONDS: Final = 1.5
"""Over how much of the betting (`benchmarks.table_players`) stakes are spread where programs think."""
_DRAIN_SECONDS: Final = 600.0
"""How long hands that have begun may take to end: hundreds of seats on a machine that does much else take minutes."""
_STILL_OPEN: Final = frozenset({"stake-open", "busy", "request-in-progress"})
"""The last hand's stake is about to be ended: the order is repeated."""
_TOO_LATE: Final = frozenset(
    {
        *("betting-closed", "seat-taken", "not-revealing", "no-stake", "stake-named"),
        *("decision-too-late", "already-decided", "not-deciding", "turn-over", "no-game-runs"),
    }
)


@dataclass(slots=True)
class TableUnderLoad:
    """A table, and when the decisions were sent whose events have not come."""

    id: str
    stream_port: int
    until: float
    """Of the monotonic clock: then nobody stakes any more."""
    played: PlayedAtTables
    begins: float = 0.0
    """Of the same clock: nobody stakes before."""
    sent: dict[int, float] = field(default_factory=dict)

    async def events(self, token: str | None) -> AsyncGenerator[tuple[str, Any]]:
        """Yield type and document of each event of the table's stream, and after half a second of silence nothing."""
        last: bytes | None = None
        while True:
            reader, writer = await asyncio.open_connection(HOST, self.stream_port, limit=_LINE_MAX)
            writer.write(_stream_request(self.id, token, last))
            kind = b""
            with contextlib.closing(writer):
                while True:
                    try:
                        line = await asyncio.wait_for(reader.readline(), _LOOK_SECONDS)
                    except TimeoutError:
                        yield "", None
                        continue
                    if not line:
                        break
                    name, _, value = line.rstrip().partition(b": ")
                    if name == b"event":
                        kind = value
                    elif name == b"id":
                        last = value
                    elif name == b"data":
                        yield kind.decode(), orjson.loads(value)
            self.played.resumed += 1

    async def watch(self) -> None:
        """Take the times of decisions and count hands, as a spectator, for ever."""
        self.played.streams += 1
        async for kind, document in self.events(None):
            if kind == "turn":
                self._arrived([document["record"]["seat"]])
            elif kind == "hint":
                seats = document["changed"].get("seats", ())
                self._arrived([each["seat"] for each in seats if each["decision"] is not None])
            elif kind == "hand_end":
                self.played.hands += time.monotonic() < self.until
                self.played.hands_in_all += 1
                self._arrived(list(self.sent))
            elif kind == "table_abort":
                self.played.burnt += 1

    def _arrived(self, seats: list[int]) -> None:
        now = time.monotonic()
        self.played.latency_ms += [1000 * (now - self.sent.pop(seat)) for seat in seats if seat in self.sent]


@dataclass
class SeatedProgram:
    """A player's program at one seat: it answers whatever the table's events ask of it."""

    table: TableUnderLoad
    seat: int
    token: str
    port: int
    think_seconds: float
    shown: dict[str, Any] = field(default_factory=dict)
    epoch: int = -1
    """Of the newest stake."""
    value: bytes = b""
    revealed: int = -1
    answered: tuple[int, int] = (-1, -1)
    """Epoch and number of the record that was answered last."""
    _refusal: str = ""
    """Of the newest order that came too late."""

    async def play(self) -> None:
        """Play until the time is over and the last hand has ended."""
        self.table.played.streams += 1
        await self._connect()
        try:
            async for kind, document in self.table.events(self.token):
                if kind == "snapshot":
                    self.shown = document
                elif kind == "hint":
                    self.shown |= document["changed"]
                elif kind == "end":
                    raise SystemExit(f"the stream ended: {document}")
                if self._over():
                    return
                if self.shown:
                    await self._answer()
        finally:
            self._writer.close()

    async def _connect(self) -> None:
        self._reader, self._writer = await asyncio.open_connection(HOST, self.port, limit=_LINE_MAX)

    def _over(self) -> bool:
        return time.monotonic() > self.table.until and bool(self.shown) and self.shown["epoch"] > self.epoch

    async def _answer(self) -> None:
        shown, own = self.shown, self.shown["own"]
        staked = self.epoch == shown["epoch"]
        if shown["phase"] == "betting" and staked and time.monotonic() > self.table.until:
            await self._withdraw()
        elif own is None:
            if shown["phase"] == "betting" and not staked and self.table.begins <= time.monotonic() < self.table.until:
                await self._stake()
        elif shown["phase"] == "revealing" and shown["stakes_covered"] and self.revealed != self.epoch and staked:
            self.revealed = self.epoch
            await self._order("/reveals", {"epoch": self.epoch, "value": self.value.hex()})
        elif own["legal_actions"]:
            await self._decide()

    async def _stake(self) -> None:
        await asyncio.sleep(random.uniform(0, min(self.think_seconds, _STAKES_SPREAD_SECONDS)))  # noqa: S311  as in _decide
        self.epoch, self.value = self.shown["epoch"], secrets.token_bytes(32)
        contribution = contribution_of(self.table.id, self.epoch, self.seat, self.value)
        stake = {"epoch": self.epoch, "seat": self.seat, "stake": self.shown["stake_min"], "contribution": contribution}
        if await self._order("/stakes", stake):
            self.table.played.stake_ms.append(self._last_answer_ms)

    async def _withdraw(self) -> None:
        """Take the stake back, as the others may have gone; where the table gave it back already, there is none."""
        if await self._order("/withdrawals", {"epoch": self.epoch}) or self._refusal == "no-stake":
            self.epoch = -1

    async def _decide(self) -> None:
        shown = self.shown
        asking = shown["hand"] if shown["pot_game"] is None else shown["pot_game"]["turn"]
        if asking is None or self.answered == (shown["epoch"], asking["seq"]):
            return
        action, amount_minor = best_decision(shown)
        decision = {"asked_seq": asking["seq"], "action": action}
        if amount_minor:
            decision["amount"] = {**shown["stake_min"], "amount": amount_minor}
        self.answered = (shown["epoch"], asking["seq"])
        await asyncio.sleep(random.uniform(0, self.think_seconds))  # noqa: S311  a pause, no card
        self.table.played.orders_before.append(self.table.played.unanswered)
        began = self.table.sent[self.seat] = time.monotonic()
        if await self._order("/actions", decision):
            self.table.played.decisions += 1
            self.table.played.answer_ms.append(1000 * (time.monotonic() - began))
        else:
            self.table.sent.pop(self.seat, None)

    async def _order(self, path: str, body: object) -> bool:
        """Send an order and return whether it was taken; one that came too late is none."""
        key = secrets.token_hex(16)
        while True:
            problem = await self._post(path, orjson.dumps(body), key)
            if problem is None:
                return True
            if problem["code"] in _TOO_LATE:
                refused = self.table.played.refused
                self._refusal = problem["code"]
                refused[self._refusal] = refused.get(self._refusal, 0) + 1
                return False
            if problem["code"] not in _STILL_OPEN and "retry_after" not in problem:
                raise SystemExit(f"refused: {problem}")
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _post(self, path: str, body: bytes, key: str) -> Any:
        """Return the problem of an answer; None for success.

        Where the server has closed the connection, the order is sent again by a new one, with the same key: whether the
        first came through does not matter.
        """
        began = time.monotonic()
        request = (
            f"POST /api/v1/tables/{self.table.id}{path} HTTP/1.1\r\n{_common(self.token)}Content-Type: application/json\r\n"
            f"Idempotency-Key: {key}\r\nContent-Length: {len(body)}\r\n\r\n"
        ).encode() + body
        try:
            head, answer = await self._answer_to(request)
        except (ConnectionError, asyncio.IncompleteReadError):
            self._writer.close()
            await self._connect()
            self.table.played.reconnected += 1
            head, answer = await self._answer_to(request)
        self._last_answer_ms = 1000 * (time.monotonic() - began)
        return None if head.startswith(b"HTTP/1.1 2") else orjson.loads(answer)

    async def _answer_to(self, request: bytes) -> tuple[bytes, bytes]:
        """Send a request, and return its answer's head and body."""
        self.table.played.unanswered += 1
        try:
            self._writer.write(request)
            head = await self._reader.readuntil(b"\r\n\r\n")
            lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
            return head, await self._reader.readexactly(int(lengths[0].partition(b":")[2]))
        finally:
            self.table.played.unanswered -= 1


def _stream_request(table: str, token: str | None, last: bytes | None) -> bytes:
    resume = b"" if last is None else b"Last-Event-ID: " + last + b"\r\n"
    head = f"GET /api/v1/tables/{table}/events HTTP/1.1\r\n{_common(token)}Accept: text/event-stream\r\n"
    return head.encode() + resume + b"\r\n"


def _common(token: str | None) -> str:
    authorization = "" if token is None else f"Authorization: Bearer {token}\r\n"
    return f"Host: {HOST}\r\nX-Forwarded-Proto: https\r\n{authorization}"


async def run(
    tables: list[dict[str, Any]], *, port: int, stream_port: int, seconds: float, think_seconds: float
) -> PlayedAtTables:
    """Play at all tables at once for some seconds, and then the hands that have begun to their ends."""
    played, began = PlayedAtTables(), time.monotonic()
    under_load = [
        TableUnderLoad(
            id=each["table"],
            stream_port=stream_port,
            until=began + seconds,
            played=played,
            begins=began + think_seconds * number / len(tables),
        )
        for number, each in enumerate(tables)
    ]
    spectators = [asyncio.create_task(table.watch()) for table in under_load]
    seated = [
        SeatedProgram(table=table, seat=seat, token=token, port=port, think_seconds=think_seconds).play()
        for table, each in zip(under_load, tables, strict=True)
        for seat, token in enumerate(each["tokens"])
    ]
    await asyncio.wait_for(asyncio.gather(*seated), seconds + _DRAIN_SECONDS)
    for spectator in spectators:
        spectator.cancel()
    played.seconds = seconds
    return played


def main() -> None:
    """Play at the tables of the standard input."""
    port, stream_port = map(int, sys.argv[1:3])
    seconds, think_seconds = map(float, sys.argv[3:5])
    playing = run(
        json.load(sys.stdin), port=port, stream_port=stream_port, seconds=seconds, think_seconds=think_seconds
    )
    print(json.dumps(asdict(asyncio.run(playing))))


if __name__ == "__main__":
    main()
