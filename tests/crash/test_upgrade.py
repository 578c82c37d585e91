"""An installation of an earlier version goes to this one and, before its first new record, back; then on for good."""

from __future__ import annotations

import contextlib
import io
import json
import subprocess
import sys
import tarfile
from typing import TYPE_CHECKING, Final

import psycopg
import pytest

from reddog_platform.embedded.home import CHECKOUT
from tests.crash.own_postgres import MAKE_OPERATOR, grant
from tests.crash.test_failover import everything_is_logged
from tests.database import empty_database
from tests.journeys.player import Player, done
from tests.journeys.running import WebServer, manage, sequencer, surroundings, until

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow(seconds=70),
    pytest.mark.own_postgresql,
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]

EARLIER: Final = "ca21437254be6a74fae93009c25b7c56e957838f"
"""The version that installations come from. Take a later one when ours no longer has the packages that it needs."""

# As docs/runbooks/upgrade.md has it.
_NEWEST_MIGRATIONS: Final = "SELECT DISTINCT ON (app) app, name FROM django_migrations ORDER BY app, id DESC"


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """Have the earlier version's files. A clone without history does not have them."""
    archive = subprocess.run(["git", "archive", EARLIER], cwd=CHECKOUT, check=False, capture_output=True)
    if archive.returncode:
        pytest.skip(f"This clone does not have the commit {EARLIER[:7]}: git fetch --unshallow")
    folder = tmp_path / "earlier"
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as files:
        files.extractall(folder, filter="data")
    return folder


class Upgraded:
    """An installation whose version changes; keys, database and published log stay."""

    def __init__(self, environment: dict[str, str], folder: Path) -> None:
        self.environment = environment
        self.folder = folder
        self.players: list[Player] = []

    def manage(self, *words: str, checkout: Path = CHECKOUT) -> str:
        ran = manage(*words, environment=self.environment, checkout=checkout)
        assert ran.returncode == 0, f"{words}: {ran.stdout}{ran.stderr}"
        return ran.stdout

    @contextlib.contextmanager
    def running(self, checkout: Path = CHECKOUT) -> Iterator[str]:
        """Run web server and sequencer of a version, and wait at the end until every record is logged."""
        with (
            WebServer(environment=self.environment, logs=self.folder, checkout=checkout) as web,
            sequencer(environment=self.environment, logs=self.folder, checkout=checkout),
        ):
            for player in self.players:
                player.url = web.url
            yield web.url
            until(lambda: everything_is_logged(self.environment))

    def newest_migrations(self) -> dict[str, str]:
        with psycopg.connect(self.environment["DATABASE_OWNER_URL"]) as session:
            return dict(session.execute(_NEWEST_MIGRATIONS).fetchall())

    def go_back_to(self, before: dict[str, str]) -> None:
        """Reverse every migration since, with the code that has them."""
        for app in self.newest_migrations():
            self.manage("migrate", app, before.get(app, "zero"), "--verbosity", "0")

    def grant_as_before(self) -> None:
        """Let the application's role do what a version without a list of rights relies on, as the runbook says."""
        page = (CHECKOUT / "docs/runbooks/upgrade.md").read_text()
        statements = page.partition("<< 'SQL'\n")[2].partition("SQL\n")[0]
        assert statements
        with psycopg.connect(self.environment["DATABASE_OWNER_URL"], autocommit=True) as session:
            session.execute(statements.encode())

    def assert_proved(self, name: str, checkout: Path = CHECKOUT) -> None:
        """Compare all that is stored with itself, and the log with all receipts, as this version does."""
        self.manage("fsck", checkout=checkout)
        self.manage("export_log", str(self.folder / name), checkout=checkout)
        receipts = [json.dumps(receipt) for player in self.players for receipt in player.receipts.values()]
        (self.folder / "receipts").write_text("\n".join(receipts) + "\n")
        words = ["verifier", str(self.folder / name), "--receipts", str(self.folder / "receipts")]
        judged = subprocess.run(
            [sys.executable, "-m", *words], cwd=checkout, capture_output=True, text=True, check=False
        )
        assert judged.returncode in {0, 2}, judged.stdout


@pytest.fixture
def installation(earlier: Path, tmp_path: Path) -> Iterator[Upgraded]:
    """Have an installation of the earlier version, with keys that it made itself."""
    with empty_database() as servers_environment:
        environment = {
            **surroundings(servers_environment, tmp_path),
            # An earlier version has no settings for tests.
            "DJANGO_SETTINGS_MODULE": "reddog_platform.settings",
            "REDDOG_KEYS_DIR": str(tmp_path / "keys"),
        }
        upgraded = Upgraded(environment, tmp_path)
        upgraded.grant_as_before()
        upgraded.manage("make_keys", checkout=earlier)
        upgraded.manage("migrate", "--verbosity", "0", checkout=earlier)
        upgraded.manage("publish_rules", checkout=earlier)
        upgraded.manage("shell", "-v", "0", "-c", MAKE_OPERATOR, checkout=earlier)
        yield upgraded


def test_an_installation_goes_to_this_version_and_back_and_on_with_its_players_rounds_and_log(
    earlier: Path, installation: Upgraded
) -> None:
    with installation.running(earlier) as url:
        installation.players = [Player(url) for _ in range(2)]
        for player in installation.players:
            grant(url, player, 1_000_000)
            player.open_epoch()
            for _ in range(5):
                player.play()
        waiting = installation.players[0].deal_until_open()
    before = installation.newest_migrations()
    had = [player_money(installation, player) for player in installation.players]

    installation.manage("migrate", "--verbosity", "0")
    installation.assert_proved("looked-at")
    installation.manage("sequencer", "--check")
    assert [player_money(installation, player) for player in installation.players] == had

    installation.go_back_to(before)
    assert installation.newest_migrations() == before
    installation.grant_as_before()
    installation.assert_proved("back", checkout=earlier)
    with installation.running(earlier):
        for player in installation.players:
            player.log_in()
        installation.players[0]._kept(done(installation.players[0].act(waiting["id"])))
        installation.players[0].play()
        waiting = installation.players[0].deal_until_open()

    installation.manage("migrate", "--verbosity", "0")
    installation.manage("publish_rules")
    with installation.running():
        for player in installation.players:
            player.log_in()
        # The open round goes on; the next bet waits for what the player has not agreed to yet.
        installation.players[0]._kept(done(installation.players[0].act(waiting["id"])))
        for player in installation.players:
            player.agree()
            for _ in range(5):
                player.play()
    installation.assert_proved("on")


def player_money(installation: Upgraded, player: Player) -> tuple[int, ...]:
    """Return a player's newest balance as it is stored."""
    with psycopg.connect(installation.environment["DATABASE_URL"]) as session:
        found = session.execute(
            "SELECT seq, cash_minor, in_play_minor FROM wallet_journal WHERE chain = %s ORDER BY seq DESC LIMIT 1",
            [player.chain],
        ).fetchone()
    assert found is not None
    return tuple(found)
