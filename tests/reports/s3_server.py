"""moto's S3 server, as a process of its own: its libraries' warnings are no affair of these tests."""

from __future__ import annotations

import subprocess
import sys
import uuid
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import httpx

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

# It ends when its standard input does, so that it does not outlive a test that was killed.
_SERVE: Final = """
import sys
from moto.server import ThreadedMotoServer
server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
server.start()
print(server.get_host_and_port()[1], flush=True)
sys.stdin.read()
server.stop()
"""
# What is not asked by anybody at all, moto takes for the public, which may not read.
_ANYBODY: Final = {"Authorization": "AWS4-HMAC-SHA256 Credential=anybody/20261121/us-east-1/s3/aws4_request"}


class S3Server:
    """An object store that believes everybody, unless it is told to look at who asks."""

    def __init__(self, port: int) -> None:
        self.address = f"http://127.0.0.1:{port}"

    def make_bucket(self, name: str) -> None:
        assert httpx.put(f"{self.address}/{name}", headers=_ANYBODY).is_success

    def write(self, path: str, content: bytes) -> None:
        assert httpx.put(f"{self.address}/{path}", content=content, headers=_ANYBODY).is_success

    def read(self, path: str) -> bytes | None:
        answer = httpx.get(f"{self.address}/{path}", headers=_ANYBODY)
        return answer.content if answer.is_success else None

    def media_type(self, path: str) -> str:
        return httpx.head(f"{self.address}/{path}", headers=_ANYBODY).headers["content-type"]

    def configure_bucket(self, variable: str, prefix: str, *, settings: Settings, folder: Path) -> str:
        """Make a bucket of its own, have the settings of a variable name it with an access key, and return its name."""
        name = f"bucket-{uuid.uuid4().hex}"
        self.make_bucket(name)
        secret = folder / "secret"
        secret.write_text("AKIAEXAMPLE\nwJalrXUtnFEMI\n")
        secret.chmod(0o600)
        setattr(settings, variable, f"s3://{name}/{prefix}")
        setattr(settings, f"{variable}_ENDPOINT", self.address)
        setattr(settings, f"{variable}_SECRET_FILE", str(secret))
        return name

    @contextmanager
    def looking_at_who_asks(self) -> Iterator[None]:
        assert httpx.post(f"{self.address}/moto-api/reset-auth", content="0").is_success
        try:
            yield
        finally:
            assert httpx.post(f"{self.address}/moto-api/reset-auth", content="inf").is_success


@contextmanager
def s3_server() -> Iterator[S3Server]:
    with subprocess.Popen(
        [sys.executable, "-c", _SERVE],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as process:
        assert process.stdout is not None
        yield S3Server(int(process.stdout.readline()))
        process.communicate(timeout=10)
