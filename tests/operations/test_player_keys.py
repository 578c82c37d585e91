"""Keys that operators let in and end: two of them, an event that the log lists, and a wait of 72 hours."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection

from audit.core.player_key_changes import PlayerKeyTaken, RecoveryKeyRequired, TooManyPlayerKeys
from audit.core.player_keys import WrongPlayerSignature
from audit.core.player_signatures import PlayerKeyWaits, SignatureRequired
from audit.core.records import parse_entry
from audit.operations.add_player_key import FirstKeyByPlayer
from audit.operations.export import export_log
from audit.operations.player_key_authority import KeyOperators, TwoKeyOperatorsNeeded
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
from tests.api.caller import now as present
from tests.signed_operations import end, let_in, signature, statement
from tests.signing import SigningPlayer
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
    with pytest.raises(TwoKeyOperatorsNeeded):
        let_in(ada.chain, NEXT, by=KeyOperators(by=("olga", "olga"), reason="alone"))
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


def test_the_commands_let_a_key_in_and_end_one_for_two_operators(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world.open_house(now=present())
    player = SigningPlayer("ada", PHONE)
    player.let_in(PHONE)
    player_id = player.seat.chain.hex
    key = tmp_path / "key.json"
    asked = player.new_key(NEXT)
    del asked["pin"]
    key.write_text(json.dumps(asked))
    options = ("--by", "olga", "pete", "--reason", "the phone is lost")
    admit = ("admit_player_key", player_id, "--key", str(key), *options)
    with pytest.raises(CommandError, match="olga is no operator"):
        call_command(*admit)
    for operator in ("olga", "pete"):
        world.create_staff(operator, now=present())
    with pytest.raises(CommandError, match="No player has this id"):
        call_command("end_player_key", "0" * 32, PHONE.kid, "--why", "lost", *options)
    with pytest.raises(CommandError, match="holds no new key"):
        call_command("admit_player_key", player_id, "--key", str(tmp_path / "none"), *options)
    with pytest.raises(CommandError, match="Nothing was done"):
        call_command("end_player_key", player_id, NEXT.kid, "--why", "lost", *options)

    call_command(*admit)
    call_command("end_player_key", player_id, PHONE.kid, "--why", "lost", *options)

    assert f"Key {NEXT.kid} is in" in capsys.readouterr().out
    assert [(one["kid"], one["status"], one["admitted_by"]) for one in player.listed_keys()] == [
        (PHONE.kid, "ended", "player"),
        (NEXT.kid, "waiting", "operators"),
    ]
