"""Player keys over HTTP: players who sign play, change their keys, and are refused where they did not sign."""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection

from audit.core.records import parse_entry
from audit.models import Chain
from audit.operations.export import export_log
from audit.queries.chains import load_head
from games.queries.sheets import current_sheets
from players.core.pin import MAX_PIN_FAILURES
from tests import world
from tests.api.caller import BET, DEAL, Player, now, problem
from tests.signing import Device, SigningPlayer, read, signed
from tests.verifier.auditor import audited_folder, code
from tests.verifier.keyed import ORDER

if TYPE_CHECKING:
    from pathlib import Path

    from verifier.audit import AuditResult

pytestmark = pytest.mark.django_db

PHONE, LAPTOP = Device("phone"), Device("laptop", alg="p256")
PAPER = Device("paper", use="recover")


@pytest.fixture(autouse=True)
def _open() -> None:
    world.open_house(now=now())


@pytest.fixture
def ada() -> SigningPlayer:
    """A player with one key, who signs from here on."""
    player = SigningPlayer("ada", PHONE)
    player.let_in(PHONE)
    return player


def games_alone() -> list[str]:
    return [offer.sheet.game for offer in current_sheets() if not offer.sheet.at_tables]


def audited(folder: Path) -> AuditResult:
    world.run_sequencer(now=now())
    export_log(folder)
    return audited_folder(folder)


def refused(player: Player, path: str, body: Any, status: int, refusal: str) -> dict[str, Any]:
    """Send a request that is refused, and see that it wrote nothing."""
    before = world.everything_stored()
    told = problem(player.post(path, body), status, refusal)
    assert world.everything_stored() == before
    return told


# --- Played through -----------------------------------------------------------------------------------------------


def test_players_with_keys_of_both_algorithms_play_every_game_and_their_log_is_accepted(tmp_path: Path) -> None:
    signing = [SigningPlayer("ada", PHONE), SigningPlayer("ben", LAPTOP)]
    for player in signing:
        player.let_in(player.device)
        for game in games_alone():
            for _ in range(3):
                player.play(game=game)
        player.play(side_bet=100, game="montana-red-dog-b")
        player.open()
        player.play()
    world.play_round(world.seat_player("cyd", now=now()), now=now())

    result = audited(tmp_path / "log")

    assert code(result) == "OK"
    assert (result.tally.chains_with_keys, result.tally.chains) == (2, 3)
    assert result.tally.settled_signed == 2 * (3 * len(games_alone()) + 2)


def test_a_player_adds_rotates_and_recovers_keys_and_the_log_is_accepted(ada: SigningPlayer, tmp_path: Path) -> None:
    ada.let_in(PAPER, by=PHONE)
    ada.play()
    ada.let_in(LAPTOP, by=PHONE)
    ada.end(PHONE, "rotated", by=LAPTOP)
    ada.device = LAPTOP
    ada.play()
    # The laptop is lost: the code on paper ends it and lets the next one in.
    ada.end(LAPTOP, "lost", by=PAPER)
    third = Device("third")
    ada.let_in(third, by=PAPER)
    ada.device = third
    ada.play()

    assert [(key["use"], key["status"], key["why"]) for key in ada.listed_keys()] == [
        ("play", "ended", "rotated"),
        ("recover", "live", None),
        ("play", "ended", "lost"),
        ("play", "live", None),
    ]
    result = audited(tmp_path / "log")
    assert code(result) == "OK"
    assert result.tally.settled_signed == 3


def test_the_keys_are_in_the_copy_of_everything_and_among_the_events(ada: SigningPlayer) -> None:
    ada.end(PHONE, "stolen", by=PHONE)
    listed = ada.listed_keys()

    exported = json.loads(ada.get("/me/data").getvalue())

    assert exported["player_keys"] == [
        {name: value for name, value in key.items() if name != "status"} for key in listed
    ]
    kinds = [event["kind"] for event in exported["events"] if event["actor"] == "player"]
    assert kinds == ["player-key-ended", "player-key-added", "pin-set"]


def test_a_deal_that_the_owner_of_everything_invents_is_found_by_the_auditor(
    ada: SigningPlayer, tmp_path: Path
) -> None:
    ada.play()
    assert code(audited(tmp_path / "honest")) == "OK"

    # Whoever has database and keys needs no signature to write a deal, and hides that the account has a key.
    Chain.objects.filter(chain=ada.seat.chain).update(has_keys=False)
    world.play_round(ada.seat, now=now())
    Chain.objects.filter(chain=ada.seat.chain).update(has_keys=True)

    assert code(audited(tmp_path / "invented")) == "E_PSIG_MISSING"


class HighDevice(Device):
    """A device of P-256 that spells its signatures with the higher s, as many do."""

    def sign(self, statement: dict[str, Any]) -> str:
        low = b64decode(super().sign(statement))
        return b64encode(low[:32] + (ORDER - int.from_bytes(low[32:], "big")).to_bytes(32, "big")).decode()


def test_a_high_signature_is_recorded_as_the_low_one(tmp_path: Path) -> None:
    device = HighDevice("laptop", alg="p256")
    player = SigningPlayer("ada", device)
    player.let_in(device)

    sent = player.signed_bet()
    dealt = read(player.post(DEAL, sent))

    recorded: Any = parse_entry(dealt["receipts"][0]["note"])
    assert recorded["psig"]["sig"] != sent["psig"]["sig"]
    assert recorded["psig"]["sig"][:42] == sent["psig"]["sig"][:42], "r is the same"
    assert code(audited(tmp_path / "log")) == "OK"


# --- What is refused ----------------------------------------------------------------------------------------------


def test_from_the_first_key_on_nothing_is_played_without_a_signature(ada: SigningPlayer) -> None:
    refused(ada, DEAL, BET, 409, "signature-required")
    dealt = ada.deal()
    while dealt["status"] != "open":
        dealt = ada.deal()
    refused(ada, f"/rounds/{dealt['id']}/actions", {"action": "stand"}, 409, "signature-required")
    ada.act(dealt)
    world.run_sequencer(now=now())
    refused(ada, "/epochs", {"client_seed": secrets.token_bytes(32).hex()}, 409, "signature-required")


def test_a_deal_whose_signature_is_for_another_stake_moves_no_money(ada: SigningPlayer) -> None:
    body = ada.signed_bet(500)
    body["stake"]["amount"] = 600

    refused(ada, DEAL, body, 422, "wrong-player-signature")


@pytest.mark.parametrize(
    "other",
    [
        {"ante": 501},
        {"bonus": 1},
        {"nonce": 9},
        {"epoch": 9},
        {"rules": "0" * 64},
        {"type": "open"},
        {"chain": "0" * 32},
    ],
    ids=lambda other: next(iter(other)),
)
def test_a_deal_is_refused_whose_signature_is_over_another_statement(
    ada: SigningPlayer, other: dict[str, object]
) -> None:
    statement = ada.bet_statement(500) | other
    body = BET | {"psig": signed(PHONE, statement)}

    refused(ada, DEAL, body, 422, "wrong-player-signature")


def test_an_act_is_refused_whose_signature_is_for_another_action(ada: SigningPlayer) -> None:
    dealt = ada.deal()
    while dealt["status"] != "open":
        dealt = ada.deal()
    body = ada.signed_act(dealt, "stand", [["raise", 500]])

    refused(ada, f"/rounds/{dealt['id']}/actions", body, 422, "wrong-player-signature")


def test_a_signature_over_an_older_head_says_what_the_newest_record_is(ada: SigningPlayer) -> None:
    body = ada.signed_bet()
    before = read(ada.get("/me/chain"), 200)
    world.fund(ada.seat.chain, 100, now=now())

    told = refused(ada, DEAL, body, 409, "chain-moved")

    head = read(ada.get("/me/chain"), 200)
    assert (told["seq"], told["leaf"]) == (head["seq"], head["leaf"]) != (before["seq"], before["leaf"])
    (between,) = read(ada.get(f"/records?after={before['seq']}"), 200)["items"]
    assert (between["seq"], between["leaf"]) == (head["seq"], head["leaf"])
    ada.deal()


@pytest.mark.parametrize("ahead_ms", [-1_000, 700_000])
def test_a_signature_is_used_in_its_time_alone(ada: SigningPlayer, ahead_ms: int) -> None:
    statement = ada.bet_statement(500)
    statement["until"] += ahead_ms - 30_000

    told = refused(ada, DEAL, BET | {"psig": signed(PHONE, statement)}, 409, "outdated-signature")
    assert told["now_at"].endswith("Z")


def test_only_a_live_key_that_plays_signs_a_deal(ada: SigningPlayer) -> None:
    ada.let_in(PAPER, by=PHONE)
    ada.let_in(LAPTOP, by=PHONE)
    for device in (PAPER, Device("nobody's")):
        ada.device = device
        refused(ada, DEAL, ada.signed_bet(), 409, "unknown-player-key")
    ada.device = PHONE
    body = ada.signed_bet()
    ada.end(PHONE, "stolen", by=LAPTOP)
    refused(ada, DEAL, body, 409, "unknown-player-key")


def test_an_account_without_keys_signs_nothing() -> None:
    player = SigningPlayer("ada", PHONE)

    refused(player, DEAL, player.signed_bet(), 409, "unknown-player-key")
    refused(player, "/me/keys", player.new_key(LAPTOP, by=PHONE), 409, "unknown-player-key")


def test_an_opening_names_a_checkpoint_that_the_log_signed_and_that_covers_its_commitment(ada: SigningPlayer) -> None:
    world.run_sequencer(now=now())
    body = ada.opening(secrets.token_bytes(32))
    refused(ada, "/epochs", body | {"checkpoint": body["checkpoint"] | {"root": "0" * 64}}, 422, "wrong-checkpoint")
    refused(ada, "/epochs", body | {"checkpoint": body["checkpoint"] | {"size": 999_999}}, 422, "wrong-checkpoint")
    refused(ada, "/epochs", body | {"checkpoint": body["checkpoint"] | {"size": 1}}, 409, "commitment-not-covered")
    refused(ada, "/epochs", {"client_seed": "0" * 64, "psig": body["psig"]}, 400, "invalid-request")
    refused(ada, "/epochs", body | {"client_seed": "0" * 64}, 422, "wrong-player-signature")

    assert read(ada.post("/epochs", body))["epoch"] == 1


def test_limits_are_loosened_under_a_signature_alone(ada: SigningPlayer) -> None:
    world.give_pin(ada.seat.chain)
    path, tight = "/me/limits/loss_day", {"value": {"amount": 5_000, "currency": "USD"}, "pin": world.PIN}
    loose = {"value": {"amount": 9_000, "currency": "USD"}, "pin": world.PIN}
    assert ada.send("PUT", path, tight).status_code == 200
    problem(ada.send("PUT", path, loose), 409, "signature-required")
    act = {"do": "ask", "who": "player", "name": "loss_day", "value": 9_000}
    psig = signed(PHONE, ada.place("limits", act=act))
    problem(ada.send("PUT", path, {"value": None, "pin": world.PIN, "psig": psig}), 422, "wrong-player-signature")

    read(ada.send("PUT", path, loose | {"psig": psig}), 200)

    confirmed = signed(PHONE, ada.place("limits", act={"do": "confirm", "who": "player", "name": "loss_day"}))
    body = {"pin": world.PIN, "psig": confirmed}
    problem(ada.post(f"{path}/loosening/confirmation", body), 409, "loosening-too-early")
    problem(ada.post("/me/exclusion/return", {"psig": confirmed}), 409, "not-excluded")
    problem(ada.post("/me/exclusion/return", {"sig": confirmed}), 400, "invalid-request")


# --- Keys ---------------------------------------------------------------------------------------------------------


def test_a_repeated_request_for_a_key_gets_the_first_answer(ada: SigningPlayer) -> None:
    body = ada.new_key(LAPTOP, by=PHONE)
    first = read(ada.post("/me/keys", body))
    before = world.everything_stored()

    assert read(ada.post("/me/keys", body)) == first
    assert read(ada.post("/me/keys", ada.new_key(LAPTOP, by=PHONE))) == first
    assert world.everything_stored() == before

    body = ada.key_end(LAPTOP, "lost", by=PHONE)
    ended = read(ada.post(f"/me/keys/{LAPTOP.kid}/end", body))
    assert read(ada.post(f"/me/keys/{LAPTOP.kid}/end", body)) == ended
    refused(ada, f"/me/keys/{LAPTOP.kid}/end", body | {"why": "stolen"}, 409, "player-key-ended")
    refused(ada, "/me/keys", ada.new_key(LAPTOP, by=PHONE), 409, "player-key-taken")


def test_a_repeated_deal_gets_the_first_answer_though_its_signature_is_old(ada: SigningPlayer) -> None:
    body = ada.signed_bet()
    first = ada.post(DEAL, body, key="once")
    assert first.status_code == 201

    assert ada.post(DEAL, body, key="once").content == first.content


def test_whoever_has_only_a_session_lets_no_first_key_in() -> None:
    player = SigningPlayer("ada", PHONE)
    body = player.new_key(PHONE)
    without = {name: value for name, value in body.items() if name != "pin"}

    refused(player, "/me/keys", without, 403, "pin-required")
    # Signed by the key that is to be let in.
    own = signed(PHONE, player.place("player_key", alg=PHONE.alg, pub=PHONE.pub.hex(), use=PHONE.use))
    refused(player, "/me/keys", without | {"psig": own}, 409, "unknown-player-key")
    told = problem(player.post("/me/keys", body | {"pin": "8642"}), 403, "wrong-pin")
    assert told["tries_left"] == MAX_PIN_FAILURES - 1
    for _ in range(MAX_PIN_FAILURES - 1):
        player.post("/me/keys", body | {"pin": "8642"})
    problem(player.post("/me/keys", body), 403, "pin-locked")
    assert player.listed_keys() == []
    assert not load_head(player.seat.chain).has_keys


def test_an_account_without_a_pin_gets_one_by_the_password_first() -> None:
    player = SigningPlayer("ada", PHONE)
    plain = Player("ben")
    body = player.new_key(PHONE)

    refused(plain, "/me/keys", body, 409, "pin-not-set")


def test_a_further_key_needs_no_pin(ada: SigningPlayer) -> None:
    body = ada.new_key(LAPTOP, by=PHONE)
    assert "pin" not in body

    read(ada.post("/me/keys", body))


@pytest.mark.django_db(transaction=True)
def test_of_two_first_keys_at_once_one_comes_in() -> None:
    player = SigningPlayer("ada", PHONE)
    bodies = [player.new_key(device) for device in (PHONE, LAPTOP)]

    def send(body: Any) -> int:
        try:
            return Player.post(player, "/me/keys", body).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        statuses = sorted(pool.map(send, bodies))

    assert statuses == [201, 409]
    assert len(player.listed_keys()) == 1


@pytest.mark.django_db(transaction=True)
def test_a_deal_and_the_end_of_its_key_at_once_are_one_after_the_other(ada: SigningPlayer, tmp_path: Path) -> None:
    ada.let_in(LAPTOP, by=PHONE)
    bet, end = ada.signed_bet(), ada.key_end(PHONE, "stolen", by=LAPTOP)

    def send(path: str, body: Any) -> dict[str, Any]:
        try:
            told: dict[str, Any] = json.loads(Player.post(ada, path, body).content)
            return told
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        dealt, ended = pool.map(send, (DEAL, f"/me/keys/{PHONE.kid}/end"), (bet, end))

    # Both are signed over one record: the second of them is refused, and nothing of it is done.
    lost = [told["code"] for told in (dealt, ended) if "code" in told]
    assert lost in (["chain-moved"], ["unknown-player-key"])
    statuses = {key["kid"]: key["status"] for key in ada.listed_keys()}
    assert statuses[PHONE.kid] == ("live" if "code" in ended else "ended")
    assert code(audited(tmp_path / "log")) == "OK"


@pytest.mark.parametrize("other", [{"origin": "another.example/log"}, {"prev": "0" * 64}], ids=["origin", "prev"])
def test_a_signature_for_another_log_or_place_serves_nothing(ada: SigningPlayer, other: dict[str, str]) -> None:
    """The place that is sent is right; what was signed is another one."""
    statement = ada.bet_statement(500)
    body = BET | {"psig": signed(PHONE, statement) | {"sig": PHONE.sign(statement | other)}}

    refused(ada, DEAL, body, 422, "wrong-player-signature")


def test_a_signature_of_one_player_serves_no_other(ada: SigningPlayer) -> None:
    ben = SigningPlayer("ben", LAPTOP)
    ben.let_in(LAPTOP)

    refused(ben, DEAL, ada.signed_bet(), 409, "unknown-player-key")
    body = BET | {"psig": signed(PHONE, ben.bet_statement(500))}
    refused(ben, DEAL, body, 409, "unknown-player-key")


def test_a_signed_deal_serves_once(ada: SigningPlayer) -> None:
    body = ada.signed_bet()
    dealt = read(ada.post(DEAL, body))
    if dealt["status"] == "open":
        ada.act(dealt)

    refused(ada, DEAL, body, 409, "chain-moved")


def test_a_public_key_serves_one_account(ada: SigningPlayer) -> None:
    ben = SigningPlayer("ben", PHONE)

    refused(ben, "/me/keys", ben.new_key(PHONE), 409, "player-key-taken")
    refused(ada, "/me/keys", ada.new_key(PAPER) | {"use": "play"}, 409, "signature-required")


def test_an_account_has_eight_keys_at_most(ada: SigningPlayer) -> None:
    for number in range(7):
        ada.let_in(Device(f"spare {number}"), by=PHONE)

    refused(ada, "/me/keys", ada.new_key(LAPTOP, by=PHONE), 409, "too-many-player-keys")
    ada.end(PHONE, "rotated", by=PHONE)
    ada.let_in(LAPTOP, by=Device("spare 1"))


def test_a_recovery_key_is_let_in_and_ended_by_a_recovery_key(ada: SigningPlayer) -> None:
    another = Device("another paper", use="recover")
    ada.let_in(PAPER, by=PHONE)

    refused(ada, "/me/keys", ada.new_key(another, by=PHONE), 409, "recovery-key-required")
    body = ada.key_end(PAPER, "lost", by=PHONE)
    refused(ada, f"/me/keys/{PAPER.kid}/end", body, 409, "recovery-key-required")
    ada.let_in(another, by=PAPER)
    ada.end(PAPER, "rotated", by=another)


@pytest.mark.parametrize("spoil", ["pop", "psig"])
def test_a_key_needs_its_own_signature_and_that_of_another(ada: SigningPlayer, spoil: str) -> None:
    body = ada.new_key(LAPTOP, by=PHONE)
    body[spoil]["until"] += 1

    refused(ada, "/me/keys", body, 422, "wrong-player-signature")


@pytest.mark.parametrize("pub", ["0" * 64, "01" + "0" * 62, "04" + "11" * 64, "f" * 64])
def test_a_public_key_that_auditors_refuse_is_refused(ada: SigningPlayer, pub: str) -> None:
    body = ada.new_key(LAPTOP, by=PHONE) | {"pub": pub, "alg": "p256" if len(pub) > 64 else "ed25519"}

    refused(ada, "/me/keys", body, 400, "unusable-player-key")


@pytest.mark.parametrize(
    "psig",
    [
        {"kid": "A" * 16},
        {"sig": "A" * 88},
        {"until": 1.5},
        {"until": True},
        {"prev": "0" * 63},
        {"name": "phone"},
    ],
)
def test_a_signature_of_another_form_is_refused(ada: SigningPlayer, psig: Any) -> None:
    body = ada.signed_bet()
    refused(ada, DEAL, body | {"psig": body["psig"] | psig}, 400, "invalid-request")


@pytest.mark.parametrize("psig", [None, 7, {}])
def test_a_signature_that_is_none_is_refused(ada: SigningPlayer, psig: Any) -> None:
    refused(ada, DEAL, BET | {"psig": psig}, 400, "invalid-request")


def test_the_end_of_an_unknown_key_is_not_found(ada: SigningPlayer) -> None:
    body = ada.key_end(LAPTOP, "lost", by=PHONE)

    refused(ada, f"/me/keys/{LAPTOP.kid}/end", body, 404, "player-key-not-found")


def test_records_come_in_pages(ada: SigningPlayer) -> None:
    newest = read(ada.get("/me/chain"), 200)["seq"]
    seqs: list[int] = []
    after: str | None = "-1"
    while after is not None:
        page = read(ada.get(f"/records?limit=2&after={after}"), 200)
        seqs += [item["seq"] for item in page["items"]]
        after = page["next"]

    assert seqs == list(range(newest + 1))
    for wrong in ("x", "-2", "9" * 17):
        problem(ada.get(f"/records?after={wrong}"), 400, "malformed-page")
