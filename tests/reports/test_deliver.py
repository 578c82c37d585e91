"""Filed reports on their way to where they go: tried again, given up, delivered once."""

import io
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from pytest_django.fixtures import Settings

from audit.console_user import console_actor
from audit.queries.events import events
from reports.core.schedule import LATE_AFTER
from reports.core.statuses import DeliveryStatus
from reports.delivery.destination_config import InvalidDestinations
from reports.delivery.destinations import Destination, configured_destinations
from reports.delivery.drop_folder import DropFolder
from reports.models.filings import Delivery
from reports.models.orders import ReportOrder
from reports.operations.deliver import deliver, deliver_again
from reports.operations.direct_period import direct_period
from reports.operations.scheduler import run_tick, save_delays
from reports.queries.filings import get_file, list_files
from tests import world
from tests.reports.way import DAY, KIND, OVER, another_worker_at, brought_on, drop_folder, evening, ordered

pytestmark = [pytest.mark.django_db, pytest.mark.clause("F37"), pytest.mark.clause("F38")]


def filed_for_regulator(folder: Path) -> tuple[UUID, tuple[Destination, ...]]:
    """File a report that goes to a drop folder, where nothing is yet, and return both."""
    world.open_house()
    evening()
    places = drop_folder(folder)
    filing_id = ordered()
    brought_on(filing_id, destinations=places)
    return filing_id, places


def test_a_filed_report_is_delivered_once_with_its_note_and_the_receipt_is_kept(tmp_path: Path) -> None:
    filing_id, places = filed_for_regulator(tmp_path)
    deliver(filing_id, "regulator", destinations=places, now=OVER)

    delivered = Delivery.objects.get()
    assert (delivered.status, delivered.delivered_at) == (DeliveryStatus.DELIVERED, OVER)
    assert delivered.receipt
    names = sorted(path.name for path in (tmp_path / "in").iterdir())
    assert names == [f"{KIND}_2026-11-21_2026-11-21_r1.csv", f"{KIND}_2026-11-21_2026-11-21_r1.note"]
    assert (tmp_path / "in" / names[0]).read_bytes() == get_file(filing_id, "csv").content
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    assert Delivery.objects.get().delivered_at == OVER


def test_a_delivery_that_fails_is_tried_again_and_one_that_would_only_fail_again_is_given_up(tmp_path: Path) -> None:
    filing_id, places = filed_for_regulator(tmp_path)
    deliver(filing_id, "regulator", destinations=(), now=OVER)
    assert (Delivery.objects.get().status, Delivery.objects.get().next_attempt_at) == (
        DeliveryStatus.WAITING,
        OVER + timedelta(minutes=1),
    )

    deliver(filing_id, "regulator", destinations=places, now=OVER + timedelta(seconds=59))
    assert Delivery.objects.get().attempts == 1

    (tmp_path / "in" / list_files(filing_id)[0].name).write_text("something else")
    deliver(filing_id, "regulator", destinations=places, now=OVER + timedelta(minutes=1))
    assert Delivery.objects.get().status == DeliveryStatus.FAILED
    assert events(subject=None, before=None, limit=1)[0].kind == "report-undelivered"

    (tmp_path / "in" / list_files(filing_id)[0].name).unlink()
    deliver_again(filing_id, "regulator", actor="operator:test", now=OVER)
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    assert Delivery.objects.get().status == DeliveryStatus.DELIVERED


def test_a_delivery_that_is_tried_again_may_be_late_again(tmp_path: Path) -> None:
    filing_id, _ = filed_for_regulator(tmp_path)
    late = OVER + LATE_AFTER + timedelta(seconds=1)
    assert (save_delays(late), save_delays(late)) == (1, 0)
    deliver_again(filing_id, "regulator", actor="operator:test", now=late)
    assert save_delays(late) == 1


def test_a_place_that_is_configured_later_gets_what_was_filed_before(tmp_path: Path) -> None:
    world.open_house()
    evening()
    filing_id, other = ordered(), ordered("account-adjustments")
    for order_id in (filing_id, other):
        brought_on(order_id)
    run_tick(DAY.zone, now=OVER)
    assert not Delivery.objects.exists()

    # It takes one of the two kinds.
    (place,) = drop_folder(tmp_path)
    places = (replace(place, kinds=frozenset({KIND})),)
    for _ in range(2):
        run_tick(DAY.zone, now=OVER + timedelta(days=30), destinations=lambda: places)

    delivery = Delivery.objects.get()
    assert (delivery.filing, delivery.destination) == (filing_id, "regulator")
    deliver(filing_id, "regulator", destinations=places, now=OVER + timedelta(days=30))
    assert (tmp_path / "in" / f"{KIND}_2026-11-21_2026-11-21_r1.csv").exists()


def archive_beside(folder: Path, *, kinds: frozenset[str]) -> Destination:
    """Return a second place, which takes these kinds."""
    (folder / "archive").mkdir()
    return Destination(backend=DropFolder(name="archive", folder=folder / "archive"), kinds=kinds)


def test_a_place_that_comes_second_gets_a_period_when_somebody_asks(tmp_path: Path) -> None:
    filing_id, (regulator,) = filed_for_regulator(tmp_path)
    other = ordered("account-adjustments")
    brought_on(other, destinations=(regulator,))
    archive = archive_beside(tmp_path, kinds=frozenset({KIND}))
    places = (regulator, archive)
    later = OVER + timedelta(days=30)
    day, after, before = DAY.first, DAY.until, DAY.first - timedelta(days=1)
    run_tick(DAY.zone, now=later, destinations=lambda: places)
    assert {delivery.destination for delivery in Delivery.objects.filter(filing=filing_id)} == {"regulator"}

    def directed(first: date, until: date) -> int:
        return direct_period(archive, first=first, until=until, actor="console:test", now=later)

    # The filing is about the 21st.
    assert (directed(before, day), directed(after, after + timedelta(days=9))) == (0, 0)
    assert directed(day, after) == 1
    newest, *_ = events(subject=None, before=None, limit=1)
    assert (newest.kind, newest.actor) == ("report-directed", "console:test")
    assert newest.after == {"deliveries": {"archive": 1}, "first": "2026-11-21", "until": "2026-11-22"}
    assert directed(before, after) == 0
    assert not Delivery.objects.filter(filing=other, destination="archive").exists(), "it does not take that kind"

    assert save_delays(later) == 0, "it was not late before it was asked for"
    deliver(filing_id, "archive", destinations=places, now=later)
    assert (tmp_path / "archive" / f"{KIND}_2026-11-21_2026-11-21_r1.csv").exists()
    assert Delivery.objects.get(filing=filing_id, destination="regulator").status == DeliveryStatus.WAITING


def test_the_command_gives_a_place_a_period_and_says_what_it_needs(tmp_path: Path, settings: Settings) -> None:
    filing_id, _ = filed_for_regulator(tmp_path)
    file = tmp_path / "places.toml"
    file.write_text(f'[[destination]]\nname = "archive"\nurl = "file://{tmp_path}"\n')
    settings.REDDOG_REPORT_DESTINATIONS = str(file)

    def said(*words: str) -> str:
        out = io.StringIO()
        call_command("direct_reports", *words, stdout=out)
        return out.getvalue().split(" ")[0]

    period = "--from", "2026-11-01", "--until", "2026-12-01"
    for words, missing in (
        (("--to", "archives", *period), "archives is no configured destination; there are: archive"),
        (("--to", "archive"), "Say which gaming days"),
        (("--to", "archive", "--from", "2026-11-01", "--until", "2026-11-01"), "Say which gaming days"),
        (period, "say which, --to NAME"),
    ):
        with pytest.raises(CommandError, match=missing):
            said(*words)
    assert said() == "0", "it went to the regulator"
    assert said("--to", "archive", *period) == "1"
    assert Delivery.objects.filter(filing=filing_id, destination="archive").exists()
    newest, *_ = events(subject=None, before=None, limit=1)
    assert newest.actor == console_actor()


def test_a_list_of_places_that_is_invalid_stops_nothing_else_of_a_tick(tmp_path: Path, settings: Settings) -> None:
    world.open_house()
    evening()
    settings.REDDOG_REPORT_DESTINATIONS = str(tmp_path / "missing.toml")

    with pytest.raises(InvalidDestinations):
        run_tick(DAY.zone, now=OVER, destinations=configured_destinations)

    assert ReportOrder.objects.filter(kind=KIND).exists()


@pytest.mark.django_db(transaction=True)
def test_two_workers_do_not_deliver_one_filing(tmp_path: Path) -> None:
    filing_id, places = filed_for_regulator(tmp_path)
    with another_worker_at("delivery", filing_id):
        deliver(filing_id, "regulator", destinations=places, now=OVER)
        assert not list((tmp_path / "in").iterdir())
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    assert Delivery.objects.get().status == DeliveryStatus.DELIVERED


def test_a_filing_whose_report_has_left_the_catalogue_is_delivered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    filing_id, places = filed_for_regulator(tmp_path)
    monkeypatch.setattr("reports.operations.deliver.BY_KIND", {})
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    assert Delivery.objects.get().status == DeliveryStatus.DELIVERED


def test_a_delivery_that_meets_a_defect_stands_back_for_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    filing_id, places = filed_for_regulator(tmp_path)
    # A format that is not written any more: nobody knows its media type.
    monkeypatch.setattr("reports.queries.filings.BY_NAME", {})
    deliver(filing_id, "regulator", destinations=places, now=OVER)
    found = Delivery.objects.get()
    assert (found.status, found.attempts, found.problem) == (DeliveryStatus.WAITING, 1, "A defect: KeyError.")
    assert found.next_attempt_at == OVER + timedelta(minutes=1)
