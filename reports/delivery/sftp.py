"""Deliver to a folder of another machine by SFTP."""

import contextlib
import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast
from urllib.parse import unquote

import asyncssh

from reports.delivery.backend import (
    CONNECT_SECONDS,
    PIECE_BYTES,
    WHOLE_SECONDS,
    Parcel,
    ParcelFile,
    Undeliverable,
    file_receipt,
    require_same_content,
    temporary_name,
)
from reports.delivery.deadline import run_with_deadline
from reports.delivery.destination_config import DestinationConfig
from reports.delivery.secret_file import UnusableFile, error_text, read_secret, read_trusted

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
    """A folder of an SFTP server. The user logs in with a key or with a password."""

    name: str
    """The name in the configuration."""

    host: str
    """The server."""

    port: int
    """The server's port."""

    user: str
    """The user who logs in."""

    folder: str
    """The folder, which must exist."""

    host_keys: Path
    """The file of the host keys that the server may have."""

    key: Path | None = None
    """The file of the user's private key; None if there is a password."""

    password: Path | None = None
    """The file of the password; None if there is a key."""

    whole_seconds: float = WHOLE_SECONDS
    """How long a delivery may take."""

    def deliver(self, parcel: Parcel) -> Mapping[str, object]:
        """Write every file; each is complete before it gets its name.

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
        except UnusableFile as error:
            raise Undeliverable(f"{error}.", lasting=True) from None
        try:
            return run_with_deadline(self._deliver(parcel, trusted, proof), seconds=self.whole_seconds)
        except (asyncssh.Error, OSError) as error:
            # Without the cause, which could quote the password.
            detail = f"{self.host}:{self.port}: {error_text(error, *filter(None, [password]))}"
            raise Undeliverable(detail, lasting=isinstance(error, _LASTING)) from None

    async def _deliver(
        self, parcel: Parcel, trusted: "Sequence[asyncssh.SSHKey]", proof: Mapping[str, Any]
    ) -> Mapping[str, object]:
        receipt: dict[str, object] = {"host": self.host, "port": self.port, "folder": self.folder}
        connection = await asyncssh.connect(
            self.host,
            self.port,
            username=self.user,
            # Never None, which would trust any server.
            known_hosts=(trusted, [], []),
            # The current user's configuration, keys and agent are not used.
            config=None,
            agent_path=None,
            **{"client_keys": None, "password": None, **proof},
            preferred_auth="publickey" if self.key else "password,keyboard-interactive",
            gss_host=None,
            connect_timeout=CONNECT_SECONDS,
            login_timeout=CONNECT_SECONDS,
        )
        async with connection, connection.start_sftp_client() as sftp:
            host_key = connection.get_server_host_key()
            assert host_key is not None, "a key exchange gives the server's key"
            receipt["host_key"] = host_key.get_fingerprint()
            receipt["server"] = str(connection.get_extra_info("server_version"))
            receipt["files"] = {name: await self._put(sftp, name, file) for name, file in parcel.files_in_order()}
        return receipt

    async def _put(self, sftp: asyncssh.SFTPClient, name: str, file: ParcelFile) -> Mapping[str, object]:
        final = f"{self.folder.rstrip('/')}/{name}"
        temporary = f"{self.folder.rstrip('/')}/{temporary_name(name, file)}"
        exists = await sftp.exists(final)
        if not exists:
            await _write(sftp, temporary, file)
            exists = not await _give_name(sftp, temporary, final)
        if exists:
            require_same_content(file, stored_sha256=await _digest_of(sftp, final, at_most=file.size), at=final)
        return file_receipt(file, already_there=exists)


def from_config(config: DestinationConfig) -> Sftp:
    """Return the backend of `sftp://user@host:port/folder`, with `host_key_file`, and `key_file` or `secret_file`.

    Raises:
        InvalidDestinations: a member is missing or invalid.
    """
    if not config.url.hostname or not config.url.username or not config.url.path.startswith("/"):
        raise config.invalid("url", "must be sftp://user@host/folder, or sftp://user@host:port/folder")
    if config.has("key_file") == config.has("secret_file"):
        raise config.invalid("key_file", "must be given, or else secret_file, which holds a password; one of the two")
    return Sftp(
        name=config.name,
        host=config.url.hostname,
        port=config.url.port or _PORT,
        user=unquote(config.url.username),
        folder=config.path_of_url,
        host_keys=config.file("host_key_file", read_host_keys),
        key=config.file("key_file", read_key) if config.has("key_file") else None,
        password=config.file("secret_file", read_secret) if config.has("secret_file") else None,
    )


def read_host_keys(path: Path) -> "Sequence[asyncssh.SSHKey]":
    """Return the host keys in a file, one on each line, as in OpenSSH's `ssh_host_ed25519_key.pub`.

    Raises:
        UnusableFile: the file has none, or a line that is none.
    """
    lines = [line for line in read_trusted(path).splitlines() if line.strip() and not line.startswith("#")]
    try:
        keys = [asyncssh.import_public_key(line) for line in lines]
    except asyncssh.KeyImportError:
        raise UnusableFile(f"{path} has a line that is no OpenSSH public key, such as `ssh-ed25519 AAAA…`") from None
    if not keys:
        raise UnusableFile(f"{path} has no public key in it")
    return keys


def read_key(path: Path) -> asyncssh.SSHKey:
    """Return the private key in a file.

    Raises:
        UnusableFile: the file has none, or one with a passphrase, which no worker could enter.
    """
    try:
        return asyncssh.import_private_key(read_secret(path))
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError):
        raise UnusableFile(f"{path} has no private key without a passphrase in it") from None


async def _write(sftp: asyncssh.SFTPClient, path: str, file: ParcelFile) -> None:
    async with sftp.open(path, _WRITE, encoding=None) as written:
        with file.path.open("rb") as content:
            while piece := content.read(PIECE_BYTES):
                await written.write(piece, content.tell() - len(piece))
        # Not every server has OpenSSH's extension for it.
        with contextlib.suppress(asyncssh.SFTPOpUnsupported):
            await written.fsync()
        size = (await written.stat()).size
    if size != file.size:
        await sftp.remove(path)
        raise Undeliverable(f"{path} had {size} bytes after {file.size} were written. It was removed.", lasting=False)


async def _digest_of(sftp: asyncssh.SFTPClient, path: str, *, at_most: int) -> str | None:
    """Return the digest of a file; None if it is longer than `at_most`, and need not be read to its end."""
    digest, size = hashlib.sha256(), 0
    async with sftp.open(path, "rb") as stored:
        while piece := cast(bytes, await stored.read(PIECE_BYTES, size)):
            digest.update(piece)
            size += len(piece)
            if size > at_most:
                return None
    return digest.hexdigest()


async def _give_name(sftp: asyncssh.SFTPClient, temporary: str, final: str) -> bool:
    """Give the file its final name; return False if another file has it by now. SFTP's rename replaces nothing."""
    try:
        await sftp.rename(temporary, final)
    except asyncssh.SFTPError:
        if not await sftp.exists(final):
            raise
        return False
    return True
