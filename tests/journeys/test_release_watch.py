"""A rule edited on disk stops new wagers of servers that run, within a minute, and of those that start with it."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING, Final

import httpx
import pytest

from tests.journeys.player import Player, done
from tests.journeys.running import WebServer, manage, sequencer, until
from tests.project_copy import copied_project

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=70), pytest.mark.clause("F41")]

SHEET: Final = "games/core/variants/red_dog_atlantic_city.py"
MINUTE: Final = 60


@pytest.fixture
def checkout(tmp_path: Path) -> Iterator[Path]:
    (tmp_path / "project").mkdir()
    with copied_project(tmp_path / "project") as copy:
        yield copy


def signed(checkout: Path, environment: dict[str, str], place: Path) -> dict[str, str]:
    """Draw a release key, sign what the copy is, and return the environment in which it is verified."""
    key, text, note = place / "release.key", place / "release.txt", place / "release.manifest"
    drawn = manage("sign_release", "--key", str(key), "--draw", "test/release", environment=environment)
    assert drawn.returncode == 0, drawn.stderr
    assert key.stat().st_mode & 0o777 == 0o600
    told = manage("release_manifest", environment=environment, checkout=checkout)
    assert told.returncode == 0, told.stderr
    text.write_text(told.stdout)
    made = manage("sign_release", str(text), "--key", str(key), environment=environment)
    assert made.returncode == 0, made.stderr
    note.write_text(made.stdout)
    return environment | {"REDDOG_RELEASE_VKEY": drawn.stdout.strip(), "REDDOG_RELEASE_MANIFEST": str(note)}


def refusal(answer: httpx.Response) -> str:
    return str(answer.json()["code"]) if answer.status_code == httpx.codes.SERVICE_UNAVAILABLE else ""


def test_a_rule_edited_on_disk_stops_servers_that_run_and_that_start(
    environment: dict[str, str], checkout: Path, tmp_path: Path
) -> None:
    environment |= {"REDDOG_ORIGIN": "https://play.example.com"}
    verified = signed(checkout, environment, tmp_path)
    with sequencer(environment=environment, logs=tmp_path):
        with WebServer(environment=verified, logs=tmp_path, checkout=checkout) as web:
            player = Player(web.url)
            player.fund(100_000)
            player.open_epoch()
            dealt = player.deal_until_open()

            with (checkout / SHEET).open("a") as sheet:
                sheet.write("\n# other stakes\n")

            acted = done(player.act(dealt["id"]))
            assert acted["status"] == "settled"
            until(lambda: refusal(player.deal()) == "wagers-stopped", seconds=MINUTE)
            assert httpx.get(f"{web.url}/games").status_code == httpx.codes.OK
        with WebServer(environment=verified, logs=tmp_path, checkout=checkout) as web:
            player.url = web.url
            assert refusal(player.deal()) == "wagers-stopped"
        # Another host's server, whose files are as approved, learns it from the database.
        with WebServer(environment=environment, logs=tmp_path) as web:
            player.url = web.url
            assert refusal(player.deal()) == "wagers-stopped"

        _require_named(checkout, verified)


def _require_named(checkout: Path, verified: Mapping[str, str]) -> None:
    command = ["release", str(checkout), "--manifest", verified["REDDOG_RELEASE_MANIFEST"]]
    judged = subprocess.run(
        [sys.executable, "-m", "verifier", *command, "--vkey", verified["REDDOG_RELEASE_VKEY"]],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert judged.returncode == 1
    assert f"changed file {SHEET}" in judged.stdout
