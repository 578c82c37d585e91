"""The matrix of endpoints in docs/approvals.md is the code's, and says what a test of every caller expects."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from approvals.acts import ACTS
from approvals.documents.acts_table import with_acts_table
from approvals.documents.endpoints import endpoints
from approvals.documents.endpoints_table import with_endpoints_table
from approvals.management.commands.acts_table import PAGE
from tests import world
from tests.api import test_permissions as matrix
from tests.api.caller import now
from tests.api.test_nobody_alone import BODIES, ROLES, SCENES

if TYPE_CHECKING:
    from approvals.act import StaffAct

pytestmark = [pytest.mark.clause("F47"), pytest.mark.clause("F48")]

AUDIENCES: Final = {
    matrix.PUBLIC: ("anybody",),
    matrix.PLAYERS: ("players",),
    matrix.OWN: ("players",),
    matrix.ENROLLING: ("enrolling",),
    matrix.OPERATORS: ("operators",),
    matrix.AUDITORS: ("auditors", "operators"),
    matrix.ADMINISTRATORS: ("administrators",),
    matrix.STAFF: ("administrators", "auditors", "operators"),
}

# The national list without one of the two whom the scene lists.
SHORTER_LIST: Final = b"family_name,given_name,birth_date\nHopper,Grace,1990-01-01\n"


def test_the_page_is_what_the_code_says() -> None:
    page = PAGE.read_text(encoding="utf-8")

    assert with_endpoints_table(with_acts_table(page, ACTS), endpoints(), ACTS) == page


def test_the_code_lets_in_whom_the_matrix_that_every_caller_tries_names() -> None:
    told = {(one.method, one.path): one for one in endpoints()}

    assert told.keys() == matrix.TABLE.keys()
    for entry, one in told.items():
        wanted = AUDIENCES[matrix.TABLE[entry][0]]
        # Of these the act decides, and the matrix tries one.
        assert (set(wanted) <= set(one.callers)) if one.by_act else (wanted == one.callers), entry


@pytest.mark.django_db
@pytest.mark.parametrize("act", [act for act in ACTS.values() if act.endpoint], ids=lambda act: act.name)
def test_what_is_beyond_one_person_at_an_endpoint_is_refused_there_and_names_the_act(act: StaffAct) -> None:
    world.open_house(now=now())
    scene = SCENES[act.name]()
    method, path = act.endpoint.split(" ")
    (role,) = act.proposers
    one = ROLES[role]("zoe")
    content_type = "text/csv" if path == "ops/exclusion-list" else "application/json"
    address = path
    for place, value in scene.places.items():
        address = address.replace(place, value)

    told = [
        json.loads(one.send(method, f"/{address}{query(method, path)}", body, content_type=content_type).content)
        for body in BODIES.get(path, [SHORTER_LIST])
    ]

    assert ("proposal-needed", act.name) in [(answer.get("code"), answer.get("act")) for answer in told]


def query(method: str, path: str) -> str:
    return matrix.QUERIES.get((method, path), "")
