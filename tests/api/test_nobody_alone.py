"""Nobody alone: one person, of each role in turn, tries every act and every path of the staff, and moves nothing.

The acts are those of `approvals/acts`, the paths those of the permission matrix: what is added there is tried here.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest
from django.contrib.auth.models import User

from approvals.acts import ACTS
from approvals.operations.propose import NewProposal, propose
from approvals.queries.announcements import key_authorisation, policy_authorisation
from approvals.queries.exclusion_list import authorised_list
from approvals.queries.release import authorisation_of, release_of
from approvals.queries.vault_keys import vault_authorisation
from audit import keys
from audit.core.release_manifest import Finding
from audit.operations.record_release import stop_wagers
from audit.queries.player_keys import keys_of
from audit.queries.release import stop_in_force
from audit.queries.switches import off_switches
from cashier.core.failed_deposits import FAILURES
from cashier.core.payment import Status as PaymentStatus
from cashier.queries.blocks import deposits_blocked
from cashier.queries.payments import get_payment
from games.queries.sheets import current_sheet
from kernel.ids import ChainId, RoundId
from players import vault
from players.core.status import Status
from players.core.verification import Verification
from players.models import Player as StoredPlayer, ResetToken
from players.operations.check_factor import reset_token_matches
from players.operations.rotate_vault_key import VaultStep
from players.operations.set_status import set_status
from players.queries.accounts import player
from players.queries.person_reviews import person_reviews
from players.queries.second_factors import second_factor
from responsible_gaming.api.limit_fields import limit_named
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.definition import LimitOwner
from responsible_gaming.operations.exclude import exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from responsible_gaming.queries.exclusions import exclusions
from responsible_gaming.queries.limit_settings import limit_settings
from staff.core.roles import Role
from staff.core.status import StaffStatus
from staff.models import Member
from staff.operations.administer import StaffChange, set_staff_status
from staff.operations.check_credentials import StaffCredentials, StaffPlace, compare_member_password
from staff.queries.members import active_roles_for_update, roles_of, username_is_taken
from tables.core.continuation import Phase
from tables.operations.switch_off import SwitchOffOrder, switch_off
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.api import test_permissions
from tests.api.caller import Administrator, Auditor, Caller, Operator, Player, now, problem
from tests.authenticator import enrolled
from tests.core.tables.seated import MONTANA
from tests.operations.test_recognized_persons import NEAR, opened
from tests.released import Copy, ReleaseKey, copy_installation, run_from
from tests.signing import Device, SigningPlayer
from tests.two_people import CONTEXT
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pytest_django.fixtures import Settings

pytestmark = [pytest.mark.clause("F45"), pytest.mark.clause("F48"), pytest.mark.django_db]

ROLES: Final[Mapping[Role, type[Operator]]] = {
    Role.OPERATORS: Operator,
    Role.AUDITORS: Auditor,
    Role.ADMINISTRATORS: Administrator,
}
MUCH: Final = {"amount": world.DEMO.amounts["USD"].lone_grant_max_minor + 1, "currency": "USD"}
TOO_MUCH: Final = {"amount": world.DEMO.amounts["USD"].lone_adjustment_max_minor + 1, "currency": "USD"}
A_GIFT: Final = {"cause": "other", "direction": "give", "amount": TOO_MUCH}
# What one person might send to the paths that one person has, so that the act comes about all the same.
BODIES: Final[Mapping[str, list[dict[str, Any]]]] = {
    "ops/players/<str:player_id>/grants": [{"amount": MUCH, "reason": "a gift"}],
    "ops/players/<str:player_id>/adjustments": [A_GIFT | {"reason": "a gift"}],
    "ops/players/<str:player_id>/status": [{"status": "active", "reason": "a gift"}],
    "ops/players/<str:player_id>/verification": [
        {"decision": decision, "method": "passport", "reason": "a gift"} for decision in ("verified", "refused")
    ],
    "ops/players/<str:player_id>/exclusion": [{"days": 1, "reason": "a gift"}],
    "ops/players/<str:player_id>/limits/<str:name>": [
        {"value": value, "reason": "a gift"} for value in (None, {"amount": 5_001, "currency": "USD"})
    ],
    "ops/payments/<str:payment_id>/review": [{"decision": "settle", "reason": "a gift"}],
    "ops/staff/<str:username>/status": [{"status": "active", "reason": "a gift"}],
    "ops/staff/<str:username>/roles": [{"roles": [role.value], "reason": "a gift"} for role in Role],
}


@dataclass(frozen=True, slots=True)
class Scene:
    """What an act is about, and how that stands."""

    arguments: Mapping[str, Any]
    stands: Callable[[], object]
    """It changes exactly if the act is applied."""
    places: Mapping[str, str]
    """What stands in paths for what the act is about."""


def _player_scene(chain: ChainId, stands: Callable[[], object], **more: Any) -> Scene:
    return Scene({"player_id": chain.hex, **more}, stands, {"<str:player_id>": chain.hex})


def _payment() -> Scene:
    chain = world.sign_up(now=now())
    payment = world.make_deposit(chain, 100_000, method="bank-transfer", now=now())
    return Scene(
        {"payment_id": payment.id.hex},
        lambda: (balance(chain), get_payment(payment.id).status is PaymentStatus.SETTLED),
        {"<str:player_id>": chain.hex, "<str:payment_id>": payment.id.hex},
    )


def _reset_token() -> Scene:
    return _player_scene(world.sign_up(now=now()), ResetToken.objects.count)


def _second_factor() -> Scene:
    chain = world.sign_up(now=now())
    enrolled(chain, now=now())
    return _player_scene(chain, lambda: second_factor(chain).enrolled)


def _lost_keys() -> Scene:
    player = SigningPlayer("ada", Device("phone"))
    player.let_in(player.device)
    asked = player.new_key(Device("next phone"))
    del asked["pin"]
    return _player_scene(player.seat.chain, lambda: len(keys_of(player.seat.chain)), **asked)


def _stolen_key() -> Scene:
    player = SigningPlayer("ada", Device("phone"))
    player.let_in(player.device)
    chain, kid = player.seat.chain, player.device.kid
    return _player_scene(chain, lambda: [key.has_ended for key in keys_of(chain)], kid=kid, why="stolen")


def _suspended() -> Scene:
    chain = world.sign_up(now=now())
    set_status(chain, Status.SUSPENDED, reason="a test", actor="operator:test", now=now())
    return _player_scene(chain, lambda: player(chain).status == Status.ACTIVE)


def _excluded() -> Scene:
    chain = world.sign_up(now=now())
    exclude_by_operator(chain, None, reason="a test", actor="operator:test", now=now())
    return _player_scene(chain, lambda: exclusions(chain)[ExclusionKind.OPERATOR_EXCLUSION].lifted_ms is None)


def _blocked() -> Scene:
    chain = world.sign_up(now=now())
    for _ in range(FAILURES):
        world.make_deposit(chain, 1_000, method="card-declined", now=now())
    return _player_scene(chain, lambda: deposits_blocked(chain))


def _limited() -> Scene:
    chain, loss_day = world.sign_up(now=now()), limit_named("loss_day")
    set_operator_limit(
        chain, loss_day, 5_000, reason="a test", actor="operator:test", jurisdiction=world.DEMO, now=now()
    )
    looser = {"amount": 5_001, "currency": "USD"}
    scene = _player_scene(
        chain,
        lambda: limit_settings(chain)[loss_day.name, LimitOwner.OPERATOR].value == 5_001,
        name="loss_day",
        value=looser,
    )
    return replace(scene, places={**scene.places, "<str:name>": "loss_day"})


def _unverified() -> Scene:
    chain = world.sign_up(now=now())
    return _player_scene(chain, lambda: player(chain).verification == Verification.VERIFIED, method="passport")


def _misspelt() -> Scene:
    chain = world.sign_up(now=now())
    known = vault.sealed_digest(chain)
    return _player_scene(chain, lambda: vault.sealed_digest(chain) != known, family_name="Lovelaze")


def _poor() -> Scene:
    chain = world.sign_up(now=now())
    return _player_scene(chain, lambda: balance(chain).cash_minor, amount=MUCH)


def _to_be_adjusted() -> Scene:
    chain = world.sign_up(now=now())
    return _player_scene(chain, lambda: balance(chain).cash_minor, **A_GIFT)


def _open_round() -> Scene:
    gambler = Player()
    round_id = gambler.open_round_of()["id"]
    chain = RoundId.parse(round_id).chain
    return Scene(
        {"round_id": round_id},
        lambda: balance(chain).in_play_minor,
        {"<str:player_id>": chain.hex, "<str:round_id>": round_id},
    )


def _faulty_version() -> Scene:
    round_id = Player().open_round_of()["id"]
    chain = RoundId.parse(round_id).chain
    version = f"{world.GAME}@{current_sheet(world.GAME).sheet.version}"
    switch_off(SwitchOffOrder(switch=f"version:{version}", reason="a test", actor="operator:test"), now=now())
    return Scene(
        {"version": version},
        lambda: balance(chain).in_play_minor,
        {"<str:player_id>": chain.hex, "<str:round_id>": round_id, "<str:switch>": f"version:{version}"},
    )


def _running_hand() -> Scene:
    table = house_table.announced_table(house_table.table_of(MONTANA.game, stakes=(500, 20_000)))
    seated = [world.seat_player(name) for name in ("bob", "cyd")]
    for seat, one in enumerate(seated):
        live_tables.stake(one, table, seat)
    live_tables.deal(*seated, table=table, now=world.NOW + live_tables.BETTING)
    return Scene(
        {"table_id": table.hex, "epoch": 0, "seed_lost": False},
        lambda: table_state(table).phase is Phase.PLAYING,
        {"<str:table_id>": table.hex},
    )


def _next_release() -> Scene:
    release = release_of(world.DEMO)
    return Scene({"sha256": release.sha256}, lambda: authorisation_of(release.sha256, now=now()) is not None, {})


def _other_witnesses() -> Scene:
    text = f"log {keys.public_keys()['log']}\nquorum none\n"
    return Scene(
        {"sha256": hashlib.sha256(text.encode()).hexdigest()},
        lambda: policy_authorisation(text, now=now()) is not None,
        {},
    )


def _next_key() -> Scene:
    vkey = f"example.test/rounds-2+0123abcd+{'A' * 44}"
    return Scene({"use": "rounds", "vkey": vkey}, lambda: key_authorisation("rounds", vkey, now=now()) is not None, {})


def _next_vault_key() -> Scene:
    step = VaultStep.ROTATE
    return Scene(
        {"step": step.value, "key": "vault-2"},
        lambda: vault_authorisation(step, "vault-2", now=now()) is not None,
        {},
    )


def _shorter_list() -> Scene:
    world.import_exclusion_list("Lovelace,Ada,1990-01-01", "Hopper,Grace,1990-01-01", now=now())
    sha256 = hashlib.sha256(b"family_name,given_name,birth_date\nHopper,Grace,1990-01-01\n").hexdigest()
    return Scene({"sha256": sha256}, lambda: authorised_list(now=now())(sha256) is not None, {})


def _nobody_yet() -> Scene:
    return Scene(
        {"username": "mole", "roles": ["operators"]}, lambda: username_is_taken("mole"), {"<str:username>": "mole"}
    )


def _auditor() -> Scene:
    world.create_staff("mole", Role.AUDITORS, now=now())
    return Scene(
        {"username": "mole", "roles": ["operators"]},
        lambda: Role.OPERATORS in roles_of("mole"),
        {"<str:username>": "mole"},
    )


def _member() -> Scene:
    world.create_staff("mole", now=now())
    return Scene(
        {"username": "mole"},
        lambda: Member.objects.get(user__username="mole").one_time_until is not None,
        {"<str:username>": "mole"},
    )


def _deactivated() -> Scene:
    world.create_staff("mole", now=now())
    change = StaffChange(username="mole", actor="platform", reason="a test")
    set_staff_status(change, StaffStatus.DEACTIVATED, now=now())
    return Scene({"username": "mole"}, lambda: bool(roles_of("mole")), {"<str:username>": "mole"})


def _switched_off() -> Scene:
    name = f"game:{world.GAME}"
    switch_off(SwitchOffOrder(switch=name, reason="a test", actor="operator:test"), now=now())
    return Scene(
        {"switch": name}, lambda: [off.name for off in off_switches()], {"<str:switch>": name, "<str:game>": world.GAME}
    )


def _stopped() -> Scene:
    stop_wagers([Finding("changed", "file", "a test")], process="web", now=now())
    return Scene({}, lambda: stop_in_force() is None, {})


def _under_review() -> Scene:
    excluded = opened(now=now())
    exclude(excluded, ExclusionKind.SELF_EXCLUSION, None, rules=world.DEMO.exclusions, now=now())
    chain = opened("again", now=now(), **NEAR["another spelling"])
    (review,) = person_reviews(open_only=True, before=None, limit=2)
    return Scene(
        {"review_id": review.id.hex, "decision": "different"},
        lambda: player(chain).status == Status.ACTIVE,
        {"<str:player_id>": chain.hex},
    )


SCENES: Final[Mapping[str, Callable[[], Scene]]] = {
    "settle-payment": _payment,
    "issue-reset-token": _reset_token,
    "remove-second-factor": _second_factor,
    "admit-player-key": _lost_keys,
    "end-player-key": _stolen_key,
    "reactivate-player": _suspended,
    "verify-identity": _unverified,
    "correct-identity": _misspelt,
    "lift-exclusion": _excluded,
    "replace-exclusion-list": _shorter_list,
    "decide-person-review": _under_review,
    "grant-play-money": _poor,
    "adjust-balance": _to_be_adjusted,
    "void-round": _open_round,
    "void-version": _faulty_version,
    "void-epoch": _running_hand,
    "switch-on": _switched_off,
    "resume-wagers": _stopped,
    "lift-deposit-block": _blocked,
    "loosen-operator-limit": _limited,
    "authorise-publication": _next_release,
    "authorise-policy": _other_witnesses,
    "authorise-key": _next_key,
    "authorise-vault-key": _next_vault_key,
    "create-staff": _nobody_yet,
    "set-staff-roles": _auditor,
    "reset-staff": _member,
    "reactivate-staff": _deactivated,
}


@pytest.fixture(autouse=True)
def _approved_software(request: pytest.FixtureRequest, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the software be as it was approved, where that is what an act is about."""
    if "resume-wagers" in request.node.name:
        manifest = request.getfixturevalue("tmp_path") / "release.manifest"
        run_from(request.getfixturevalue("copy"), ReleaseKey(), manifest, settings, monkeypatch)


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    return copy_installation(tmp_path_factory.mktemp("installation"))


def _sessions(role: Role, username: str) -> tuple[Caller, Caller]:
    """Return two sessions of one new person."""
    first = ROLES[role](username)
    return first, Caller(f"Token {world.log_in_staff_again(username, now=now()).token}")


def _propose(who: Caller, act: str, scene: Scene) -> dict[str, Any] | None:
    answer = who.post("/ops/proposals", {"act": act, "arguments": dict(scene.arguments), "reason": "a test"})
    assert answer.status_code in {201, 403}, answer.content
    return json.loads(answer.content) if answer.status_code == 201 else None


def _approve(who: Caller, proposal: Mapping[str, Any], scene: Scene) -> int:
    again = {"arguments": dict(scene.arguments)} if ACTS[proposal["act"]].kept else {}
    seen = {"digest": proposal["digest"], **again}
    return who.post(f"/ops/proposals/{proposal['id']}/approval", seen).status_code


def _try_every_path(who: Caller, scene: Scene) -> None:
    """Send to each path of the staff what the permission matrix has for it, and what might serve better: in vain."""
    stood = scene.stands()
    for method, pattern in test_permissions.TABLE:
        # Logging in and out, and enrolling, are one's own affair.
        if method == "GET" or not pattern.startswith("ops/") or pattern.split("/")[1] in {"sessions", "enrolments"}:
            continue
        path = pattern
        for place, value in scene.places.items():
            path = path.replace(place, value)
        listed = test_permissions.TABLE[method, pattern][2]
        own = [listed] if pattern not in BODIES else []
        for body in [*own, *BODIES.get(pattern, [])]:
            query = test_permissions.QUERIES.get((method, pattern), "")
            answer = who.send(method, f"/{path}{query}", body)
            assert answer.status_code < 500, (method, path, answer.content)
            # After each: what one request brings about another one may end.
            assert scene.stands() == stood, (method, path, body)


def test_every_act_has_a_scene() -> None:
    assert SCENES.keys() == ACTS.keys()


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("act", SCENES)
def test_one_person_alone_does_not_bring_an_act_about(act: str, role: Role) -> None:
    world.open_house(now=now() if act != "void-epoch" else world.NOW)
    scene = SCENES[act]()
    stood = scene.stands()
    one, elsewhere = _sessions(role, "zoe")

    proposal = _propose(one, act, scene)

    assert (proposal is not None) == (role in ACTS[act].proposers)
    if proposal is not None:
        assert {_approve(one, proposal, scene), _approve(elsewhere, proposal, scene)} == {403}
    assert scene.stands() == stood
    _try_every_path(one, scene)


@pytest.mark.parametrize("act", SCENES)
def test_whoever_may_approve_it_does_and_then_it_has_come_about(act: str) -> None:
    world.open_house(now=now() if act != "void-epoch" else world.NOW)
    scene = SCENES[act]()
    stood = scene.stands()
    for role in ACTS[act].proposers:
        proposal = _propose(ROLES[role]("vic"), act, scene)
        assert proposal is not None
        for other in Role:
            wanted = 201 if other in ACTS[act].approvers else 403
            if wanted == 403:
                assert _approve(ROLES[other](f"not-{other.value}"), proposal, scene) == wanted
                assert scene.stands() == stood
        for other in ACTS[act].approvers:
            assert _approve(ROLES[other]("wes"), proposal, scene) == 201

    assert scene.stands() != stood


HALVES: Final = ("create-staff", "reset-staff", "issue-reset-token")


@pytest.mark.parametrize("act", HALVES)
def test_neither_of_two_people_gets_into_an_account_that_both_only_open(act: str) -> None:
    """Who could enrol as the new colleague would be two people from then on."""
    assert tuple(name for name in ACTS if ACTS[name].splits_secret) == (HALVES[2], HALVES[0], HALVES[1])
    world.open_house(now=now())
    scene = SCENES[act]()
    (role,) = ACTS[act].proposers
    proposal = _propose(ROLES[role]("vic"), act, scene)
    assert proposal is not None
    first = proposal["secret"]["first_half"]
    assert first not in json.dumps({**proposal, "secret": {}})
    answer = ROLES[role]("wes").post(f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]})
    second = json.loads(answer.content)["secret"]["second_half"]

    kept = proposal["arguments"]["first_half_sha256"]
    tried = [second, first, f".{second}", f"{kept}.{second}", f"{first}.", f"{second}.{first}", f"{first}.{second}"]

    assert [_is_let_in(scene, each) for each in tried] == [False] * 6 + [True]


def _is_let_in(scene: Scene, secret: str) -> bool:
    """Return whether a secret opens the account, and try it as often as it takes: a lock is none of this."""
    if "player_id" not in scene.arguments:
        credentials = StaffCredentials(username="mole", password=secret, place=StaffPlace(address="192.0.2.1"))
        return compare_member_password(credentials).holds_for(User.objects.get(username="mole").password)
    chain = ChainId(UUID(scene.arguments["player_id"]))
    return reset_token_matches(StoredPlayer.objects.get(chain=chain), secret, now=now())


@pytest.mark.parametrize("act", HALVES)
def test_a_proposal_of_a_release_that_gave_one_person_all_is_outdated(act: str) -> None:
    world.open_house(now=now())
    scene = SCENES[act]()
    (role,) = ACTS[act].proposers
    ROLES[role]("vic")
    whole = replace(ACTS[act], splits_secret=False)
    new = NewProposal(act=whole, arguments=scene.arguments, reason="a test", proposer="vic")
    earlier = propose(new, proof=None, factor_required=False, context=CONTEXT, now=now())
    stood = scene.stands()

    answer = ROLES[role]("wes").post(f"/ops/proposals/{earlier.id.hex}/approval", {"digest": earlier.digest})

    assert problem(answer, 409, "proposal-outdated")
    assert scene.stands() == stood


def test_nobody_gives_themselves_another_role_with_anothers_help() -> None:
    vic, wes = Administrator("vic"), Administrator("wes")
    for proposer, approver in ((vic, wes), (wes, vic)):
        for act, more in (("set-staff-roles", {"roles": ["operators"]}), ("reset-staff", {})):
            scene = Scene({"username": "vic", **more}, lambda: roles_of("vic"), {})
            proposal = _propose(proposer, act, scene)
            assert proposal is not None
            assert _approve(approver, proposal, scene) == 403
    assert active_roles_for_update(["vic"]) == {"vic": frozenset({Role.ADMINISTRATORS})}
