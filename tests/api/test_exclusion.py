"""Staying away over HTTP: the player's word, the operator's, and the national list's."""

from __future__ import annotations

import io
import json
from typing import IO, TYPE_CHECKING, Any, cast

import pytest
from django.conf import settings
from django.test import RequestFactory

from approvals.api.exclusion_list import CsvBody, TruncatedBody
from audit.queries.events import events
from tests import world
from tests.api.caller import Caller, Operator, Player, now, problem
from tests.approving import apply_over_http

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = [pytest.mark.clause("F28"), pytest.mark.django_db]

HEADER = b"family_name,given_name,birth_date\n"
ADA = b"Lovelace,Ada,1990-01-01\n"
NEW = {**world.registration_fields("ada"), "given_name": "Ada", "family_name": "Lovelace"}


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


def sent(who: Caller, content: bytes, *, query: str = "?reason=a+test", content_type: str = "text/csv") -> HttpResponse:
    return who.post(f"/ops/exclusion-list{query}", content, content_type=content_type)


def kinds(told: dict[str, Any]) -> list[str]:
    return [exclusion["kind"] for exclusion in told["items"]]


def test_an_operator_excludes_and_sees_and_two_lift_and_the_players_own_holds_on() -> None:
    player, operator = Player(), Operator()
    path = f"/ops/players/{player.seat.chain.hex}/exclusion"
    player.post("/me/exclusion", {"kind": "time-out", "days": 7})

    told = json.loads(operator.post(path, {"days": None, "reason": "a complaint"}).content)
    assert (told["excluded"], told["lifted_at"], kinds(told)) == (True, None, ["time-out", "operator-exclusion"])
    assert json.loads(player.get("/me/exclusion").content) == told

    lifting: dict[str, Any] = {"act": "lift-exclusion", "arguments": {"player_id": player.seat.chain.hex}}
    apply_over_http(operator, Operator("pete"), **lifting, reason="settled")
    told = json.loads(operator.get(path).content)
    assert (told["excluded"], kinds(told)) == (True, ["time-out"])
    assert told["lifted_at"] == told["items"][0]["ends_at"]
    assert json.loads(player.get("/me/exclusion").content) | {"list_reference": None} == told
    again = operator.post("/ops/proposals", {**lifting, "reason": "once more"})
    refused = problem(again, 409, "not-excluded-by-operator")
    assert refused["kinds"] == ["time-out"]
    newest = events(subject=player.seat.chain, before=None, limit=4)
    assert [(event.kind, event.actor, event.reason) for event in newest] == [
        ("proposal-applied", "operator:op+pete", "settled"),
        ("exclusion-lifted", "operator:op+pete", "settled"),
        ("proposal-made", "operator:op", "settled"),
        ("exclusion-set", "operator:op", "a complaint"),
    ]


@pytest.mark.parametrize(
    "body",
    [
        {"days": None},
        {"days": None, "reason": "   "},
        {"days": None, "reason": "r" * 201},
        {"days": 0, "reason": "a test"},
        {"days": 36_526, "reason": "a test"},
        {"days": 7.0, "reason": "a test"},
        {"reason": "a test"},
        {"days": 7, "reason": "a test", "kind": "national-exclusion"},
    ],
)
def test_an_operators_exclusion_that_is_none_is_refused(body: dict[str, object]) -> None:
    player, operator = Player(), Operator()
    before = world.everything_stored()

    problem(operator.post(f"/ops/players/{player.seat.chain.hex}/exclusion", body), 400, "invalid-request")

    assert world.everything_stored() == before


@pytest.mark.parametrize("player", ["0" * 32, "ada", "0" * 31])
def test_nobody_is_no_player(player: str) -> None:
    operator = Operator()

    problem(operator.get(f"/ops/players/{player}/exclusion"), 404, "player-not-found")
    asked = {"days": None, "reason": "a test"}
    problem(operator.post(f"/ops/players/{player}/exclusion", asked), 404, "player-not-found")


@pytest.mark.parametrize("kind", ["operator-exclusion", "national-exclusion"])
def test_players_do_not_say_that_somebody_else_excluded_them(kind: str) -> None:
    problem(Player().post("/me/exclusion", {"kind": kind, "days": 400}), 400, "invalid-request")


def test_an_operator_sends_the_national_list_and_a_listed_person_registers_in_vain() -> None:
    answer = sent(Operator(), HEADER + ADA)

    assert answer.status_code == 201, answer.content
    done = json.loads(answer.content)
    assert (done["rows"], done["persons"], done["matched"], done["excluded"], done["lifted"]) == (1, 1, 0, 0, 0)
    assert Caller().post("/players", NEW).status_code == 201
    begun = json.loads(Caller().post("/sessions", {"username": "ada", "password": world.PASSWORD}).content)
    excluded = Caller(f"Bearer {begun['token']}")
    assert kinds(json.loads(excluded.get("/me/exclusion").content)) == ["national-exclusion"]
    # Logging in goes on, so that money can be withdrawn; there is no way back by one's own word.
    problem(excluded.post("/me/exclusion/return"), 409, "not-excluded")


def test_an_operator_sees_under_which_reference_the_list_has_a_player_whose_event_does_not_tell() -> None:
    operator = Operator()
    chain = world.sign_up(given_name="Ada", family_name="Lovelace", now=now())
    sent(operator, b"family_name,given_name,birth_date,reference\nLovelace,Ada,1990-01-01,GB-17\n")

    assert json.loads(operator.get(f"/ops/players/{chain.hex}/exclusion").content)["list_reference"] == "GB-17"
    assert "GB-17" not in str(events(subject=None, before=None, limit=9))


LISTS: dict[str, tuple[bytes, str, str, int, str]] = {
    "no body": (b"", "?reason=r", "text/csv", 400, "malformed-exclusion-list"),
    "no header": (ADA, "?reason=r", "text/csv", 400, "malformed-exclusion-list"),
    "half a line": (HEADER + ADA + b"Hopper,Gr", "?reason=r", "text/csv", 400, "malformed-exclusion-list"),
    "no UTF-8": (HEADER + b"L\xff,Ada,1990-01-01\n", "?reason=r", "text/csv", 400, "malformed-exclusion-list"),
    "JSON": (b"[]", "?reason=r", "application/json", 415, "unsupported-media-type"),
    "no reason": (HEADER + ADA, "", "text/csv", 400, "invalid-request"),
    "an empty reason": (HEADER + ADA, "?reason=+", "text/csv", 400, "invalid-request"),
    "a force that is not offered": (HEADER + ADA, "?reason=r&force=true", "text/csv", 400, "invalid-request"),
    "far too few": (HEADER, "?reason=r", "text/csv", 409, "exclusion-list-shrank"),
}


@pytest.mark.parametrize("what", LISTS)
def test_a_list_that_is_none_is_refused_and_nothing_changes(what: str) -> None:
    content, query, content_type, status, code = LISTS[what]
    operator = Operator()
    assert sent(operator, HEADER + ADA).status_code == 201
    before = world.everything_stored()

    told = problem(sent(operator, content, query=query, content_type=content_type), status, code)

    assert "Ada" not in json.dumps(told)
    assert world.everything_stored() == before


@pytest.mark.parametrize(
    ("announced", "came", "told"),
    [
        (len(HEADER + ADA) + 10, HEADER + ADA, "once more"),
        # A web server reads none of it, and to send it once more would be in vain.
        (settings.DATA_UPLOAD_MAX_MEMORY_SIZE + 1, b"", "import_exclusions"),
    ],
)
def test_a_list_that_did_not_come_whole_changes_nothing(announced: int, came: bytes, told: str) -> None:
    before = world.everything_stored()
    cut_off = RequestFactory().post("/", came, content_type="text/csv", CONTENT_LENGTH=str(announced))

    with pytest.raises(TruncatedBody) as refused:
        CsvBody().parse(io.BytesIO(came), parser_context={"request": cut_off})

    assert told in refused.value.detail

    assert world.everything_stored() == before


def test_a_list_is_read_from_a_stream_that_knows_no_lines() -> None:
    class Stream(io.RawIOBase):
        rest = HEADER + ADA

        def read(self, size: int = -1) -> bytes:
            size = len(self.rest) if size < 0 else size
            told, self.rest = self.rest[:size], self.rest[size:]
            return told

        def readline(self, size: int | None = -1) -> bytes:
            raise AssertionError(size)

    request = RequestFactory().post("/", HEADER + ADA, content_type="text/csv")

    with CsvBody().parse(cast(IO[bytes], Stream()), parser_context={"request": request}) as body:
        assert body.read() == HEADER + ADA
