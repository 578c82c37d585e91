"""The stream process as production starts it, and a client that reads Server-Sent Events as the standard says."""

from __future__ import annotations

import contextlib
import json
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Self

import httpx
import pytest

from reddog_platform import stack
from tests.journeys.running import Running, until
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from kernel.ids import ChainId

PATIENCE_SECONDS: Final = 30
_FIRST_PORT: Final = 17_500
_SHOWN_MAX: Final = 4_000


class StreamServer(Running):
    """The process that streams tables' events."""

    def __init__(self, *, environment: Mapping[str, str], logs: Path, options: Sequence[str] = ()) -> None:
        self.port = stack.free_port(own_ports(_FIRST_PORT))
        self.url = f"http://{stack.HOST}:{self.port}"
        command = [*stack.stream(port=self.port), *options]
        super().__init__(command, environment=environment, log=logs / "stream.log")

    def start(self) -> None:
        super().start()
        try:
            until(self._answers_or_ended)
        except AssertionError:
            pytest.fail(f"the stream did not answer; it said:\n{self.said()[-_SHOWN_MAX:]}")

    def events_of(self, table: ChainId) -> str:
        """Return the address of a table's stream."""
        return f"{self.url}{self.path_of(table)}"

    @staticmethod
    def path_of(table: ChainId) -> str:
        """Return the path of that address."""
        return f"/api/v1/tables/{table.hex}/events"

    def open(self, table: ChainId, *, token: str | None = None, last: int | None = None) -> EventStream:
        """Return a stream of a table, to be entered: a player's with a token, else a spectator's."""
        headers = {"Accept": "text/event-stream"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        if last is not None:
            headers["Last-Event-ID"] = str(last)
        return EventStream(self.events_of(table), headers)

    def _answers_or_ended(self) -> bool:
        assert not self.ended(), "it ended"
        with contextlib.suppress(httpx.TransportError):
            return httpx.get(f"{self.url}/healthz", timeout=5).status_code == httpx.codes.OK
        return False


@dataclass(frozen=True, slots=True)
class Event:
    """An event as it was received."""

    type: str
    id: str | None
    data: Any


class EventStream:
    """An open stream."""

    def __init__(
        self, url: str, headers: Mapping[str, str], *, verify: bool = True, patience_seconds: float = PATIENCE_SECONDS
    ) -> None:
        self._patience_seconds = patience_seconds
        self._client = httpx.Client(timeout=httpx.Timeout(PATIENCE_SECONDS), verify=verify)
        self._request = self._client.build_request("GET", url, headers=headers)
        self.last: int | None = None
        """The id of the newest event that had one."""
        self.comments = 0

    def __enter__(self) -> Self:
        self.answer = self._client.send(self._request, stream=True)
        self._events = self._read()
        return self

    def __exit__(self, *_: object) -> None:
        self.answer.close()
        self._client.close()

    def __iter__(self) -> Iterator[Event]:
        return self._events

    def next(self) -> Event:
        """Return the next event, whatever it is."""
        return next(self._events)

    def record(self) -> Event:
        """Return the next event of a record; hints before it are passed over."""
        return next(event for event in self._events if event.id is not None)

    def until_record(self, kind: str) -> list[Event]:
        """Return the events of records up to the next one of this type."""
        seen = [self.record()]
        while seen[-1].type != kind:
            seen.append(self.record())
        return seen

    def until_changed(self, *members: str) -> dict[str, Any]:
        """Return these members of the snapshot as hints tell them, once all of them were told."""
        told: dict[str, Any] = {}
        while not told.keys() >= set(members):
            event = next(event for event in self._events if event.type == "hint")
            told |= event.data["changed"]
        return told

    def _read(self) -> Iterator[Event]:
        kind, number = "message", None
        data: list[str] = []
        newest_at = time.monotonic()
        for line in self.answer.iter_lines():
            assert time.monotonic() - newest_at < self._patience_seconds, "heartbeats come, and no event"
            if not line:
                if data:
                    if number is not None:
                        self.last = int(number)
                    yield Event(kind, number, json.loads("\n".join(data)))
                    newest_at = time.monotonic()
                kind, number, data = "message", None, []
                continue
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if not name:
                self.comments += 1
            elif name == "event":
                kind = value
            elif name == "id":
                number = value
            elif name == "data":
                data.append(value)
