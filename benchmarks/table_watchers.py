"""Look on at tables: `python -m benchmarks.table_watchers STREAM_PORT STREAMS`.

The first line of its input is what `benchmarks.table_players` printed; the streams are spread over these tables. Says
`open` once each stream has its snapshot, and at the end of its input prints a `Watched` as JSON.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import subprocess
import sys
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from benchmarks.played_at_tables import PlayedAtTables
from benchmarks.table_load import TableUnderLoad
from reddog_platform.embedded import home

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_FOREVER: Final = float("inf")
_OPENED_IN_SECONDS: Final = 60.0
_AT_ONCE: Final = 50
"""So many streams are opened at the same time."""


@dataclass(slots=True)
class Watched:
    """What streams of spectators have got."""

    streams: int = 0
    events: int = 0
    """Records and hints together."""
    cut: int = 0
    """Streams that ended and were opened again."""


class Watchers:
    """Streams of a program of its own, open inside the `with` block of `watching`."""

    def __init__(self) -> None:
        """Begin with none."""
        self.watched: list[Watched] = []

    @contextlib.contextmanager
    def watching(self, tables: Sequence[object], *, stream_port: int, streams: int) -> Iterator[None]:
        """Hold so many streams open, spread over these tables."""
        command = [sys.executable, "-m", "benchmarks.table_watchers", str(stream_port), str(streams)]
        with subprocess.Popen(
            command, cwd=home.CHECKOUT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as program:
            assert program.stdin is not None, "it is a pipe"
            assert program.stdout is not None, "it is a pipe"
            program.stdin.write(json.dumps(tables) + "\n")
            program.stdin.flush()
            if program.stdout.readline() != "open\n":
                raise SystemExit("the streams did not open; their complaint stands above")
            yield
            program.stdin.close()
            self.watched.append(Watched(**json.loads(program.stdout.read())))


async def watch(tables: Sequence[dict[str, Any]], *, stream_port: int, streams: int) -> Watched:
    """Hold the streams open until the input ends."""
    played, watched = PlayedAtTables(), Watched(streams=streams)
    opening, opened = asyncio.Semaphore(_AT_ONCE), asyncio.Semaphore(0)

    async def look_on(number: int) -> None:
        table = tables[number % len(tables)]["table"]
        looked_at = TableUnderLoad(id=table, stream_port=stream_port, until=_FOREVER, played=played)
        async with contextlib.aclosing(looked_at.events(None)) as events:
            async with opening:
                kind = ""
                while kind != "snapshot":
                    kind, _ = await anext(events)
            opened.release()
            async for kind, _ in events:
                watched.events += bool(kind)

    tasks = [asyncio.create_task(look_on(number)) for number in range(streams)]
    for _ in range(streams):
        await asyncio.wait_for(opened.acquire(), _OPENED_IN_SECONDS)
    print("open", flush=True)
    await asyncio.to_thread(sys.stdin.read)
    for task in tasks:
        task.cancel()
    for ended in await asyncio.gather(*tasks, return_exceptions=True):
        if not isinstance(ended, asyncio.CancelledError):
            raise SystemExit(f"a stream ended: {ended!r}")
    watched.cut = played.resumed
    return watched


def main() -> None:
    """Watch the tables of the standard input."""
    stream_port, streams = map(int, sys.argv[1:3])
    tables = json.loads(sys.stdin.readline())
    print(json.dumps(asdict(asyncio.run(watch(tables, stream_port=stream_port, streams=streams)))))


if __name__ == "__main__":
    main()
