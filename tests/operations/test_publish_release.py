"""A release's rules and profile: once two administrators have enrolled, they authorise its digest before it is published."""

from __future__ import annotations

import hashlib
import io
import json
import threading
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from approvals.core.release import AUTHORISED_FOR
from approvals.operations.publish_release import PublicationNotAuthorised, publish_release
from approvals.queries.release import ACT, release_of
from audit.queries.events import events
from games.core.variants import yablon
from games.laboratory.exact_math import figures_of
from games.operations import publish_rules as publishing
from games.queries.sheets import newest_document
from reddog_platform import setup_diagnostics
from reddog_platform.demo.furnish import mark_database
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.queries.profiles import announced_profiles
from staff.core.roles import Role
from tests import world
from tests.api.caller import now as present
from tests.authenticator import enrol_member
from tests.two_people import approved_by, proposed_by
from tests.world import NOW

if TYPE_CHECKING:
    from datetime import datetime

    from games.core.sheet import RuleSheet

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db]

SHEET = yablon.SHEET
NEXT = replace(SHEET, version=SHEET.version + 1, stake_max_minor=SHEET.stake_max_minor + 100)
LATER = NOW + timedelta(hours=1)
MALTA = replace(JURISDICTIONS["malta"], play_money=False)


@pytest.fixture
def house() -> None:
    """Have rules in force, and two administrators who have enrolled."""
    world.open_house(now=NOW)
    for username in ("ann", "ben"):
        world.create_staff(username, Role.ADMINISTRATORS)
        enrol_member(username)


def release(monkeypatch: pytest.MonkeyPatch, *sheets: RuleSheet) -> str:
    """Run another release, which offers these sheets, and return its digest."""
    monkeypatch.setattr(publishing, "OFFERED", sheets)
    return release_of(world.DEMO).sha256


def publish(*, now: datetime = LATER) -> list[str]:
    return publish_release(world.DEMO, clock=lambda: now).games


def authorise(sha256: str, *, now: datetime = NOW) -> None:
    proposal = proposed_by("vic", ACT, {"sha256": sha256}, role=Role.ADMINISTRATORS, now=now)
    world.create_staff("wes", Role.ADMINISTRATORS, now=now)
    approved_by("wes", proposal, now=now)


@pytest.mark.usefixtures("house")
def test_what_nobody_authorised_is_not_published_and_the_refusal_says_what_to_propose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sha256 = release(monkeypatch, NEXT)
    before = world.everything_stored()

    with pytest.raises(PublicationNotAuthorised) as refused:
        publish()
    for command in ("publish_rules", "adopt_jurisdiction"):
        with pytest.raises(CommandError, match=f"No profile and no rule sheet was published.* sha256 {sha256}"):
            call_command(command, stdout=io.StringIO())

    assert refused.value.members == {"act": ACT, "sha256": sha256}
    assert world.everything_stored() == before
    assert not setup_diagnostics.rules().healthy
    assert "publish_rules --dry-run" in setup_diagnostics.rules().repair


@pytest.mark.usefixtures("house")
def test_what_two_administrators_authorised_is_published_and_the_events_name_both(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    authorise(release(monkeypatch, NEXT))

    assert publish() == [SHEET.game]

    (event,) = [event for event in events(subject=None, before=None, limit=1) if event.kind == "rules-published"]
    assert (event.actor, event.reason) == ("staff:vic+wes", "a test")
    published = newest_document(SHEET.game)
    assert published is not None
    assert published["ver"] == NEXT.version
    # The log has all of it: nobody has to authorise nothing.
    assert publish(now=NOW + timedelta(days=30)) == []
    world.assert_world_sound()


@pytest.mark.usefixtures("house")
def test_the_clock_is_read_when_nothing_is_left_to_compute(monkeypatch: pytest.MonkeyPatch) -> None:
    authorise(release(monkeypatch, NEXT))
    figures_of.cache_clear()
    known: list[int] = []

    def clock() -> datetime:
        known.append(figures_of.cache_info().currsize)
        return LATER

    assert publish_release(world.DEMO, clock=clock).games == [SHEET.game]

    assert known == [1]
    assert figures_of.cache_info().currsize == 1


@pytest.mark.usefixtures("house")
def test_an_authorisation_is_of_one_digest_and_ends_after_seven_days(monkeypatch: pytest.MonkeyPatch) -> None:
    authorise(release(monkeypatch, NEXT))

    release(monkeypatch, replace(NEXT, stake_max_minor=NEXT.stake_max_minor + 1))
    with pytest.raises(PublicationNotAuthorised):
        publish()
    release(monkeypatch, NEXT)
    with pytest.raises(PublicationNotAuthorised):
        publish(now=NOW + AUTHORISED_FOR)
    assert publish(now=NOW + AUTHORISED_FOR - timedelta(milliseconds=1)) == [SHEET.game]


@pytest.mark.usefixtures("house")
def test_a_proposal_that_is_not_approved_authorises_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    proposed_by("vic", ACT, {"sha256": release(monkeypatch, NEXT)}, role=Role.ADMINISTRATORS)

    with pytest.raises(PublicationNotAuthorised):
        publish()


@pytest.mark.usefixtures("house")
def test_another_profile_is_authorised_with_the_sheets() -> None:
    before = announced_profiles()
    with pytest.raises(PublicationNotAuthorised):
        publish_release(MALTA, clock=lambda: LATER)
    assert announced_profiles() == before
    authorise(release_of(MALTA).sha256)

    published = publish_release(MALTA, clock=lambda: LATER)

    assert (published.profiles, published.games) == (len(announced_profiles()) - len(before), [])
    assert announced_profiles()[-1]["name"] == "malta"
    kinds = {event.kind: event.actor for event in events(subject=None, before=None, limit=1)}
    assert kinds == {"limits-profile-published": "staff:vic+wes"}


@pytest.mark.usefixtures("house")
def test_a_sheet_that_is_refused_leaves_the_profile_unpublished_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "OFFERED", (replace(SHEET, stake_max_minor=SHEET.stake_max_minor + 1),))
    authorise(release_of(MALTA).sha256)
    before = world.everything_stored()

    with pytest.raises(publishing.SheetChanged):
        publish_release(MALTA, clock=lambda: LATER)

    assert world.everything_stored() == before


def test_a_demonstration_and_a_house_with_one_administrator_need_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house(now=NOW)
    world.create_staff("ann", Role.ADMINISTRATORS)
    enrol_member("ann")
    # Invited, but not enrolled: she cannot approve anything yet.
    world.create_staff("ben", Role.ADMINISTRATORS)
    release(monkeypatch, NEXT)
    assert publish() == [SHEET.game]
    enrol_member("ben")
    release(monkeypatch, replace(NEXT, version=NEXT.version + 1))

    with pytest.raises(PublicationNotAuthorised):
        publish()
    # Not the mode of a command makes a demonstration, but the mark in the database.
    mark_database(now=NOW)
    assert publish() == [SHEET.game]


@pytest.mark.usefixtures("house")
def test_a_dry_run_says_what_would_be_logged_and_by_whose_leave_and_logs_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # The command reads the clock, so the present is when it is authorised.
    sha256 = release(monkeypatch, NEXT)
    before = world.everything_stored()

    said = _dry_run()

    assert world.everything_stored() == before
    assert f"sheet    {SHEET.game}, version {NEXT.version}, SHA-256 " in said
    assert "RTP first_bet " in said
    assert f"sha256   {sha256}\n" in said
    assert f"to log   {SHEET.game}\n" in said
    assert f"two administrators authorise it first: {ACT} with this sha256" in said
    authorise(sha256, now=present())
    assert "authorised by vic and wes" in _dry_run()
    call_command("publish_rules", stdout=io.StringIO())
    assert "to log   nothing: the log has all of it" in _dry_run()


@pytest.mark.usefixtures("house")
def test_the_digest_is_that_of_the_canonical_json_of_profile_and_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    sha256 = release(monkeypatch, SHEET)
    profile = {name: value for name, value in announced_profiles()[-1].items() if name != "from"}
    document = {"profile": profile, "sheets": [newest_document(SHEET.game)]}

    text = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert hashlib.sha256(text.encode()).hexdigest() == sha256


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("house")
def test_of_hosts_that_publish_at_once_one_publishes(monkeypatch: pytest.MonkeyPatch) -> None:
    authorise(release(monkeypatch, NEXT))
    found: list[list[str]] = []

    def host() -> None:
        found.append(publish())
        connection.close()

    hosts = [threading.Thread(target=host) for _ in range(3)]
    for thread in hosts:
        thread.start()
    for thread in hosts:
        thread.join()

    assert sorted(found) == [[], [], [SHEET.game]]


def _dry_run() -> str:
    said = io.StringIO()
    call_command("publish_rules", "--dry-run", stdout=said)
    return said.getvalue()
