"""A mail server on a real socket, as far as a client of RFC 5321 needs one: it keeps what it takes."""

from __future__ import annotations

import contextlib
import email
import email.policy
import socketserver
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from email.message import EmailMessage


@dataclass
class MailServer:
    """What a running server took, and how it answers."""

    port: int
    took: list[EmailMessage] = field(default_factory=list)
    recipients: list[str] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    """Answers to RCPT, by address."""
    delay_seconds: float = 0.0
    """Before the answer to a mail."""


@contextlib.contextmanager
def taking_mail() -> Iterator[MailServer]:
    """Run a server for the time of a block."""

    class Handler(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            with contextlib.suppress(OSError):
                self._say("220 ready")
                while line := self.rfile.readline().decode().strip():
                    if not self._obey(line):
                        return

        def _obey(self, line: str) -> bool:
            verb = line.partition(" ")[0].upper()
            if verb == "RCPT":
                address = line.partition("<")[2].rpartition(">")[0]
                self._say(state.refused.get(address, "250 fine"))
                state.recipients.append(address)
            elif verb == "DATA":
                self._say("354 go on")
                self._take()
            else:
                self._say("221 bye" if verb == "QUIT" else "250 fine")
            return verb != "QUIT"

        def _take(self) -> None:
            lines = []
            while (line := self.rfile.readline()) not in {b".\r\n", b""}:
                lines.append(line)
            state.took.append(email.message_from_bytes(b"".join(lines), policy=email.policy.default))
            time.sleep(state.delay_seconds)
            self._say("250 taken")

        def _say(self, line: str) -> None:
            self.wfile.write(line.encode() + b"\r\n")

    class Server(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

    server = Server(("127.0.0.1", 0), Handler)
    state = MailServer(port=server.server_address[1])
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield state
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
