"""A house whose root never was where it is: warrants for months ahead, and keys replaced by the task while play goes on."""

from __future__ import annotations

import contextlib
import io
import os
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from audit import clock, keys, signing_keys
from audit.core.key_notes import KeyTerms, open_warrant
from audit.core.note import vkey
from audit.key_custody import distribute
from audit.key_uses import KeyHolder
from audit.operations import replace_key
from audit.operations.export import export_log
from audit.operations.replace_due import replace_due
from audit.operations.replace_key import waiting_keys
from audit.queries.announced_keys import USES, key_records, live_keys
from audit.signing_keys import KeyReplaced
from games.operations.deal_preconditions import EpochExhausted
from kernel.instants import from_epoch_ms, to_epoch_ms
from reddog_platform.celery import app
from tests import world
from tests.journeys.running import manage
from tests.operations.test_key_rotation import lines
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pytest_django.fixtures import Settings

    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=40)]

NOWHERE = "postgresql://nobody@127.0.0.1:1/none"
DAY = timedelta(days=1)


def now() -> datetime:
    return datetime.now(UTC)


class RootMachine:
    """Another machine: a folder and processes of its own, and no database."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._environment = {
            **os.environ,
            "DATABASE_URL": NOWHERE,
            "DATABASE_OWNER_URL": NOWHERE,
            "REDDOG_KEYS_DIR": str(folder / "keys"),
            "REDDOG_LOG_ORIGIN": django_settings.REDDOG_LOG_ORIGIN,
        }

    def run(self, *words: str) -> list[str]:
        done = manage(*words, environment=self._environment)
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    def notes(self, use: str, vkey: str, *, begins: datetime, days: int) -> tuple[Path, Path]:
        """Sign a warrant and a revocation."""
        when = ("--from", begins.isoformat(), "--days", str(days), "--out", str(self.folder))
        warrant, revocation = map(Path, self.run("sign_key_notes", use, vkey, *when))
        return warrant, revocation


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> Iterator[RootMachine]:
    """Draw a root on another machine, and the house's keys without it."""
    settings.REDDOG_KEYS_DIR = tmp_path / "house"
    settings.REDDOG_LOG_DIR = tmp_path / "published"
    (tmp_path / "published").mkdir()
    (tmp_path / "away").mkdir()
    machine = RootMachine(tmp_path / "away")
    (public,) = machine.run("make_root")
    _begin_anew()
    call_command("make_keys", "--root", public, stdout=io.StringIO())
    yield machine
    _begin_anew()


def _begin_anew() -> None:
    keys.forget()
    signing_keys.forget()
    clock.forget()


def bring(*notes: Path) -> None:
    """Carry notes from the root's machine to the house's keys."""
    for note in notes:
        shutil.copy(note, keys.folder())


def found_house(root: RootMachine, *, days: int) -> dict[str, Path]:
    """Open a house under the first warrants, and return the revocations of its first keys."""
    revocations = {}
    for use in ("rounds", "log"):
        warrant, revocations[use] = root.notes(use, keys.public_keys()[use], begins=now() - DAY, days=days)
        bring(warrant)
    world.open_house(now=now())
    return revocations


def drawn(use: str, *more: str) -> str:
    """Draw a key by the command, and return its vkey."""
    said = io.StringIO()
    call_command("replace_key", use, "--draw", *more, stdout=said)
    return said.getvalue().split(": ", 1)[1].split("\n")[0]


@contextlib.contextmanager
def serving_as_batch(folder: Path) -> Iterator[None]:
    """Be the process that has the schedule, with its own folder of keys."""
    with override_settings(REDDOG_KEYS_DIR=folder):
        keys.forget()
        keys.serve_as(KeyHolder.BATCH)
        yield
    keys.forget()


def play(player: SeatedPlayer) -> None:
    """Play a round, of the next epoch where this one is used up."""
    try:
        world.play_round(player, now=now())
    except EpochExhausted:
        world.open_next_epoch(player.chain, now=now())
        world.play_round(player, now=now())


def published() -> str:
    return (Path(django_settings.REDDOG_LOG_DIR) / "checkpoint").read_text()


def test_a_root_is_made_where_the_house_is_not_and_is_made_once(root: RootMachine, tmp_path: Path) -> None:
    assert sorted(path.name for path in (tmp_path / "away/keys").iterdir()) == ["keys.json", "root.key"]
    assert not keys.path_of("root").exists()
    assert "root" not in keys.made()
    again = manage("make_root", environment=root._environment)
    assert (again.returncode, "has keys already" in again.stderr) == (1, True)

    public = keys.public_keys()["root"]
    for wrong in (public[:-2] + "A=", public.replace("/root+", "/boot+"), "root"):
        shutil.rmtree(tmp_path / "other", ignore_errors=True)
        with pytest.MonkeyPatch.context() as elsewhere:
            elsewhere.setattr(django_settings, "REDDOG_KEYS_DIR", tmp_path / "other")
            with pytest.raises(CommandError, match="is not the vkey of"):
                call_command("make_keys", "--root", wrong)
        assert not list((tmp_path / "other").glob("*.key"))
    with pytest.raises(CommandError, match="another root"):
        call_command("make_keys", "--root", public.replace("/root+", "/other+"))


def test_the_first_keys_are_announced_by_warrants_and_sign_no_record_after_them(root: RootMachine) -> None:
    with pytest.raises(FileNotFoundError):
        world.open_house(now=now())
    assert not key_records()
    found_house(root, days=2)

    assert [record.window_ms is not None for record in key_records()] == [True, True]
    assert live_keys(USES["rounds"], key_records()) == [keys.public_keys()["rounds"]]
    player = world.seat_player(now=now())
    clock.forget()
    world.play_round(player, now=now())
    call_command("sequencer", "--once")

    with pytest.MonkeyPatch.context() as later:
        later.setattr(clock, "database_now", lambda: now() + 2 * DAY)
        signing_keys.forget()
        with pytest.raises(KeyReplaced):
            signing_keys.signer("rounds")
    signing_keys.forget()


def test_warrants_for_later_months_wait_and_each_begins_when_it_is_due(root: RootMachine) -> None:
    found_house(root, days=31)
    begun = now()
    months = {}
    for month in (1, 2):
        key = drawn("rounds", *([] if month == 1 else ["--another"]))
        # Ten days before the month before ends, so that the older key's last days are both keys'.
        months[key], _ = root.notes("rounds", key, begins=begun + (30 * month - 10) * DAY, days=40)
    assert waiting_keys("rounds") == list(months)
    for warrant in months.values():
        bring(warrant)
    notes = [path.read_text() for path in months.values()]

    assert replace_due(notes, now=begun + 5 * DAY) == []
    terms = KeyTerms(waiting_keys("rounds")[1], USES["rounds"], django_settings.REDDOG_LOG_ORIGIN)
    begins, ends = open_warrant(notes[1], terms, root=keys.public_keys()["root"])
    assert from_epoch_ms(ends) - from_epoch_ms(begins) == 40 * DAY
    assert to_epoch_ms(begun + 50 * DAY) == begins
    # A later month's key is not announced in the place of the next one, whatever lies beside the keys.
    assert replace_due(notes[1:], now=begun + 22 * DAY) == []
    assert replace_due(notes, now=begun + 22 * DAY) == [f"announced {next(iter(months))}"]


def test_the_task_replaces_both_keys_while_rounds_are_dealt_without_a_pause(
    root: RootMachine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A week for a log key and a minute for a record key are a second here. What is on its way is waited for.
    for use in ("rounds", "log"):
        monkeypatch.setitem(replace_key.OVERLAP, use, timedelta(seconds=1))
    revocations = found_house(root, days=5)
    first, trust = keys.public_keys(), keys.trust_document()
    player = world.seat_player(now=now())
    successors, notes = {use: drawn(use) for use in ("rounds", "log")}, list[Path]()
    for use, key in successors.items():
        notes += [revocations[use], *root.notes(use, key, begins=now() - timedelta(minutes=1), days=35)]
    # The process that has the schedule holds no log key, and announces and revokes the log's by notes alone.
    distribute(tmp_path / "apart")
    batch = tmp_path / "apart" / KeyHolder.BATCH.value
    assert not list(batch.glob("log*.key"))
    for note in notes:
        shutil.copy(note, batch)

    app.loader.import_default_modules()
    task = app.tasks[app.conf.beat_schedule["replace-keys"]["task"]]
    taken, dealt = list[str](), 0
    until = time.monotonic() + 90
    while len(taken) < 2 * len(successors):
        assert time.monotonic() < until, taken
        clock.forget()
        play(player)
        dealt += 1
        call_command("sequencer", "--once")
        with serving_as_batch(batch):
            taken += task.apply().get()

    assert sorted(taken) == sorted(
        [f"announced {key}" for key in successors.values()] + [f"revoked {first[use]}" for use in successors]
    )
    assert dealt > len(taken)
    clock.forget()
    play(player)
    assert vkey(signing_keys.signer("rounds")) == successors["rounds"]
    call_command("sequencer", "--once")
    assert lines(published()) == 1
    assert keys.trust_document() == trust
    export_log(tmp_path / "export")
    assert code(audited_folder(tmp_path / "export")) == "OK"
