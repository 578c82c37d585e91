"""A witness that is killed takes the quorum along: an alarm, then no new bets, until it is back. The witnesses are processes."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

from approvals.operations.announce import announce_authorised_policy
from audit import clock, keys
from audit.models import Log
from audit.queries.events import events
from audit.queries.witnesses import QUORUM_DELAY_SECONDS
from reddog_platform import process_diagnostics, process_watch
from reddog_platform.process_watch import PROCESS_BACK, PROCESS_SILENT, WATCHED, ProcessWatch
from tests.api.caller import Player, now, problem
from tests.journeys.running import Running, sequencer, until
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=40), pytest.mark.clause("F12")]

ALARM_SECONDS: Final = 3
"""In the place of a minute: the alarm's limit is the same figure, the wait a shorter one."""
STOP_SECONDS: Final = 6
"""In the place of what an operator sets, which is a minute or more."""
_FIRST_PORT: Final = 18_700


class Witness:
    """The witness program in a process of its own, with its folder and its port."""

    def __init__(self, folder: Path, number: int, environment: Mapping[str, str]) -> None:
        program = [sys.executable, "-m", "verifier", "witness"]
        made = subprocess.run(
            [*program, "make-key", f"witness.example/w{number}", str(folder)],
            capture_output=True,
            text=True,
            check=True,
        )
        public, listens = keys.public_keys(), f"127.0.0.1:{own_ports(_FIRST_PORT) + number}"
        log = ["--log", public["log"], "--listen", listens]
        self.line = f"witness w{number} {made.stdout.strip()} http://{listens}\n"
        self.process = Running(
            [*program, "run", str(folder), *log], environment=environment, log=folder.with_suffix(".log")
        )


@pytest.fixture
def witnesses(environment: Mapping[str, str], tmp_path: Path) -> Iterator[list[Witness]]:
    """Announce two witnesses, both of whom are needed, and start them."""
    both = [Witness(tmp_path / f"w{number}", number, environment) for number in (1, 2)]
    text = "".join(each.line for each in both)
    announce_authorised_policy(f"log {keys.public_keys()['log']}\n{text}group both all w1 w2\nquorum both\n", now=now())
    with both[0].process, both[1].process:
        yield both


def said() -> list[tuple[str, Any]]:
    """Return what was said of witnesses, in order, with how long they had been silent."""
    found = events(subject=None, before=None, limit=50, kinds=(PROCESS_SILENT, PROCESS_BACK))
    return [
        (event.kind, event.after.get("seconds")) for event in reversed(found) if event.after["process"] == "witnesses"
    ]


def look_twice() -> list[str]:
    """Look as a web server does twice within a minute, and return the kinds of what has been said since ever."""
    watch = ProcessWatch({"witnesses": WATCHED["witnesses"]})
    watch.look(now=now())
    watch.look(now=now())
    return [kind for kind, _ in said()]


def test_a_lost_quorum_raises_an_alarm_then_stops_new_bets_and_ends_by_itself(
    witnesses: list[Witness],
    environment: Mapping[str, str],
    tmp_path: Path,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert QUORUM_DELAY_SECONDS == 60
    for module in (process_watch, process_diagnostics):
        monkeypatch.setattr(module, "QUORUM_DELAY_SECONDS", ALARM_SECONDS)
    settings.REDDOG_WITNESS_STOP_SECONDS = STOP_SECONDS
    player, published = Player(), Path(environment["REDDOG_LOG_DIR"]) / "checkpoint"
    with sequencer(environment=environment, logs=tmp_path):
        assert player.closed_round()["status"] == "settled"
        until(lambda: published.exists() and published.read_text().count("\n\u2014 ") == 3)
        until(_all_published)
        assert look_twice() == []

        witnesses[1].process.kill()
        killed_at, stood = time.monotonic(), published.read_text()
        clock.forget()
        waiting = player.open_round_of()
        assert look_twice() == [], "nobody is called at once"
        until(lambda: not process_diagnostics.witnesses().healthy)
        assert time.monotonic() - killed_at >= ALARM_SECONDS
        assert look_twice() == look_twice() == [PROCESS_SILENT]

        # Past the operator's own limit new bets stop; what is open is finished, and gets its place in the log.
        until(_bets_are_refused(player))
        assert time.monotonic() - killed_at >= STOP_SECONDS
        told = problem(player.bet(), 503, "log-behind")
        assert "witnesses" in told["detail"]
        size = Log.objects.get(id=1).size
        assert player.post(f"/rounds/{waiting['id']}/actions", {"action": "stand"}).status_code == 201
        until(lambda: Log.objects.get(id=1).size > size)
        assert published.read_text() == stood

        witnesses[1].process.start()
        until(_all_published)
        assert published.read_text() != stood
        clock.forget()
        assert player.closed_round()["status"] == "settled"
        assert look_twice() == [PROCESS_SILENT, PROCESS_BACK]
        assert said()[1][1] >= STOP_SECONDS - ALARM_SECONDS


def _all_published() -> bool:
    log = Log.objects.get(id=1)
    return log.size == log.published_size


def _bets_are_refused(player: Player) -> Any:
    def refused() -> bool:
        # As if five seconds were over: what the database says of the log is read again.
        clock.forget()
        time.sleep(0.2)
        return player.bet().status_code == 503

    return refused
