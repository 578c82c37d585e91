"""Log key and record key are replaced while play goes on, and every auditor follows; an older key that goes on does not."""

from __future__ import annotations

import base64
import io
import json
import shutil
import threading
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.db import connection, transaction

from approvals.operations.announce import announce_authorised_policy
from audit import clock, keys, signing_keys
from audit.core.key_notes import KeyNoteRefused
from audit.core.note import sign_note, text_of, vkey
from audit.key_custody import distribute
from audit.key_uses import KeyHolder
from audit.management.commands import sequencer
from audit.operations.export import export_log
from audit.operations.publish import Publication
from audit.operations.replace_due import replace_due
from audit.operations.replace_key import (
    DRAINED_AFTER,
    KeyNotReplaced,
    announce_successor,
    destroy_revoked,
    draw_successor,
    retire_older,
    revoke_retired,
)
from audit.operations.save_event import NewEvent, save_event
from audit.operations.write_system_record import lock_system_chain
from audit.published_folder import PublishedFolder
from audit.queries.log import frontier, newest_checkpoint
from audit.queries.records import system_entries_of_type
from audit.queries.witnesses import publishable_checkpoint
from audit.signing_keys import KeyMissing, KeyReplaced
from audit.witnessing import Witnessing
from kernel.instants import from_epoch_ms
from reddog_platform.key_diagnostics import warrants
from staff.core.roles import Role
from tests import world
from tests.authenticator import enrol_member
from tests.journeys.running import until
from tests.operations.test_witnesses import Running
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from tests.world import SeatedPlayer

pytestmark = [pytest.mark.django_db(transaction=True)]

MINUTE = timedelta(minutes=1)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Have the keys in a folder of this test's own."""
    settings.REDDOG_KEYS_DIR = shutil.copytree(django_settings.REDDOG_KEYS_DIR, tmp_path / "keys")
    settings.REDDOG_LOG_DIR = str(tmp_path / "log")
    keys.forget()
    yield tmp_path / "keys"
    keys.forget()


class House:
    """A house that plays on, with a clock of its own."""

    def __init__(self, *, began: timedelta = timedelta()) -> None:
        self.now = datetime.now(UTC) - began
        world.open_house(now=self.now)
        self.player: SeatedPlayer = world.seat_player(now=self.now)
        self.play()

    def play(self) -> None:
        self.now += timedelta(seconds=1)
        # As if five seconds were over: what the log says of keys is read again.
        clock.forget()
        world.play_round(self.player, now=self.now)
        world.run_sequencer(now=self.now)

    def replace(self, use: str) -> str:
        name = draw_successor(use, now=self.now)
        assert draw_successor(use, now=self.now) == name, "the same one, until it is announced"
        announced = announce_successor(use, now=self.now)
        assert announced == keys.public_keys()[name]
        assert announce_successor(use, now=self.now) is None, "once"
        self.play()
        return name

    def revoke(self, use: str) -> None:
        self.now += MINUTE
        retire_older(use, reason="a test", at_once=True, now=self.now)
        self.play()
        self.now += DRAINED_AFTER
        world.run_sequencer(now=self.now)
        revoke_retired(use, now=self.now)
        self.play()

    def verdict(self, folder: Path) -> str:
        export_log(folder)
        return code(audited_folder(folder))


def lines(note: str | None) -> int:
    assert note is not None
    return note.count(f"— {django_settings.REDDOG_LOG_ORIGIN} ")


def test_play_goes_on_while_both_keys_are_replaced_and_the_first_trust_follows(tmp_path: Path) -> None:
    house = House()
    first = keys.trust_document()
    assert lines(newest_checkpoint()) == 1
    for use in ("rounds", "log"):
        house.replace(use)
    assert lines(newest_checkpoint()) == 2
    assert vkey(signing_keys.signer("rounds")) == keys.public_keys()["rounds-2"]
    assert house.verdict(tmp_path / "both") == "OK"

    for use in ("rounds", "log"):
        house.revoke(use)
    assert lines(newest_checkpoint()) == 1
    assert destroy_revoked("log") == ["log"]
    keys.forget()
    house.play()
    assert keys.trust_document() == first
    assert house.verdict(tmp_path / "after") == "OK"
    # And once more: the third of its use, on the day of the second.
    assert house.replace("rounds") == "rounds-3"
    assert house.verdict(tmp_path / "again") == "OK"


def test_a_destruction_that_is_killed_is_gone_on_with_and_leaves_no_copy_in_the_folder(folder: Path) -> None:
    house = House()
    house.replace("rounds")
    house.revoke("rounds")
    # As a draw leaves it that is killed between its two names for the file.
    (folder / "drawn.new").hardlink_to(folder / "rounds.key")
    with pytest.MonkeyPatch.context() as killed:
        killed.setattr(keys, "list_made", _killed)
        with pytest.raises(KeyboardInterrupt):
            destroy_revoked("rounds")
    assert "rounds" in keys.made()
    assert not list(folder.glob("*.new"))

    assert destroy_revoked("rounds") == ["rounds"]
    assert destroy_revoked("rounds") == []
    said = io.StringIO()
    call_command("make_keys", stdout=said)
    assert said.getvalue() == "All keys are there.\n"


def _killed(*_: object) -> None:
    raise KeyboardInterrupt


def test_a_key_is_not_revoked_before_its_successor_holds_and_all_that_it_signed_is_in_the_log() -> None:
    house = House()
    with pytest.raises(KeyNotReplaced, match="No successor"):
        retire_older("rounds", reason="", now=house.now)
    draw_successor("rounds", now=house.now)
    announce_successor("rounds", now=house.now)
    with pytest.raises(KeyNotReplaced, match="No published checkpoint"):
        retire_older("rounds", reason="", now=house.now + MINUTE)
    house.play()
    with pytest.raises(KeyNotReplaced, match="are left"):
        retire_older("rounds", reason="", now=house.now)
    house.replace("log")
    with pytest.raises(KeyNotReplaced, match="are left"):
        retire_older("log", reason="", now=house.now + timedelta(days=6))
    with pytest.raises(KeyNotReplaced, match="No key was retired"):
        revoke_retired("rounds", now=house.now + 2 * MINUTE)
    house.now += MINUTE
    retire_older("rounds", reason="", now=house.now)
    with pytest.raises(KeyNotReplaced, match="on their way"):
        revoke_retired("rounds", now=house.now + timedelta(seconds=5))
    world.play_round(house.player, now=house.now + timedelta(seconds=1))
    with pytest.raises(KeyNotReplaced, match="on their way"):
        revoke_retired("rounds", now=house.now + DRAINED_AFTER)


def test_a_process_without_the_successors_file_signs_on_until_the_older_key_retires(folder: Path) -> None:
    house = House()
    house.replace("rounds")
    (folder / "rounds-2.key").rename(folder / "elsewhere")
    keys.forget()
    assert vkey(signing_keys.signer("rounds", anew=True)) == keys.public_keys()["rounds"]
    house.play()
    house.now += MINUTE
    retire_older("rounds", reason="", now=house.now)
    with pytest.raises(KeyReplaced):
        signing_keys.signer("rounds", anew=True)
    (folder / "elsewhere").rename(folder / "rounds-2.key")
    house.play()


def test_the_sequencer_signs_nothing_without_a_key_that_the_log_announces(folder: Path) -> None:
    house = House()
    draw_successor("log", now=house.now)
    (folder / "log-2.key").rename(folder / "elsewhere")
    announce_successor("log", now=house.now)
    before = newest_checkpoint()
    with pytest.raises(KeyMissing):
        house.play()
    assert newest_checkpoint() == before
    (folder / "elsewhere").rename(folder / "log-2.key")
    house.play()
    assert lines(newest_checkpoint()) == 2


def note_something(house: House) -> None:
    """Have an event that is due to be listed at once, and signed by the log key."""
    at = datetime.now(UTC) - timedelta(seconds=5)
    save_event(NewEvent(kind="player-noted", actor="operator:eve", reason="", subject=house.player.chain), now=at)


def turn(folder: Path) -> None:
    sequencer._turn(Publication(PublishedFolder(folder)), Witnessing(), once=False)


def somebody_waits_for_a_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT EXISTS (SELECT FROM pg_locks WHERE NOT granted AND locktype = 'advisory')")
        return bool(cursor.fetchone()[0])


def test_a_sequencer_whose_key_retires_before_the_successor_came_waits_for_it_and_goes_on(
    folder: Path, tmp_path: Path
) -> None:
    house = House(began=3 * MINUTE)
    house.replace("log")
    house.now += MINUTE
    retire_older("log", reason="a test", at_once=True, now=house.now)
    (folder / "log-2.key").rename(folder / "elsewhere")
    keys.forget()
    note_something(house)
    world.play_round(house.player, now=datetime.now(UTC))
    size = frontier().size

    for _ in range(2):
        turn(tmp_path / "log")
    assert frontier().size == size, "before what is due is listed, nothing gets its place"
    with pytest.raises(KeyReplaced):
        sequencer._turn(Publication(PublishedFolder(tmp_path / "log")), Witnessing(), once=True)

    (folder / "elsewhere").rename(folder / "log-2.key")
    turn(tmp_path / "log")
    assert frontier().size > size
    assert house.verdict(tmp_path / "export") == "OK"


def test_a_sequencer_that_waits_while_a_successor_is_announced_signs_by_it(tmp_path: Path) -> None:
    house = House(began=MINUTE)
    draw_successor("log", now=house.now)
    # It has chosen its key, and has an event to list.
    assert vkey(signing_keys.signer("log", anew=True)) == keys.public_keys()["log"]
    note_something(house)

    def take_a_turn() -> None:
        try:
            turn(tmp_path / "log")
        finally:
            connection.close()

    waiting = threading.Thread(target=take_a_turn)
    with transaction.atomic():
        lock_system_chain()
        waiting.start()
        until(somebody_waits_for_a_lock)
        announce_successor("log", now=house.now)
    waiting.join()

    *_, line = system_entries_of_type("events")[-1].split()
    key_id = base64.b64decode(line)[:4].hex()
    assert key_id == keys.public_keys()["log-2"].split("+", 2)[1]
    assert house.verdict(tmp_path / "export") == "OK"


def test_each_process_gets_the_successors_of_its_keys(tmp_path: Path) -> None:
    house = House()
    for use in ("log", "rounds"):
        draw_successor(use, now=house.now)
    given = distribute(tmp_path / "apart")
    assert given[KeyHolder.SEQUENCER] == ["log", "log-2"]
    assert {"rounds", "rounds-2"} <= set(given[KeyHolder.WEB])


def test_only_the_root_announces(folder: Path) -> None:
    house = House()
    draw_successor("log", now=house.now)
    (folder / "root.key").unlink()
    keys.forget()
    with pytest.raises(CommandError, match=r"root\.key"):
        call_command("replace_key", "log", "--announce")


def test_a_witness_is_told_the_roots_word_and_signs_on_under_the_successor(tmp_path: Path) -> None:
    house = House()
    witness = Running(tmp_path / "w1", "witness.example/w1")
    try:
        public = keys.public_keys()
        announce_authorised_policy(f"log {public['log']}\n{witness.line}quorum w1\n", now=house.now)
        house.play()
        house.replace("log")
        assert Witnessing().turn()
        world.run_sequencer(now=house.now)
        house.revoke("log")
        # Only the successor signs now, of which the witness has not heard.
        assert lines(newest_checkpoint()) == 1
        witnessing = Witnessing()
        assert witnessing.turn() or witnessing.turn()
        assert publishable_checkpoint() is not None
        assert (tmp_path / "w1/log-keys.json").exists()
    finally:
        witness.end()


class TestRootElsewhere:
    """The root is on a machine without a database; two notes of its own are carried to the house."""

    @pytest.fixture
    def house(self, folder: Path, tmp_path: Path) -> House:
        house = House()
        shutil.copytree(folder, tmp_path / "root")
        (folder / "root.key").unlink()
        keys.forget()
        return house

    def notes(self, name: str, root: Path, settings: Settings, *, days: int = 35) -> tuple[str, str]:
        """Sign where the root is, and come back with the warrant and the revocation."""
        here, vkey = settings.REDDOG_KEYS_DIR, keys.public_keys()[name]
        settings.REDDOG_KEYS_DIR = root
        keys.forget()
        call_command("sign_key_notes", name.partition("-")[0], vkey, days=days, out=root, stdout=io.StringIO())
        settings.REDDOG_KEYS_DIR = here
        keys.forget()
        warrant, revocation = (root / f"{vkey.split('+', 2)[1]}-{kind}.note" for kind in ("warrant", "revocation"))
        return warrant.read_text(), revocation.read_text()

    def test_keys_are_replaced_by_its_notes(self, house: House, tmp_path: Path, settings: Settings) -> None:
        root, revocations = tmp_path / "root", []
        for use in ("rounds", "log"):
            revocations.append(self.notes(use, root, settings)[1])
            warrant, _ = self.notes(draw_successor(use, now=house.now), root, settings)
            house.now = datetime.now(UTC) + timedelta(seconds=1)
            assert announce_successor(use, warrant=warrant, now=house.now) is not None
            house.play()
        for use in ("rounds", "log"):
            house.now += MINUTE
            retire_older(use, reason="a month is over", at_once=True, now=house.now)
            house.play()
            house.now += DRAINED_AFTER
            world.run_sequencer(now=house.now)
            revoke_retired(use, revocations=revocations, now=house.now)
            house.play()
        assert lines(newest_checkpoint()) == 1
        assert house.verdict(tmp_path / "log") == "OK"
        assert warrants(house.now).healthy
        assert not warrants(house.now + timedelta(days=30)).healthy

    def test_no_other_note_will_do(self, house: House, tmp_path: Path, settings: Settings) -> None:
        root = tmp_path / "root"
        drawn, other = draw_successor("rounds", now=house.now), draw_successor("log", now=house.now)
        warrant, revocation = self.notes(drawn, root, settings)
        house.now = datetime.now(UTC) + timedelta(seconds=1)
        for wrong in (
            self.notes(other, root, settings)[0],
            revocation,
            warrant.replace('"use":"records"', '"use":"checkpoints"'),
            sign_note(warrant.partition("\n")[0] + "\n", keys.signer("rounds")),
        ):
            with pytest.raises(KeyNoteRefused):
                announce_successor("rounds", warrant=wrong, now=house.now)
        with pytest.raises(KeyNotReplaced, match="is over"):
            announce_successor("rounds", warrant=warrant, now=house.now + timedelta(days=36))

    def test_a_key_signs_nothing_once_its_warrant_is_over(
        self, house: House, tmp_path: Path, settings: Settings
    ) -> None:
        warrant, _ = self.notes(draw_successor("rounds", now=house.now), tmp_path / "root", settings, days=0)
        announce_successor("rounds", warrant=warrant, now=from_epoch_ms(json.loads(text_of(warrant))["from"]))
        assert vkey(signing_keys.signer("rounds", anew=True)) == keys.public_keys()["rounds"]

    def test_keys_are_replaced_by_schedule(self, house: House, tmp_path: Path, settings: Settings) -> None:
        # The root signed its notes beforehand: the administrators, who would have to be asked by hand, are not.
        for username in ("ann", "ben"):
            world.create_staff(username, Role.ADMINISTRATORS, now=house.now)
            enrol_member(username, now=house.now)
        root = tmp_path / "root"
        first = self.notes(draw_successor("rounds", now=house.now), root, settings, days=9)
        notes = [self.notes("rounds", root, settings)[1], *first]
        house.now = datetime.now(UTC) + timedelta(seconds=1)
        assert replace_due(notes, now=house.now) == [], "the root has not bounded the first key"
        announce_successor("rounds", warrant=first[0], now=house.now)
        house.play()
        house.now += MINUTE
        assert replace_due(notes[1:], now=house.now) == [], "no note revokes the first key"
        assert replace_due(notes, now=house.now) == [], "it retires first"
        house.play()
        house.now += DRAINED_AFTER
        world.run_sequencer(now=house.now)
        assert len(replace_due(notes, now=house.now)) == 1
        house.play()
        # The warrant of the second one ends within ten days: a third takes its place, if it has one.
        third = draw_successor("rounds", now=house.now)
        assert replace_due(notes, now=house.now) == []
        notes += self.notes(third, root, settings, days=30)
        assert replace_due(notes, now=house.now) == [f"announced {keys.public_keys()[third]}"]
        house.play()
        assert house.verdict(tmp_path / "log") == "OK"
