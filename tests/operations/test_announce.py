"""Witnesses and keys: once two administrators have enrolled, they authorise what one person announces; a theft waits for nobody."""

from __future__ import annotations

import hashlib
import io
import shutil
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.conf import settings as django_settings
from django.core.management import call_command
from django.core.management.base import CommandError

from approvals.core.release import AUTHORISED_FOR
from approvals.operations.announce import (
    AnnouncementNotAuthorised,
    announce_authorised_key,
    announce_authorised_policy,
    announce_first_keys,
    announce_key_for_stolen,
)
from approvals.queries import announcements
from approvals.queries.announcements import KEY_ACT, POLICY_ACT
from audit import keys
from audit.console_user import console_actor
from audit.core.cosignature import NoPolicy
from audit.core.note import sign_note
from audit.event_catalogue import severity_of
from audit.event_catalogue.kind import Severity
from audit.operations.replace_key import KeyNotReplaced, draw_successor, retire_older
from audit.operations.stolen_waiting import tell_theft
from audit.queries.events import events
from audit.queries.witnesses import announced_policy_notes
from reddog_platform import key_diagnostics
from reddog_platform.demo.furnish import mark_database
from staff.core.roles import Role
from tests import world
from tests.api.caller import now as present
from tests.authenticator import enrol_member
from tests.two_people import approved_by, proposed_by
from verifier.cosignature import vkey as witness_vkey

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime
    from pathlib import Path

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db]

NOW = world.NOW
LATER = NOW + timedelta(hours=1)
WITNESS = witness_vkey("witness.example/w1", bytes(range(32)))


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, settings: Settings) -> Iterator[Path]:
    """Have the keys in a folder of this test's own."""
    settings.REDDOG_KEYS_DIR = shutil.copytree(django_settings.REDDOG_KEYS_DIR, tmp_path / "keys")
    keys.forget()
    yield tmp_path / "keys"
    keys.forget()


@pytest.fixture
def house() -> None:
    """Have rules in force, and two administrators who have enrolled."""
    world.open_house(now=NOW)
    for username in ("ann", "ben"):
        world.create_staff(username, Role.ADMINISTRATORS)
        enrol_member(username)


def policy(*, quorum: str = "w1", comment: str = "") -> str:
    return f"{comment}log {keys.public_keys()['log']}\nwitness w1 {WITNESS} https://w1.example\nquorum {quorum}\n"


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def authorise(
    act: str, arguments: Mapping[str, Any], *, now: datetime = NOW, by: tuple[str, str] = ("vic", "wes")
) -> None:
    proposal = proposed_by(by[0], act, arguments, role=Role.ADMINISTRATORS, now=now)
    world.create_staff(by[1], Role.ADMINISTRATORS, now=now)
    approved_by(by[1], proposal, now=now)


def drawn(use: str = "rounds") -> dict[str, str]:
    name = draw_successor(use, now=NOW)
    return {"use": use, "vkey": keys.public_keys()[name]}


def drawn_since_a_theft(*, stolen_since: datetime) -> dict[str, str]:
    tell_theft("rounds", stolen_since=stolen_since, actor="console:op", reason="a copy", now=NOW)
    return drawn()


def newest() -> Any:
    return next(iter(events(subject=None, before=None, limit=1)))


@pytest.mark.usefixtures("house")
def test_a_policy_that_nobody_authorised_is_not_announced_and_the_refusal_says_what_to_propose(tmp_path: Path) -> None:
    text, before = policy(), world.everything_stored()
    (tmp_path / "policy").write_text(text)
    (tmp_path / "signed").write_text(sign_note(text, keys.signer("root")))

    with pytest.raises(AnnouncementNotAuthorised) as refused:
        announce_authorised_policy(text, now=LATER)
    for words in (["policy"], ["signed", "--signed"]):
        with pytest.raises(CommandError, match=f"Nothing was announced.* sha256 {digest(text)}"):
            call_command("announce_policy", tmp_path / words[0], *words[1:], stdout=io.StringIO())

    assert refused.value.members == {"act": POLICY_ACT, "sha256": digest(text)}
    assert world.everything_stored() == before


@pytest.mark.usefixtures("house")
def test_a_policy_that_two_administrators_authorised_is_announced_once_and_the_event_names_both() -> None:
    text = policy()
    authorise(POLICY_ACT, {"sha256": digest(text)})

    assert announce_authorised_policy(text, now=LATER)

    event = newest()
    assert (event.kind, event.actor, event.reason) == ("witnesses-announced", "staff:vic+wes", "a test")
    assert event.after == {"quorum": "w1", "witnesses": {"w1": WITNESS}}
    # It holds: nobody is asked, and nothing is written.
    assert not announce_authorised_policy(text, now=NOW + timedelta(days=30))
    assert len(announced_policy_notes()) == 1
    world.assert_world_sound()


@pytest.mark.usefixtures("house")
def test_an_authorisation_is_of_one_policy_for_seven_days_in_the_place_of_the_one_that_was_seen() -> None:
    first, none = policy(), policy(quorum="none")
    authorise(POLICY_ACT, {"sha256": digest(first)})
    authorise(POLICY_ACT, {"sha256": digest(none)}, by=("xia", "yul"))
    for other in (policy(comment="# another\n"), policy(comment="# ")):
        with pytest.raises((AnnouncementNotAuthorised, NoPolicy)):
            announce_authorised_policy(other, now=LATER)
    with pytest.raises(AnnouncementNotAuthorised):
        announce_authorised_policy(first, now=NOW + AUTHORISED_FOR)
    assert announce_authorised_policy(first, now=NOW + AUTHORISED_FOR - timedelta(milliseconds=1))

    # Both saw a log without witnesses, which needs no end.
    with pytest.raises(AnnouncementNotAuthorised):
        announce_authorised_policy(none, now=LATER)
    authorise(POLICY_ACT, {"sha256": digest(none)}, now=LATER, by=("zac", "zoe"))
    assert announce_authorised_policy(none, now=LATER)


@pytest.mark.usefixtures("house")
def test_a_dry_run_says_what_would_be_announced_and_by_whose_leave(tmp_path: Path) -> None:
    file = tmp_path / "policy"
    file.write_text(policy())
    before = world.everything_stored()

    def said() -> str:
        out = io.StringIO()
        call_command("announce_policy", file, "--dry-run", stdout=out)
        return out.getvalue()

    assert f"sha256   {digest(policy())}\nwitness  w1, {WITNESS}, https://w1.example\nquorum   w1\n" in said()
    assert f"two administrators authorise it first: {POLICY_ACT} with this sha256" in said()
    assert world.everything_stored() == before
    authorise(POLICY_ACT, {"sha256": digest(policy())}, now=present())
    assert "authorised by vic and wes" in said()
    call_command("announce_policy", file, stdout=io.StringIO())
    assert "it holds already" in said()


@pytest.mark.usefixtures("house")
def test_a_key_that_nobody_authorised_is_not_announced_with_the_root_here_or_elsewhere(tmp_path: Path) -> None:
    wanted = drawn()
    call_command("sign_key_notes", "rounds", wanted["vkey"], out=tmp_path, stdout=io.StringIO())
    (warrant,) = tmp_path.glob("*-warrant.note")
    before = world.everything_stored()

    with pytest.raises(AnnouncementNotAuthorised) as refused:
        announce_authorised_key("rounds", now=LATER)
    for more in ([], ["--warrant", str(warrant)]):
        with pytest.raises(CommandError, match=r"Nothing was announced.* authorise-key with use rounds"):
            call_command("replace_key", "rounds", "--announce", *more, stdout=io.StringIO())

    assert refused.value.members == {"act": KEY_ACT, **wanted}
    assert world.everything_stored() == before


@pytest.mark.usefixtures("house")
def test_a_key_that_two_administrators_authorised_is_announced_and_the_event_names_both() -> None:
    wanted = drawn()
    # Of another use it would let checkpoints be signed.
    authorise(KEY_ACT, {**wanted, "use": "log"}, by=("xia", "yul"))
    with pytest.raises(AnnouncementNotAuthorised):
        announce_authorised_key("rounds", now=LATER)
    authorise(KEY_ACT, wanted)

    with pytest.raises(AnnouncementNotAuthorised):
        announce_authorised_key("rounds", now=NOW + AUTHORISED_FOR)
    assert announce_authorised_key("rounds", now=LATER) == wanted["vkey"]

    event = newest()
    assert (event.kind, event.actor, event.reason) == ("keys-announced", "staff:vic+wes", "a test")
    assert announce_authorised_key("rounds", now=LATER) is None
    assert key_diagnostics.lone_keys().healthy


@pytest.mark.usefixtures("house")
def test_the_successor_of_a_stolen_key_waits_for_nobody_and_is_an_alarm_until_two_have_reviewed_it() -> None:
    stolen_since = LATER - timedelta(hours=2)
    wanted = drawn_since_a_theft(stolen_since=stolen_since)
    with pytest.raises(KeyNotReplaced, match="a day before"):
        announce_key_for_stolen("rounds", stolen_since=LATER - timedelta(days=1), reason="a copy", now=LATER)
    with pytest.raises(KeyNotReplaced, match="a day before"):
        announce_key_for_stolen("rounds", stolen_since=LATER + timedelta(seconds=1), reason="a copy", now=LATER)

    assert announce_key_for_stolen("rounds", stolen_since=stolen_since, reason="a copy", now=LATER) == wanted["vkey"]

    announced, alone = list(events(subject=None, before=None, limit=2))
    assert (announced.kind, alone.kind) == ("keys-announced", "key-announced-alone")
    assert (alone.actor, alone.reason) == (console_actor(), "a copy")
    assert severity_of("key-announced-alone") is Severity.ALARM
    # One person revokes the stolen one as well, without asking.
    world.run_sequencer(now=LATER)
    retire_older("rounds", reason="a copy", stolen_since=stolen_since, now=LATER + timedelta(minutes=1))
    found = key_diagnostics.lone_keys()
    assert not found.healthy
    assert wanted["vkey"] in found.state
    authorise(KEY_ACT, wanted, now=LATER)
    assert key_diagnostics.lone_keys().healthy


@pytest.mark.usefixtures("house")
def test_what_two_authorised_before_one_person_announced_it_or_for_another_use_is_no_review(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A day, within which a theft is said, is shorter than seven: here both let it go within half an hour.
    monkeypatch.setattr(announcements, "AUTHORISED_FOR", timedelta(minutes=30))
    wanted, late = drawn_since_a_theft(stolen_since=NOW), LATER
    authorise(KEY_ACT, wanted)
    assert announce_key_for_stolen("rounds", stolen_since=NOW, reason="a copy", now=late) == wanted["vkey"]

    assert not key_diagnostics.lone_keys().healthy
    authorise(KEY_ACT, {**wanted, "use": "log"}, now=late, by=("xia", "yul"))
    assert not key_diagnostics.lone_keys().healthy
    authorise(KEY_ACT, wanted, now=late, by=("zac", "zoe"))
    assert key_diagnostics.lone_keys().healthy


@pytest.mark.usefixtures("house")
def test_a_key_that_takes_the_place_of_the_authorised_one_while_it_is_announced_is_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wanted, honest = drawn(), keys.public_keys()
    asked: list[None] = []
    authorise(KEY_ACT, wanted)
    before = world.everything_stored()

    def exchanged_once_looked_at() -> dict[str, str]:
        asked.append(None)
        return honest if len(asked) == 1 else {**honest, "rounds-2": honest["log"].replace("log", "another", 1)}

    monkeypatch.setattr(keys, "public_keys", exchanged_once_looked_at)
    with pytest.raises(KeyNotReplaced, match="Nothing was announced"):
        announce_authorised_key("rounds", now=LATER)

    monkeypatch.undo()
    assert world.everything_stored() == before


@pytest.mark.usefixtures("house")
def test_the_first_keys_are_announced_once_and_never_anew_by_one_person(monkeypatch: pytest.MonkeyPatch) -> None:
    assert announce_first_keys(now=LATER) == 0
    another = drawn()["vkey"]
    other = {**keys.public_keys(), "rounds": another}
    monkeypatch.setattr(keys, "public_keys", lambda: other)
    before = world.everything_stored()

    with pytest.raises(AnnouncementNotAuthorised):
        announce_first_keys(now=LATER)
    with pytest.raises(CommandError, match="Nothing was announced"):
        call_command("publish_rules", stdout=io.StringIO())

    assert world.everything_stored() == before


def test_before_there_are_two_and_in_a_demonstration_nobody_is_asked() -> None:
    world.open_house(now=NOW)
    world.create_staff("ann", Role.ADMINISTRATORS)
    enrol_member("ann")
    world.create_staff("ben", Role.ADMINISTRATORS)
    assert announce_authorised_policy(policy(), now=LATER)
    assert newest().actor == console_actor()
    wanted = drawn_since_a_theft(stolen_since=NOW)
    assert announce_key_for_stolen("rounds", stolen_since=NOW, reason="a copy", now=LATER) == wanted["vkey"]
    assert key_diagnostics.lone_keys().healthy, "nobody could have authorised it"
    enrol_member("ben")
    drawn("log")
    with pytest.raises(AnnouncementNotAuthorised):
        announce_authorised_key("log", now=LATER)
    mark_database(now=NOW)
    assert announce_authorised_key("log", now=LATER) == keys.public_keys()["log-2"]
    assert announce_authorised_policy(policy(quorum="none"), now=LATER)
