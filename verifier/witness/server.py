"""The HTTP server of a witness: two paths, and a thread for each connection."""

import sys
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Final

from verifier import __version__
from verifier.witness.add_checkpoint import BODY_BYTES_MAX, Answer, Witness

_ADD_CHECKPOINT: Final = "/add-checkpoint"
_ADD_KEY: Final = "/add-key"
_PATIENCE_SECONDS: Final = 10.0
"""For a client that begins a request, or keeps a connection, and says nothing."""


class WitnessServer(ThreadingHTTPServer):
    """A server that answers for a witness."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], witness: Witness) -> None:
        """Bind the address."""
        self.witness = witness
        super().__init__(address, _Handler)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server_version = f"reddog-witness/{__version__}"
    timeout = _PATIENCE_SECONDS
    server: WitnessServer

    def do_POST(self) -> None:
        """Answer a request to sign."""
        length = self.headers.get("Content-Length", "")
        if not length.isdecimal() or int(length) > BODY_BYTES_MAX:
            self.close_connection = True
            self._say(Answer(HTTPStatus.BAD_REQUEST, "The length of the body is missing, or too large.\n"))
            return
        body = self.rfile.read(int(length))
        witness = self.server.witness
        act = {_ADD_CHECKPOINT: witness.add_checkpoint, _ADD_KEY: witness.add_key}.get(self.path)
        if act is None:
            self._say(Answer(HTTPStatus.NOT_FOUND, "POST /add-checkpoint and /add-key are all there is.\n"))
            return
        try:
            answer = act(body)
        except OSError as error:
            self.log_error("not kept, and not signed: %s", error)
            answer = Answer(HTTPStatus.INTERNAL_SERVER_ERROR, "What was to be signed could not be kept.\n")
        self._say(answer)

    def do_GET(self) -> None:
        """Say who this is."""
        known = self.path == "/"
        vkey = f"{self.server.witness.signer.vkey}\n"
        self._say(Answer(HTTPStatus.OK, vkey) if known else Answer(HTTPStatus.NOT_FOUND, "\n"))

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Say nothing of what went well: that is a line each second."""
        if code != HTTPStatus.OK:
            super().log_request(code, size)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  the library's name
        """Write a line to standard error, in ASCII."""
        print(ascii(f"{self.address_string()} {format % args}")[1:-1], file=sys.stderr, flush=True)

    def _say(self, answer: Answer) -> None:
        content = answer.body.encode()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.content_type)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)
