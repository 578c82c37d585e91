"""A folder of another machine, reached by SFTP."""

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import unquote

import asyncssh

from reports.delivery.deadline import finish
from reports.delivery.drop_folder import temporary_name
from reports.delivery.entry import Entry
from reports.delivery.place import CONNECT_SECONDS, WHOLE_SECONDS, Parcel, Undeliverable, put_down, require_same
from reports.delivery.secret_file import Unusable, read_secret, read_trusted, said

if TYPE_CHECKING:
    from collections.abc import Sequence

_PORT: Final = 22
_LASTING: Final = (
    asyncssh.HostKeyNotVerifiable,
    asyncssh.PermissionDenied,
    asyncssh.SFTPNoSuchFile,
    asyncssh.SFTPNoSuchPath,
    asyncssh.SFTPPermissionDenied,
)
# Not FXF_TRUNC: see `temporary_name`.
_WRITE: Final = asyncssh.FXF_WRITE | asyncssh.FXF_CREAT


@dataclass(frozen=True, slots=True, kw_only=True)
class Sftp:
    """Puts files into `folder`, which must be there, of a server that shows one of the keys in `host_keys`.

    `user` shows a key or a password; one of `key` and `password` is given.
    """

    name: str
    host: str
    port: int
    user: str
    folder: str
    host_keys: Path
    key: Path | None = None
    password: Path | None = None
    whole_seconds: float = WHOLE_SECONDS

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Put every file there, each whole before it has its name.

        Raises:
            Undeliverable: another file has one of the names, the server is not the one that was configured, or it does
                not take the files.
        """
        try:
            trusted = read_host_keys(self.host_keys)
            password = read_secret(self.password) if self.password else ""
            proof: dict[str, Any] = {"password": password} if self.password else {}
            if self.key:
                proof = {"client_keys": [read_key(self.key)]}
        except Unusable as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            return finish(self._deliver(parcel, trusted, proof), seconds=self.whole_seconds)
        except (asyncssh.Error, OSError) as error:
            # Without its cause: what is not quoted here cannot quote the password.
            detail = f"{self.host}:{self.port}: {said(error, *filter(None, [password]))}"
            raise Undeliverable(detail, lasting=isinstance(error, _LASTING)) from None

    async def _deliver(
        self, parcel: Parcel, trusted: "Sequence[asyncssh.SSHKey]", proof: Mapping[str, Any]
    ) -> Mapping[str, object]:
        receipt: dict[str, object] = {"host": self.host, "port": self.port, "folder": self.folder}
        connection = await asyncssh.connect(
            self.host,
            self.port,
            username=self.user,
            # Never None, which would trust whoever answers.
            known_hosts=(trusted, [], []),
            # Of this user's own configuration, keys and agent nothing counts.
            config=None,
            agent_path=None,
            **{"client_keys": None, "password": None, **proof},
            preferred_auth="publickey" if self.key else "password,keyboard-interactive",
            gss_host=None,
            connect_timeout=CONNECT_SECONDS,
            login_timeout=CONNECT_SECONDS,
        )
        async with connection, connection.start_sftp_client() as sftp:
            shown = connection.get_server_host_key()
            assert shown is not None, "a key exchange shows the server's key"
            receipt["host_key"] = shown.get_fingerprint()
            receipt["server"] = str(connection.get_extra_info("server_version"))
            receipt["files"] = {name: await self._put(sftp, name, content) for name, content in parcel.in_order()}
        return receipt

    async def _put(self, sftp: asyncssh.SFTPClient, name: str, content: bytes) -> Mapping[str, object]:
        final = f"{self.folder.rstrip('/')}/{name}"
        temporary = f"{self.folder.rstrip('/')}/{temporary_name(name, content)}"
        found = await sftp.exists(final)
        if not found:
            await _write(sftp, temporary, content)
            found = not await _give_name(sftp, temporary, final)
        if found:
            # One byte more than there may be: a file of any length is compared without being fetched.
            async with sftp.open(final, "rb") as file:
                require_same(content, found=cast(bytes, await file.read(len(content) + 1, 0)), at=final)
        return put_down(content, found=found)


def from_entry(entry: Entry) -> Sftp:
    """Read `sftp://user@host:port/folder`, with `host_key_file`, and `key_file` or `secret_file`.

    Raises:
        WrongPlaces: something of it is missing or unusable.
    """
    if not entry.url.hostname or not entry.url.username or not entry.url.path.startswith("/"):
        raise entry.wrong("url", "must be sftp://user@host/folder, or sftp://user@host:port/folder")
    if entry.has("key_file") == entry.has("secret_file"):
        raise entry.wrong("key_file", "must be given, or else secret_file, which holds a password; one of the two")
    return Sftp(
        name=entry.name,
        host=entry.url.hostname,
        port=entry.url.port or _PORT,
        user=unquote(entry.url.username),
        folder=entry.path_of_url,
        host_keys=entry.file("host_key_file", read_host_keys),
        key=entry.file("key_file", read_key) if entry.has("key_file") else None,
        password=entry.file("secret_file", read_secret) if entry.has("secret_file") else None,
    )


def read_host_keys(path: Path) -> "Sequence[asyncssh.SSHKey]":
    """Read the keys that the server may show: a line each, as in OpenSSH's `ssh_host_ed25519_key.pub`.

    Raises:
        Unusable: the file has none, or a line that is none.
    """
    lines = [line for line in read_trusted(path).splitlines() if line.strip() and not line.startswith("#")]
    try:
        keys = [asyncssh.import_public_key(line) for line in lines]
    except asyncssh.KeyImportError:
        raise Unusable(f"{path} has a line that is no OpenSSH public key, such as `ssh-ed25519 AAAA…`") from None
    if not keys:
        raise Unusable(f"{path} has no public key in it")
    return keys


def read_key(path: Path) -> asyncssh.SSHKey:
    """Read the private key that logs us in.

    Raises:
        Unusable: the file has none, or one with a passphrase, for which nobody would be there at night.
    """
    try:
        return asyncssh.import_private_key(read_secret(path))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise Unusable(f"{path} has no private key without a passphrase in it") from None


async def _write(sftp: asyncssh.SFTPClient, path: str, content: bytes) -> None:
    async with sftp.open(path, _WRITE, encoding=None) as file:
        await file.write(content, 0)
        # Not every server knows OpenSSH's extension: there, the disk is its own affair.
        with contextlib.suppress(asyncssh.SFTPOpUnsupported):
            await file.fsync()
        size = (await file.stat()).size
    if size != len(content):
        await sftp.remove(path)
        raise Undeliverable(
            f"{path} had {size} bytes after {len(content)} were written. It was removed.", lasting=False
        )


async def _give_name(sftp: asyncssh.SFTPClient, temporary: str, final: str) -> bool:
    """Give the file its name, unless something else has it by now: SFTP's own rename replaces nothing."""
    try:
        await sftp.rename(temporary, final)
    except asyncssh.SFTPError:
        if not await sftp.exists(final):
            raise
        return False
    return True
