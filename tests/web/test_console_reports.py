"""Reports on the console: ordered, followed, downloaded, ordered again; and the figures drawn from them."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest

from reports.catalogue import CATALOGUE
from reports.delivery.destinations import Destination
from reports.delivery.drop_folder import DropFolder
from reports.queries.orders import get_order
from staff.core.roles import Role
from tests import world
from tests.api.caller import now
from tests.api.staff_log_in import noted
from tests.reports.way import brought_on, evening, filed, ordered as way_ordered
from tests.web.house_scene import asked, text_of
from tests.web.test_console_doors import browser

if TYPE_CHECKING:
    from reports.core.definition import Definition

pytestmark = pytest.mark.django_db

REPORTS: Final = "/console/reports"
LAST_YEAR: Final = now().year - 1
ORDER: Final = f"{REPORTS}/order/taxable-revenue"
FORM: Final = {
    "first_day": f"{LAST_YEAR}-01-01",
    "until_day": f"{LAST_YEAR}-01-02",
    "filters.game": "",
}


def ordered(client: Any, kind: str = "taxable-revenue", **changed: str) -> str:
    """Order a report by its form, and return the address of the order."""
    answer = client.post(f"{REPORTS}/order/{kind}", FORM | changed)
    assert answer.status_code == 302, answer.content.decode()
    address: str = answer.headers["Location"]
    return address


@pytest.mark.parametrize("role", [Role.OPERATORS, Role.AUDITORS])
def test_a_report_is_ordered_and_followed(role: Role) -> None:
    world.open_house(now=now())
    client = browser("sam", role)

    address = ordered(client)

    page = text_of(client.get(address))
    assert "waiting" in page
    assert address in text_of(client.get(REPORTS))
    # What an auditor may not cancel is not offered; the interface would refuse it besides.
    assert ("/do/cancel" in page) is (role is Role.OPERATORS)


def test_an_order_is_cancelled_for_a_reason() -> None:
    world.open_house(now=now())
    client = browser()
    address = ordered(client)

    client.post(f"{address}/do/cancel", {"reason": "the wrong day"})

    order = get_order(UUID(hex=address.rpartition("/")[2]))
    assert order.status == "cancelled"
    assert "/do/order-again" in text_of(client.get(address))


def test_a_report_of_days_that_are_not_over_is_refused_in_words() -> None:
    world.open_house(now=now())
    tomorrow = date(LAST_YEAR + 3, 1, 1)

    refused = browser().post(ORDER, FORM | {"first_day": str(tomorrow), "until_day": f"{tomorrow.year}-01-02"})

    page = text_of(refused, refused.status_code)
    assert refused.status_code in {409, 422}
    # What was typed stays.
    assert str(tomorrow) in page


@pytest.mark.parametrize("definition", CATALOGUE, ids=lambda definition: definition.kind)
def test_each_report_is_offered_with_its_own_filters_alone(definition: Definition) -> None:
    world.open_house(now=now())
    client = browser()
    address = f"{REPORTS}/order/{definition.kind}"
    assert f'href="{address}"' in text_of(client.get(f"{REPORTS}/order"))

    page = text_of(client.get(address))

    assert re.findall(r'name="filters\.(\w+)"', page) == list(definition.filters)
    # Nothing that is offered is refused.
    filled = {f"filters.{name}": "players" for name in definition.filters}
    asked_for = get_order(UUID(hex=ordered(client, definition.kind, **filled).rpartition("/")[2]))
    assert (asked_for.kind, set(asked_for.filters)) == (definition.kind, set(definition.filters))


def test_a_report_that_there_is_not_cannot_be_ordered() -> None:
    assert browser().get(f"{REPORTS}/order/no-such-report").status_code == 404


def test_a_filed_report_is_downloaded_to_the_byte_and_the_download_is_kept() -> None:
    world.open_house()
    evening()
    filing = filed().hex
    client = browser()

    page = text_of(client.get(f"{REPORTS}/{filing}"))
    # Which formats there are, the installed packages say.
    names = [*(each["format"] for each in asked(f"/ops/reports/{filing}")["files"]), "note"]
    for name in names:
        assert f"{REPORTS}/{filing}/files/{name}" in page
        answer = client.get(f"{REPORTS}/{filing}/files/{name}")
        assert answer.headers["Content-Disposition"].startswith("attachment"), name
        assert answer.getvalue(), name

    released = noted("report-released")
    assert [event.actor for event in released] == ["staff:op"] * len(names)


def test_a_filing_that_is_up_to_date_is_not_made_again() -> None:
    world.open_house()
    evening()
    filing = filed().hex

    again = browser().post(f"{REPORTS}/{filing}/do/order-again", {})

    assert again.headers["Location"] == f"{REPORTS}/orders/{filing}"


def test_a_delivery_that_failed_is_tried_again(tmp_path: Any) -> None:
    world.open_house()
    evening()
    client = browser()
    nowhere = Destination(backend=DropFolder(name="regulator", folder=tmp_path / "missing"))
    filing = ordered_and_filed(nowhere)

    page = text_of(client.get(f"{REPORTS}/{filing}"))
    address = f"{REPORTS}/{filing}/deliveries/regulator"
    assert address in page
    again = client.post(address, {})

    assert again.headers["Location"] == f"{REPORTS}/{filing}?done=done"


def ordered_and_filed(destination: Destination) -> str:
    """File the report of the evening for a destination."""
    order_id = way_ordered()
    brought_on(order_id, destinations=(destination,))
    return order_id.hex


def test_the_catalogue_says_what_every_column_means() -> None:
    page = text_of(browser().get(f"{REPORTS}/definitions"))

    assert "Gross gaming revenue: handle less returned." in page


def test_the_figures_are_those_of_the_filed_reports() -> None:
    world.open_house()
    evening()
    filed("taxable-revenue")
    filed("rtp-variance")

    page = text_of(browser().get("/console/figures"))

    # One round of five dollars on the 21st, whatever it gave back.
    assert "2026-11-21" in page
    assert "5.00" in page
    assert "too few games" in page
    assert '<svg class="bar"' in page
    assert "style=" not in page


def test_without_a_report_the_figures_say_which_to_order() -> None:
    page = text_of(browser().get("/console/figures"))

    assert f'href="{REPORTS}/order"' in page
    assert "rtp-variance" in page
