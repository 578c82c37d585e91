"""A thief has the keys for later months as well, which wait beside the one in force with their warrants, and gains nothing by them."""

from __future__ import annotations

import io
import shutil
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.conf import settings as django_settings
from django.core.management import CommandError, call_command
from django.test import override_settings

from approvals.operations.announce import announce_authorised_policy
from audit import clock, keys, signing_keys
from audit.core.note import sign_note
from audit.core.records import SALT_BYTES, build_record, new_chain
from audit.operations import replace_key
from audit.operations.export import export_log
from audit.operations.replace_due import replace_due
from audit.operations.replace_key import KeyNotReplaced, announce_successor, draw_successor, retire_older, waiting_keys
from audit.operations.stolen_waiting import end_stolen_waiting, tell_theft
from audit.operations.write_system_record import write_system_record
from audit.queries.announced_keys import USES, key_records, live_keys
from audit.queries.log import frontier
from audit.witness_client import tell_keys
from kernel.ids import SYSTEM_CHAIN
from kernel.instants import to_epoch_ms
from reddog_platform.key_diagnostics import stolen_keys
from tests import world
from tests.operations.test_key_rotation import lines
from tests.operations.test_witnesses import Running
from tests.verifier.auditor import audited_folder, code

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow(seconds=40)]

DAY = timedelta(days=1)
BOTH = ("rounds", "log")


def now() -> datetime:
    return datetime.now(UTC)


def console(*words: str) -> str:
    said = io.StringIO()
    call_command(*words, stdout=said, stderr=said)
    return said.getvalue()


def newest(use: str) -> str:
    """Return the vkey of the key of a use that was drawn last."""
    return keys.public_keys()[signing_keys.names_of(use)[-1]]


def _begin_anew() -> None:
    keys.forget()
    signing_keys.forget()
    clock.forget()


class House:
    """A house under warrants of five days, whose keys for the months to come wait with theirs; its root is elsewhere."""

    def __init__(self, away: Path) -> None:
        self.away = away
        self.warrants: dict[str, Path] = {}
        self.revocations: dict[str, Path] = {}
        console("make_keys")
        shutil.copytree(keys.folder(), away)
        keys.path_of("root").unlink()
        for use in BOTH:
            self.sign(use, keys.public_keys()[use], begins=now() - DAY, days=6)
        self.bring()
        world.open_house(now=now())
        self.waiting: dict[str, list[str]] = {use: [] for use in BOTH}
        for use in BOTH:
            for month in range(2):
                console("replace_key", use, "--draw", *(["--another"] if month else []))
                self.waiting[use].append(newest(use))
                self.sign(use, newest(use), begins=now() + month * 30 * DAY - timedelta(minutes=1), days=40)
        self.bring()

    def sign(self, use: str, vkey: str, *, begins: datetime, days: int) -> None:
        """Have the root sign a warrant and a revocation of a key."""
        when = ("--from", begins.isoformat(), "--days", str(days), "--out", str(self.away))
        with override_settings(REDDOG_KEYS_DIR=self.away):
            keys.forget()
            warrant, revocation = console("sign_key_notes", use, vkey, *when).split()
        keys.forget()
        self.warrants[vkey], self.revocations[vkey] = self.away / warrant, self.away / revocation

    def bring(self) -> None:
        """Lay the warrants beside the keys. The revocations are kept elsewhere."""
        for path in self.warrants.values():
            shutil.copy(path, keys.folder())

    def root_signed(self, text: str) -> str:
        with override_settings(REDDOG_KEYS_DIR=self.away):
            keys.forget()
            note = sign_note(text, keys.signer("root"))
        keys.forget()
        return note

    def replace_stolen(self, use: str, since: Sequence[str]) -> str:
        """Take the runbook's steps up to the announcement with one key, and return the successor."""
        said = console("replace_key", use, "--draw", *since)
        assert all(vkey in said for vkey in self.waiting[use])
        successor = newest(use)
        console("replace_key", use, "--draw", *since)
        assert newest(use) == successor, "it may be repeated"
        self.sign(use, successor, begins=now() - timedelta(minutes=1), days=40)
        for vkey in self.waiting[use]:
            with pytest.raises(CommandError, match="for another key"):
                console("replace_key", use, "--announce", *since, "--warrant", str(self.warrants[vkey]))
        assert successor in console(
            "replace_key", use, "--announce", *since, "--warrant", str(self.warrants[successor])
        )
        return successor

    def end_waiting(self, use: str) -> str:
        """End the keys that waited by the notes that the root signs now: those for later months do not begin yet."""
        notes = []
        for vkey in self.waiting[use]:
            self.sign(use, vkey, begins=now() - timedelta(minutes=1), days=1)
            notes += ["--warrant", str(self.warrants[vkey]), "--revocation", str(self.revocations[vkey])]
        return console("replace_key", use, "--end-waiting", *notes)


def publish() -> str:
    clock.forget()
    console("sequencer", "--once")
    return (Path(django_settings.REDDOG_LOG_DIR) / "checkpoint").read_text()


@pytest.fixture
def house(tmp_path: Path, settings: Settings) -> Iterator[House]:
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    settings.REDDOG_LOG_DIR = tmp_path / "published"
    (tmp_path / "published").mkdir()
    _begin_anew()
    yield House(tmp_path / "away")
    _begin_anew()


class Thief:
    """Somebody who has copied the folder of keys, with the warrants that lie in it."""

    def __init__(self, house: House) -> None:
        names = {vkey: name for name, vkey in keys.public_keys().items()}
        self.signers = {vkey: keys.signer(names[vkey]) for use in BOTH for vkey in house.waiting[use]}
        self.warrants = {vkey: house.warrants[vkey].read_text() for vkey in self.signers}
        self.rounds = keys.signer("rounds")

    def announcement(self, vkey: str, use: str) -> dict[str, str]:
        fields = {"name": vkey.partition("+")[0], "vkey": vkey, "use": USES[use], "ev": "0" * 64}
        return {**fields, "warrant": self.warrants[vkey]}

    def tells(self, witness: Running, vkey: str) -> None:
        """Tell a witness of a log key, in a record that stands in no log."""
        fields = self.announcement(vkey, "log")
        tip, at = new_chain(SYSTEM_CHAIN), to_epoch_ms(now())
        record = build_record(tip, "key", fields, now_ms=at, salt=bytes(SALT_BYTES), signer=self.rounds)
        address = witness.server.server_address
        tell_keys(f"http://127.0.0.1:{address[1]}", [record.entry], seconds=5)


def known_to(witness: Running) -> list[str]:
    """Return the ids of the log keys of which a witness signs checkpoints."""
    return [key.key_id.hex() for key in witness.witness().keys.of(django_settings.REDDOG_LOG_ORIGIN)]


def key_id(vkey: str) -> str:
    return vkey.split("+", 2)[1]


def test_keys_that_waited_beside_the_stolen_one_are_ended_and_their_warrants_help_nobody(
    house: House, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nobody waits here for the minute in which both keys hold.
    monkeypatch.setattr(replace_key, "LEAST_OVERLAP", timedelta(seconds=1))
    witness = Running(tmp_path / "w1", "witness.example/w1")
    try:
        policy = f"log {keys.public_keys()['log']}\n{witness.line}quorum w1\n"
        announce_authorised_policy(policy, note=house.root_signed(policy), now=now())
        player = world.seat_player(now=now())
        clock.forget()
        world.play_round(player, now=now())
        publish()
        thief, first = Thief(house), keys.public_keys()
        since = ("--stolen-since", now().isoformat(), "--reason", "a copy of the folder")

        successors = {use: house.replace_stolen(use, since) for use in BOTH}
        assert lines(publish()) == 2
        assert not stolen_keys().healthy
        time.sleep(replace_key.LEAST_OVERLAP.total_seconds())
        for use in BOTH:
            ending = ("--revocation", str(house.revocations[first[use]]))
            assert "Revoked" in console("replace_key", use, "--revoke-old", *since, *ending)
            publish()
            # Warrants lie there, revocations do not.
            with pytest.raises(CommandError, match="Not ended"):
                console("replace_key", use, "--end-waiting")
            assert live_keys(USES[use], key_records()) == [successors[use]]
            assert house.end_waiting(use).count("is announced and revoked") == len(house.waiting[use])
            assert "No stolen key waits" in console("replace_key", use, "--end-waiting")
            gone = console("replace_key", use, "--destroy-old")
            assert all(f"{name}.key" in gone for name in (use, f"{use}-2", f"{use}-3"))
            publish()
        assert stolen_keys().healthy
        assert lines(publish()) == 1
        clock.forget()
        world.play_round(player, now=now())
        publish()
        export_log(tmp_path / "export")
        assert code(audited_folder(tmp_path / "export")) == "W_SUSPECT"

        # A witness goes by the root's word wherever it stands, and was told of each ending.
        for vkey in house.waiting["log"]:
            thief.tells(witness, vkey)
        assert known_to(witness) == [key_id(successors["log"])]
        # The schedule has all warrants, and the time of each comes.
        notes = [path.read_text() for path in house.away.glob("*warrant*")]
        for day in (31, 35, 39):
            assert replace_due(notes, now=now() + day * DAY) == []

        # Inside the house: a key announces itself by its warrant, and every auditor refuses it.
        place, (vkey, _) = frontier().size, house.waiting["rounds"]
        fields = thief.announcement(vkey, "rounds")
        write_system_record("key", fields, signed_by=thief.signers[vkey], now=now())
        publish()
        export_log(tmp_path / "after")
        result = audited_folder(tmp_path / "after")
        assert code(result) == "E_KEY"
        assert result.tally.tampering is not None
        assert result.tally.tampering.place.index == place
    finally:
        witness.end()


def test_by_schedule_no_key_is_announced_that_waited_when_a_theft_was_told_of(house: House) -> None:
    notes = [path.read_text() for path in house.warrants.values()]
    tell_theft("rounds", stolen_since=now(), actor="console:op", reason="a copy", now=now())

    # The first warrants end within ten days, and a key of each use waits whose warrant holds.
    assert replace_due(notes, now=now()) == [f"announced {house.waiting['log'][0]}"]
    assert waiting_keys("rounds") == []
    console("replace_key", "rounds", "--draw")
    house.sign("rounds", newest("rounds"), begins=now() - timedelta(minutes=1), days=40)
    notes.append(house.warrants[newest("rounds")].read_text())
    assert replace_due(notes, now=now()) == [f"announced {newest('rounds')}"]


def test_only_a_key_that_was_drawn_since_the_theft_was_told_of_takes_the_place_of_a_stolen_one(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replace_key, "LEAST_OVERLAP", timedelta())
    since, waited = now(), house.waiting["rounds"][0]
    theft = ("--stolen-since", since.isoformat())
    warrant = ("--warrant", str(house.warrants[waited]))
    with pytest.raises(CommandError, match="may have been drawn before the theft"):
        console("replace_key", "rounds", "--announce", *theft, *warrant)
    # It was announced in the ordinary course, before anybody knew.
    console("replace_key", "rounds", "--announce", *warrant)
    publish()
    with pytest.raises(KeyNotReplaced, match="may be stolen as well"):
        retire_older("rounds", reason="a copy", stolen_since=since, now=now())

    console("replace_key", "rounds", "--draw", *theft)
    successor = newest("rounds")
    house.sign("rounds", successor, begins=now() - timedelta(minutes=1), days=40)
    console("replace_key", "rounds", "--announce", *theft, "--warrant", str(house.warrants[successor]))
    publish()
    older = retire_older("rounds", reason="a copy", stolen_since=since, now=now())
    assert older == [keys.public_keys()["rounds"], waited]


@pytest.mark.usefixtures("house")
def test_what_a_killed_draw_left_before_the_theft_is_not_taken_up() -> None:
    """Its file is not listed yet, and lies beside the others."""
    keys.draw("rounds-4")
    left = keys.path_of("rounds-4").read_bytes()

    console("replace_key", "rounds", "--draw", "--stolen-since", now().isoformat())

    assert keys.path_of("rounds-4").read_bytes() != left
    assert (keys.folder() / "rounds-4.unlisted").read_bytes() == left
    assert waiting_keys("rounds") == [keys.public_keys()["rounds-4"]]


def test_the_successor_may_be_announced_after_what_waited_was_ended(house: House) -> None:
    """`doctor` asks for the ending from the draw on, and a thief may announce a waiting key meanwhile."""
    theft = ("--stolen-since", now().isoformat())
    console("replace_key", "rounds", "--draw", *theft)
    successor = newest("rounds")
    house.sign("rounds", successor, begins=now() - timedelta(minutes=1), days=40)
    shutil.copy(house.away / "root.key", keys.folder())
    keys.forget()
    assert "is announced and revoked" in console("replace_key", "rounds", "--end-waiting")

    assert "may have" not in console("replace_key", "rounds", "--draw", *theft)
    assert newest("rounds") == successor, "telling again draws and condemns nothing"
    assert successor in console(
        "replace_key", "rounds", "--announce", *theft, "--warrant", str(house.warrants[successor])
    )


def test_a_later_theft_is_told_of_anew_and_then_the_keys_drawn_since_the_first_are_stolen_too(house: House) -> None:
    """The successor of the first theft waits; a key that waits when the next is told of is as old as that."""
    told = {"actor": "console:op", "reason": "a copy"}
    assert tell_theft("log", stolen_since=now(), now=now(), **told) == house.waiting["log"]
    draw_successor("log", now=now())
    assert tell_theft("log", stolen_since=now(), now=now(), **told) == [newest("log")]
    assert waiting_keys("log") == []
    with pytest.raises(KeyNotReplaced, match="a day before"):
        tell_theft("log", stolen_since=now() - DAY, now=now(), **told)
    assert waiting_keys("rounds") == house.waiting["rounds"], "of the other use nobody said so"


def test_where_the_root_is_it_ends_what_waited_without_notes(house: House) -> None:
    tell_theft("rounds", stolen_since=now(), actor="console:op", reason="a copy", now=now())
    assert end_stolen_waiting("rounds", notes=(), actor="console:op", now=now()) == ([], house.waiting["rounds"])
    shutil.copy(house.away / "root.key", keys.folder())
    keys.forget()

    # A day later, too: a verifier takes no earlier instant of a theft than a day before.
    later = now() + 2 * DAY
    assert end_stolen_waiting("rounds", notes=(), actor="console:op", now=later) == (house.waiting["rounds"], [])

    assert [record.revokes for record in key_records()[2:]] == [False, True, False, True]
    assert announce_successor("rounds", now=later) is None
