"""A log served as the platform serves one: files of a folder, keys, and the sizes of its checkpoints; with troubles."""

from __future__ import annotations

import contextlib
import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlsplit

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class LogServer(ThreadingHTTPServer):
    """Serves a folder. `asked` are the paths that were asked for."""

    daemon_threads = True

    def __init__(self, folder: Path) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.folder = folder
        self.asked: list[str] = []
        self.token: str | None = None
        self.told: set[str | None] = set()
        """By what askers have said to be known."""
        self.troubles: dict[str, list[int]] = {}
        """By path, what the next answers are instead of the right one: a status, or 0 for half of the right answer."""
        self.address = f"http://127.0.0.1:{self.server_port}/log"


class _Handler(BaseHTTPRequestHandler):
    server: LogServer

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        path = parts.path.removeprefix("/log/")
        self.server.asked.append(path)
        self.server.told.add(self.headers["Authorization"])
        troubles = self.server.troubles.get(path, [])
        trouble = troubles.pop(0) if troubles else 200
        for_auditors = path.startswith(("tile/entries/", "events/"))
        if for_auditors and self.server.token and self.headers["Authorization"] != f"Token {self.server.token}":
            trouble = 401
        content = self._content(path, parse_qs(parts.query))
        if trouble == 200 and content is None:
            trouble = 404
        self.send_response(trouble or 200)
        if trouble == 302:
            self.send_header("Location", "/log/trust.json")
        body = content or b""
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body if trouble else body[: len(body) // 2])
        self.close_connection = not trouble

    def _content(self, path: str, query: dict[str, list[str]]) -> bytes | None:
        if path == "checkpoints":
            above = int(query["above"][0])
            sizes = sorted(int(file.name) for file in (self.server.folder / "checkpoints").iterdir())
            return "".join(f"{size}\n" for size in sizes if size > above).encode()
        if path == "trust":
            return json.dumps(json.loads((self.server.folder / "trust.json").read_bytes()), indent=1).encode()
        file = self.server.folder / path
        return file.read_bytes() if path != "trust.json" and file.is_file() else None

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the name that the base class gives it
        """Say nothing."""


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[LogServer]:
    with LogServer(folder) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()
