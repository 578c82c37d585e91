"""Play through PgBouncer, as Debian packages it. Skipped where it is not installed."""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest
from psycopg import conninfo

from reddog_platform.embedded import home
from tests.journeys.player import Player
from tests.journeys.running import Running, WebServer, manage, sequencer, surroundings, until

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_PGBOUNCER: Final = shutil.which("pgbouncer") or ""

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not _PGBOUNCER, reason="PgBouncer is not installed (apt install pgbouncer)"),
]

_PORT: Final = 6432
"""Only a part of the socket's name: the pooler listens on no network."""


class Pooler:
    """A PgBouncer before the test's database, with a folder of its own."""

    def __init__(self, server: str, *, mode: str, folder: Path) -> None:
        self._server = conninfo.conninfo_to_dict(server)
        self._folder = folder
        uid, gid = _account_of(self._server.get("host"))
        names = ("host", "port", "dbname")
        there = " ".join(f"{name}={self._server[name]}" for name in names if self._server.get(name))
        (folder / "users").write_text(f'"{self._server["user"]}" ""\n"watcher" ""\n')
        (folder / "pgbouncer.ini").write_text(
            f"[databases]\n{self._server['dbname']} = {there}\n[pgbouncer]\n"
            f"pool_mode = {mode}\nlisten_port = {_PORT}\nunix_socket_dir = {folder}\nlisten_addr =\n"
            f"auth_type = trust\nauth_file = {folder}/users\nstats_users = watcher\n"
            "default_pool_size = 20\nmax_client_conn = 100\n"
        )
        for path in (folder, *folder.iterdir()):
            os.chown(path, uid, gid)
        become = ["setpriv", f"--reuid={uid}", f"--regid={gid}", "--clear-groups"]
        command = [*(become if os.geteuid() == 0 else []), _PGBOUNCER, str(folder / "pgbouncer.ini")]
        self.process = Running(command, environment=dict(os.environ), log=folder / "log")

    def address(self, **more: Any) -> str:
        words = {"dbname": self._server["dbname"], "user": self._server["user"], **more}
        return conninfo.make_conninfo(host=str(self._folder), port=_PORT, **words)

    def start(self) -> None:
        self.process.start()
        until(self._answers)

    def clients(self) -> int:
        """Return how many clients the pooler has, as it says itself."""
        with psycopg.connect(self.address(dbname="pgbouncer", user="watcher"), autocommit=True) as console:
            # The console knows the simple protocol alone.
            shown = psycopg.ClientCursor(console).execute("SHOW CLIENTS").fetchall()
        return sum(row[2] == self._server["dbname"] for row in shown)

    def _answers(self) -> bool:
        with contextlib.suppress(psycopg.OperationalError), psycopg.connect(self.address(), connect_timeout=5):
            return True
        return False


def _account_of(host: str | int | None) -> tuple[int, int]:
    """Return user and group that the pooler runs as, which does not run as root.

    The server of a test may be in a folder that is closed to others than its owner, whom it admits.
    """
    if isinstance(host, str) and host.startswith("/"):
        owner = Path(host).stat()
        return owner.st_uid, owner.st_gid
    account = home.find().account
    return account.uid, account.gid


@contextlib.contextmanager
def pooled(environment: Mapping[str, str], *, mode: str) -> Iterator[Pooler]:
    folder = Path(tempfile.mkdtemp(prefix="reddog-pooler-"))
    pooler = Pooler(environment["DATABASE_URL"], mode=mode, folder=folder)
    with contextlib.ExitStack() as at_the_end:
        at_the_end.callback(shutil.rmtree, folder)
        at_the_end.callback(pooler.process.kill)
        pooler.start()
        yield pooler


def test_play_goes_through_a_pooler_in_session_mode_and_goes_on_after_it_was_killed(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    environment = surroundings(servers_environment, tmp_path)
    assert manage("publish_rules", environment=environment).returncode == 0
    with pooled(environment, mode="session") as pooler:
        web_environment = {**environment, "DATABASE_URL": pooler.address()}
        with (
            WebServer(environment=web_environment, logs=tmp_path) as web,
            # Its advisory lock belongs to a session, so it connects directly.
            sequencer(environment=environment, logs=tmp_path),
        ):
            player = Player(web.url)
            player.fund(1_000_000)
            player.open_epoch()
            for _ in range(20):
                player.play()
            assert pooler.clients() > 0, "the web server uses the pooler"
            assert diagnosis(web_environment, "pooler")["healthy"]

            pooler.process.kill()
            pooler.start()
            until(lambda: player.send("GET", "/wallet").is_success)
            for _ in range(20):
                player.play()
    assert len(player.receipts) > 40
    checked = manage("fsck", environment=environment)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_doctor_is_red_behind_a_pooler_in_transaction_mode(
    servers_environment: Mapping[str, str], tmp_path: Path
) -> None:
    environment = surroundings(servers_environment, tmp_path)
    with pooled(environment, mode="transaction") as pooler:
        found = diagnosis({**environment, "DATABASE_URL": pooler.address()}, "pooler")

    assert not found["healthy"]
    assert found["state"] == "connections change their sessions"
    assert "pool_mode = session" in found["repair"]


def diagnosis(environment: Mapping[str, str], subject: str) -> dict[str, Any]:
    document = json.loads(manage("doctor", "--json", environment=environment).stdout)
    return next(each for each in document["diagnostics"] if each["subject"] == subject)
