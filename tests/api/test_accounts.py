"""Accounts over HTTP: documents, consents, verification, closing, and what operators see of a person."""

from __future__ import annotations

import hashlib
import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test import Client, override_settings

from audit.queries.events import events
from players.queries import accounts
from players.verifiers import VERIFIERS
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests import world
from tests.api.caller import V1, Caller, Operator, Player, now, problem
from tests.approving import apply_over_http

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = [pytest.mark.clause("F21"), pytest.mark.django_db]

NEW_JERSEY = JURISDICTIONS["new-jersey"]
# Words that nothing else spells.
OPHELIA = world.registration_fields("ophelia") | {
    "given_name": "Ophélie-Ximena",
    "family_name": "Quasimodo",
    "birth_date": "1987-03-29",
    "address": {
        "line": "77 Xanadu Crescent",
        "city": "Zzyzx",
        "region": "QQ",
        "postal_code": "PQ-90210",
        "country": "GB",
    },
    "email": "ophelia.quasimodo@mail.example",
    "phone": "+442079461987",
}
SECRETS = (
    "Ophélie",
    "Ximena",
    "Quasimodo",
    "quasimodo",
    "1987-03-29",
    "Xanadu",
    "Zzyzx",
    "PQ-90210",
    "2079461987",
)


def told(answer: HttpResponse, status: int = 200) -> Any:
    assert answer.status_code == status, answer.content
    return json.loads(answer.content)


@pytest.fixture
def player() -> Player:
    """Have the house open, and a player with 1,000.00 at the table."""
    world.open_house(now=now())
    return Player()


# --- Documents and consents ---------------------------------------------------------------------------------


@pytest.mark.clause("AC-3")
def test_everybody_reads_the_documents_and_a_cache_may_keep_them() -> None:
    for listed in told(Caller().get("/documents"))["items"]:
        path = f"{V1}/documents/{listed['kind']}"
        first = Client().get(path)
        document = first.json()
        assert {name: document[name] for name in listed} == listed
        assert hashlib.sha256(document["text"].encode()).hexdigest() == listed["sha256"]
        assert first.headers["Cache-Control"] == "public, max-age=60"
        assert Client().get(path, headers={"If-None-Match": first.headers["ETag"]}).status_code == 304
    problem(Caller().get("/documents/cookies"), 404, "document-not-found")


@pytest.mark.clause("AC-4")
def test_a_new_version_is_asked_for_before_the_next_bet(player: Player) -> None:
    player.closed_round()
    documents = tuple(
        replace(document, version="2") if document.kind == "terms" else document
        for document in world.DEMO.accounts.documents
    )
    published = replace(world.DEMO, accounts=replace(world.DEMO.accounts, documents=documents))
    with override_settings(REDDOG_JURISDICTION=published):
        assert problem(player.bet(), 409, "outdated-consent")["current"] == {"terms": "2"}
        assert told(player.get("/me"))["consents_current"] is False
        problem(player.send("PUT", "/me/consents", {"terms": "1"}), 409, "outdated-consent")

        (terms, *_) = told(player.send("PUT", "/me/consents", {"terms": "2"}))["items"]

        assert (terms["agreed_version"], terms["current_version"]) == ("2", "2")
        assert player.bet().status_code == 201


@pytest.mark.clause("AC-5")
def test_marketing_alone_is_taken_back(player: Player) -> None:
    def agreed(answer: HttpResponse) -> dict[str, str | None]:
        document = told(answer)
        assert document["current"]
        return {item["kind"]: item["agreed_version"] for item in document["items"]}

    assert agreed(player.get("/me/consents")) == {**world.CONSENTS, "marketing": None}
    assert agreed(player.send("PUT", "/me/consents", {"marketing": "1"}))["marketing"] == "1"
    assert agreed(player.send("PUT", "/me/consents", {"marketing": None}))["marketing"] is None
    wrong: tuple[Any, ...] = ({"terms": None}, {"cookies": "1"}, {"terms": 1}, [])
    for body in wrong:
        problem(player.send("PUT", "/me/consents", body), 400, "invalid-request")


# --- Verification -------------------------------------------------------------------------------------------


@pytest.mark.clause("AC-6")
@pytest.mark.clause("F45")
def test_a_player_is_verified_by_two_operators_before_the_first_bet(player: Player) -> None:
    ann, ben, path = Operator("ann"), Operator("ben"), f"/ops/players/{player.seat.chain.hex}/verification"
    with override_settings(REDDOG_JURISDICTION=NEW_JERSEY, REDDOG_VERIFICATION=VERIFIERS["manual"]):
        problem(player.bet(), 403, "not-verified")
        waiting = told(player.post("/me/verification"), 201)
        assert (waiting["status"], waiting["method"], waiting["mandatory"]) == ("pending", "manual", True)
        problem(player.bet(), 403, "not-verified")

        decision = {"decision": "verified", "method": "passport", "reason": "seen on the telephone"}
        assert problem(ann.send("PUT", path, decision), 403, "proposal-needed")["act"] == "verify-identity"
        problem(player.bet(), 403, "not-verified")
        wanted = {"player_id": player.seat.chain.hex, "method": "passport"}
        apply_over_http(ann, ben, "verify-identity", wanted)
        again = {"act": "verify-identity", "arguments": wanted, "reason": "a test"}
        problem(ann.post("/ops/proposals", again), 409, "verification-unchanged")

        assert told(player.get("/me"))["verification"]["method"] == "passport"
        assert player.bet().status_code == 201


@pytest.mark.clause("F45")
def test_an_identity_that_changed_since_it_was_proposed_is_not_verified(player: Player) -> None:
    ann, ben, chain = Operator("ann"), Operator("ben"), player.seat.chain
    wanted = {"act": "verify-identity", "arguments": {"player_id": chain.hex, "method": "passport"}, "reason": "seen"}
    proposal = told(ann.post("/ops/proposals", wanted), 201)
    approval = (f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]})
    world.give_pin(chain)
    told(player.send("PUT", "/me/profile", {"address": OPHELIA["address"], "pin": world.PIN}), 200)

    problem(ben.post(*approval), 409, "proposal-outdated")

    assert accounts.player(chain).verification == "unverified"


@pytest.mark.clause("F45")
def test_one_operator_refuses_a_verified_identity(player: Player) -> None:
    ann, ben, chain = Operator("ann"), Operator("ben"), player.seat.chain
    apply_over_http(ann, ben, "verify-identity", {"player_id": chain.hex, "method": "passport"})
    decision = {"decision": "refused", "method": "passport", "reason": "forged"}

    told(ann.send("PUT", f"/ops/players/{chain.hex}/verification", decision), 200)

    problem(ann.send("PUT", f"/ops/players/{chain.hex}/verification", decision), 409, "verification-unchanged")
    assert accounts.player(chain).verification == "refused"


@pytest.mark.parametrize(
    "change",
    [
        {"reason": " "},
        {"reason": None},
        {"method": "passport no. 4711"},
        {"decision": "pending"},
        {"decision": "unverified"},
    ],
)
def test_a_decision_names_what_it_rests_on_and_why(player: Player, change: dict[str, Any]) -> None:
    decision = {"decision": "refused", "method": "passport", "reason": "seen"} | change
    operator, before = Operator(), world.everything_stored()

    problem(
        operator.send("PUT", f"/ops/players/{player.seat.chain.hex}/verification", decision), 400, "invalid-request"
    )

    assert {**world.everything_stored()} == before


# --- Status -------------------------------------------------------------------------------------------------


@pytest.mark.clause("AC-9")
def test_a_closed_account_bets_no_more_and_logs_in_for_its_money(player: Player) -> None:
    body: dict[str, object] = {"password": world.PASSWORD}
    for wrong in ({}, body | {"pin": "2580"}, {"password": 1}):
        problem(player.post("/me/closure", wrong), 400, "invalid-request")
    problem(player.post("/me/closure", {"password": "another pass phrase"}), 401, "wrong-credentials")
    problem(player.post("/me/closure", {"pin": "2580"}), 409, "pin-not-set")

    assert player.post("/me/closure", body).status_code == 204

    problem(player.bet(), 403, "account-closed")
    problem(player.post("/me/closure", body), 409, "status-unchanged")
    session = told(Caller().post("/sessions", {"username": "ada", **body}), 201)
    me = Caller(f"Bearer {session['token']}")
    assert told(me.get("/me"))["status"] == "closed"
    assert told(me.get("/wallet"))["cash"]["amount"] == 100_000
    reactivate = {"act": "reactivate-player", "arguments": {"player_id": player.seat.chain.hex}, "reason": "a wish"}
    answer = Operator().post("/ops/proposals", reactivate)
    assert problem(answer, 409, "status-not-allowed")["account_status"] == "closed"


def test_an_operator_makes_nobody_dormant(player: Player) -> None:
    asked = {"status": "dormant", "reason": "a test"}

    problem(Operator().send("PUT", f"/ops/players/{player.seat.chain.hex}/status", asked), 400, "invalid-request")


@pytest.mark.clause("F28")
def test_an_exclusion_is_shown_as_the_status_of_an_account_that_could_play(player: Player) -> None:
    path, operator = f"/ops/players/{player.seat.chain.hex}", Operator()
    player.post("/me/exclusion", {"kind": "time-out", "days": 1})
    assert (told(player.get("/me"))["status"], told(operator.get(path))["status"]) == ("excluded", "excluded")

    operator.send("PUT", f"{path}/status", {"status": "suspended", "reason": "a test"})

    assert (told(player.get("/me"))["status"], told(operator.get(path))["status"]) == ("suspended", "suspended")


# --- Personal data ------------------------------------------------------------------------------------------


@pytest.mark.clause("F57")
@pytest.mark.clause("AC-1")
def test_a_person_is_in_no_column_no_record_no_event_and_no_line_of_the_log(capfd: pytest.CaptureFixture[str]) -> None:
    world.open_house(now=now())
    chain = told(Caller().post("/players", OPHELIA), 201)["id"]
    problem(Caller().post("/players", OPHELIA | {"username": "other"}), 409, "account-exists")
    problem(Caller().post("/players", OPHELIA | {"family_name": "Quasi\nmodo"}), 400, "malformed-identity")
    session = told(Caller().post("/sessions", {"username": "ophelia", "password": world.PASSWORD}), 201)
    me, operator = Caller(f"Bearer {session['token']}"), Operator()
    me.post("/me/verification")
    me.post("/me/closure", {"password": world.PASSWORD})
    seen = [me.get("/me"), me.get("/me/verification"), me.get("/me/consents"), operator.get(f"/ops/players/{chain}")]
    operator.get(f"/ops/players/{chain}/identity?reason=a%20test")

    words = everything_in_words() + "".join(answer.content.decode() for answer in seen) + "".join(capfd.readouterr())

    assert [secret for secret in SECRETS if secret in words] == []
    assert chain in words.replace("-", "")


@pytest.mark.clause("F34")
@pytest.mark.clause("AC-12")
def test_an_operator_sees_who_a_player_is_for_a_reason_that_is_kept(player: Player) -> None:
    chain = told(Caller().post("/players", OPHELIA), 201)["id"]
    operator, path = Operator("ann"), f"/ops/players/{chain}/identity"
    before = world.everything_stored()
    for query in ("", "?reason=", "?reason=%20", "?why=x", "?reason=x&reveal=1", f"?reason={'x' * 201}"):
        answer = operator.get(path + query)
        assert (answer.status_code, json.loads(answer.content)["code"]) == (400, "invalid-request"), query
    assert world.everything_stored() == before

    answer = operator.get(f"{path}?reason=a%20complaint")

    document = told(answer)
    assert document == {name: OPHELIA[name] for name in document}
    assert len(document) == 6
    assert answer.headers["Cache-Control"] == "no-store"
    (event,) = events(subject=None, before=None, limit=1)
    assert (event.kind, event.actor, event.reason) == ("identity-viewed", "operator:ann", "a complaint")
    assert event.subject != player.seat.chain
    assert event.subject is not None
    assert event.subject.hex == chain


@pytest.mark.parametrize("path", ["", "/identity?reason=x"])
@pytest.mark.parametrize("chain", ["x", "0" * 32, "0" * 33])
def test_nobody_is_seen_who_is_not_there(chain: str, path: str) -> None:
    answer = Operator().get(f"/ops/players/{chain}{path}")

    assert (answer.status_code, json.loads(answer.content)["code"]) == (404, "player-not-found")


def everything_in_words() -> str:
    """Return all rows of all tables of ours as text, bytes as their characters where they are some."""
    words = []
    with connection.cursor() as cursor:
        for table in world.TABLES:
            cursor.execute(f"SELECT * FROM {table}")
            for row in cursor.fetchall():
                values = (
                    bytes(value).decode("latin-1") if isinstance(value, memoryview | bytes) else value for value in row
                )
                words += [str(value) for value in values]
    return "\n".join(words)
