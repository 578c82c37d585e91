"""The published log in an object store: the folder's files, never ahead of it, and no other log."""

from __future__ import annotations

import json
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Self

import httpx
import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from audit import keys
from audit.core.tiles import Tile
from audit.log_mirror import LogMirror
from audit.models import Log
from audit.object_store import StoreAway, StoreMisconfigured
from audit.operations.integrate import LogForked
from audit.operations.replace_key import announce_successor, draw_successor
from audit.published_folder import TileChanged
from audit.published_store import PublishedStore, configured_store
from tests import world
from tests.reports.s3_server import S3Server, s3_server
from verifier import served_keys, trust

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F12"), pytest.mark.django_db]


@pytest.fixture(scope="module")
def server() -> Iterator[S3Server]:
    with s3_server() as found:
        yield found


@pytest.fixture
def bucket(server: S3Server, settings: Settings, tmp_path: Path) -> str:
    """Have a bucket of our own, and the variables that name it."""
    name = server.configure_bucket("REDDOG_LOG_STORE", "casino/log", settings=settings, folder=tmp_path)
    return f"{name}/casino/log"


@pytest.fixture
def ada() -> ChainId:
    world.open_house()
    return world.sign_up("ada")


def grow(player: ChainId, count: int, folder: Path) -> None:
    for _ in range(count):
        world.fund(player, 1)
    world.run_sequencer(folder=folder)


def bring(mirror: LogMirror) -> None:
    while not mirror.turn():
        pass


def files(folder: Path) -> dict[str, bytes]:
    """Return what folder and store have alike: `keys` may have its proofs by another checkpoint, the lock is the folder's."""
    there = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    return {name: content for name, content in there.items() if name not in {"keys", ".lock"}}


def in_store(server: S3Server, bucket: str, names: Iterator[str] | dict[str, bytes]) -> dict[str, bytes | None]:
    return {name: server.read(f"{bucket}/{name}") for name in names}


def test_the_store_has_what_the_folder_has(ada: ChainId, server: S3Server, bucket: str, tmp_path: Path) -> None:
    mirror, folder = LogMirror(configured_store()), tmp_path / "log"
    folder.mkdir()
    for count in (5, 1, 260, 3):
        grow(ada, count, folder)
        bring(mirror)
        there = files(folder)
        assert there.keys() > {"checkpoint"}
        assert in_store(server, bucket, there) == there

    full = server.read(f"{bucket}/tile/0/000")
    assert full is not None
    assert server.read(f"{bucket}/tile/0/000.p/255") is None
    assert server.media_type(f"{bucket}/checkpoint") == "text/plain; charset=utf-8"
    served = server.read(f"{bucket}/keys")
    assert served is not None
    trusted = trust.parse(json.dumps(dict(keys.trust_document())).encode(), exact=False)
    assert served_keys.parse(served, trust=trusted).count == 2
    assert server.media_type(f"{bucket}/keys") == "application/jsonl"


def test_a_process_that_starts_again_adds_what_is_missing(
    ada: ChainId, server: S3Server, bucket: str, tmp_path: Path
) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    grow(ada, 300, folder)
    bring(LogMirror(configured_store()))
    grow(ada, 300, folder)

    bring(LogMirror(configured_store()))

    there = files(folder)
    assert in_store(server, bucket, there) == there


def test_nothing_is_put_that_is_not_published(ada: ChainId, server: S3Server, bucket: str, tmp_path: Path) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    grow(ada, 3, folder)
    before = (folder / "checkpoint").read_bytes()
    published = Log.objects.get(id=1).published_size
    grow(ada, 3, folder)
    Log.objects.filter(id=1).update(published_size=published)

    bring(LogMirror(configured_store()))

    assert server.read(f"{bucket}/checkpoint") == before


def test_a_store_with_another_log_ends_the_sequencer(
    ada: ChainId, server: S3Server, bucket: str, tmp_path: Path
) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    grow(ada, 3, folder)
    text = (folder / "checkpoint").read_text()
    size = text.splitlines()[1]
    other = text.replace(f"\n{size}\n", f"\n{int(size) + 100}\n")
    server.write(f"{bucket}/checkpoint", other.encode())
    mirror = LogMirror(configured_store())

    with pytest.raises(LogForked):
        mirror.turn()
    assert server.read(f"{bucket}/checkpoint") == other.encode(), "it is evidence"


def test_a_checkpoint_that_somebody_else_put_there_is_compared_again(
    ada: ChainId, server: S3Server, bucket: str, tmp_path: Path
) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    grow(ada, 3, folder)
    mirror, another = LogMirror(configured_store()), LogMirror(configured_store())
    bring(mirror)
    bring(another)
    grow(ada, 3, folder)
    bring(another)
    grow(ada, 3, folder)

    assert not mirror.turn(), "the checkpoint is not the one that it knew"
    bring(mirror)

    there = files(folder)
    assert in_store(server, bucket, there) == there


class Holding:
    """A way to the store that holds what is put at one path, as a network may, until it is told to let it through."""

    def __init__(self, server: S3Server, path: str) -> None:
        self.arrived, self.let_through = threading.Event(), threading.Event()
        holding = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def forward(self) -> None:
                content = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                if self.command == "PUT" and self.path == path:
                    holding.arrived.set()
                    assert holding.let_through.wait(60), "somebody forgot it"
                headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
                answer = httpx.request(self.command, server.address + self.path, headers=headers, content=content)
                self.send_response(answer.status_code)
                for name, value in answer.headers.items():
                    if name.lower() not in {"connection", "transfer-encoding", "content-length"}:
                        self.send_header(name, value)
                length = answer.headers.get("content-length", "0") if self.command == "HEAD" else len(answer.content)
                self.send_header("Content-Length", str(length))
                self.end_headers()
                self.wfile.write(answer.content)

            do_GET = do_PUT = do_HEAD = do_POST = do_DELETE = forward  # noqa: N815  the library calls them so

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self._serving = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self._serving.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._serving.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.let_through.set()
        self._serving.shutdown()
        self._serving.server_close()


@pytest.mark.django_db(transaction=True)
def test_keys_that_were_held_on_their_way_replace_no_newer_ones(
    server: S3Server, bucket: str, settings: Settings, tmp_path: Path
) -> None:
    settings.REDDOG_KEYS_DIR = shutil.copytree(settings.REDDOG_KEYS_DIR, tmp_path / "own-keys")
    keys.forget()
    world.open_house()
    folder, player = tmp_path / "log", world.sign_up("ada")
    folder.mkdir()
    grow(player, 3, folder)
    bring(LogMirror(configured_store()))
    # What is there now, the first one knows; then there are more keys, of which it brings the first.
    with Holding(server, f"/{bucket}/keys") as way:
        settings.REDDOG_LOG_STORE_ENDPOINT = way.address
        superseded = LogMirror(configured_store())
        settings.REDDOG_LOG_STORE_ENDPOINT = server.address
        announce(player, folder)

        def turn() -> bool:
            try:
                return superseded.turn()
            finally:
                connection.close()

        with ThreadPoolExecutor() as pool:
            first = pool.submit(turn)
            assert way.arrived.wait(60)
            announce(player, folder)
            bring(LogMirror(configured_store()))
            newest, checkpoint = (server.read(f"{bucket}/{name}") for name in ("keys", "checkpoint"))

            way.let_through.set()
            assert not first.result(), "it is not there as this one wanted it"

        assert newest is not None
        assert newest.count(b"\n") == 4
        assert server.read(f"{bucket}/keys") == newest
        assert server.read(f"{bucket}/checkpoint") == checkpoint
        bring(superseded)
    assert (server.read(f"{bucket}/keys") or b"").count(b"\n") == 4
    keys.forget()


def announce(player: ChainId, folder: Path) -> None:
    """Have one key more, in the published log."""
    now = datetime.now(UTC)
    draw_successor("rounds", now=now)
    announce_successor("rounds", now=now)
    grow(player, 1, folder)


def test_a_tile_of_another_length_stops_it(ada: ChainId, server: S3Server, bucket: str, tmp_path: Path) -> None:
    folder = tmp_path / "log"
    folder.mkdir()
    grow(ada, 300, folder)
    bring(LogMirror(configured_store()))
    server.write(f"{bucket}/{Tile(0, 0).path}", b"cut")
    grow(ada, 1, folder)

    with pytest.raises(TileChanged):
        bring(LogMirror(configured_store()))


def test_a_store_that_is_away_takes_nothing_and_harms_nobody(
    ada: ChainId, bucket: str, settings: Settings, tmp_path: Path
) -> None:
    settings.REDDOG_LOG_STORE_ENDPOINT = "http://127.0.0.1:1"
    mirror, folder = LogMirror(configured_store()), tmp_path / "log"
    folder.mkdir()
    grow(ada, 3, folder)
    assert bucket

    with pytest.raises(StoreAway) as raised:
        mirror.turn()
    assert "AKIA" not in str(raised.value)
    assert (folder / "checkpoint").is_file()


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        ("REDDOG_LOG_STORE", "https://bucket"),
        ("REDDOG_LOG_STORE", "s3:///prefix"),
        ("REDDOG_LOG_STORE_ENDPOINT", "http://store.example.com"),
        ("REDDOG_LOG_STORE_SECRET_FILE", "/nowhere"),
    ],
)
def test_a_store_that_may_not_be_used_is_refused_by_name(
    bucket: str, settings: Settings, variable: str, value: str
) -> None:
    assert isinstance(configured_store(), PublishedStore)
    assert bucket
    setattr(settings, variable, value)
    with pytest.raises(StoreMisconfigured, match=r"REDDOG_LOG_STORE|/nowhere"):
        configured_store()


def test_a_secret_that_others_may_read_is_refused(bucket: str, tmp_path: Path) -> None:
    assert bucket
    (tmp_path / "secret").chmod(0o644)
    with pytest.raises(StoreMisconfigured, match="0644"):
        configured_store()


def test_one_turn_of_the_sequencer_asks_no_store(bucket: str, settings: Settings, tmp_path: Path) -> None:
    """`--once` compares and signs; what runs for good mirrors."""
    assert bucket
    world.open_house()
    settings.REDDOG_LOG_DIR = tmp_path
    settings.REDDOG_LOG_STORE = "nonsense"
    try:
        call_command("sequencer", "--once")
    except CommandError as error:
        pytest.fail(str(error))
    assert (tmp_path / "checkpoint").is_file()
    # The lock is the session's, which outlives this test: a sequencer of the next one would wait for it.
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_unlock_all()")
