"""What cells that run refuse together: names, persons and addresses of one another's players, and whom one of them excluded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import httpx

from tests.journeys.player import NO_CERTIFICATES, registration
from tests.journeys.running import PATIENCE_SECONDS, WebServer
from tests.own_cells import run_in

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from kernel.cell import Cell

_EXCLUDE_AND_CLOSE: Final = """
from audit.clock import database_now
from players.core.status import Status
from players.operations.set_status import set_status
from players.queries.accounts import find_player
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator
chain, now = find_player("{username}").chain, database_now()
exclude_by_operator(chain, None, reason="a test", actor="operator:test", now=now)
set_status(chain, Status.CLOSED, reason="a test", actor="operator:test", now=now)
"""
_LIFT: Final = """
from audit.clock import database_now
from players.queries.accounts import find_player
from responsible_gaming.operations.exclude_by_operator import lift_by_operator
from tests.approving import approval
lift_by_operator(find_player("{username}").chain, by=approval(), now=database_now())
"""
_EXCLUDE: Final = """
from audit.clock import database_now
from players.queries.accounts import find_player
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator
exclude_by_operator(find_player("{username}").chain, None, reason="a test", actor="operator:test", now=database_now())
"""
_FOLLOW: Final = """
from players.tasks import follow_directory_task
from players.queries.accounts import find_player
print(follow_directory_task())
print(find_player("another-name").status)
"""


def username_in(cell: Cell) -> str:
    return f"ada-of-{cell.name or 'nobody'}".replace("_", "-")


def ask(web: WebServer, wanted: Mapping[str, object]) -> tuple[int, str]:
    """Ask for an account, and return the status of the answer and the code of a refusal."""
    answer = httpx.post(f"{web.url}/players", json=wanted, timeout=PATIENCE_SECONDS, verify=NO_CERTIFICATES)
    return answer.status_code, answer.json().get("code", "")


def assert_names_unique(cells: Sequence[Cell], webs: Sequence[WebServer]) -> None:
    """Fail if a cell takes the user name, the person or the address of another cell's player, or tells them apart."""
    for cell in cells:
        for web in webs:
            known, new = registration(username_in(cell)), registration("somebody-new")
            assert ask(web, known) == (409, "username-taken")
            assert ask(web, {**known, "username": "somebody-new"}) == (409, "account-exists")
            assert ask(web, {**new, "email": known["email"].upper()}) == (409, "account-exists")


def assert_excluded_everywhere(cells: Sequence[Cell], webs: Sequence[WebServer], house: Mapping[str, str]) -> None:
    """Exclude a player of one cell, whose account is closed then: no cell opens one for the same person."""
    own = registration("left-and-excluded")
    assert ask(webs[0], own) == (201, "")
    run_in(cells[0], _EXCLUDE_AND_CLOSE.format(username=own["username"]), house)
    for web in webs:
        assert ask(web, {**own, "username": "another-name", "email": "other@example.test"}) == (409, "account-exists")
    run_in(cells[0], _LIFT.format(username=own["username"]), house)
    assert ask(webs[2], {**own, "username": "another-name"}) == (201, "")
    # And who has an account in another cell does not play there, once that cell's beat has looked.
    run_in(cells[0], _EXCLUDE.format(username=own["username"]), house)
    assert run_in(cells[2], _FOLLOW, house) == ["1", "suspended"]
