"""Keys that operators let in and end: two of them, an event that the log lists, and a wait of 72 hours."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from audit.core.player_key_changes import PlayerKeyTaken, RecoveryKeyRequired, TooManyPlayerKeys
from audit.core.player_keys import WrongPlayerSignature
from audit.core.player_signatures import PlayerKeyWaits, SignatureRequired
from audit.core.records import parse_entry
from audit.operations.add_player_key import FirstKeyByPlayer
from audit.operations.export import export_log
from audit.operations.player_key_authority import KeyOperators
from audit.queries.chains import load_head
from audit.queries.events import events
from audit.queries.player_keys import keys_of
from audit.queries.records import entries
from games.core.action import Action
from games.core.family import Bet
from games.operations.act import ActRequest, act_on_round
from games.operations.deal import DealRequest, deal_round
from games.operations.expire import expire_rounds
from games.queries.sheets import current_sheet
from kernel.ids import RoundId
from kernel.instants import to_epoch_ms
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.rules.losses import LOSS_DAY
from responsible_gaming.operations.change_bet_limit import change_bet_limit, confirm_loosening
from responsible_gaming.operations.change_player_limit import change_player_limit, confirm_player_limit
from responsible_gaming.operations.exclude import ask_return, exclude
from tests import world
from tests.api.caller import Operator, now as present
from tests.approving import apply_over_http
from tests.signed_operations import end, let_in, signature, statement
from tests.signing import SigningPlayer, read
from tests.verifier.auditor import audited_folder, code
from tests.verifier.keyed import Device
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from audit.core.player_signatures import PlayerSignature
    from audit.operations.player_key_authority import ChangedKey
    from games.core.round_view import RoundView
    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

PHONE, NEXT = Device("phone"), Device("next phone", alg="p256")
PAPER = Device("paper", use="recover")
STAFF = KeyOperators(by=("olga", "pete"), reason="the phone is lost; identity checked")
WAIT = timedelta(hours=72)


def deal(player: SeatedPlayer, device: Device | None, *, now: datetime = NOW) -> RoundView:
    head, rules = load_head(player.chain), current_sheet(world.GAME).leaf.hex()
    following = {"epoch": head.epoch, "nonce": head.nonce + 1}
    said = statement(player.chain, "deal", now, ante=500, bonus=0, rules=rules, **following)
    return deal_round(
        DealRequest(
            session_id=player.session_id,
            game=world.GAME,
            bet=Bet(500, 0),
            currency="USD",
            idempotency=world.fresh_request(),
            signature=None if device is None else signature(device, said),
        ),
        jurisdiction=world.LONG_SESSIONS,
        now=now,
    )


def play(player: SeatedPlayer, device: Device, *, now: datetime = NOW) -> RoundView:
    view = deal(player, device, now=now)
    if view.outcome is not None:
        return view
    said = statement(player.chain, "settle", now, deal=view.receipts[0][1].leaf.hex(), acts=[["stand", 0]])
    del said["prev"]
    request = ActRequest(
        session_id=player.session_id,
        round_id=RoundId.parse(view.round_id),
        action=Action.STAND,
        amount_minor=None,
        idempotency=world.fresh_request(),
        signature=signature(device, said),
    )
    return act_on_round(request, jurisdiction=world.LONG_SESSIONS, now=now)


@pytest.fixture
def ada() -> SeatedPlayer:
    """A player with one key."""
    world.open_house()
    player = world.seat_player()
    let_in(player.chain, PHONE)
    return player


def test_a_player_who_lost_every_key_waits_72_hours_and_the_auditor_is_told(ada: SeatedPlayer, tmp_path: Path) -> None:
    play(ada, PHONE)
    admitted = let_in(ada.chain, NEXT, by=STAFF)
    end(ada.chain, PHONE, by=STAFF)

    world.run_sequencer()
    later = NOW + WAIT
    with pytest.raises(PlayerKeyWaits):
        let_in(ada.chain, PAPER, by=NEXT, now=later - timedelta(milliseconds=1))
    with pytest.raises(SignatureRequired):
        world.open_next_epoch(ada.chain, now=later)
    let_in(ada.chain, PAPER, by=NEXT, now=later)
    assert keys_of(ada.chain)[1].lives_from_ms == to_epoch_ms(later)

    record = parse_entry(admitted.entry)
    assert record["by"] == ["olga", "pete"]
    world.run_sequencer(now=later)
    export_log(tmp_path / "log")
    result = audited_folder(tmp_path / "log")
    assert code(result) == "W_KEY_FORCED"
    kinds = [(event.kind, event.actor, event.reason) for event in events(subject=ada.chain, before=None, limit=3)]
    assert kinds[1:] == [
        ("player-key-ended", "operator:olga+pete", STAFF.reason),
        ("player-key-added", "operator:olga+pete", STAFF.reason),
    ]


def test_a_player_refuses_a_key_that_operators_let_in_with_whichever_key_is_left(
    ada: SeatedPlayer, tmp_path: Path
) -> None:
    let_in(ada.chain, Device("thief", use="recover"), by=STAFF)

    end(ada.chain, Device("thief", use="recover"), by=PHONE)

    play(ada, PHONE)
    world.run_sequencer()
    export_log(tmp_path / "log")
    assert code(audited_folder(tmp_path / "log")) == "OK"


def test_operators_end_no_recovery_key_and_let_no_first_key_in(ada: SeatedPlayer) -> None:
    let_in(ada.chain, PAPER, by=PHONE)
    ben = world.sign_up("ben")
    before = world.everything_stored()

    with pytest.raises(RecoveryKeyRequired):
        end(ada.chain, PAPER, by=STAFF)
    with pytest.raises(FirstKeyByPlayer):
        let_in(ben, NEXT, by=STAFF)
    with pytest.raises(AssertionError, match="two different people"):
        KeyOperators(by=("olga", "olga"), reason="alone")
    assert world.everything_stored() == before


def test_keys_that_wait_count_among_the_eight(ada: SeatedPlayer) -> None:
    for number in range(7):
        let_in(ada.chain, Device(f"waiting {number}"), by=STAFF)

    with pytest.raises(TooManyPlayerKeys):
        let_in(ada.chain, NEXT, by=PHONE)


def test_a_round_that_waits_for_its_player_times_out_without_a_signature(ada: SeatedPlayer, tmp_path: Path) -> None:
    view = deal(ada, PHONE)
    while view.outcome is not None:
        view = deal(ada, PHONE)
    late = NOW + timedelta(milliseconds=current_sheet(world.GAME).sheet.timeout_ms)
    world.run_sequencer()

    assert expire_rounds(clock=lambda: late) == 1

    world.run_sequencer(now=late)
    export_log(tmp_path / "log")
    assert code(audited_folder(tmp_path / "log")) == "OK"


def loosening(chain: ChainId, now: datetime, act: dict[str, object]) -> PlayerSignature:
    return signature(PHONE, statement(chain, "limits", now, act={"who": "player", **act}))


def test_what_loosens_is_signed_and_what_tightens_needs_no_signature(ada: SeatedPlayer, tmp_path: Path) -> None:
    chain, name, rules = ada.chain, LOSS_DAY.name, world.DEMO
    world.give_pin(chain)
    change_player_limit(chain, LOSS_DAY, 5_000, pin=world.PIN, jurisdiction=rules, now=NOW)
    ask = {"do": "ask", "name": name, "value": 9_000}
    before = world.everything_stored()
    with pytest.raises(SignatureRequired):
        change_player_limit(chain, LOSS_DAY, 9_000, pin=world.PIN, jurisdiction=rules, now=NOW)
    with pytest.raises(WrongPlayerSignature):
        change_player_limit(
            chain,
            LOSS_DAY,
            9_000,
            pin=world.PIN,
            jurisdiction=rules,
            now=NOW,
            signature=loosening(chain, NOW, ask | {"value": 8_000}),
        )
    assert world.everything_stored() == before

    change_player_limit(
        chain, LOSS_DAY, 9_000, pin=world.PIN, jurisdiction=rules, now=NOW, signature=loosening(chain, NOW, ask)
    )
    exclude(chain, ExclusionKind.SELF_EXCLUSION, 184, rules=rules.exclusions, now=NOW)
    world.run_sequencer()

    day = NOW + timedelta(days=1)
    with pytest.raises(SignatureRequired):
        confirm_player_limit(chain, LOSS_DAY, pin=world.PIN, jurisdiction=rules, now=day)
    confirmed = loosening(chain, day, {"do": "confirm", "name": name})
    confirm_player_limit(chain, LOSS_DAY, pin=world.PIN, jurisdiction=rules, now=day, signature=confirmed)
    world.run_sequencer(now=day)

    over = NOW + timedelta(days=184)
    with pytest.raises(SignatureRequired):
        ask_return(chain, rules=rules.exclusions, now=over)
    ask_return(chain, rules=rules.exclusions, now=over, signature=loosening(chain, over, {"do": "return"}))

    world.run_sequencer(now=over)
    export_log(tmp_path / "log")
    assert code(audited_folder(tmp_path / "log")) == "OK"
    written: list[Any] = [parse_entry(entry) for entry in entries(chain, from_seq=0, to_seq=100)]
    assert [(record["act"]["do"], "psig" in record) for record in written if record["type"] == "limits"][1:] == [
        ("set", False),
        ("ask", True),
        ("exclude", False),
        ("confirm", True),
        ("return", True),
    ]


def test_the_table_limit_is_loosened_under_a_signature(ada: SeatedPlayer) -> None:
    chain, rules, monday = ada.chain, world.DEMO, NOW + timedelta(days=2)
    world.give_pin(chain)
    change_bet_limit(chain, 2_000, pin=world.PIN, jurisdiction=rules, now=monday)
    week, name = timedelta(days=7), "stake_max"
    with pytest.raises(SignatureRequired):
        change_bet_limit(chain, 4_000, pin=world.PIN, jurisdiction=rules, now=monday + week)
    ask = loosening(chain, monday + week, {"do": "ask", "name": name, "value": 4_000})
    change_bet_limit(chain, 4_000, pin=world.PIN, jurisdiction=rules, now=monday + week, signature=ask)
    with pytest.raises(SignatureRequired):
        confirm_loosening(chain, pin=world.PIN, jurisdiction=rules, now=monday + 2 * week)
    confirmed = loosening(chain, monday + 2 * week, {"do": "confirm", "name": name})
    limit = confirm_loosening(chain, pin=world.PIN, jurisdiction=rules, now=monday + 2 * week, signature=confirmed)

    assert limit.maximum_minor == 4_000


@pytest.mark.django_db(transaction=True)
def test_of_two_accounts_that_add_one_key_at_once_one_gets_it() -> None:
    world.open_house()
    for turn in range(5):
        chains, device = [world.sign_up(f"{name}{turn}") for name in ("ada", "ben")], Device(f"shared {turn}")
        with ThreadPoolExecutor(2) as pool:
            attempts = [pool.submit(_closing, let_in, chain, device) for chain in chains]
        failures = [attempt.exception() for attempt in attempts]

        assert [type(failure) for failure in failures if failure] == [PlayerKeyTaken]
        assert sorted(len(keys_of(chain)) for chain in chains) == [0, 1]


def _closing(change: Callable[..., ChangedKey], *arguments: Any) -> ChangedKey:
    try:
        return change(*arguments)
    finally:
        connection.close()


def test_two_operators_let_a_key_in_and_end_another() -> None:
    world.open_house(now=present())
    player = SigningPlayer("ada", PHONE)
    player.let_in(PHONE)
    ann, ben = Operator("ann"), Operator("ben")
    asked = player.new_key(NEXT)
    del asked["pin"]
    player_id = {"player_id": player.seat.chain.hex}
    kid = {**player_id, "kid": PHONE.kid}

    admitted = apply_over_http(ann, ben, "admit-player-key", {**player_id, **asked})
    ended = apply_over_http(ben, ann, "end-player-key", {**kid, "why": "lost"}, reason="the phone is lost")

    assert admitted["proposal"]["before"]["kid"] == admitted["proposal"]["outcome"]["kid"] == NEXT.kid
    assert [key["kid"] for key in admitted["proposal"]["before"]["keys"]] == [PHONE.kid]
    assert [key["kid"] for key in ended["proposal"]["before"]["keys"]] == [PHONE.kid, NEXT.kid]
    assert [(one["kid"], one["status"], one["admitted_by"]) for one in player.listed_keys()] == [
        (PHONE.kid, "ended", "player"),
        (NEXT.kid, "waiting", "operators"),
    ]
    told = events(subject=player.seat.chain, before=None, limit=20)
    assert [(event.actor, event.reason) for event in told if event.kind.startswith("player-key")] == [
        ("operator:ben+ann", "the phone is lost"),
        ("operator:ann+ben", "a test"),
        ("player", ""),
    ]


def test_what_operators_cannot_do_with_keys_is_refused_at_the_proposal() -> None:
    world.open_house(now=present())
    player = SigningPlayer("ada", PHONE)
    player.let_in(PHONE)
    player.let_in(PAPER, by=PHONE)
    player_id = {"player_id": player.seat.chain.hex}
    ann = Operator("ann")

    def refused(act: str, **arguments: Any) -> str:
        proposed = {"act": act, "arguments": {**player_id, **arguments}, "reason": "a test"}
        answer = read(ann.post("/ops/proposals", proposed), 409 if arguments.get("kid") != NEXT.kid else 404)
        return str(answer["code"])

    def asking(device: Device) -> dict[str, Any]:
        request = player.new_key(device)
        return {name: request[name] for name in ("alg", "pub", "use", "pop")}

    stale = asking(NEXT)
    assert refused("admit-player-key", **asking(PHONE)) == "player-key-taken"
    assert refused("end-player-key", kid=PAPER.kid, why="stolen") == "recovery-key-required"
    assert refused("end-player-key", kid=NEXT.kid, why="stolen") == "player-key-not-found"
    player.end(PHONE, "lost", by=PAPER)
    assert refused("end-player-key", kid=PHONE.kid, why="stolen") == "player-key-ended"
    assert refused("admit-player-key", **stale) == "chain-moved"


def test_a_key_is_not_let_in_once_something_else_was_recorded_since_its_device_asked() -> None:
    world.open_house(now=present())
    player = SigningPlayer("ada", PHONE)
    player.let_in(PHONE)
    ann, ben = Operator("ann"), Operator("ben")
    asked = player.new_key(NEXT)
    del asked["pin"]
    proposed = {"act": "admit-player-key", "arguments": {"player_id": player.seat.chain.hex, **asked}, "reason": "lost"}
    proposal = read(ann.post("/ops/proposals", proposed))
    world.fund(player.seat.chain, 500, now=present())

    answer = ben.post(f"/ops/proposals/{proposal['id']}/approval", {"digest": proposal["digest"]})

    assert (answer.status_code, json.loads(answer.content)["code"]) == (409, "chain-moved")
    assert [one["kid"] for one in player.listed_keys()] == [PHONE.kid]
