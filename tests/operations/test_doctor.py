"""The doctor finds what a test broke, and says how to repair it."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import call_command
from django.db import connections

from audit import keys
from audit.queries.events import events
from audit.queries.log import log_status
from kernel.instants import from_epoch_ms
from reddog_platform import report_diagnostics as report_findings_of
from reddog_platform.database_figures import report_figures
from reddog_platform.diagnostics import run_diagnostics
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import Mode
from reports.catalogue import BY_KIND
from reports.core.day_zone import read_hour
from reports.core.schedule import LATE_AFTER
from reports.core.statuses import OrderStatus
from reports.operations.aggregate_log import update_rollups
from reports.operations.deliver import deliver, deliver_again
from reports.operations.direct import direct_filings
from reports.operations.notice_undirected import notice_undirected
from reports.operations.order_report import ReportRequest, order_report
from reports.operations.scheduler import order_due_reports, save_delays
from reports.queries.orders import get_order
from tests import world
from tests.reports.way import DAY, KIND, OVER, brought_on, drop_folder, evening

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from reddog_platform.diagnostic import Diagnostic
    from reports.core.definition import Page, ReportScope

_WITHOUT_A_TRANSPORT = """
import runpy, sys

sys.modules["kombu.transport.redis"] = None
sys.argv = ["manage.py", "doctor", "--json"]
runpy.run_path("manage.py", run_name="__main__")
"""

SATURDAY: Final = ReportRequest(kind=KIND, first=DAY.first, until=DAY.until, actor="operator:test")


def look(*, off_by: timedelta = timedelta(0)) -> dict[str, Diagnostic]:
    return {diagnostic.subject: diagnostic for diagnostic in run_diagnostics(now=datetime.now(UTC) + off_by)}


@pytest.fixture
def keys_folder(tmp_path: Path, settings: Settings) -> Path:
    settings.REDDOG_KEYS_DIR = tmp_path / "keys"
    call_command("make_keys", verbosity=0)
    assert keys.folder() == tmp_path / "keys"
    return tmp_path / "keys"


@pytest.mark.django_db
def test_a_sound_installation_has_only_its_processes_missing() -> None:
    # Of today, since reports of earlier days would be due.
    world.open_house(now=datetime.now(UTC))
    world.create_staff()
    diagnostics = look()

    red = {subject for subject, diagnostic in diagnostics.items() if not diagnostic.healthy}
    assert red <= {"sequencer", "worker", "beat"}
    assert {"keys", "redis", "database", "clock", "migrations", "role", "triggers", "log"} <= set(diagnostics)


@pytest.mark.django_db
def test_a_list_of_stolen_passwords_is_red_where_nothing_could_be_found_in_it(
    tmp_path: Path, settings: Settings
) -> None:
    listed = tmp_path / "stolen"
    settings.REDDOG_BREACHED_PASSWORDS = None
    assert (look()["passwords"].healthy, "no list" in look()["passwords"].state) == (True, True)
    settings.REDDOG_BREACHED_PASSWORDS = str(listed)
    assert not look()["passwords"].healthy

    for text, healthy in (
        (f"{'0' * 40}:3\n{'F' * 40}:1\n", True),
        (f"{'F' * 40}:1\n{'0' * 40}:3\n", False),
        ("password\n", False),
    ):
        listed.write_text(text)
        assert look()["passwords"].healthy is healthy


@pytest.mark.django_db
def test_a_key_that_others_can_read_is_red(keys_folder: Path) -> None:
    (keys_folder / "seal.key").chmod(0o640)

    diagnostic = look()["keys"]

    assert not diagnostic.healthy
    assert diagnostic.state == "seal.key can be read by others"
    assert "chmod 600" in diagnostic.repair


@pytest.mark.django_db
def test_a_missing_key_is_red(keys_folder: Path) -> None:
    (keys_folder / "log.key").unlink()

    assert look()["keys"].state == "log.key is missing"


@pytest.mark.django_db
def test_a_clock_that_is_two_seconds_off_is_red(monkeypatch: pytest.MonkeyPatch) -> None:
    assert look()["clock"].healthy
    right = time.time
    monkeypatch.setattr("audit.clock.time.time", lambda: right() + 2)
    assert not look()["clock"].healthy


@pytest.mark.django_db
def test_the_time_that_earlier_diagnostics_took_is_not_the_clocks() -> None:
    assert look(off_by=timedelta(seconds=-5))["clock"].healthy
    assert not look(off_by=timedelta(days=-365 * 40))["clock"].healthy


@pytest.mark.django_db
def test_a_look_that_takes_long_makes_no_clock_wrong() -> None:
    for diagnostic in run_diagnostics(now=datetime.now(UTC)):
        if diagnostic.subject == "redis":
            time.sleep(1.5)
        if diagnostic.subject == "clock":
            assert diagnostic.healthy, diagnostic.state


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
def test_a_right_that_the_application_should_not_have_and_a_disabled_trigger_are_red() -> None:
    owner = connections["owner"]
    with closing(owner.cursor()) as cursor:
        cursor.execute("GRANT UPDATE ON wallet_posting TO reddog_app")
        cursor.execute("ALTER TABLE audit_record DISABLE TRIGGER append_only_rows")
    try:
        diagnostics = look()
    finally:
        with closing(owner.cursor()) as cursor:
            cursor.execute("REVOKE UPDATE ON wallet_posting FROM reddog_app")
            cursor.execute("ALTER TABLE audit_record ENABLE TRIGGER append_only_rows")

    assert diagnostics["role"].state.startswith("may do what it need not: wallet_posting UPDATE (amount_minor)")
    assert diagnostics["triggers"].state == "missing or disabled: audit_record.append_only_rows"


@pytest.mark.django_db
def test_a_red_finding_makes_the_command_exit_with_1(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        call_command("doctor", "--json")

    document = json.loads(capsys.readouterr().out)
    assert end.value.code == 1
    assert document["healthy"] is False
    assert {diagnostic["subject"] for diagnostic in document["diagnostics"] if not diagnostic["healthy"]} >= {
        "sequencer"
    }


@pytest.mark.django_db(transaction=True)
def test_a_part_that_is_not_installed_is_red_and_the_look_goes_on(servers_environment: Mapping[str, str]) -> None:
    command = [sys.executable, "-c", _WITHOUT_A_TRANSPORT]
    looked = subprocess.run(command, cwd=CHECKOUT, env=servers_environment, capture_output=True, text=True, check=False)

    diagnostics = {diagnostic["subject"]: diagnostic for diagnostic in json.loads(looked.stdout)["diagnostics"]}
    assert looked.returncode == 1
    assert diagnostics["worker"]["healthy"] is False
    assert diagnostics["worker"]["state"].startswith("ModuleNotFoundError: ")
    assert "kombu.transport.redis" in diagnostics["worker"]["state"]
    assert "beat" in diagnostics


# --- Reports ------------------------------------------------------------------------------------------------


def report_findings(at: datetime) -> dict[str, Diagnostic]:
    """Look at the reports alone, at an instant of the tests' world."""
    looks = (report_findings_of.rollups, report_findings_of.orders, report_findings_of.deliveries)
    return {diagnostic.subject: diagnostic for diagnostic in (look(at) for look in looks)}


@pytest.mark.django_db
def test_an_installation_that_keeps_up_with_its_reports_is_healthy() -> None:
    assert {"roll-ups", "reports", "deliveries"} <= set(look())
    world.open_house()
    evening()
    brought_on(order_report(SATURDAY, zone=DAY.zone, now=OVER))

    diagnostics = report_findings(OVER)

    assert all(diagnostic.healthy for diagnostic in diagnostics.values())
    # The filing's own record waits for the sequencer.
    size = log_status().size
    assert diagnostics["roll-ups"].state == f"{size} of {size} entries, by days of America/New_York from 00:00 on"
    assert diagnostics["reports"].state == diagnostics["deliveries"].state == "none given up, none late"


@pytest.mark.django_db
def test_roll_ups_of_another_zone_are_red_until_they_are_rebuilt(settings: Settings) -> None:
    world.open_house()
    evening()
    update_rollups(DAY.zone)
    settings.REDDOG_JURISDICTION = replace(world.DEMO, zone="Europe/Malta")

    diagnostic = report_findings(world.NOW)["roll-ups"]
    assert not diagnostic.healthy
    assert diagnostic.state.endswith(
        "by days of America/New_York from 00:00 on, but configured are days of Europe/Malta from 00:00 on"
    )
    assert "manage.py rebuild_rollups" in diagnostic.repair

    call_command("rebuild_rollups", stdout=io.StringIO())
    assert report_findings(world.NOW)["roll-ups"].healthy

    settings.REDDOG_GAMING_DAY_STARTS = read_hour("06:00")
    diagnostic = report_findings(world.NOW)["roll-ups"]
    assert diagnostic.state.endswith(
        "by days of Europe/Malta from 00:00 on, but configured are days of Europe/Malta from 06:00 on"
    )
    call_command("rebuild_rollups", stdout=io.StringIO())
    assert report_findings(world.NOW)["roll-ups"].healthy


@pytest.mark.django_db
def test_roll_ups_that_wait_for_longer_than_ten_minutes_are_red() -> None:
    world.open_house()
    evening()
    # Never folded: the oldest entry is of noon.
    assert report_findings(world.NOW + timedelta(minutes=10))["roll-ups"].healthy
    late = report_findings(world.NOW + timedelta(minutes=10, seconds=1))["roll-ups"]
    assert (late.healthy, late.state.endswith("behind since 2026-11-21T12:00:00Z")) == (False, True)
    assert "Beat and a worker" in late.repair

    update_rollups(DAY.zone)
    assert report_findings(world.NOW + timedelta(days=1))["roll-ups"].healthy


@pytest.mark.django_db
def test_a_report_that_was_given_up_is_red_until_it_is_filed_or_taken_back(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: ReportScope, __: str) -> Page:
        raise ZeroDivisionError("a page that cannot be read")

    world.open_house()
    evening()
    order_id = order_report(SATURDAY, zone=DAY.zone, now=OVER)
    with monkeypatch.context() as patched:
        patched.setitem(BY_KIND, KIND, replace(BY_KIND[KIND], read_page=broken))
        while (standing := get_order(order_id)).status != OrderStatus.FAILED:
            brought_on(order_id, now=standing.next_attempt_at)

    diagnostic = report_findings(OVER)["reports"]
    assert not diagnostic.healthy
    assert diagnostic.state == f"1 given up ({KIND}: ZeroDivisionError: a page that cannot be read), 0 late"
    assert "order it again" in diagnostic.repair

    order_report(SATURDAY, zone=DAY.zone, now=OVER)
    assert report_findings(OVER)["reports"].healthy
    brought_on(order_id)
    assert report_findings(OVER + timedelta(days=1))["reports"].healthy


@pytest.mark.django_db
def test_a_scheduled_report_is_late_six_hours_after_its_day() -> None:
    world.open_house()
    evening()
    order_report(replace(SATURDAY, actor="platform"), zone=DAY.zone, now=OVER)
    ended = from_epoch_ms(DAY.end_ms)

    assert report_findings(ended + timedelta(hours=6))["reports"].healthy
    late = report_findings(ended + timedelta(hours=6, seconds=1))["reports"]
    assert (late.healthy, late.state) == (False, "0 given up, 1 late")


@pytest.mark.django_db
def test_a_delivery_that_was_given_up_or_is_late_is_red_and_names_the_place(tmp_path: Path) -> None:
    world.open_house()
    evening()
    places = drop_folder(tmp_path)
    filing_id = order_report(SATURDAY, zone=DAY.zone, now=OVER)
    brought_on(filing_id, destinations=places)
    assert report_findings(OVER + timedelta(hours=6))["deliveries"].healthy
    late = report_findings(OVER + timedelta(hours=6, seconds=1))["deliveries"]
    assert (late.healthy, late.state) == (False, "0 given up, 1 late: regulator")

    disturbing = tmp_path / "in" / f"{KIND}_2026-11-21_2026-11-21_r1.csv"
    disturbing.write_text("something else")
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    given_up = report_findings(OVER)["deliveries"]
    assert (given_up.healthy, given_up.state) == (False, "1 given up, 0 late: regulator")
    assert "/deliveries/{destination}" in given_up.repair

    disturbing.unlink()
    deliver_again(filing_id, "regulator", actor="operator:test", now=OVER)
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    assert report_findings(OVER + timedelta(days=1))["deliveries"].healthy


@pytest.mark.django_db
def test_a_report_that_was_never_ordered_is_red_though_no_order_is_late() -> None:
    world.open_house()
    evening()
    ended = from_epoch_ms(DAY.end_ms)
    # A minute of grace, and ten for the scheduler.
    assert schedule_at(ended + timedelta(minutes=10, seconds=59)).healthy

    missed = schedule_at(ended + timedelta(minutes=11))
    assert report_findings(ended + timedelta(days=3))["reports"].healthy, "there is no order that could be late"
    assert not missed.healthy
    assert missed.state == f"{len(BY_KIND)} kinds never ordered, from 2026-11-21 on (account-adjustments)"
    assert late_reports("never-ordered", ended + timedelta(minutes=11)) == len(BY_KIND)

    order_due_reports(DAY.zone, now=OVER)
    assert schedule_at(ended + timedelta(minutes=11)).healthy
    assert late_reports("never-ordered", ended + timedelta(minutes=11)) == 0
    # The scheduler stopped after that day.
    assert "from 2026-11-22 on" in schedule_at(ended + timedelta(days=1, minutes=11)).state


def schedule_at(at: datetime) -> Diagnostic:
    return report_findings_of.schedule(at)


@pytest.mark.django_db
def test_a_filing_that_never_had_a_destination_is_red_until_it_is_directed(tmp_path: Path, settings: Settings) -> None:
    world.open_house()
    evening()
    filing_id = order_report(SATURDAY, zone=DAY.zone, now=OVER)
    brought_on(filing_id)
    later = OVER + LATE_AFTER + timedelta(seconds=1)
    assert report_findings_of.destinations(later).healthy, "a demonstration has no destinations on purpose"
    settings.REDDOG_REPORT_DESTINATIONS = str(tmp_path / "places.toml")
    places = drop_folder(tmp_path)

    assert report_findings_of.destinations(OVER + LATE_AFTER).healthy
    astray = report_findings_of.destinations(later)
    assert report_findings(later)["deliveries"].healthy, "there is no delivery that could be late"
    assert (astray.healthy, astray.state) == (False, f"1 reports go nowhere, the first of 2026-11-22 ({KIND})")
    assert "direct_reports" in astray.repair

    assert notice_undirected(destinations=places, now=later) == 0, "a place takes it by now"
    assert direct_filings(destinations=places, actor="platform", now=later) == 1
    assert save_delays(later) == 0, "that it went nowhere was told"
    assert direct_filings(destinations=places, actor="platform", now=later) == 0
    assert report_findings_of.destinations(later).healthy
    deliver(filing_id, "regulator", destinations=places, now=later)
    assert [path.suffix for path in sorted((tmp_path / "in").iterdir())] == [".csv", ".note"]
    newest, *_ = events(subject=None, before=None, limit=1)
    assert (newest.kind, newest.after) == ("report-directed", {"deliveries": {"regulator": 1}})


@pytest.mark.django_db
def test_with_an_empty_list_of_destinations_reports_are_fetched_by_hand_and_none_is_late(
    tmp_path: Path, settings: Settings
) -> None:
    world.open_house()
    evening()
    brought_on(order_report(SATURDAY, zone=DAY.zone, now=OVER))
    later = OVER + LATE_AFTER + timedelta(seconds=1)
    settings.REDDOG_MODE = Mode.PRODUCTION
    settings.REDDOG_REPORT_DESTINATIONS = str(tmp_path / "places.toml")
    (tmp_path / "places.toml").touch()

    assert report_findings_of.destinations(later).healthy
    assert late_without_destination(later) == 0

    # From here on there is a destination, and a report that none took.
    direct_filings(destinations=drop_folder(tmp_path), actor="platform", now=later)
    brought_on(order_report(replace(SATURDAY, kind="account-adjustments"), zone=DAY.zone, now=OVER))
    assert not report_findings_of.destinations(later).healthy
    assert late_without_destination(later) == 1


def late_without_destination(at: datetime) -> float:
    """Return what the exporter says of reports that go nowhere."""
    return late_reports("no-destination", at)


def late_reports(how: str, at: datetime) -> float:
    """Return how many reports the exporter calls late in a way, which `RedDogReportsLate` is an alarm of."""
    (late,) = (family for family in report_figures(at) if family.name == "reddog_reports_late")
    return next(sample.value for sample in late.samples if sample.labels["how"] == how)


@pytest.mark.django_db
def test_in_production_a_report_without_a_destination_is_red_and_an_alarm_a_day_without_a_list_too(
    settings: Settings,
) -> None:
    world.open_house()
    evening()
    brought_on(order_report(SATURDAY, zone=DAY.zone, now=OVER))
    late = OVER + LATE_AFTER + timedelta(seconds=1)
    assert notice_undirected(destinations=(), now=late) == 0, "a demonstration has no destinations on purpose"
    settings.REDDOG_MODE = Mode.PRODUCTION

    assert not report_findings_of.destinations(OVER + timedelta(hours=7)).healthy
    day = timedelta(days=1)
    instants = (OVER + LATE_AFTER, late, late + timedelta(seconds=30), late + day)
    assert [notice_undirected(destinations=(), now=at) for at in instants] == [0, 1, 0, 1]
    newest, *_ = events(subject=None, before=None, limit=1)
    assert (newest.kind, newest.at) == ("report-undirected", late + day)
    assert newest.after == {"reports": 1, "kinds": [KIND], "since": "2026-11-22"}


@pytest.mark.django_db
def test_an_address_that_nobody_understands_is_red_and_the_look_goes_on(settings: Settings) -> None:
    settings.CACHES = {"default": {**settings.CACHES["default"], "LOCATION": "nowhere://host"}}

    diagnostics = look()

    assert not diagnostics["redis"].healthy
    assert diagnostics["redis"].state.startswith("ValueError: ")
    assert diagnostics["database"].healthy
    assert diagnostics["beat"].state.startswith("ValueError: ")
