"""Reports from the console: `manage.py report` and `manage.py rebuild_rollups`."""

from __future__ import annotations

import io
import json
import subprocess
import sys
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import pytest
import time_machine
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import override_settings

from audit.console_user import console_actor
from audit.queries.events import events
from reddog_platform.embedded.home import CHECKOUT
from reports.catalogue import BY_KIND, CATALOGUE
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.statuses import OrderStatus
from reports.formats import denmark_end_of_day, denmark_file, denmark_session
from reports.formats.regulator_format import Operator
from reports.operations.aggregate_log import RollupsInAnotherZone, update_rollups
from reports.operations.order_report import ReportRequest, order_report
from reports.operations.rebuild_rollups import Rebuilt, rebuild_rollups
from reports.operations.scheduler import order_revisions
from reports.queries import rollups
from reports.queries.backlog import rollup_progress
from reports.queries.filings import FilingFilter, get_file, list_filings
from reports.queries.orders import get_order, list_orders
from tests import world
from tests.reports.way import DAY, KIND, OVER, brought_on, evening

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from reports.core.definition import Page, ReportScope

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37")]

NEW_YORK: Final = DAY.zone
MALTA: Final = DayZone("Europe/Malta")
THE_DAY: Final = ("--from", "2026-11-21", "--until", "2026-11-22")


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """Have the house open, a round played on the 21st, and the clock stand where that day can be reported on."""
    with time_machine.travel(OVER, tick=False) as traveller:
        world.open_house()
        evening()
        yield traveller


def said(*words: str) -> str:
    out = io.StringIO()
    call_command(*words, stdout=out)
    return out.getvalue()


def refused(*words: str) -> str:
    with pytest.raises(CommandError) as refusal:
        call_command(*words)
    return str(refusal.value)


def test_without_a_name_every_report_is_listed() -> None:
    lines = said("report").splitlines()

    assert [line.split(maxsplit=1) for line in lines] == [[one.kind, one.title] for one in CATALOGUE]


def test_a_report_is_filed_and_its_csv_written_to_the_standard_output(
    capfdbinary: pytest.CaptureFixture[bytes],
) -> None:
    call_command("report", KIND, *THE_DAY)
    written = capfdbinary.readouterr().out

    (filing,) = list_filings(FilingFilter(), before=None, limit=2)
    assert written == get_file(filing.id, "csv").content
    assert written.startswith(b"v,rdf-report/3\r\nkind,taxable-revenue\r\n")
    noted = events(subject=None, before=None, limit=1)[0]
    assert (noted.kind, noted.actor) == ("report-released", console_actor())
    assert list_orders(status=None, before=None, limit=1)[0].requested_by == console_actor()


def test_asked_for_again_it_is_the_same_file_and_nothing_is_filed(tmp_path: Path) -> None:
    into = tmp_path / "report.csv"
    assert said("report", KIND, *THE_DAY, "--output", str(into)) == f"{into}: {into.stat().st_size} bytes.\n"
    first = into.read_bytes()
    said("report", KIND, *THE_DAY, "--output", str(into))

    assert into.read_bytes() == first
    assert len(list_filings(FilingFilter(), before=None, limit=2)) == 1


@pytest.mark.parametrize("name", ["json", "note"])
def test_another_format_and_the_signed_note_are_written_too(tmp_path: Path, name: str) -> None:
    into = tmp_path / "file"
    said("report", KIND, *THE_DAY, "--format", name, "--output", str(into))

    (filing,) = list_filings(FilingFilter(), before=None, limit=2)
    assert into.read_bytes() == get_file(filing.id, name).content


def test_a_regulators_own_format_is_made_from_what_was_filed(tmp_path: Path) -> None:
    into = tmp_path / "end-of-day.xml"
    asked = ("report", "game-performance", *THE_DAY, "--format", "denmark-xml", "--output", str(into))
    assert "A licence has 1 to 45 characters" in refused(*asked)
    assert not into.exists()
    said(*asked, "--licence", "a test")

    (filing,) = list_filings(FilingFilter(), before=None, limit=2)
    document = json.loads(get_file(filing.id, "json").content)
    assert into.read_bytes() == b"".join(denmark_end_of_day.write(document, Operator(licence="a test")))


def test_of_a_report_with_too_large_an_amount_no_file_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    into = tmp_path / "end-of-day.xml"
    # The evening staked 5.00.
    monkeypatch.setattr(denmark_file, "_MOST", 4)

    said_no = refused(
        "report", "game-performance", *THE_DAY, "--format", "denmark-xml", "--licence", "a test", "--output", str(into)
    )

    (filing,) = list_filings(FilingFilter(), before=None, limit=2)
    assert "IndskudSpil of KasinospilSinglePlayer is 5.00, and such an amount is from 0 to 4." in said_no
    assert said_no.endswith(f"The report is filed as {filing.id.hex}.")
    assert not into.exists()


def test_a_revision_of_the_session_record_cancels_the_one_before(tmp_path: Path) -> None:
    into = tmp_path / "sessions.xml"
    asked = ("report", "session-games", *THE_DAY, "--format", "denmark-session-xml", "--output", str(into))
    operator = Operator(licence="a test", website="https://play.example", generator="RNG-1")
    assert "The address of a site has 1 to 100 characters" in refused(*asked, "--licence", "a test", "--generator", "1")
    of_operator = [word for name, value in operator._asdict().items() for word in (f"--{name}", value)]
    said(*asked, *of_operator)
    (first,) = list_filings(FilingFilter(kind="session-games"), before=None, limit=2)
    told = json.loads(get_file(first.id, "json").content)
    (write,) = (format_.write for format_ in denmark_session.FORMATS if format_.name == "denmark-session-xml")
    assert into.read_bytes() == b"".join(write(told, operator))

    # Her evening reaches the log after the day was filed.
    evening("bea")
    update_rollups(DAY.zone)
    assert order_revisions(DAY.zone, now=OVER) == 1
    said(*asked, *of_operator)

    second, _ = list_filings(FilingFilter(kind="session-games"), before=None, limit=2)
    assert second.revision == 2
    assert into.read_bytes() == b"".join(write(json.loads(get_file(second.id, "json").content), operator, told))
    assert b"SpilAnnulleringDatoTid" in into.read_bytes()


def test_filters_let_some_rows_through(tmp_path: Path) -> None:
    into = tmp_path / "part.json"
    said(
        "report",
        "game-performance",
        *THE_DAY,
        "--filter",
        f"game={world.GAME}",
        "--filter",
        "accounts=players",
        "--format",
        "json",
        "--output",
        str(into),
    )

    found = json.loads(into.read_bytes())
    assert found["filters"] == {"accounts": "players", "game": world.GAME}
    assert len(found["rows"]) == 1


REFUSED: Final[Mapping[str, tuple[tuple[str, ...], str]]] = {
    "no days": (
        (KIND,),
        "Say which gaming days: --from 2026-11-01 --until 2026-12-01; the last is not part of it.",
    ),
    "no last day": (
        (KIND, "--from", "2026-11-21"),
        "Say which gaming days: --from 2026-11-01 --until 2026-12-01; the last is not part of it.",
    ),
    "a day that is none": (
        (KIND, "--from", "yesterday", "--until", "2026-11-22"),
        "Error: argument --from: 'yesterday' is not a day, such as 2026-11-01",
    ),
    "a report that is none": (
        ("profit", *THE_DAY),
        "There is no such report. Nothing was ordered. The reports are listed at /api/v1/ops/reports/definitions.",
    ),
    "backwards": (
        (KIND, "--from", "2026-11-22", "--until", "2026-11-21"),
        (
            "This is not an interval of gaming days. Nothing was done. The interval ends on"
            " 2026-11-21, which is not after"
            " 2026-11-22, its first day; the day it ends on is not part of it."
        ),
    ),
    "the first day of all": (
        (KIND, "--from", "0001-01-01", "--until", "2026-11-22"),
        (
            "This is not an interval of gaming days. Nothing was done. The interval begins on 0001-01-01; the earliest"
            " gaming day that can be asked for is 1970-01-02."
        ),
    ),
    "a day that is not over": (
        (KIND, "--from", "2026-11-22", "--until", "2026-11-23"),
        (
            "The interval is not over yet. Nothing was ordered. The interval ends 2026-11-23T05:00:00.000Z, and can be"
            " reported on from 2026-11-23T05:01:00.000Z. Ask for gaming days that are over."
        ),
    ),
    "a filter without a value": ((KIND, *THE_DAY, "--filter", "game"), "A filter is COLUMN=VALUE, unlike game."),
    "a filter for nothing": (
        (KIND, *THE_DAY, "--filter", "currency="),
        (
            "The report cannot be filtered like this. Nothing was ordered. currency needs a value; leave the filter out to"
            " get all rows."
        ),
    ),
    "a filter on what is no column": (
        (KIND, *THE_DAY, "--filter", "profit=1"),
        "The report cannot be filtered like this. Nothing was ordered. taxable-revenue cannot be filtered by profit.",
    ),
}


@pytest.mark.parametrize("what", REFUSED)
def test_a_refusal_is_told_in_a_whole_sentence_and_nothing_is_kept(what: str) -> None:
    words, sentence = REFUSED[what]
    before = world.everything_stored()

    assert refused("report", *words) == sentence
    assert world.everything_stored() == before


def test_a_format_that_is_none_is_refused() -> None:
    assert "invalid choice: 'xml'" in refused("report", KIND, *THE_DAY, "--format", "xml")


def test_a_place_that_cannot_be_written_to_leaves_the_filing_and_says_so(tmp_path: Path) -> None:
    told = refused("report", KIND, *THE_DAY, "--output", str(tmp_path / "missing" / "report.csv"))

    (filing,) = list_filings(FilingFilter(), before=None, limit=2)
    assert told == (
        f"{tmp_path}/missing/report.csv was not written: No such file or directory. The report is filed as"
        f" {filing.id.hex}; the same command gives the same file again."
    )


def test_what_the_log_has_not_taken_in_is_waited_for_and_then_left_to_the_workers() -> None:
    world.play_round(world.seat_player("bea"), 500)

    told = refused("report", KIND, *THE_DAY, "--wait", "0")

    (waiting,) = list_orders(status=None, before=None, limit=2)
    assert waiting.status == OrderStatus.WAITING
    assert told == (
        "Nothing was written. The report is not filed: the log has not settled yet. The workers"
        f" continue with its order {waiting.id.hex}."
    )


def test_a_defect_is_told_at_once_and_the_workers_try_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(_: ReportScope, __: str) -> Page:
        raise ZeroDivisionError("a page that cannot be read")

    monkeypatch.setitem(BY_KIND, KIND, replace(BY_KIND[KIND], read_page=broken))

    told = refused("report", KIND, *THE_DAY)

    assert "not filed: ZeroDivisionError: a page that cannot be read." in told
    assert list_orders(status=None, before=None, limit=1)[0].attempts == 1


# --- rebuild_rollups ----------------------------------------------------------------------------------------


def rebuilt(zone: DayZone) -> Rebuilt:
    return rebuild_rollups(zone.name, zone.newest_starts, actor="console:test", now=OVER)


def days_of_money() -> list[Any]:
    return rollups.days_with_entries_from(0)


def in_malta() -> Any:
    return override_settings(REDDOG_JURISDICTION=replace(world.DEMO, zone=MALTA.name))


def test_after_a_change_of_the_zone_a_report_says_what_to_do_and_is_made_once_that_is_done(tmp_path: Path) -> None:
    said("report", KIND, *THE_DAY, "--output", str(tmp_path / "before.json"), "--format", "json")
    with in_malta():
        told = refused("report", KIND, *THE_DAY)
        assert told == (
            "The roll-ups use other gaming days. Nothing was done. They use the days of America/New_York that begin at 00:00,"
            " and the request the days of Europe/Malta that begin at 00:00. If the jurisdiction or the hour was changed, run"
            " `manage.py rebuild_rollups` and try again."
        )

        size = rollup_progress().log_size
        assert said("rebuild_rollups") == (
            f"The roll-ups include {size} entries of the log, by days of Europe/Malta that begin at 00:00.\n"
        )
        said("report", KIND, *THE_DAY, "--output", str(tmp_path / "after.json"), "--format", "json")

    before, after = (json.loads((tmp_path / f"{name}.json").read_bytes()) for name in ("before", "after"))
    assert (before["interval"]["zone"], after["interval"]["zone"]) == (NEW_YORK.name, MALTA.name)
    # The round of noon UTC is on the same day on both walls.
    assert before["rows"] == after["rows"]


def test_the_same_again_changes_nothing() -> None:
    update_rollups(NEW_YORK)
    before = world.everything_stored()

    said("rebuild_rollups")

    assert world.everything_stored() == before
    assert days_of_money() == [(DAY.first, days_of_money()[0][1])]


def test_roll_ups_of_nothing_are_empty() -> None:
    assert rebuilt(NEW_YORK).log_size == rollup_progress().log_size


def test_an_order_of_the_zone_before_cannot_be_made_any_more_and_is_cancelled_with_a_word() -> None:
    asked = ReportRequest(kind=KIND, first=DAY.first, until=DAY.until, actor="operator:test")
    order_id = order_report(asked, zone=NEW_YORK, now=OVER)

    assert rebuilt(MALTA).cancelled == 1

    brought_on(order_id)
    assert get_order(order_id).status == OrderStatus.CANCELLED
    told = events(subject=None, before=None, limit=1)[0]
    assert (told.kind, told.actor, told.after["report"]) == ("report-cancelled", "console:test", KIND)
    assert "Europe/Malta now" in told.reason
    with pytest.raises(RollupsInAnotherZone):
        update_rollups(NEW_YORK)
    assert rebuilt(NEW_YORK).cancelled == 0


@pytest.mark.django_db(transaction=True)
def test_while_roll_ups_are_rebuilt_reports_read_them_whole(servers_environment: Mapping[str, str]) -> None:
    update_rollups(NEW_YORK)
    before = days_of_money()
    beside = f"""
import django
django.setup()
from reports import models
from reports.queries import rollups
from reports.operations import rebuild_rollups as subject
update_rollups = subject.update_rollups
def looked_at(zone):
    print("emptied", flush=True)
    input()
    return update_rollups(zone)
subject.update_rollups = looked_at
from datetime import UTC, datetime, time
subject.rebuild_rollups({NEW_YORK.name!r}, time(), actor="console:test", now=datetime.now(UTC))
print("rebuilt", flush=True)
"""
    environment = {**servers_environment, "DJANGO_SETTINGS_MODULE": "reddog_platform.settings"}
    command = [sys.executable, "-c", beside]
    with subprocess.Popen(
        command, cwd=CHECKOUT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdin is not None
        assert process.stdout.readline() == "emptied\n"
        assert days_of_money() == before
        print(file=process.stdin, flush=True)
        assert process.stdout.readline() == "rebuilt\n"

    assert days_of_money() == before
    assert len(rollups.money_sums(Period(DAY.first, DAY.until, NEW_YORK))) == 1
