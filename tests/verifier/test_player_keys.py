"""Player keys: honest logs with them are accepted, and what an operator with all other keys invents is refused.

The attacker links and signs again whatever he changes, checkpoints included. The player's signatures he can only move.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.hands import deals_loss, deals_win
from tests.verifier.keyed import (
    LAPTOP,
    ORDER,
    PAPER,
    PHONE,
    SIGNS_FOR_MS,
    THIEF,
    Device,
    KeyedPlayer,
    client_seed,
    keyed_day,
    keyed_log,
    started,
)
from tests.verifier.play import founded, full_day, one_round
from tests.verifier.producer import HOUR_MS, ORIGIN, Document, Log, canonical
from verifier import audit, player_key, verdict_output
from verifier.judge import Depth
from verifier.player_signatures import KEY_WAIT_MS, KEYS_MAX, UNTIL_MAX_MS
from verifier.player_statements import message
from verifier.verdict import Code, Fault

if TYPE_CHECKING:
    from collections.abc import Callable


def verdict(log: Log, *, depth: Depth = Depth.FULL) -> str:
    return code(audited(log.seal(), depth=depth))


def last(log: Log, kind: str) -> Document:
    return log.drafts[log.index(kind, last=True)].fields


# --- Honest logs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", Depth)
def test_a_day_with_keys_of_both_kinds_is_accepted_and_counted(depth: Depth) -> None:
    result = audited(keyed_day().seal(), depth=depth)

    assert code(result) == "OK"
    told = verdict_output.as_document(result)
    assert told["player_keys"] == {"chains": 1, "settled": 6}
    assert result.tally.chains == 2
    assert result.tally.settled == 7
    text = "\n".join(verdict_output.as_text(result))
    assert "1 of 2 players sign with keys of their own" in text
    assert "6 of 7 rounds were dealt under their signatures" in text


def test_stakes_with_and_without_keys_are_counted_apart() -> None:
    log, ada, rules = keyed_log(deals_loss)
    ada.deal(500, rules=rules).settle("stand")
    ben = KeyedPlayer(log, "ben")
    ben.register().commit().move("adjustment", 100_000)
    log.checkpoint()
    ben.open(wanted=deals_loss).deal(700, rules=rules).settle("stand")

    result = audited(log.seal())

    assert code(result) == "OK"
    (money,) = result.tally.money.values()
    assert (money.handle, money.handle_signed) == (1200, 500)
    assert "staked under players' keys 5.00, without 7.00" in "\n".join(verdict_output.as_text(result))


@pytest.mark.parametrize("log", [one_round, full_day])
def test_a_log_without_keys_counts_none(log: Callable[[], Log]) -> None:
    result = audited(log().seal())

    assert code(result) == "OK"
    assert verdict_output.as_document(result)["player_keys"] == {"chains": 0, "settled": 0}


def test_the_first_version_knows_neither_keys_nor_signatures() -> None:
    log, _ = founded()
    KeyedPlayer(log, "ada").register().let_in(PHONE)
    assert verdict(log) == "E_TYPE"

    log = one_round()
    last(log, "deal")["psig"] = PHONE.psig({"until": log.now})
    assert verdict(log) == "E_FORM"


# --- What an operator changes ------------------------------------------------------------------------------------


def changed_client(log: Log) -> None:
    last(log, "open")["client"] = client_seed("the operator's choice")


def changed_commitment(log: Log) -> None:
    last(log, "commit")["commit"] = client_seed("another top")


def smaller_checkpoint(log: Log) -> None:
    log.sizes.append(log.index("open") - 1)
    last(log, "open")["size"] = log.index("open") - 1


def raised_stake(log: Log) -> None:
    deal = last(log, "deal")
    deal["ante"] = 5000
    deal["moves"], deal["bal"] = [["cash", -5000], ["in_play", 5000]], [100_000, 95_000]


def changed_act(log: Log) -> None:
    last(log, "settle")["acts"][0] |= {"a": "stand", "amt": 0}


def invented_act(log: Log) -> None:
    last(log, "settle").pop("psig")


def act_after_a_time_out(log: Log) -> None:
    acts = last(log, "settle")["acts"]
    acts.insert(0, {"a": "stand", "amt": 0, "by": "timeout", "t": acts[0]["t"]})


def act_passed_off_as_a_time_out(log: Log) -> None:
    last(log, "settle")["acts"] = [{"a": "stand", "amt": 0, "by": "timeout", "t": log.now}]


def unsigned_deal(log: Log) -> None:
    last(log, "deal").pop("psig")


def unsigned_opening(log: Log) -> None:
    last(log, "open").pop("psig")


def opening_without_a_root(log: Log) -> None:
    last(log, "open").pop("root")


def signature_of_the_act_under_the_deal(log: Log) -> None:
    last(log, "deal")["psig"] = last(log, "settle")["psig"]


def cut_signature(log: Log) -> None:
    last(log, "deal")["psig"]["sig"] = "AAAA"


def misspelt_signature(log: Log) -> None:
    last(log, "deal")["psig"]["sig"] = last(log, "deal")["psig"]["sig"].replace("==", "")


def deal_kept_back(log: Log) -> None:
    log.drafts[-1].fields["time"] += HOUR_MS
    last(log, "deal")["time"] += HOUR_MS


def record_slipped_in(log: Log) -> None:
    moves = [["cash", 100], ["adjustment", -100]]
    deal = log.drafts.pop(log.index("deal"))
    settle = log.drafts.pop()
    log.add(deal.fields["chain"], "wallet", {"kind": "adjustment", "moves": moves, "bal": [100_000, 100_100]})
    log.drafts += [deal, settle]
    log.drafts[-3].fields["time"] = deal.fields["time"]
    deal.fields["bal"] = [before + 100 for before in deal.fields["bal"]]
    settle.fields["bal"] = [before + 100 for before in settle.fields["bal"]]


@pytest.mark.parametrize(
    ("spoil", "expected", "kind"),
    [
        (changed_client, "E_PSIG", "open"),
        (changed_commitment, "E_PSIG", "open"),
        (smaller_checkpoint, "E_PSIG", "open"),
        (raised_stake, "E_PSIG", "deal"),
        (changed_act, "E_PSIG", "settle"),
        (signature_of_the_act_under_the_deal, "E_PSIG", "deal"),
        (cut_signature, "E_PSIG", "deal"),
        (deal_kept_back, "E_PSIG", "deal"),
        (record_slipped_in, "E_PSIG", "deal"),
        (invented_act, "E_PSIG_MISSING", "settle"),
        (unsigned_deal, "E_PSIG_MISSING", "deal"),
        (unsigned_opening, "E_PSIG_MISSING", "open"),
        (act_after_a_time_out, "E_ACTION", "settle"),
        (act_passed_off_as_a_time_out, "E_ACTION", "settle"),
        (opening_without_a_root, "E_FORM", "open"),
        (misspelt_signature, "E_FORM", "deal"),
    ],
)
def test_what_the_operator_changes_is_refused(spoil: Callable[[Log], None], expected: str, kind: str) -> None:
    log, ada, rules = keyed_log(deals_win)
    ada.deal(500, rules=rules).settle("raise")
    assert verdict(log) == "OK"
    log = log.copied()

    spoil(log)

    result = audited(log.seal())
    assert code(result) == expected
    assert result.tally.tampering is not None
    assert result.tally.tampering.place.kind == kind


def test_tree_mode_leaves_the_signatures_themselves_out_and_misses_none() -> None:
    log, ada, rules = keyed_log(deals_win)
    ada.deal(500, rules=rules).settle("raise")
    last(log, "deal")["psig"]["sig"] = last(log, "open")["psig"]["sig"]
    assert (verdict(log, depth=Depth.TREE), verdict(log)) == ("OK", "E_PSIG")

    unsigned_deal(log)
    assert verdict(log, depth=Depth.TREE) == "E_PSIG_MISSING"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_root_that_the_log_never_had_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jobs: int) -> None:
    monkeypatch.setattr(audit, "ENTRIES_WORTH_A_PROCESS", 1)
    log, ada, _ = keyed_log()
    opened = last(log, "open")
    opened["root"] = "ab" * 32
    said = {name: opened[name] for name in ("type", "chain", "prev", "epoch", "client", "root", "size")}
    top = ada.seeds(0)[0].hex()
    until = opened["time"] + SIGNS_FOR_MS
    opened["psig"] = PHONE.psig({**said, "origin": "casino.example/log", "until": until, "commit": top, "n": 8})

    result = audited_folder(log.seal().write(tmp_path), jobs=jobs)

    assert code(result) == "E_ROOT"
    assert result.tally.tampering is not None
    assert result.tally.tampering.place.index == log.index("open")


def test_a_signature_for_another_log_is_none() -> None:
    log, ada, rules = keyed_log()
    ada.device = None
    fields: Document = {"epoch": 0, "nonce": 1, "rules": rules, "ante": 500}
    other = {**ada.said("deal", fields), "origin": "elsewhere.example/log"}
    ada.deal(500, rules=rules)
    last(log, "deal")["psig"] = PHONE.psig(other)

    assert verdict(log) == "E_PSIG"


@pytest.mark.parametrize(
    ("ahead_ms", "expected"), [(-1, "E_PSIG"), (0, "OK"), (UNTIL_MAX_MS, "OK"), (UNTIL_MAX_MS + 1, "E_PSIG")]
)
def test_a_signature_is_used_within_its_time_and_given_for_ten_minutes_at_most(ahead_ms: int, expected: str) -> None:
    log, ada, rules = keyed_log()
    until = log.now + log.tick_ms + ahead_ms
    fields: Document = {"epoch": 0, "nonce": 1, "rules": rules, "ante": 500}
    signature = PHONE.psig(ada.said("deal", fields, until=until))
    ada.device = None
    ada.deal(500, rules=rules)
    last(log, "deal")["psig"] = signature
    assert verdict(log) == expected

    log, ada, _ = keyed_log()
    until = log.now + log.tick_ms + ahead_ms
    told: Document = {"alg": LAPTOP.alg, "pub": LAPTOP.pub.hex(), "use": "play"}
    possession = {"sig": LAPTOP.sign(ada.said("player_key", told, until=until)), "until": until}
    ada.let_in(LAPTOP, by=PHONE)
    last(log, "player_key")["pop"] = possession
    assert verdict(log) == expected


def test_acts_are_signed_for_the_time_of_the_last_act() -> None:
    log, ada, rules = keyed_log(deals_win)
    ada.deal(500, rules=rules).settle("raise")
    settle = last(log, "settle")
    settle["time"] += SIGNS_FOR_MS + 1
    assert verdict(log) == "OK"

    settle["acts"][0]["t"] += SIGNS_FOR_MS + 1
    assert verdict(log) == "E_PSIG"


def test_a_time_out_ends_the_players_part() -> None:
    log, ada, rules = keyed_log(deals_win)
    ada.deal(500, rules=rules).settle("raise")
    act_after_a_time_out(log)

    failure = audited(log.seal()).tally.tampering

    assert failure is not None
    assert failure.sentence == "an act of the player's stands after a time-out"


def test_only_the_players_own_acts_are_signed() -> None:
    acts = [{"a": "raise", "amt": 500, "by": "player", "t": 1}, {"a": "stand", "amt": 0, "by": "timeout", "t": 2}]
    settle: Any = {"type": "settle", "chain": "00" * 16, "deal": "79" * 32, "acts": acts}

    said = message(settle, origin=ORIGIN, until=5, announced=None)

    assert json.loads(said.partition(b"\0")[2])["acts"] == [["raise", 500]]


def test_a_root_that_nobody_signed_is_of_the_wrong_form() -> None:
    log, _ = founded()
    log.version = "rdf/2"
    ben = KeyedPlayer(log, "ben")
    ben.register().commit()
    log.checkpoint()
    ben.open()
    last(log, "open")["root"] = "ab" * 32

    assert verdict(log) == "E_FORM"


def test_a_settlement_signed_though_the_player_did_nothing_is_of_the_wrong_form() -> None:
    log, ada, rules = keyed_log(deals_win)
    ada.deal(500, rules=rules)
    log.now += 24 * HOUR_MS
    ada.settle("stand", by="timeout")
    last(log, "settle")["psig"] = last(log, "deal")["psig"]

    assert verdict(log) == "E_FORM"


# --- Which key may sign what -------------------------------------------------------------------------------------


def played_by(device: Device, *, prepare: Callable[[KeyedPlayer], object] = lambda _: None) -> str:
    log, ada, rules = keyed_log()
    prepare(ada)
    ada.device = device
    ada.deal(500, rules=rules)
    return verdict(log)


def test_a_key_that_the_chain_does_not_have_signs_nothing() -> None:
    assert played_by(THIEF) == "E_PKEY"


def test_a_recovery_key_signs_no_deal() -> None:
    assert played_by(PAPER, prepare=lambda ada: ada.let_in(PAPER, by=PHONE)) == "E_PKEY"


def test_a_key_that_was_ended_signs_nothing() -> None:
    assert played_by(PHONE, prepare=lambda ada: ada.end(PHONE, "closed", by=PHONE)) == "E_PKEY"


def test_keys_that_ended_do_not_end_the_duty_to_sign() -> None:
    log, ada, rules = keyed_log()
    ada.end(PHONE, "closed", by=PHONE)
    ada.device = None
    ada.deal(500, rules=rules)
    assert verdict(log) == "E_PSIG_MISSING"

    log, ada, _ = keyed_log()
    ada.end(PHONE, "lost").let_in(THIEF)
    assert verdict(log) == "E_PSIG_MISSING"


def test_a_signature_in_a_chain_without_keys_is_by_no_key() -> None:
    log, rules = founded()
    log.version = "rdf/2"
    ben = KeyedPlayer(log, "ben")
    ben.register().commit().move("adjustment", 100_000)
    log.checkpoint()
    ben.open()
    ben.device = PHONE
    ben.deal(500, rules=rules)

    assert verdict(log) == "E_PKEY"


def test_a_further_key_needs_a_key_or_two_operators() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(THIEF)
    assert verdict(log) == "E_PSIG_MISSING"

    log, ada, _ = keyed_log()
    ada.let_in(THIEF, by=THIEF)
    assert verdict(log) == "E_PKEY"


def test_a_key_is_let_in_by_whoever_holds_it() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE)
    last(log, "player_key")["pop"]["sig"] = last(log, "player_key")["psig"]["sig"]

    assert verdict(log) == "E_PSIG"


def test_the_first_key_has_neither_a_signature_nor_operators() -> None:
    log, _ = founded()
    log.version = "rdf/2"
    KeyedPlayer(log, "ada").register().let_in(PHONE, by=PHONE)
    assert verdict(log) == "E_PKEY"

    log, _ = founded()
    log.version = "rdf/2"
    KeyedPlayer(log, "ada").register().let_in(PHONE, staff=True)
    assert verdict(log) == "E_FORM"


def test_a_second_recovery_key_needs_the_first() -> None:
    spare = Device("spare", use="recover")
    log, ada, _ = keyed_log()
    ada.let_in(PAPER, by=PHONE).let_in(spare, by=PAPER)
    assert verdict(log) == "OK"

    log, ada, _ = keyed_log()
    ada.let_in(PAPER, by=PHONE).let_in(spare, by=PHONE)
    assert verdict(log) == "E_PKEY"


def test_a_recovery_key_is_ended_by_itself_alone() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(PAPER, by=PHONE).end(PAPER, "closed", by=PAPER)
    assert verdict(log) == "OK"

    log, ada, _ = keyed_log()
    ada.let_in(PAPER, by=PHONE).end(PAPER, "lost")
    assert verdict(log) == "E_PSIG_MISSING"

    log, ada, _ = keyed_log()
    ada.let_in(PAPER, by=PHONE).end(PAPER, "stolen", by=PHONE)
    assert verdict(log) == "E_PKEY"


def test_a_key_ends_once() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE).end(PHONE, "rotated", by=LAPTOP).end(PHONE, "stolen", by=LAPTOP)
    assert verdict(log) == "E_PKEY"


def test_eight_keys_may_live_and_not_nine() -> None:
    log, ada, _ = keyed_log()
    for number in range(1, KEYS_MAX):
        ada.let_in(Device(f"device {number}"), by=PHONE)
    assert verdict(log) == "OK"

    ada.let_in(Device("one too many"), by=PHONE)
    assert verdict(log) == "E_PKEY"


def test_an_ended_key_makes_room_and_never_comes_back() -> None:
    log, ada, _ = keyed_log()
    for number in range(1, KEYS_MAX):
        ada.let_in(Device(f"device {number}"), by=PHONE)
    ada.end(Device("device 1"), "closed", by=PHONE).let_in(LAPTOP, by=PHONE)
    assert verdict(log) == "OK"

    ada.end(LAPTOP, "closed", by=PHONE).let_in(LAPTOP, by=PHONE)
    assert verdict(log) == "E_PKEY"


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_key_stands_once_in_a_log(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, jobs: int) -> None:
    monkeypatch.setattr(audit, "ENTRIES_WORTH_A_PROCESS", 1)
    log, _, _ = keyed_log()
    for name in ("ben", "cem", "dan"):
        started(log, name, Device(name))
    assert verdict(log) == "OK"
    started(log, "eve", Device("cem"))

    result = audited_folder(log.seal().write(tmp_path), jobs=jobs)

    assert code(result) == "E_PKEY"
    assert result.tally.failures[Code.E_PKEY] == 1
    assert result.tally.tampering is not None
    assert result.tally.tampering.place.index == log.index("player_key", last=True)


def test_fields_of_two_authorities_or_of_none_are_of_the_wrong_form() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE, staff=True)
    assert verdict(log) == "E_FORM"

    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE)
    last(log, "player_key")["ev"] = "e1" * 32
    assert verdict(log) == "E_FORM"


# --- Keys that operators let in ----------------------------------------------------------------------------------


def taken_over(*, waited_ms: int, prepare: Callable[[KeyedPlayer], object] = lambda _: None) -> Log:
    log, ada, rules = keyed_log()
    ada.let_in(THIEF, staff=True)
    prepare(ada)
    log.now += waited_ms - log.tick_ms
    ada.device = THIEF
    ada.deal(500, rules=rules).settle()
    return log


def test_a_key_of_the_operators_waits_and_its_use_is_warned_of_once() -> None:
    assert verdict(taken_over(waited_ms=KEY_WAIT_MS - 1)) == "E_PKEY"

    result = audited(taken_over(waited_ms=KEY_WAIT_MS).seal())
    assert code(result) == "W_KEY_FORCED"
    assert verdict_output.exit_status(result) == 3
    assert result.tally.failures[Code.W_KEY_FORCED] == 1


def test_a_key_of_the_operators_is_refused_by_any_key_that_is_left() -> None:
    refused = taken_over(waited_ms=KEY_WAIT_MS, prepare=lambda ada: ada.end(THIEF, "stolen", by=PHONE))
    assert verdict(refused) == "E_PKEY"

    # Nobody but a recovery key ends one that is live; one that waits was not the player's doing.
    log, ada, _ = keyed_log()
    spare = Device("spare", use="recover")
    ada.let_in(spare, staff=True).end(spare, "stolen", by=PHONE)
    assert verdict(log) == "OK"


def test_a_key_that_never_signs_is_no_warning() -> None:
    log, ada, rules = keyed_log()
    ada.let_in(THIEF, staff=True)
    log.now += KEY_WAIT_MS
    ada.deal(500, rules=rules)

    assert verdict(log) == "OK"


# --- Limits ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("do", "signed"), [("ask", True), ("confirm", True), ("return", True), ("set", False), ("exclude", False)]
)
def test_loosening_is_signed_and_tightening_need_not_be(do: str, signed: bool) -> None:  # noqa: FBT001
    log, ada, _ = keyed_log()
    ada.device = None
    tight = {"stake_max": 500}
    done: dict[str, Document] = {
        "set": {"now": tight, "name": "stake_max", "value": 500},
        "exclude": {"now": {"excluded": 1}, "kind": "self_exclusion"},
        "return": {},
    }
    ada.change_limits(do, **done.get(do, {"name": "stake_max"}))

    assert verdict(log) == ("E_PSIG_MISSING" if signed else "OK")


def test_another_loosening_than_the_one_signed_is_refused() -> None:
    log, ada, _ = keyed_log()
    tight = {"stake_max": 500}
    ada.change_limits("set", now=tight, name="stake_max", value=500)
    ada.change_limits("ask", now=tight, name="stake_max", value=9000)
    assert verdict(log) == "OK"

    last(log, "limits")["act"]["value"] = 90_000
    assert verdict(log) == "E_PSIG"


def test_limits_of_a_player_who_signs_say_who_did_what() -> None:
    log, ada, _ = keyed_log()
    log.add(ada.chain, "limits", {"rg": {"now": {}}})
    assert verdict(log) == "OK"

    del last(log, "limits")["act"]
    assert verdict(log) == "E_FORM"


# --- Public keys and signatures ----------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize(
    "y",
    [
        0,
        1,
        2**255 - 20,
        2**255 - 19,
        2**255 - 18,
        2**255 - 1,
        int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little"),
        int.from_bytes(bytes.fromhex("c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a"), "little"),
    ],
)
def test_points_of_small_order_and_second_spellings_are_no_keys(y: int, sign: int) -> None:
    with pytest.raises(Fault) as refused:
        player_key.load("ed25519", (y | sign << 255).to_bytes(32, "little"))
    assert refused.value.code is Code.E_PKEY


@pytest.mark.parametrize(
    ("alg", "pub"),
    [
        ("p256", b"\4" + bytes(64)),
        ("p256", LAPTOP.pub[:-1] + bytes([LAPTOP.pub[-1] ^ 1])),
        ("p256", b"\2" + LAPTOP.pub[1:33]),
        ("p256", b"\0"),
        ("p256", PHONE.pub),
        ("ed25519", LAPTOP.pub),
        ("ed25519", PHONE.pub[:31]),
        ("rsa", PHONE.pub),
    ],
)
def test_no_point_of_the_curve_or_another_length_is_no_key(alg: str, pub: bytes) -> None:
    with pytest.raises(Fault) as refused:
        player_key.load(alg, pub)
    assert refused.value.code is Code.E_PKEY


def test_a_bad_key_in_a_record_is_refused_as_such() -> None:
    log, ada, _ = keyed_log()
    ada.let_in(LAPTOP, by=PHONE)
    last(log, "player_key")["pub"] = "00"
    assert verdict(log) == "E_PKEY"


def test_the_example_of_the_page_is_right() -> None:
    page = (Path(__file__).parents[2] / "docs/formats/player-keys.md").read_text()
    key, said, signed = (json.loads(block) for block in re.findall(r"```json\n(.*?)\n```", page, re.DOTALL))
    pub, psig = bytes.fromhex(key["pub"]), signed["psig"]
    signed_bytes = b"RDF2/player\0" + canonical(said).encode()

    assert player_key.kid_of(key["alg"], pub) == key["kid"] == psig["kid"]
    assert said["until"] == psig["until"]
    player_key.require_signature(player_key.load(key["alg"], pub), base64.b64decode(psig["sig"]), signed_bytes)

    code, secret, kid = re.findall(r"code `(\w+)`.*?secret `(\w+)`.*?kid `(\w+)`", page, re.DOTALL)[0]
    shown = base64.b32decode(code + "=" * (-len(code) % 8))
    assert hashlib.sha256(b"RDF2/recovery\0" + shown).hexdigest() == secret
    paper = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(secret)).public_key().public_bytes_raw()
    assert player_key.kid_of("ed25519", paper) == kid


ED25519_ORDER = 2**252 + 27742317777372353535851937790883648493


def test_each_signature_has_one_spelling() -> None:
    said = {"until": 1, "text": "as good as any"}
    signed_bytes = b"RDF2/player\0" + canonical(said).encode()
    edwards = base64.b64decode(PHONE.sign(said))
    weierstrass = base64.b64decode(LAPTOP.sign(said))
    phone, laptop = player_key.load("ed25519", PHONE.pub), player_key.load("p256", LAPTOP.pub)
    player_key.require_signature(phone, edwards, signed_bytes)
    player_key.require_signature(laptop, weierstrass, signed_bytes)

    higher = int.from_bytes(edwards[32:], "little") + ED25519_ORDER
    other = ORDER - int.from_bytes(weierstrass[32:], "big")
    for public, spelling in (
        (phone, edwards[:32] + higher.to_bytes(32, "little")),
        (laptop, weierstrass[:32] + other.to_bytes(32, "big")),
        (laptop, bytes(64)),
        (laptop, weierstrass[:32] + bytes(32)),
        (phone, edwards + b"\0"),
    ):
        with pytest.raises(Fault) as refused:
            player_key.require_signature(public, spelling, signed_bytes)
        assert refused.value.code is Code.E_PSIG
