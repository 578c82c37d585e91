"""A small HTTPS server in a thread of the test, with a certificate of its own authority, that answers by a script."""

from __future__ import annotations

import ipaddress
import ssl
import threading
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, NamedTuple

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from email.message import Message
    from pathlib import Path


class Answer(NamedTuple):
    status: int
    body: bytes = b""
    headers: Mapping[str, str] = {}


class Request(NamedTuple):
    method: str
    path: str
    headers: Message
    body: bytes


class HttpServer:
    """Answers as `answer` says, and remembers what it was asked."""

    def __init__(self) -> None:
        self.asked: list[Request] = []
        self.answer: Callable[[Request], Answer] = lambda _: Answer(201)
        self.address = ""

    def script(self, *answers: Answer) -> None:
        """Give these answers, one after another."""
        left = iter(answers)
        self.answer = lambda _: next(left)


@contextmanager
def http_server(certificate: Path | None = None) -> Iterator[HttpServer]:
    """Serve on this machine, with TLS where there is a certificate with its key."""
    server = HttpServer()

    class Handler(BaseHTTPRequestHandler):
        def _handle(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length", "0")))
            request = Request(self.command, self.path, self.headers, body)
            server.asked.append(request)
            answer = server.answer(request)
            self.send_response(answer.status)
            for name, value in {"Content-Length": str(len(answer.body)), **answer.headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(answer.body)

        do_GET = do_POST = do_PUT = _handle  # noqa: N815  the library's names

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Clients that turn away from our certificate are what some tests are about."""

    with Server(("127.0.0.1", 0), Handler) as listening:
        if certificate is not None:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            # The handshake is left to each request's own thread.
            listening.socket = context.wrap_socket(listening.socket, server_side=True, do_handshake_on_connect=False)
        scheme = "https" if certificate else "http"
        server.address = f"{scheme}://127.0.0.1:{listening.server_port}"
        thread = threading.Thread(target=listening.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield server
        finally:
            listening.shutdown()
            thread.join(10)


def make_certificate(folder: Path) -> tuple[Path, Path]:
    """Make a private authority and a certificate of its for this machine: the authority's file, and the server's."""
    authority_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    authority_name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Regulator's own authority")])
    now = datetime.now(UTC)

    def signed(subject: x509.Name, of: ec.EllipticCurvePrivateKey, *, is_authority: bool) -> x509.Certificate:
        return (
            x509.CertificateBuilder()
            .subject_name(subject)
            .issuer_name(authority_name)
            .public_key(of.public_key())
            .serial_number(x509.random_serial_number())
            .not_valid_before(now - timedelta(hours=1))
            .not_valid_after(now + timedelta(hours=1))
            .add_extension(x509.BasicConstraints(ca=is_authority, path_length=None), critical=True)
            .add_extension(
                x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
            )
            .sign(authority_key, hashes.SHA256())
        )

    authority, server = folder / "authority.pem", folder / "server.pem"
    authority.write_bytes(signed(authority_name, authority_key, is_authority=True).public_bytes(Encoding.PEM))
    server.write_bytes(
        signed(x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "intake")]), key, is_authority=False).public_bytes(
            Encoding.PEM
        )
        + key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    )
    return authority, server
