"""The staff find players by the beginning of a name, by status and by dates, and a page costs the same among millions."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from players.core.status import Status
from players.operations.set_status import set_status
from players.queries import player_search
from tests import world
from tests.api.caller import Auditor, Caller, Operator, problem
from tests.api.staff_log_in import noted
from tests.api.test_filters import between, listed, plans, text_of
from tests.reports.making import seated_test_account

if TYPE_CHECKING:
    from django.http import HttpResponse

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F60"), pytest.mark.django_db(transaction=True, databases=["default", "owner"])]

HOUR: Final = timedelta(hours=1)
NAMES: Final = ("ada", "adam", "bob", "anna.b", "carl", "ada-2")


class Crowd:
    """Players of `NAMES`, registered an hour apart; each logged in half an hour later."""

    def __init__(self) -> None:
        self.began = datetime.now(UTC).replace(microsecond=0) - 20 * HOUR
        world.open_house(now=self.began)
        self.chains: dict[str, ChainId] = {}
        for number, name in enumerate(NAMES):
            self.chains[name] = world.sign_up(name, now=self.at(number))
            world.log_in_player(name, now=self.at(number) + HOUR / 2)
        self.staff = Auditor()

    def at(self, number: int) -> datetime:
        """When a player registered."""
        return self.began + (number + 1) * HOUR

    def found(self, *, limit: Any = 2, **filters: str) -> list[str]:
        """Return the user names of all pages."""
        return [item["username"] for item in listed(self.staff, "/ops/players", limit=limit, **filters)]


@pytest.fixture
def crowd() -> Crowd:
    return Crowd()


def test_players_are_found_by_the_beginning_of_the_name_in_the_order_of_names(crowd: Crowd) -> None:
    assert crowd.found(username_prefix="ad") == ["ada", "ada-2", "adam"]
    assert crowd.found(username_prefix="AD", limit=1) == ["ada", "ada-2", "adam"]
    assert crowd.found(username_prefix="anna.") == ["anna.b"]
    assert crowd.found(username_prefix="eve") == []
    # An underscore and a percent sign stand for nothing else, and no pattern is one.
    assert crowd.found(username_prefix="a_") == []
    problem(crowd.staff.get("/ops/players?username_prefix=a%25"), 400, "invalid-request")


def test_players_are_found_by_a_part_of_the_name_in_the_order_of_names(crowd: Crowd) -> None:
    world.sign_up("abcabd", now=crowd.at(7))

    assert crowd.found(username_part="ada", limit=1) == ["ada", "ada-2", "adam"]
    assert crowd.found(username_part="NNA") == ["anna.b"]
    assert crowd.found(username_part="a-2") == ["ada-2"]
    assert crowd.found(username_part="ada", username_prefix="ada-") == ["ada-2"]
    # All its parts are there, in another order.
    assert crowd.found(username_part="bcabc") == []
    assert crowd.found(username_part="cabd") == ["abcabd"]
    # No character stands for another one.
    assert crowd.found(username_part="a_a") == []
    for refused in ("da", "a%a", "a a"):
        problem(crowd.staff.get(f"/ops/players?username_part={quote(refused)}"), 400, "invalid-request")


def test_a_rare_part_of_a_name_is_read_from_the_index_of_parts_and_a_common_one_in_the_order_of_names(
    crowd: Crowd,
) -> None:
    asked: dict[str, str] = {}
    for part in ("xyz", "cro"):
        with CaptureQueriesContext(connection) as captured:
            listed(crowd.staff, "/ops/players", limit=20, username_part=part)
        (asked[part],) = (query["sql"] for query in captured.captured_queries if "players_name_parts" in query["sql"])

    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        # ANALYZE writes the number of rows in place. It then does so in a row of pg_class that goes with the transaction, and
        # the planner knows as little of the table afterwards as before.
        cursor.execute("ALTER TABLE players_player SET (autovacuum_enabled = off)")
        cursor.execute(
            "INSERT INTO players_player SELECT (jsonb_populate_record(NULL::players_player, to_jsonb(one) ||"
            " jsonb_build_object('chain', gen_random_uuid(), 'username', left(digest, 20) || '-crowd',"
            " 'person_digest', '\\x' || digest || digest, 'email_digest', '\\x' || digest || digest))).*"
            " FROM (SELECT * FROM players_player LIMIT 1) one, generate_series(1, 20000) n, md5(n::text) digest"
        )
        cursor.execute("ANALYZE players_player")
        plans_by_part = {}
        for part, sql in asked.items():
            cursor.execute("EXPLAIN " + sql)
            plans_by_part[part] = "\n".join(line for (line,) in cursor.fetchall())
        transaction.set_rollback(True, using="owner")

    assert "players_by_name_part" in plans_by_part["xyz"]
    assert "players_by_username" in plans_by_part["cro"]
    for plan in plans_by_part.values():
        assert "Seq Scan on players_player" not in plan


def test_players_are_listed_by_registration_newest_first_and_cut_by_it(crowd: Crowd) -> None:
    assert crowd.found() == list(reversed(NAMES))
    assert crowd.found(**between(crowd.at(1), crowd.at(4))) == ["anna.b", "bob", "adam"]
    assert crowd.found(username_prefix="ad", **between(crowd.at(1), crowd.at(4))) == ["adam"]


def test_players_are_found_by_the_last_login_alone(crowd: Crowd) -> None:
    # Who logs in again is no longer found by the login before it.
    world.log_in_player("ada", now=crowd.at(7))
    world.sign_up("never", now=crowd.at(8))

    assert crowd.found(dated_by="last-login") == ["ada", "ada-2", "carl", "anna.b", "bob", "adam"]
    assert crowd.found(dated_by="last-login", **between(end=crowd.at(3))) == ["bob", "adam"]
    assert crowd.found(dated_by="last-login", **between(start=crowd.at(7))) == ["ada"]
    cut = between(start=crowd.at(5))
    assert crowd.found(dated_by="last-login", username_prefix="ada", **cut) == ["ada", "ada-2"]
    assert crowd.found(username_prefix="never", dated_by="last-login", **cut) == []


def test_players_are_found_by_status_and_test_accounts_apart(crowd: Crowd) -> None:
    set_status(crowd.chains["adam"], Status.SUSPENDED, reason="a test", actor="operator:op", now=crowd.at(9))
    set_status(crowd.chains["carl"], Status.SUSPENDED, reason="a test", actor="operator:op", now=crowd.at(9))
    seated_test_account("probe", 50_000, now=crowd.at(10))

    assert crowd.found(status="suspended", limit=1) == ["carl", "adam"]
    assert crowd.found(status="suspended", username_prefix="ad") == ["adam"]
    assert crowd.found(status="suspended", dated_by="last-login") == ["carl", "adam"]
    assert crowd.found(test_account="true") == ["probe"]
    assert crowd.found(test_account="false", status="suspended") == ["carl", "adam"]
    assert crowd.found(test_account="true", status="suspended") == []


def test_a_found_player_is_shown_with_status_registration_and_last_login(crowd: Crowd) -> None:
    (ada,) = listed(crowd.staff, "/ops/players", username_prefix="adam")

    assert ada == {
        "id": crowd.chains["adam"].hex,
        "username": "adam",
        "status": "active",
        "created_at": text_of(crowd.at(1)),
        "test_account": False,
        "last_login_at": text_of(crowd.at(1) + HOUR / 2),
    }


def test_a_whole_user_name_still_answers_with_the_one_player_and_stands_alone(crowd: Crowd) -> None:
    answer: dict[str, Any] = json.loads(crowd.staff.get("/ops/players?username=ADA").content)

    assert (answer["id"], answer["username"]) == (crowd.chains["ada"].hex, "ada")
    problem(crowd.staff.get("/ops/players?username=ada&status=active"), 400, "invalid-request")


def test_pages_that_have_nobody_lead_on_to_those_that_have(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    set_status(crowd.chains["ada"], Status.SUSPENDED, reason="a test", actor="operator:op", now=crowd.at(9))
    monkeypatch.setattr(player_search, "EXAMINED_MAX", 2)

    assert crowd.found(status="suspended", test_account="false", limit=1) == ["ada"]
    assert crowd.found(status="suspended", dated_by="last-login", limit=1) == ["ada"]
    assert crowd.found(username_prefix="a", status="active", limit=1) == ["ada-2", "adam", "anna.b"]


def test_every_page_of_players_is_found_by_an_index_and_none_is_sorted(crowd: Crowd) -> None:
    # Few have this status: where all have it, the index of registrations is as good a way.
    set_status(crowd.chains["adam"], Status.SUSPENDED, reason="a test", actor="operator:op", now=crowd.at(9))
    cut = between(crowd.at(0), crowd.at(9))
    searches: list[tuple[dict[str, str], str]] = [
        ({"username_prefix": "ad"}, "players_by_username"),
        ({"username_prefix": "ad", "status": "active", **cut}, "players_by_username"),
        ({"username_part": "ada"}, "players_by_username"),
        (cut, "players_by_registration"),
        ({"status": "suspended", **cut}, "players_by_status"),
        ({"test_account": "true", **cut}, "players_test_accounts"),
        ({"dated_by": "last-login", **cut}, "players_session_by_time"),
    ]
    for filters, index in searches:
        with plans() as explained:
            listed(crowd.staff, "/ops/players", limit=1, **filters)

        assert any(index in plan for plan in explained), (filters, explained)
        for plan in explained:
            assert "Seq Scan" not in plan, (filters, plan)
            assert not re.search(r"\bSort\b", plan), (filters, plan)


def test_an_operator_finds_the_open_account_of_a_whole_address_which_is_kept_and_an_auditor_does_not(
    crowd: Crowd,
) -> None:
    operator = Operator("ann")

    def asked(email: Any, staff: Caller = operator) -> HttpResponse:
        return staff.post("/ops/player-searches", {"email": email})

    found = json.loads(asked(" ADA@example.test ").content)
    assert (found["username"], found["id"], found["status"]) == ("ada", crowd.chains["ada"].hex, "active")
    (event,) = noted("found-by-email")
    assert (event.subject, event.actor) == (crowd.chains["ada"], "operator:ann")
    for part in ("ad@example.test", "ada@example", "ada"):
        problem(asked(part), 404, "player-not-found")
    tried = [(event.subject, event.actor, event.after) for event in noted("found-nobody")]
    assert tried == [(None, "operator:ann", {"by": "email"})] * 3
    problem(asked(None), 400, "invalid-request")
    problem(asked("ada@example.test", crowd.staff), 403, "forbidden")
    set_status(crowd.chains["ada"], Status.CLOSED, reason="a test", actor="operator:test", now=crowd.at(30))
    problem(asked("ada@example.test"), 404, "player-not-found")
    assert len(noted("found-by-email")) == 1
