"""Proposals over HTTP: two people, a fresh second factor of each, and what was seen is what is applied."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.contrib.auth.models import Group, User
from django.test import override_settings

from approvals.models import StoredProposal
from audit.queries.events import events
from players.core.status import Status
from players.operations.set_status import set_status
from players.queries.accounts import player
from reddog_platform.environment import Mode
from staff.core.roles import Role
from staff.operations.administer import set_staff_roles
from tests import totp_program, world
from tests.api.caller import Administrator, Auditor, Caller, Operator, now, problem
from tests.api.staff_log_in import STEP, WHY, enrolling, noted, told, totp_enrolled
from tests.approving import approval

if TYPE_CHECKING:
    import time_machine

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F45"), pytest.mark.django_db]

WRONG_CODE = "000000"
_FAILURES = 3
"""So many within half an hour lock an account where they came from."""


@pytest.fixture
def chain() -> ChainId:
    """Have the house open, and a player who is suspended."""
    world.open_house(now=now())
    chain = world.sign_up(now=now())
    set_status(chain, Status.SUSPENDED, reason="a test", actor="operator:test", now=now())
    return chain


def wanted(chain: ChainId, **more: Any) -> dict[str, Any]:
    return {"act": "reactivate-player", "arguments": {"player_id": chain.hex}, "reason": "a mistake", **more}


def proposed(who: Caller, chain: ChainId) -> dict[str, Any]:
    return told(who.post("/ops/proposals", wanted(chain)))  # type: ignore[no-any-return]  # JSON


def approval_of(proposal: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]}


def nothing_changes(who: Caller, proposal: dict[str, Any], status: int, code: str) -> None:
    before = world.everything_stored()
    problem(who.post(*approval_of(proposal)), status, code)
    assert world.everything_stored() == before


# --- Two people ---------------------------------------------------------------------------------------------


def test_what_one_proposes_and_another_approves_is_applied_and_told_with_both_names(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")

    proposal = proposed(ann, chain)

    assert (proposal["status"], proposal["proposer"], proposal["decided_by"]) == ("open", "ann", None)
    assert proposal["before"] == {"account_status": "suspended", "verification": "unverified"}
    assert player(chain).status == "suspended"
    assert told(ben.get("/ops/proposals?status=open"), 200)["items"] == [proposal]

    applied = told(ben.post(*approval_of(proposal)))

    assert applied["secret"] == {}
    assert applied["proposal"] == told(ann.get(f"/ops/proposals/{proposal['id']}"), 200)
    assert (applied["proposal"]["status"], applied["proposal"]["decided_by"]) == ("applied", "ben")
    assert applied["proposal"]["outcome"] == {"account_status": "active"}
    assert player(chain).status == "active"
    newest = events(subject=chain, before=None, limit=3)
    assert [(event.kind, event.actor, event.reason) for event in newest] == [
        ("proposal-applied", "operator:ann+ben", "a mistake"),
        ("player-status", "operator:ann+ben", "a mistake"),
        ("proposal-made", "operator:ann", "a mistake"),
    ]
    assert newest[0].before == newest[2].before == proposal["before"]
    assert newest[0].after == {
        "proposal": proposal["id"],
        "act": "reactivate-player",
        "outcome": {"account_status": "active"},
    }


def test_the_proposer_does_not_approve_by_whichever_session(chain: ChainId) -> None:
    ann = Operator("ann")
    proposal = proposed(ann, chain)
    elsewhere = Caller(f"Token {world.log_in_staff_again('ann', now=now()).token}")

    nothing_changes(ann, proposal, 403, "proposal-own")
    nothing_changes(elsewhere, proposal, 403, "proposal-own")
    problem(ann.post(f"/ops/proposals/{proposal['id']}/rejection", WHY), 403, "proposal-own")
    assert player(chain).status == "suspended"


@pytest.mark.parametrize("who", [Auditor, Administrator])
def test_whose_role_does_not_do_it_neither_proposes_nor_approves(chain: ChainId, who: type[Operator]) -> None:
    proposal = proposed(Operator("ann"), chain)
    other = who("zoe")

    nothing_changes(other, proposal, 403, "proposal-not-permitted")
    problem(other.post("/ops/proposals", wanted(chain)), 403, "proposal-not-permitted")
    problem(other.post(f"/ops/proposals/{proposal['id']}/rejection", WHY), 403, "proposal-not-permitted")
    problem(other.send("DELETE", f"/ops/proposals/{proposal['id']}"), 403, "proposal-not-own")


def test_an_auditor_sees_proposals_of_acts_on_players_and_an_administrator_none(chain: ChainId) -> None:
    proposal = proposed(Operator("ann"), chain)
    auditor, administrator = Auditor("zoe"), Administrator("adm")

    assert told(auditor.get("/ops/proposals"), 200)["items"] == [proposal]
    assert told(auditor.get(f"/ops/proposals/{proposal['id']}"), 200) == proposal
    assert told(administrator.get("/ops/proposals"), 200)["items"] == []
    problem(administrator.get(f"/ops/proposals/{proposal['id']}"), 403, "proposal-not-permitted")


def test_an_approver_who_lost_the_role_or_the_account_approves_nothing(chain: ChainId) -> None:
    proposal, ben = proposed(Operator("ann"), chain), Operator("ben")

    Group.objects.get(name="operators").user_set.remove(User.objects.get(username="ben"))
    nothing_changes(ben, proposal, 403, "proposal-not-permitted")
    told(Administrator("adm").send("PUT", "/ops/staff/ben/status", {"status": "deactivated", **WHY}), 200)
    nothing_changes(ben, proposal, 401, "not-authenticated")


@pytest.mark.parametrize("left", [True, False])
def test_a_proposal_of_somebody_who_may_not_propose_it_any_more_is_not_approved(
    chain: ChainId,
    left: bool,  # noqa: FBT001  a parameter of the test
) -> None:
    proposal, ben = proposed(Operator("ann"), chain), Operator("ben")
    if left:
        told(Administrator("adm").send("PUT", "/ops/staff/ann/status", {"status": "deactivated", **WHY}), 200)
    else:
        set_staff_roles("ann", {Role.AUDITORS}, by=approval(by=("cyd", "dan")), now=now())

    nothing_changes(ben, proposal, 409, "proposal-proposer-gone")
    assert player(chain).status == "suspended"


# --- What was seen is what is applied -----------------------------------------------------------------------


def test_what_changed_since_it_was_proposed_is_not_applied(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    proposal = proposed(ann, chain)
    decision = {"decision": "refused", "method": "passport", "reason": "a test"}
    told(ann.send("PUT", f"/ops/players/{chain.hex}/verification", decision), 200)

    nothing_changes(ben, proposal, 409, "proposal-outdated")

    again = proposed(ann, chain)
    assert again["before"]["verification"] == "refused"
    told(ben.post(*approval_of(again)))


def test_an_approval_of_something_else_than_what_was_proposed_is_refused(chain: ChainId) -> None:
    ben = Operator("ben")
    proposal = proposed(Operator("ann"), chain)

    nothing_changes(ben, {**proposal, "digest": "0" * 64}, 409, "proposal-outdated")


def test_an_approver_who_sends_other_arguments_than_were_proposed_is_refused(chain: ChainId) -> None:
    ben, other = Operator("ben"), world.sign_up("eve", now=now())
    path, digest = approval_of(proposed(Operator("ann"), chain))
    set_status(other, Status.SUSPENDED, reason="a test", actor="operator:test", now=now())

    for player_id, status, code in ((other.hex, 409, "proposal-outdated"), ("x", 400, "invalid-request")):
        problem(ben.post(path, digest | {"arguments": {"player_id": player_id}}), status, code)

    assert {player(one).status for one in (chain, other)} == {"suspended"}
    told(ben.post(path, digest | {"arguments": {"player_id": chain.hex}}))


def test_a_proposal_is_applied_once(chain: ChainId) -> None:
    ben, cyd = Operator("ben"), Operator("cyd")
    proposal = proposed(Operator("ann"), chain)
    told(ben.post(*approval_of(proposal)))
    told(ben.send("PUT", f"/ops/players/{chain.hex}/status", {"status": "suspended", **WHY}), 200)

    nothing_changes(cyd, proposal, 409, "proposal-decided")
    assert player(chain).status == "suspended"


def test_what_the_act_itself_refuses_is_refused_at_the_proposal(chain: ChainId) -> None:
    ann = Operator("ann")
    told(Operator("ben").post(*approval_of(proposed(ann, chain))))
    before = world.everything_stored()

    problem(ann.post("/ops/proposals", wanted(chain)), 409, "status-unchanged")
    nobody = {**wanted(chain), "arguments": {"player_id": "0" * 32}}
    problem(ann.post("/ops/proposals", nobody), 404, "player-not-found")
    assert world.everything_stored() == before


@pytest.mark.parametrize(
    "change",
    [
        {"act": "rob-the-bank"},
        {"act": None},
        {"arguments": {}},
        {"arguments": {"player_id": 7}},
        {"arguments": {"player_id": "x" * 32}},
        {"arguments": {"player_id": "0" * 32, "amount": 5}},
        {"arguments": []},
        {"reason": " "},
        {"reason": "r" * 201},
        {"proof": {}},
        {"proof": {"challenge": "x"}},
        {"approver": "ben"},
    ],
)
def test_a_proposal_that_is_none_is_refused(chain: ChainId, change: dict[str, Any]) -> None:
    ann = Operator("ann")
    before = world.everything_stored()

    problem(ann.post("/ops/proposals", {**wanted(chain), **change}), 400, "invalid-request")

    assert world.everything_stored() == before


def test_nobody_finds_a_proposal_that_does_not_exist() -> None:
    ann = Operator("ann")
    for proposal_id in ("0" * 32, "x"):
        path = f"/ops/proposals/{proposal_id}"
        problem(ann.get(path), 404, "proposal-not-found")
        problem(ann.send("DELETE", path), 404, "proposal-not-found")
        problem(ann.post(f"{path}/approval", {"digest": "0" * 64}), 404, "proposal-not-found")
        problem(ann.post(f"{path}/rejection", WHY), 404, "proposal-not-found")


# --- Ends ---------------------------------------------------------------------------------------------------


def test_a_rejected_proposal_names_who_and_why_and_is_not_approved(chain: ChainId) -> None:
    ben = Operator("ben")
    proposal = proposed(Operator("ann"), chain)

    rejected = told(ben.post(f"/ops/proposals/{proposal['id']}/rejection", {"reason": "ask her first"}))

    assert (rejected["status"], rejected["decided_by"]) == ("rejected", "ben")
    assert (rejected["decision_reason"], rejected["outcome"]) == ("ask her first", None)
    nothing_changes(ben, proposal, 409, "proposal-decided")
    (event,) = noted("proposal-rejected")
    assert (event.actor, event.reason, event.after["state"]) == ("operator:ben", "ask her first", "rejected")


def test_only_its_proposer_withdraws_a_proposal_which_is_not_approved_then(chain: ChainId) -> None:
    ann, ben = Operator("ann"), Operator("ben")
    proposal = proposed(ann, chain)
    path = f"/ops/proposals/{proposal['id']}"

    problem(ben.send("DELETE", path), 403, "proposal-not-own")
    told(ann.send("DELETE", path), 204)

    assert told(ben.get(path), 200)["status"] == "withdrawn"
    nothing_changes(ben, proposal, 409, "proposal-decided")
    problem(ann.send("DELETE", path), 409, "proposal-decided")
    assert [event.actor for event in noted("proposal-withdrawn")] == ["operator:ann"]


@pytest.mark.usefixtures("clock")
def test_a_proposal_is_approved_within_a_day_and_not_at_its_end(clock: time_machine.Traveller) -> None:
    with override_settings(REDDOG_MODE=Mode.DEMO):
        world.open_house(now=now())
        chains = [world.sign_up(name, now=now()) for name in ("ada", "bob")]
        for chain in chains:
            set_status(chain, Status.SUSPENDED, reason="a test", actor="operator:test", now=now())
        ann = Operator("ann")
        early, late = (proposed(ann, chain) for chain in chains)
        clock.shift(timedelta(hours=24) - STEP)
        ben = Operator("ben")
        told(ben.post(*approval_of(early)))
        clock.shift(STEP)

        nothing_changes(ben, late, 409, "proposal-expired")

        assert told(ben.get("/ops/proposals?status=expired"), 200)["items"] == [{**late, "status": "expired"}]
        assert told(ben.get("/ops/proposals?status=open"), 200)["items"] == []
        problem(ben.post(f"/ops/proposals/{late['id']}/rejection", WHY), 409, "proposal-expired")


def test_the_list_is_read_in_pages_the_newest_first_and_filtered(chain: ChainId) -> None:
    ann = Operator("ann")
    made = [proposed(ann, chain)["id"] for _ in range(3)]

    first = told(ann.get("/ops/proposals?limit=2"), 200)
    second = told(ann.get(f"/ops/proposals?limit=2&cursor={first['next']}"), 200)

    assert [item["id"] for item in first["items"] + second["items"]] == made[::-1]
    assert len(told(ann.get("/ops/proposals?act=reactivate-player"), 200)["items"]) == 3
    assert told(ann.get("/ops/proposals?act=void-round"), 200)["items"] == []
    assert told(ann.get("/ops/proposals?status=applied"), 200)["items"] == []
    problem(ann.get("/ops/proposals?status=perhaps"), 400, "invalid-request")


# --- A fresh second factor ----------------------------------------------------------------------------------


@pytest.fixture
def secret(clock: time_machine.Traveller) -> str:
    """Let Ann, an operator, have a second factor in an installation that is no demonstration; return her secret."""
    world.create_staff("ann", now=now())
    secret = totp_enrolled()
    clock.shift(STEP)
    return secret


def ann_at_work() -> Caller:
    """Let Ann have a session, whose login is not what is looked at here."""
    from knox.models import AuthToken

    _, token = AuthToken.objects.create(user=User.objects.get(username="ann"))  # type: ignore[no-untyped-call]  # knox has no types
    return Caller(f"Token {token}")


def proof(who: Caller, code: str) -> dict[str, str]:
    return {"challenge": told(who.post("/ops/factor-challenges"))["challenge"], "totp": code}


def test_a_proposal_and_an_approval_need_a_fresh_second_factor(
    chain: ChainId, secret: str, clock: time_machine.Traveller
) -> None:
    ann, ben = ann_at_work(), Operator("ben")

    problem(ann.post("/ops/proposals", wanted(chain)), 403, "presence-not-proved")
    asked = told(ann.post("/ops/factor-challenges"))
    assert (asked["methods"], asked["passkey"]) == (["recovery-code", "totp"], None)
    answer = {"challenge": asked["challenge"], "totp": totp_program.code(secret, now())}
    proposal = told(ann.post("/ops/proposals", wanted(chain, proof=answer)))

    problem(ben.post(*approval_of(proposal)), 403, "presence-not-proved")
    problem(ben.post("/ops/factor-challenges"), 409, "no-second-factor")
    with override_settings(REDDOG_MODE=Mode.DEMO):
        # Who has none proves none in a demonstration; who has one does.
        other = told(ben.post("/ops/proposals", wanted(chain)))
        problem(ann.post(*approval_of(other)), 403, "presence-not-proved")
        clock.shift(STEP)
        path, body = approval_of(other)
        told(ann.post(path, {**body, "proof": proof(ann, totp_program.code(secret, now()))}))


def test_a_code_and_a_challenge_prove_one_presence(chain: ChainId, secret: str, clock: time_machine.Traveller) -> None:
    ann = ann_at_work()
    used = proof(ann, totp_program.code(secret, now()))
    told(ann.post("/ops/proposals", wanted(chain, proof=used)))

    problem(ann.post("/ops/proposals", wanted(chain, proof=used)), 401, "challenge-expired")
    again = proof(ann, used["totp"])
    problem(ann.post("/ops/proposals", wanted(chain, proof=again)), 403, "presence-not-proved")
    clock.shift(STEP)
    late = proof(ann, totp_program.code(secret, now()))
    clock.shift(timedelta(minutes=5))
    problem(ann.post("/ops/proposals", wanted(chain, proof=late)), 401, "challenge-expired")
    assert StoredProposal.objects.count() == 1


def test_nobody_answers_a_challenge_for_somebody_else(chain: ChainId, secret: str) -> None:
    ann, ben = ann_at_work(), Operator("ben")
    hers = proof(ann, totp_program.code(secret, now()))

    problem(ben.post("/ops/proposals", wanted(chain, proof=hers)), 401, "challenge-expired")

    told(ann.post("/ops/proposals", wanted(chain, proof=hers)))


@pytest.mark.usefixtures("secret")
def test_a_challenge_to_log_in_or_to_enrol_proves_no_presence(chain: ChainId) -> None:
    ann = ann_at_work()
    login = problem(
        Caller().post("/ops/sessions", {"username": "ann", "password": world.PASSWORD}), 401, "second-factor-required"
    )
    presence = told(ann.post("/ops/factor-challenges"))

    answer = {"challenge": login["challenge"], "totp": WRONG_CODE}
    problem(ann.post("/ops/proposals", wanted(chain, proof=answer)), 401, "challenge-expired")
    answer = {"challenge": presence["challenge"], "totp": WRONG_CODE}
    problem(Caller().post("/ops/sessions/second-factor", answer), 401, "challenge-expired")
    problem(Caller().post("/ops/enrolments/second-factor", answer), 401, "challenge-expired")


@pytest.mark.clause("F22")
@pytest.mark.usefixtures("secret")
def test_wrong_proofs_count_as_failed_logins_and_lock_the_account(chain: ChainId) -> None:
    ann = ann_at_work()

    for _ in range(_FAILURES):
        wrong = proof(ann, WRONG_CODE)
        problem(ann.post("/ops/proposals", wanted(chain, proof=wrong)), 403, "presence-not-proved")

    assert [event.after["account"] for event in noted("staff-locked")] == ["ann"]
    assert [event.reason for event in noted("staff-log-in-refused")] == ["wrong totp"] * _FAILURES
    assert StoredProposal.objects.count() == 0


def test_a_locked_account_proves_nothing_even_with_the_right_code(chain: ChainId, secret: str) -> None:
    ann = ann_at_work()
    for _ in range(_FAILURES):
        problem(ann.post("/ops/proposals", wanted(chain, proof=proof(ann, WRONG_CODE))), 403, "presence-not-proved")

    right = proof(ann, totp_program.code(secret, now()))

    problem(ann.post("/ops/proposals", wanted(chain, proof=right)), 403, "presence-not-proved")


def test_the_token_of_an_enrolment_proposes_nothing(chain: ChainId) -> None:
    with override_settings(REDDOG_MODE=Mode.DEMO):
        Operator("ann")
        problem(enrolling().post("/ops/proposals", wanted(chain)), 401, "not-authenticated")
