"""Two people correct who somebody is, and nothing that is kept of it says who."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from approvals.models import StoredProposal
from audit.queries.events import events
from players import vault
from players.queries.inbox import inbox
from tests import world
from tests.api.caller import Caller, Operator, now, problem
from tests.api.test_accounts import everything_in_words
from tests.approving import ANN_AND_BEN

if TYPE_CHECKING:
    from django.http import HttpResponse

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F45"), pytest.mark.clause("F57"), pytest.mark.django_db]

ADDRESS = {"line": "77 Xanadu Crescent", "city": "Zzyzx", "region": "", "postal_code": "PQ-90210", "country": "GB"}
CHANGES = {"family_name": "Quasimodo", "address": ADDRESS}
PHONE = "+12025550123"
SECRETS = ("Quasimodo", "quasimodo", "Xanadu", "Zzyzx", "PQ-90210")


@pytest.fixture
def chain() -> ChainId:
    world.open_house(now=now())
    return world.sign_up(now=now())


def propose(who: Caller, chain: ChainId, **changes: Any) -> HttpResponse:
    arguments = {"player_id": chain.hex, **(changes or CHANGES)}
    return who.post("/ops/proposals", {"act": "correct-identity", "arguments": arguments, "reason": "a passport"})


def proposed(who: Caller, chain: ChainId, **changes: Any) -> dict[str, Any]:
    answer = propose(who, chain, **changes)
    assert answer.status_code == 201, answer.content
    return json.loads(answer.content)  # type: ignore[no-any-return]  # JSON


def approve(who: Caller, proposal: dict[str, Any], **changes: Any) -> HttpResponse:
    again = {"player_id": proposal["arguments"]["player_id"], **(changes or CHANGES)}
    return who.post(f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"], "arguments": again})


@pytest.mark.parametrize(
    "change", [{"given_name": "Ophelia"}, {"address": ADDRESS}, {"email": "quasimodo@example.com"}, {"phone": PHONE}]
)
def test_one_operator_changes_neither_who_somebody_is_nor_how_to_reach_them(
    chain: ChainId, change: dict[str, Any]
) -> None:
    ann, ben, known = Operator("ann"), Operator("ben"), vault.read(chain)

    assert ann.send("PUT", f"/ops/players/{chain.hex}/profile", {**change, "reason": "x"}).status_code == 404
    proposal = proposed(ann, chain, **change)
    problem(approve(ann, proposal, **change), 403, "proposal-own")
    assert vault.read(chain) == known

    assert approve(ben, proposal, **change).status_code == 201
    after = vault.read(chain)
    assert {name: after[name] for name in change} == change
    told = [message.kind for message in inbox(chain, before=None, limit=1)]
    assert told == ["profile-changed"]


def test_two_people_who_send_the_same_correct_it_and_what_is_kept_names_nobody(
    chain: ChainId, capfd: pytest.CaptureFixture[str]
) -> None:
    ann, ben, known = Operator("ann"), Operator("ben"), vault.read(chain)
    proposal = proposed(ann, chain)
    assert proposal["arguments"].keys() == {"player_id", "fields", "values_hmac"}
    assert proposal["arguments"]["fields"] == ["family_name", "address"]

    answer = approve(ben, proposal)

    assert answer.status_code == 201, answer.content
    assert vault.read(chain) == known | CHANGES
    told = events(subject=chain, before=None, limit=3)
    assert [(event.kind, event.actor) for event in told] == [
        ("proposal-applied", ANN_AND_BEN),
        ("profile-changed", ANN_AND_BEN),
        ("proposal-made", "operator:ann"),
    ]
    words = everything_in_words() + json.dumps(proposal) + answer.content.decode() + "".join(capfd.readouterr())
    assert [secret for secret in SECRETS if secret in words] == []


def test_an_approver_sends_what_the_evidence_says(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    proposal, before = proposed(ann, chain), world.everything_stored()
    path, digest = f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]}

    problem(ben.post(path, digest), 409, "proposal-arguments-needed")
    problem(ben.post(path, {**digest, "arguments": proposal["arguments"]}), 400, "invalid-request")
    for changes in ({"family_name": "Quasimoda", "address": ADDRESS}, {"family_name": "Quasimodo"}):
        problem(approve(ben, proposal, **changes), 409, "proposal-outdated")

    assert world.everything_stored() == before
    assert approve(ben, proposal).status_code == 201


def test_what_is_approved_for_one_player_is_not_done_to_another(chain: ChainId) -> None:
    ann, ben, other = Operator("ann"), Operator("ben"), world.sign_up("bob", now=now())
    proposal, same = proposed(ann, chain), proposed(ann, other)

    assert proposal["arguments"]["values_hmac"] != same["arguments"]["values_hmac"], "each has a key of their own"
    again = {"digest": proposal["digest"], "arguments": {"player_id": other.hex, **CHANGES}}
    problem(ben.post(f"/ops/proposals/{proposal['id']}/approval", again), 409, "proposal-outdated")
    assert vault.read(other)["family_name"] != "Quasimodo"


def test_an_identity_that_changed_since_is_not_corrected(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    proposal = proposed(ann, chain)
    other = proposed(ann, chain, phone=PHONE)
    assert approve(ben, other, phone=PHONE).status_code == 201

    problem(approve(ben, proposal), 409, "proposal-outdated")


@pytest.mark.parametrize(
    ("changes", "status", "code"),
    [
        ({"family_name": "Quasi\nmodo"}, 400, "malformed-identity"),
        ({"birth_date": "1987-03-29"}, 400, "invalid-request"),
        ({"phone": "2025550123"}, 400, "malformed-identity"),
        ({"given_name": ""}, 400, "invalid-request"),
    ],
)
def test_what_cannot_be_corrected_is_not_proposed(
    chain: ChainId, changes: dict[str, Any], status: int, code: str
) -> None:
    operator = Operator()

    problem(propose(operator, chain, **changes), status, code)

    assert not StoredProposal.objects.exists()
    problem(
        operator.post(
            "/ops/proposals", {"act": "correct-identity", "arguments": {"player_id": chain.hex}, "reason": "x"}
        ),
        400,
        "invalid-request",
    )
