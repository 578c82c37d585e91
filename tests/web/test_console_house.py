"""Every page about the house is there for the roles that the interface lets read it, and for nobody else."""

from __future__ import annotations

from typing import Final

import pytest

from staff.core.roles import Role
from tests import world
from tests.api.caller import now
from tests.web.test_console_doors import browser
from web.console.navigation import SECTIONS

pytestmark = pytest.mark.django_db

READ: Final = (
    *(
        "markers",
        "rounds",
        "payments",
        "tables",
        "figures",
        "switches",
        "reports",
        "reports/orders",
        "reports/definitions",
    ),
    *("cases", "disputes", "reviews", "events"),
)
BY_ALL: Final = ("games", "proposals", "health")
LISTS: Final = (
    "markers",
    "rounds",
    "payments",
    "tables",
    "games",
    "switches",
    "reports",
    "reports/orders",
    "cases",
    "disputes",
)


@pytest.mark.parametrize("role", Role)
def test_each_role_reads_what_the_interface_lets_it_read(role: Role) -> None:
    world.open_house(now=now())
    client = browser("sam", role)
    is_administrator = role is Role.ADMINISTRATORS

    for page in READ:
        assert client.get(f"/console/{page}").status_code == (403 if is_administrator else 200), page
    for page in BY_ALL:
        assert client.get(f"/console/{page}").status_code == 200, page
    assert client.get("/console/staff").status_code == (200 if is_administrator else 403)


@pytest.mark.parametrize("role", Role)
def test_the_navigation_names_only_pages_that_can_be_read(role: Role) -> None:
    world.open_house(now=now())
    client = browser("sam", role)

    for section in SECTIONS:
        status = client.get(section.address).status_code
        assert (status == 200) == (role.value in section.roles), section.address


@pytest.mark.parametrize("page", LISTS)
def test_an_empty_list_says_what_would_stand_there(page: str) -> None:
    client = browser()

    shown = client.get(f"/console/{page}").content.decode()

    assert "There is nothing here yet." in shown


def test_a_filter_of_another_name_is_refused_and_not_ignored() -> None:
    client = browser()

    for page in LISTS:
        refused = client.get(f"/console/{page}?colour=open")
        assert refused.status_code == 400, page
        assert "invalid-request" in refused.content.decode()
    # The page of figures has a query of its own.
    assert client.get("/console/figures?currency=USD").status_code == 200


@pytest.mark.parametrize(
    "place",
    [
        *(
            "rounds/{id}-0-1",
            "payments/{id}",
            "tables/{id}",
            "games/no-such-game",
            "reports/{id}",
            "reports/orders/{id}",
        ),
        *("cases/{id}", "disputes/{id}", "disputes/{id}/evidence", "proposals/{id}", "rounds/{id}/do/no-such-action"),
        *("payments/{id}/do/nothing", "tables/{id}/do/nothing", "games/yablon/do/nothing", "games/do/nothing"),
        *("switches/do/nothing", "switches/everything/do/nothing", "cases/{id}/do/nothing", "disputes/{id}/do/nothing"),
        *("reviews/{id}/do/nothing", "proposals/{id}/do/nothing", "health/do/nothing", "reports/{id}/files/exe"),
        *("staff/do/nothing", "staff/op/do/nothing", "reports/orders/{id}/do/nothing", "proposals/{id}/do/approve"),
    ],
)
def test_what_there_is_not_is_said_so(place: str) -> None:
    world.open_house(now=now())

    answer = browser().get(f"/console/{place.format(id='0' * 32)}")

    assert answer.status_code == 404, place
