"""Filed reports put into folders and buckets: whole, once, and over nothing that was there."""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
import uuid
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, Protocol

import asyncssh
import pytest

from reports.delivery.backend import DeliveryBackend, Undeliverable
from reports.delivery.drop_folder import DropFolder
from reports.delivery.object_store import ObjectStore
from reports.delivery.sftp import Sftp
from tests.reports.https_server import Answer, http_server
from tests.reports.parcels import CSV, FILES, MEDIA_TYPES, NOTE, PDF, parcel
from tests.reports.s3_server import S3Server, s3_server
from tests.reports.sftp_server import PASSWORD, USER, SftpServer, sftp_server

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SECRET_KEY: Final = "wJalrXUtnFEMI-K7MDENG-bPxRfiCYEXAMPLEKEY"


class Shelf(Protocol):
    """A place, seen from the other side: what lies there."""

    @property
    def place(self) -> DeliveryBackend: ...

    def read(self, name: str) -> bytes | None: ...

    def write(self, name: str, content: bytes) -> None: ...


@dataclass
class FolderShelf:
    place: DropFolder | Sftp
    folder: Path

    def read(self, name: str) -> bytes | None:
        return (self.folder / name).read_bytes() if (self.folder / name).exists() else None

    def write(self, name: str, content: bytes) -> None:
        (self.folder / name).write_bytes(content)

    def names(self) -> set[str]:
        return {path.name for path in self.folder.iterdir()}


@dataclass
class BucketShelf:
    place: ObjectStore
    server: S3Server

    def read(self, name: str) -> bytes | None:
        return self.server.read(self._path(name))

    def write(self, name: str, content: bytes) -> None:
        self.server.write(self._path(name), content)

    def _path(self, name: str) -> str:
        return f"{self.place.bucket}/{self.place.prefix}/{name}"


def kept_secret(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    path.chmod(0o600)
    return path


@pytest.fixture(scope="module")
def user_key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Server]:
    with s3_server() as server:
        yield server


@pytest.fixture
def sftp(tmp_path: Path, user_key: asyncssh.SSHKey) -> Iterator[SftpServer]:
    (tmp_path / "root" / "in").mkdir(parents=True)
    with sftp_server(tmp_path / "root", authorized=user_key) as server:
        yield server


@pytest.fixture
def drop_shelf(tmp_path: Path) -> FolderShelf:
    folder = tmp_path / "drop"
    folder.mkdir()
    return FolderShelf(DropFolder(name="drop", folder=folder), folder)


@pytest.fixture
def sftp_shelf(sftp: SftpServer, tmp_path: Path) -> FolderShelf:
    host_keys = tmp_path / "host_keys"
    host_keys.write_bytes(sftp.host_key.export_public_key())
    place = Sftp(
        name="regulator",
        host="127.0.0.1",
        port=sftp.port,
        user=USER,
        folder="/in",
        host_keys=host_keys,
        password=kept_secret(tmp_path / "password", f"{PASSWORD}\n"),
    )
    return FolderShelf(place, sftp.root / "in")


@pytest.fixture
def bucket_shelf(s3: S3Server, tmp_path: Path) -> BucketShelf:
    bucket = f"reports-{uuid.uuid4().hex}"
    s3.make_bucket(bucket)
    place = ObjectStore(
        name="archive",
        bucket=bucket,
        prefix="casino/2026 filings",
        endpoint=s3.address,
        region="us-east-1",
        secret=kept_secret(tmp_path / "s3", f"AKIAEXAMPLE\n{SECRET_KEY}\n"),
    )
    return BucketShelf(place, s3)


@pytest.fixture(params=["drop_shelf", "sftp_shelf", "bucket_shelf"])
def shelf(request: pytest.FixtureRequest) -> Shelf:
    found: Shelf = request.getfixturevalue(request.param)
    return found


def refused(place: DeliveryBackend) -> Undeliverable:
    with pytest.raises(Undeliverable) as refusal:
        place.deliver(parcel())
    return refusal.value


def files_of(receipt: Any) -> dict[str, dict[str, Any]]:
    files: dict[str, dict[str, Any]] = json.loads(json.dumps(receipt))["files"]
    return files


# --- What all of them promise ---------------------------------------------------------------------------------------


def test_what_is_delivered_is_there_to_the_byte(shelf: Shelf) -> None:
    receipt = files_of(shelf.place.deliver(parcel()))

    assert {name: shelf.read(name) for name in FILES} == FILES
    assert {name: told["sha256"] for name, told in receipt.items()} == {
        name: hashlib.sha256(content).hexdigest() for name, content in FILES.items()
    }
    assert [told["found"] for told in receipt.values()] == [False, False, False]


def test_what_is_delivered_twice_is_there_once_and_is_called_found(shelf: Shelf) -> None:
    shelf.place.deliver(parcel())

    again = files_of(shelf.place.deliver(parcel()))

    assert {name: shelf.read(name) for name in FILES} == FILES
    assert [told["found"] for told in again.values()] == [True, True, True]


@pytest.mark.parametrize(
    "other",
    [b"", FILES[PDF] + b"\n", FILES[PDF][:-1], FILES[PDF][:-1] + b"\n"],
    ids=["empty", "longer", "shorter", "as long"],
)
def test_another_file_of_that_name_is_left_as_it_is(shelf: Shelf, other: bytes) -> None:
    shelf.write(PDF, other)

    refusal = refused(shelf.place)

    assert refusal.lasting
    assert PDF in refusal.detail
    assert "another content" in refusal.detail
    assert shelf.read(PDF) == other


def test_the_note_comes_last(shelf: Shelf) -> None:
    shelf.write(PDF, b"in the way")

    refused(shelf.place)

    assert shelf.read(CSV) == FILES[CSV]
    assert shelf.read(NOTE) is None


def test_no_secret_is_in_a_receipt_a_refusal_or_what_a_place_calls_itself(shelf: Shelf) -> None:
    told = [json.dumps(shelf.place.deliver(parcel())), repr(shelf.place)]
    shelf.write(NOTE, b"in the way")
    told.append(repr(refused(shelf.place)))

    assert not [text for text in told for secret in (PASSWORD, SECRET_KEY) if secret in text]


# --- A folder -------------------------------------------------------------------------------------------------------

# Runs a delivery in which Python itself tells of every link before it is made.
_DELIVER_AND: Final = """
import errno, os, signal, sys
from pathlib import Path
from reports.delivery.drop_folder import DropFolder
from tests.reports.parcels import parcel
def on(event, _):
    if event == "os.link":
        {act}
sys.addaudithook(on)
DropFolder(name="drop", folder=Path(sys.argv[1])).deliver(parcel())
"""


def deliver_and(act: str, folder: Path) -> int:
    return subprocess.run([sys.executable, "-c", _DELIVER_AND.format(act=act), folder], check=False).returncode


def test_a_delivery_killed_before_the_name_is_given_leaves_no_file_of_that_name(drop_shelf: FolderShelf) -> None:
    assert deliver_and("os.kill(os.getpid(), signal.SIGKILL)", drop_shelf.folder) < 0

    assert len(drop_shelf.names()) == 1
    assert not drop_shelf.names() & FILES.keys()

    drop_shelf.place.deliver(parcel())
    assert drop_shelf.names() == FILES.keys()
    assert {name: drop_shelf.read(name) for name in FILES} == FILES


def test_what_a_power_cut_left_of_a_temporary_file_is_written_anew(drop_shelf: FolderShelf) -> None:
    deliver_and("os.kill(os.getpid(), signal.SIGKILL)", drop_shelf.folder)
    (left,) = drop_shelf.folder.iterdir()
    left.write_bytes(bytes(len(FILES[CSV]) + 4096))

    drop_shelf.place.deliver(parcel())

    assert drop_shelf.read(CSV) == FILES[CSV]


def test_a_file_system_without_links_gets_the_files_too(drop_shelf: FolderShelf) -> None:
    assert deliver_and("raise OSError(errno.EPERM, 'no links here')", drop_shelf.folder) == 0

    assert drop_shelf.names() == FILES.keys()


def test_a_folder_that_is_not_there_is_not_made_and_is_tried_again(tmp_path: Path) -> None:
    refusal = refused(DropFolder(name="drop", folder=tmp_path / "not mounted"))

    assert not refusal.lasting
    assert not (tmp_path / "not mounted").exists()


def test_delivered_files_are_read_by_the_group_and_written_by_nobody_else(drop_shelf: FolderShelf) -> None:
    drop_shelf.place.deliver(parcel())

    assert {path.stat().st_mode & 0o777 & ~0o640 for path in drop_shelf.folder.iterdir()} == {0}


# --- SFTP -----------------------------------------------------------------------------------------------------------


def test_a_key_opens_the_server_as_well(sftp_shelf: FolderShelf, user_key: asyncssh.SSHKey, tmp_path: Path) -> None:
    assert isinstance(sftp_shelf.place, Sftp)
    key = kept_secret(tmp_path / "key", user_key.export_private_key())

    receipt = replace(sftp_shelf.place, password=None, key=key).deliver(parcel())

    assert sftp_shelf.names() == FILES.keys()
    assert str(receipt["host_key"]).startswith("SHA256:")


def test_a_server_with_another_key_gets_neither_password_nor_file(sftp_shelf: FolderShelf, tmp_path: Path) -> None:
    assert isinstance(sftp_shelf.place, Sftp)
    expected = tmp_path / "expected"
    expected.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_public_key())

    refusal = refused(replace(sftp_shelf.place, host_keys=expected))

    assert refusal.lasting
    assert "HostKeyNotVerifiable" in refusal.detail
    assert sftp_shelf.names() == set()


def test_a_wrong_password_and_a_wrong_key_are_refused_for_good(sftp_shelf: FolderShelf, tmp_path: Path) -> None:
    assert isinstance(sftp_shelf.place, Sftp)
    password = kept_secret(tmp_path / "wrong", "hunter2-hunter2")
    stranger = asyncssh.generate_private_key("ssh-ed25519").export_private_key()
    key = kept_secret(tmp_path / "stranger", stranger)

    refusals = [
        refused(replace(sftp_shelf.place, password=password)),
        refused(replace(sftp_shelf.place, password=None, key=key)),
    ]

    assert [refusal.lasting for refusal in refusals] == [True, True]
    assert not [refusal for refusal in refusals if "hunter2" in repr(refusal)]


def test_a_connection_that_ends_before_the_name_is_given_leaves_no_file_of_that_name(
    sftp_shelf: FolderShelf, sftp: SftpServer
) -> None:
    sftp.hangs_up_at_rename = True
    refusal = refused(sftp_shelf.place)
    assert not refusal.lasting
    assert not sftp_shelf.names() & FILES.keys()

    sftp.hangs_up_at_rename = False
    sftp_shelf.place.deliver(parcel())
    assert sftp_shelf.names() == FILES.keys()


def test_a_folder_that_the_server_does_not_have_is_refused_for_good(sftp_shelf: FolderShelf) -> None:
    assert isinstance(sftp_shelf.place, Sftp)

    assert refused(replace(sftp_shelf.place, folder="/out")).lasting


def test_secrets_that_others_can_read_are_not_used(sftp_shelf: FolderShelf, bucket_shelf: BucketShelf) -> None:
    assert isinstance(sftp_shelf.place, Sftp)
    assert sftp_shelf.place.password is not None
    sftp_shelf.place.password.chmod(0o604)
    bucket_shelf.place.secret.chmod(0o660)

    for shelf in (sftp_shelf, bucket_shelf):
        refusal = refused(shelf.place)
        assert refusal.lasting
        assert "make it 0600" in refusal.detail


# --- Buckets --------------------------------------------------------------------------------------------------------


def test_objects_have_the_media_type_of_their_files(bucket_shelf: BucketShelf) -> None:
    bucket_shelf.place.deliver(parcel())

    told = {
        name: bucket_shelf.server.media_type(f"{bucket_shelf.place.bucket}/casino/2026 filings/{name}")
        for name in FILES
    }
    assert told == MEDIA_TYPES


def test_a_bucket_that_is_not_there_is_refused_for_good(bucket_shelf: BucketShelf) -> None:
    refusal = refused(replace(bucket_shelf.place, bucket="nobody-made-this"))

    assert refusal.lasting
    assert "NoSuchBucket" in refusal.detail
    assert "Debug" not in refusal.detail


def test_a_stranger_is_refused_for_good(bucket_shelf: BucketShelf) -> None:
    with bucket_shelf.server.looking_at_who_asks():
        refusal = refused(bucket_shelf.place)

    assert refusal.lasting
    assert "InvalidAccessKeyId" in refusal.detail
    assert "AKIAEXAMPLE" not in refusal.detail


def test_variables_of_the_environment_do_not_change_who_asks_or_whom(
    bucket_shelf: BucketShelf, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in {
        "AWS_ENDPOINT": "http://127.0.0.1:1",
        "AWS_REGION": "eu-north-1",
        "AWS_SESSION_TOKEN": "somebody-else",
        "AWS_SKIP_SIGNATURE": "true",
    }.items():
        monkeypatch.setenv(variable, value)

    with http_server() as server:
        server.answer = lambda _: Answer(503)
        refused(replace(bucket_shelf.place, endpoint=server.address))

    (request,) = server.asked
    assert "Credential=AKIAEXAMPLE/" in request.headers["Authorization"]
    assert "/us-east-1/s3/" in request.headers["Authorization"]
    assert request.headers["X-Amz-Security-Token"] is None


def test_a_file_that_came_between_the_look_and_the_put_is_left_as_it_is(bucket_shelf: BucketShelf) -> None:
    absent, taken = Answer(404, b"<Error><Code>NoSuchKey</Code></Error>"), Answer(412)
    headers = {"ETag": '"1"', "Last-Modified": "Sat, 21 Nov 2026 22:15:30 GMT"}
    with http_server() as server:
        server.script(absent, taken, Answer(200, b"somebody else's", headers))

        refusal = refused(replace(bucket_shelf.place, endpoint=server.address))

    assert refusal.lasting
    assert "another content" in refusal.detail
    assert [(request.method, request.headers["If-None-Match"]) for request in server.asked] == [
        ("GET", None),
        ("PUT", "*"),
        ("GET", None),
    ]


def test_a_file_of_any_size_is_put_in_one_piece_under_the_condition(bucket_shelf: BucketShelf) -> None:
    large = bytes(6 * 1024 * 1024)
    with http_server() as server:
        server.answer = lambda request: Answer(404) if request.method == "GET" else Answer(200, headers={"ETag": '"1"'})

        replace(bucket_shelf.place, endpoint=server.address).deliver(parcel({NOTE: large}))

    assert [(request.method, request.headers["If-None-Match"]) for request in server.asked] == [
        ("GET", None),
        ("PUT", "*"),
    ]
    assert server.asked[1].body == large


def test_a_store_in_trouble_is_tried_again(bucket_shelf: BucketShelf) -> None:
    nowhere = replace(bucket_shelf.place, endpoint="http://127.0.0.1:1")
    with http_server() as server:
        server.answer = lambda _: Answer(503)
        refusals = [refused(nowhere), refused(replace(bucket_shelf.place, endpoint=server.address))]

    assert [refusal.lasting for refusal in refusals] == [False, False]
    assert len(server.asked) == 1


# --- The end of patience --------------------------------------------------------------------------------------------


def test_a_server_that_takes_the_call_and_says_nothing_is_left(
    bucket_shelf: BucketShelf, sftp_shelf: FolderShelf, silent_port: int
) -> None:
    assert isinstance(sftp_shelf.place, Sftp)
    asked: list[DeliveryBackend] = [
        replace(bucket_shelf.place, endpoint=f"http://127.0.0.1:{silent_port}", whole_seconds=0.3),
        replace(sftp_shelf.place, port=silent_port, whole_seconds=0.3),
    ]

    refusals = [refused(place) for place in asked]

    assert [refusal.lasting for refusal in refusals] == [False, False]
    assert all("in time" in refusal.detail for refusal in refusals)


@pytest.fixture
def silent_port() -> Iterator[int]:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]
