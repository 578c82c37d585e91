"""A receiver of webhooks, on a real socket: it keeps what it got, and answers as a test wants."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import hmac
import json
import threading
import time
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

SECRET: Final = "whsec_" + base64.b64encode(bytes(range(32))).decode()


@dataclass
class Received:
    """A request."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def document(self) -> dict[str, Any]:
        return json.loads(self.body)  # type: ignore[no-any-return]  # JSON

    def is_signed_with(self, secret: str) -> bool:
        """Verify a signature as the specification says, by this test's own lines."""
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        digest = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
        return f"v1,{base64.b64encode(digest).decode()}" in self.headers["webhook-signature"].split(" ")


@dataclass
class Receiver:
    """What a running receiver got, and how it answers."""

    port: int
    got: list[Received] = field(default_factory=list)
    status: int = 204
    location: str | None = None
    delay_seconds: float = 0.0

    def url(self, path: str = "/hook?key=abc") -> str:
        return f"http://127.0.0.1:{self.port}{path}"


@contextlib.contextmanager
def receiving() -> Iterator[Receiver]:
    """Run a receiver for the time of a block."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            headers = {name.lower(): value for name, value in self.headers.items()}
            receiver.got.append(Received(path=self.path, headers=headers, body=body))
            time.sleep(receiver.delay_seconds)
            with contextlib.suppress(OSError):
                self.send_response(receiver.status)
                if receiver.location:
                    self.send_header("Location", receiver.location)
                self.send_header("Content-Length", "0")
                self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    receiver = Receiver(port=server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
