"""An SFTP server in a thread of the test, with one user, who may use a password or a key."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import asyncssh

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

USER: Final = "casino"
PASSWORD: Final = "correct-horse-battery-staple"


class _Doorman(asyncssh.SSHServer):
    def begin_auth(self, username: str) -> bool:  # noqa: ARG002  everybody has to show something
        return True

    def password_auth_supported(self) -> bool:
        return True

    def validate_password(self, username: str, password: str) -> bool:
        return (username, password) == (USER, PASSWORD)


class SftpServer:
    """Serves `root` as `/`. While `hangs_up_at_rename`, a connection ends where a file would get its name."""

    def __init__(self, root: Path, *, authorized: asyncssh.SSHKey) -> None:
        self.root = root
        self.host_key = asyncssh.generate_private_key("ssh-ed25519")
        self.hangs_up_at_rename = False
        self.port = 0
        self._authorized = authorized

    async def serve(self, started: threading.Event, stop: asyncio.Event) -> None:
        server = self

        class Folder(asyncssh.SFTPServer):
            def __init__(self, channel: asyncssh.SSHServerChannel[bytes]) -> None:
                super().__init__(channel, chroot=str(server.root).encode())

            def rename(self, oldpath: bytes, newpath: bytes) -> None:
                if server.hangs_up_at_rename:
                    self.connection.abort()
                    raise asyncssh.SFTPConnectionLost("hung up")
                super().rename(oldpath, newpath)

        listener = await asyncssh.listen(
            "127.0.0.1",
            0,
            server_factory=_Doorman,
            server_host_keys=[self.host_key],
            authorized_client_keys=asyncssh.import_authorized_keys(self._authorized.export_public_key().decode()),
            sftp_factory=Folder,
        )
        async with listener:
            self.port = listener.get_port()
            started.set()
            await stop.wait()


@contextmanager
def sftp_server(root: Path, *, authorized: asyncssh.SSHKey) -> Iterator[SftpServer]:
    server = SftpServer(root, authorized=authorized)
    started, stop = threading.Event(), asyncio.Event()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_until_complete, args=(server.serve(started, stop),))
    thread.start()
    assert started.wait(10)
    try:
        yield server
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
        loop.close()
