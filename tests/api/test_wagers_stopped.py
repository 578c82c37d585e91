"""A difference of the software stops new wagers, and nothing else; the staff see it, and end the stop."""

from __future__ import annotations

import json
import resource
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.conf import settings as django_settings

from audit import clock, release, release_gate
from audit.core.release_manifest import write
from audit.queries.events import events
from audit.queries.release import newest_verification, stop_in_force
from audit.release_watch import ReleaseWatch
from audit.tasks import verify_release_task
from reddog_platform.release_diagnostics import release as release_diagnostic
from staff.operations.resume_wagers import resume_wagers
from tests import house_table, live_tables, world
from tests.api.caller import Auditor, Caller, Operator, Player, now, problem
from tests.approving import ANN_AND_BEN, approval
from tests.released import SHEET, Copy, ReleaseKey, copy_installation, run_from
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.http import HttpResponse
    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F41")]

KEY: Final = ReleaseKey()
REASON: Final = {"reason": "the disk was mended"}


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return copy_installation(tmp_path_factory.mktemp("installation"))


@pytest.fixture(autouse=True)
def _nothing_known(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Begin and end as a process that has just started."""
    monkeypatch.setattr(release_gate, "_differs_here", False)
    clock.forget()
    yield
    clock.forget()


@pytest.fixture(autouse=True)
def _approved(copy: Copy, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> Iterator[None]:
    """Let the copy be what this process was started from, with a manifest that approves it."""
    sheet = copy.project / SHEET
    content = sheet.read_bytes()
    run_from(copy, KEY, tmp_path / "release.manifest", settings, monkeypatch)
    yield
    sheet.write_bytes(content)


@pytest.fixture
def player() -> Player:
    world.open_house(now=now())
    found = Player()
    world.give_pin(found.seat.chain)
    return found


def edit_sheet(copy: Copy) -> None:
    sheet = copy.project / SHEET
    sheet.write_bytes(sheet.read_bytes() + b"\n# other stakes\n")


def watch() -> ReleaseWatch:
    return ReleaseWatch(release.this_installation(), process="web")


def find_elsewhere() -> None:
    """Let a process of another host find the difference: this one knows of it by the database alone."""
    watch().turn()
    release_gate._differs_here = False
    clock.forget()


def told(caller: Operator, path: str = "") -> Any:
    answer = caller.get(f"/ops/release{path}")
    assert answer.status_code == 200
    return json.loads(answer.content)


def propose(who: Caller) -> HttpResponse:
    return who.post("/ops/proposals", {"act": "resume-wagers", "arguments": {}, **REASON})


def proposed(who: Caller) -> dict[str, Any]:
    answer = propose(who)
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)  # type: ignore[no-any-return]  # JSON


def approve(who: Caller, proposal: dict[str, Any]) -> HttpResponse:
    return who.post(f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]})


def test_what_is_as_approved_takes_wagers(player: Player) -> None:
    found = watch()
    found.turn()

    assert stop_in_force() is None
    assert player.bet().status_code == 201
    assert release_diagnostic().healthy


def test_a_rule_edited_on_disk_stops_new_rounds_and_nothing_is_taken(player: Player, copy: Copy) -> None:
    before = balance(player.seat.chain)
    edit_sheet(copy)
    find_elsewhere()

    refused = problem(player.bet(), 503, "wagers-stopped")

    assert "Nothing was taken" in refused["detail"]
    assert refused["retry_after"] == 60
    assert balance(player.seat.chain) == before
    stop = told(Auditor("eye"))["stop"]
    assert stop["findings"] == [f"changed file {SHEET}"]
    state = release_diagnostic()
    assert not state.healthy
    assert SHEET in state.state


def test_an_open_round_is_finished_also_by_a_raise_and_money_is_withdrawn(player: Player, copy: Copy) -> None:
    dealt = player.open_round_of()
    edit_sheet(copy)
    find_elsewhere()

    acted = player.post(f"/rounds/{dealt['id']}/actions", {"action": "raise"})
    withdrawn = player.post(
        "/withdrawals", {"amount": {"amount": 500, "currency": "USD"}, "method": "card", "pin": world.PIN}
    )

    assert json.loads(acted.content)["status"] == "settled"
    assert withdrawn.status_code == 201, withdrawn.content
    problem(player.bet(), 503, "wagers-stopped")


def test_a_repeated_request_gets_its_answer_while_wagers_are_stopped(player: Player, copy: Copy) -> None:
    first = player.bet(key="the-same-request")
    edit_sheet(copy)
    find_elsewhere()

    again = player.bet(key="the-same-request")

    assert (again.status_code, json.loads(again.content)["id"]) == (201, json.loads(first.content)["id"])


def test_no_stake_is_taken_at_a_table_and_one_that_lies_there_can_be_taken_back(
    monkeypatch: pytest.MonkeyPatch, copy: Copy
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    table = house_table.announced_table()
    ada, bob = world.seat_player("ada"), world.seat_player("bob")
    live_tables.stake(ada, table, 0)
    edit_sheet(copy)
    find_elsewhere()

    with pytest.raises(release_gate.WagersStopped):
        live_tables.stake(bob, table, 1)

    live_tables.withdraw(ada, table)
    assert balance(ada.chain) == balance(bob.chain)


def test_a_process_that_found_it_itself_takes_no_wagers_even_if_nobody_else_knows(player: Player, copy: Copy) -> None:
    edit_sheet(copy)
    watch().look()

    assert stop_in_force() is None
    problem(player.bet(), 503, "wagers-stopped")


def test_what_is_repaired_on_disk_may_still_be_in_memory(player: Player, copy: Copy) -> None:
    found = watch()
    content = (copy.project / SHEET).read_bytes()
    edit_sheet(copy)
    found.turn()
    (copy.project / SHEET).write_bytes(content)
    found.turn()
    ann, ben = Operator("ann"), Operator("ben")

    refused = problem(approve(ben, proposed(ann)), 409, "release-differs")

    assert "restart-it" in refused["findings"][0]
    problem(player.bet(), 503, "wagers-stopped")


@pytest.mark.clause("F45")
def test_two_operators_end_the_stop_once_nothing_differs(player: Player, copy: Copy) -> None:
    ann, ben, content = Operator("ann"), Operator("ben"), (copy.project / SHEET).read_bytes()
    problem(propose(ann), 409, "wagers-not-stopped")
    edit_sheet(copy)
    find_elsewhere()
    proposal = proposed(ann)
    assert proposal["before"]["findings"] == [f"changed file {SHEET}"]

    before = world.everything_stored()
    refused = problem(approve(ben, proposal), 409, "release-differs")
    assert refused["findings"] == [f"changed file {SHEET}"]
    assert world.everything_stored() == before, "the proposal is open, and the stop in force"

    (copy.project / SHEET).write_bytes(content)
    answer = approve(ben, proposal)
    clock.forget()

    assert answer.status_code == 201, answer.content
    assert told(ann)["stop"] is None
    assert player.bet().status_code == 201
    (accepted,) = (one for one in events(subject=None, before=None, limit=50) if one.kind == "release-accepted")
    assert (accepted.actor, accepted.reason) == (ANN_AND_BEN, REASON["reason"])
    assert accepted.before["findings"] == [f"changed file {SHEET}"]


@pytest.mark.clause("F45")
def test_an_approval_ends_no_later_stop_than_the_one_that_was_shown(copy: Copy) -> None:
    world.open_house(now=now())
    ann, ben, content = Operator("ann"), Operator("ben"), (copy.project / SHEET).read_bytes()
    edit_sheet(copy)
    find_elsewhere()
    earlier = proposed(ann)
    (copy.project / SHEET).write_bytes(content)
    assert approve(ben, proposed(ann)).status_code == 201
    edit_sheet(copy)
    find_elsewhere()
    (copy.project / SHEET).write_bytes(content)

    problem(approve(ben, earlier), 409, "proposal-outdated")

    assert stop_in_force() is not None


def test_a_host_that_still_differs_stops_wagers_again(copy: Copy) -> None:
    elsewhere, content = watch(), (copy.project / SHEET).read_bytes()
    edit_sheet(copy)
    elsewhere.turn()
    (copy.project / SHEET).write_bytes(content)
    release_gate._differs_here = False
    resume_wagers(by=approval(), now=now())
    assert stop_in_force() is None

    elsewhere.tell()

    assert stop_in_force() is not None


def test_two_processes_that_find_it_write_one_stop(copy: Copy) -> None:
    edit_sheet(copy)
    watch().turn()
    watch().turn()

    assert [one.kind for one in events(subject=None, before=None, limit=50)].count("release-mismatch") == 1


def test_without_a_manifest_or_a_key_production_takes_no_wagers(player: Player, settings: Settings) -> None:
    settings.REDDOG_RELEASE_MANIFEST.unlink()
    assert str(watch().look()[0]).startswith("unsigned manifest there is no manifest")
    settings.REDDOG_RELEASE_VKEY = ""
    assert str(watch().look()[0]) == "unsigned manifest REDDOG_RELEASE_VKEY names no key"
    problem(player.bet(), 503, "wagers-stopped")


def test_a_setting_that_was_not_approved_stops_wagers(settings: Settings) -> None:
    settings.REDDOG_PAYMENT_PROVIDER = "another"

    assert [str(one) for one in watch().look()] == ["changed configuration REDDOG_PAYMENT_PROVIDER"]


def test_a_process_without_descriptors_stops_nothing_and_looks_again(copy: Copy) -> None:
    found = watch()
    found.turn()
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    with Path("/dev/zero").open("rb") as file:
        lowest_free = file.fileno()

    resource.setrlimit(resource.RLIMIT_NOFILE, (lowest_free, limits[1]))
    try:
        with pytest.raises(OSError, match="Too many open files"):
            found.look()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, limits)
    assert stop_in_force() is None
    assert not release_gate.has_differed()

    edit_sheet(copy)
    assert [str(one) for one in found.look()] == [f"changed file {SHEET}"]


def test_a_look_that_failed_is_made_again_though_nothing_changes_any_more(copy: Copy, settings: Settings) -> None:
    found = watch()
    found.look()
    edit_sheet(copy)
    known = settings.REDDOG_OPERATOR
    settings.REDDOG_OPERATOR = SimpleNamespace(name=5)
    with pytest.raises(AssertionError):
        found.look()

    settings.REDDOG_OPERATOR = known

    assert [str(one) for one in found.look()] == [f"changed file {SHEET}"]


def test_no_secret_is_in_a_manifest() -> None:
    lines, _ = release.found_lines(release.this_installation())
    text = write(lines)

    for secret in (django_settings.SECRET_KEY, django_settings.DATABASES["default"]["PASSWORD"]):
        assert not secret or secret not in text
    assert "DATABASE" not in text


def test_the_daily_verification_saves_each_component_once_a_day() -> None:
    verify_release_task()
    verify_release_task()

    saved = newest_verification()
    assert [event.after["component"] for event in saved] == [
        *("code", "configuration", "dependencies", "pages", "rule-sheets")
    ]
    assert all(event.before == event.after for event in saved)
    assert [one.kind for one in events(subject=None, before=None, limit=50)].count("self-verification") == len(saved)


def test_an_auditor_has_it_verified_and_sees_what_differs(copy: Copy) -> None:
    world.open_house(now=now())
    edit_sheet(copy)

    answer = Auditor("eye").post("/ops/release/checks", REASON)

    shown = json.loads(answer.content)
    assert answer.status_code == 201
    differing = [one["component"] for one in shown["components"] if one["approved_sha256"] != one["found_sha256"]]
    assert differing == ["rule-sheets"]
    assert shown["stop"]["findings"] == [f"changed file {SHEET}"]
    assert now() - newest_verification()[0].at < timedelta(minutes=5)


def test_a_demonstration_without_a_key_is_not_compared(settings: Settings, player: Player) -> None:
    settings.REDDOG_RELEASE_VERIFIED = False

    problem(Auditor("eye").post("/ops/release/checks", REASON), 409, "release-not-verified")
    assert release_diagnostic().healthy
    assert player.bet().status_code == 201
