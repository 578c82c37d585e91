"""Attacks on the bytes of a log, its keys, chains, seeds and epochs, and the code that answers each.

Unless a test says otherwise the attacker holds every key of the operator's: what he changes he links and signs
again, checkpoints included. `test_round_attacks.py` has those on rounds and money.
"""

from __future__ import annotations

import pytest

from tests.verifier.attacked import dealt, settled, verdict
from tests.verifier.auditor import audited, code
from tests.verifier.hands import deals_loss
from tests.verifier.play import Player, announce, founded, full_day, one_round, seated
from tests.verifier.producer import (
    LOG,
    ROOT,
    ROUNDS,
    ROUNDS_NEXT,
    STRANGER,
    SYSTEM,
    Document,
    Signer,
    canonical,
    sign,
)
from verifier.judge import Depth

# --- The bytes --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["", "[]", "5", "no JSON", "[" * 30_000, "9" * 5000])
def test_a_text_that_is_no_object_is_no_record(text: str) -> None:
    log = one_round()
    log.drafts[-1].text = lambda _: text

    assert verdict(log) == "E_FORM"


def test_a_digit_changed_in_a_stored_record_breaks_its_signature() -> None:
    sealed = one_round().seal()
    sealed.entries[-1] = sealed.entries[-1].replace(b'"returned":', b'"returned":1', 1)

    outcome = audited(sealed)

    assert code(outcome) == "E_SIG"
    assert outcome.tally.tampering is not None
    assert outcome.tally.tampering.place.index == len(sealed.entries) - 1
    assert outcome.tally.tampering.place.kind == "settle"


def test_tree_mode_finds_a_changed_record_by_what_it_says() -> None:
    sealed = one_round().seal()
    sealed.entries[-1] = sealed.entries[-1].replace(b'"returned":', b'"returned":1', 1)

    assert code(audited(sealed, depth=Depth.TREE)) == "E_PAYOUT"


def test_tree_mode_finds_a_changed_record_that_says_nothing_wrong_by_the_root() -> None:
    sealed = one_round().seal()
    last = sealed.entries[-1]
    at = last.index(b'"salt":"') + len(b'"salt":"')
    sealed.entries[-1] = last[:at] + (b"0" if last[at : at + 1] != b"0" else b"1") + last[at + 1 :]

    assert code(audited(sealed, depth=Depth.TREE)) == "E_ROOT"


def test_records_of_two_chains_in_another_order_have_another_root() -> None:
    log, _ = founded()
    seated(log, "ada")
    first = len(log.drafts)
    ada, ben = Player(log, "cem").register(), Player(log, "dan").register()
    assert ada.chain != ben.chain
    sealed = log.seal()
    sealed.entries[first], sealed.entries[first + 2] = sealed.entries[first + 2], sealed.entries[first]

    sealed.entries[first + 1], sealed.entries[first + 3] = sealed.entries[first + 3], sealed.entries[first + 1]
    assert code(audited(sealed)) == "E_ROOT"


def test_records_of_one_chain_in_another_order_do_not_follow_each_other() -> None:
    log = one_round()
    sealed = log.seal()
    sealed.entries[-1], sealed.entries[-2] = sealed.entries[-2], sealed.entries[-1]
    sealed.checkpoints = sign(sealed.entries, sealed.checkpoints)

    assert code(audited(sealed)) == "E_CHAIN"


def test_spaces_are_not_canonical() -> None:
    log = one_round()
    log.drafts[-1].text = lambda document: canonical(document).replace(",", ", ", 1)

    assert verdict(log) == "E_CANON"


def test_a_duplicate_key_is_not_canonical() -> None:
    log = one_round()
    log.drafts[-1].text = lambda document: canonical(document).replace('"v":', '"v":"rdf/1","v":', 1)

    assert verdict(log) == "E_CANON"


@pytest.mark.parametrize("number", ["500.0", "5e2", "NaN", "-0"])
def test_a_number_that_is_no_plain_integer_is_not_canonical(number: str) -> None:
    log = one_round()
    log.drafts[log.index("deal")].text = lambda document: canonical(document).replace(":500,", f":{number},", 1)

    assert verdict(log) == "E_CANON"


def test_unsorted_keys_are_not_canonical() -> None:
    log = one_round()
    log.drafts[-1].text = lambda document: '{"v":"rdf/1",' + canonical(document)[1:].replace(',"v":"rdf/1"', "")

    assert verdict(log) == "E_CANON"


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("note", "a field of nobody"),
        ("v", "rdf/3"),
        ("salt", "00"),
        ("seed", "AB" * 32),
        ("time", True),
        ("acts", None),
        ("bal", [1, 2, 3]),
        ("moves", [["house", 5], ["cash", -5]]),
        ("moves", [["cash", 0]]),
        ("moves", [["pocket", 5]]),
        ("pay", {"returned": 0, "staked": 0, "tip": 0}),
        ("cards", ["7s", "10h"]),
    ],
)
def test_a_field_that_is_not_of_its_form_is_refused(field: str, value: object) -> None:
    log = one_round()
    log.drafts[-1].pinned[field] = value

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("field", ["salt", "seed", "type", "chain"])
def test_a_missing_field_is_refused(field: str) -> None:
    log = one_round()
    log.drafts[-1].text = lambda document: canonical({name: document[name] for name in document if name != field})

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize("kind", ["jackpot", "seats", "shoe_close", "outage", "event"])
def test_a_type_unknown_to_this_version_is_refused(kind: str) -> None:
    log = one_round()
    log.drafts[-1].pinned["type"] = kind

    assert verdict(log) == "E_TYPE"


# --- Keys -------------------------------------------------------------------------------------------------------


def test_a_key_that_was_never_announced_signs_nothing() -> None:
    log = one_round()
    log.drafts[-1].signer = STRANGER

    assert verdict(log) == "E_KEY"


def test_a_revoked_key_signs_nothing_more() -> None:
    log, _ = founded()
    announce(log, ROUNDS_NEXT)
    announce(log, ROUNDS, kind="revoke")
    seated(log, "ada")

    assert verdict(log) == "E_KEY"


def test_a_revoked_key_is_not_announced_again() -> None:
    log = one_round()
    announce(log, ROUNDS, kind="revoke")
    announce(log, ROUNDS)

    assert verdict(log) == "E_KEY"


def test_only_the_root_key_announces_keys() -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT)
    log.drafts[-1].signer = ROUNDS

    assert verdict(log) == "E_KEY"


@pytest.mark.parametrize("signer", [ROOT, LOG])
def test_the_keys_above_do_not_sign_rounds(signer: object) -> None:
    log = one_round()
    log.drafts[-1].signer = signer  # type: ignore[assignment]  # parametrize hands out objects

    assert verdict(log) == "E_KEY"


def test_a_key_announced_for_checkpoints_signs_no_records() -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT)
    log.drafts[-1].fields["use"] = "checkpoints"
    log.record_signer = ROUNDS_NEXT
    seated(log, "ben")

    assert verdict(log) == "E_KEY"


def test_a_key_record_must_spell_its_vkey_right() -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT)
    log.drafts[-1].fields["vkey"] = ROUNDS_NEXT.vkey.replace("+", "+0", 1)

    assert verdict(log) == "E_FORM"


def test_a_key_record_names_the_key_of_its_vkey() -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT)
    log.drafts[-1].fields["name"] = ROUNDS.name

    assert verdict(log) == "E_FORM"


def test_a_key_that_is_not_in_use_cannot_be_revoked() -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT, kind="revoke")

    assert verdict(log) == "E_KEY"


@pytest.mark.parametrize("signer", [ROOT, ROUNDS])
def test_a_key_record_does_not_stand_in_a_players_chain(signer: object) -> None:
    log = one_round()
    announce(log, ROUNDS_NEXT)
    log.drafts[-1].fields["chain"] = settled(log)["chain"]
    log.drafts[-1].signer = signer  # type: ignore[assignment]  # parametrize hands out objects

    assert verdict(log) == "E_SYS"


def test_a_players_record_does_not_stand_in_the_system_chain() -> None:
    log = one_round()
    log.add(SYSTEM, "limits", {"rg": {"now": {}}})

    assert verdict(log) == "E_SYS"


@pytest.mark.clause("F58")
@pytest.mark.parametrize(
    ("fields", "signer", "expected"),
    [
        ({"count": 1, "basis": "legal_obligation"}, ROUNDS, "OK"),
        ({"count": 0, "basis": "legal_obligation"}, ROUNDS, "E_FORM"),
        ({"count": 1, "basis": "Ada Lovelace asked for it"}, ROUNDS, "E_FORM"),
        ({"count": 1, "basis": "legal_obligation", "player": "ada"}, ROUNDS, "E_FORM"),
        ({"count": 1, "basis": "legal_obligation"}, ROOT, "E_KEY"),
        ({"count": 1, "basis": "legal_obligation"}, STRANGER, "E_KEY"),
    ],
)
def test_an_erasure_is_a_count_and_a_basis_that_the_records_key_signed(
    fields: Document, signer: Signer, expected: str
) -> None:
    log = one_round()
    log.add(SYSTEM, "erasure", fields, signer=signer)
    log.checkpoint()

    assert verdict(log) == expected


def test_an_erasure_does_not_stand_in_a_players_chain() -> None:
    log = one_round()
    log.add(settled(log)["chain"], "erasure", {"count": 1, "basis": "legal_obligation"})

    assert verdict(log) == "E_SYS"


# --- Chains and time --------------------------------------------------------------------------------------------


def test_a_record_deleted_from_the_middle_leaves_a_gap() -> None:
    log = full_day()
    del log.drafts[log.index("settle")]
    sealed = log.seal(linked=False)

    assert code(audited(sealed)) == "E_CHAIN"


def test_a_round_deleted_and_linked_over_leaves_a_hole_in_the_nonces() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open()
    for _ in range(3):
        ada.deal(500, rules=rules).settle()
    second = log.index("deal", nonce=2)
    del log.drafts[second : second + 2]

    assert verdict(log) == "E_NONCE"


def test_a_lost_round_deleted_with_the_nonces_closed_up_leaves_another_balance() -> None:
    log, rules = founded()
    ada = seated(log, "ada").open(wanted=deals_loss).deal(500, rules=rules).settle()
    del log.drafts[-2:]
    ada.nonce = 0
    ada.deal(500, rules=rules).settle()

    assert verdict(log) == "E_BALANCE"


def test_prev_must_be_the_leaf_of_the_record_before() -> None:
    log = one_round()
    log.drafts[-1].pinned["prev"] = "ab" * 32

    assert verdict(log) == "E_CHAIN"


def test_seq_counts_without_a_gap() -> None:
    log = one_round()
    log.drafts[-1].pinned["seq"] = log.drafts[-1].fields["seq"] + 1

    assert verdict(log) == "E_CHAIN"


def test_a_settlement_names_its_deal() -> None:
    log = one_round()
    log.drafts[-1].pinned["deal"] = "ab" * 32

    assert verdict(log) == "E_CHAIN"


def test_a_chain_without_init_does_not_begin() -> None:
    log = one_round()
    del log.drafts[log.index("init")]

    assert verdict(log) == "E_CHAIN"


def test_a_second_init_is_refused() -> None:
    log = one_round()
    again = {name: log.drafts[log.index("init")].fields[name] for name in ("player", "cur", "exp", "bal", "test")}
    log.add(settled(log)["chain"], "init", again)

    assert verdict(log) == "E_CHAIN"


def test_a_record_dated_before_the_one_it_follows_is_refused() -> None:
    log = one_round()
    settled(log)["time"] = dealt(log)["time"] - 1
    settled(log)["acts"] = []

    assert verdict(log) == "E_TIME_ORDER"


@pytest.mark.parametrize("offset", [-10_000, 10_000])
def test_an_act_lies_within_its_round(offset: int) -> None:
    log = one_round()
    settled(log)["acts"][0]["t"] += offset

    assert verdict(log) == "E_TIME_ORDER"


# --- Seeds and epochs -------------------------------------------------------------------------------------------


def test_a_commitment_made_after_the_client_seed_was_known_is_late() -> None:
    log, rules = founded()
    seated(log, "ada").commit(reason="a better one was found").open().deal(500, rules=rules).settle()

    assert verdict(log) == "E_COMMIT_LATE"


def test_a_commitment_covered_by_no_published_checkpoint_is_late() -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    ada.open(size=log.sizes.pop()).deal(500, rules=rules).settle()

    assert verdict(log) == "E_COMMIT_LATE"


def test_a_checkpoint_that_came_after_the_opening_covers_nothing() -> None:
    log, _ = founded()
    ada = Player(log, "ada").register().commit()
    ada.open(size=len(log.drafts) + 1)
    log.checkpoint()

    assert verdict(log) == "E_COMMIT_LATE"


def test_a_client_seed_serves_once() -> None:
    log, _ = founded()
    ada = seated(log, "ada").open(client=b"seventeen letters")
    log.checkpoint()
    ada.open(client=b"seventeen letters")

    assert verdict(log) == "E_CLIENT_REUSE"


def test_a_replaced_commitment_needs_its_reason() -> None:
    log, _ = founded()
    seated(log, "ada").commit()

    assert verdict(log) == "E_NONCE"


def test_the_first_commitment_is_to_epoch_0() -> None:
    log, _ = founded()
    ada = Player(log, "ada").register()
    ada.epoch = 0
    ada.commit()

    assert verdict(log) == "E_NONCE"


def test_an_epoch_may_not_be_left_out() -> None:
    log, _ = founded()
    ada = seated(log, "ada").open()
    log.checkpoint()
    ada.epoch += 1
    ada.open()

    assert verdict(log) == "E_NONCE"


def test_a_seed_that_does_not_hash_to_the_commitment_is_another() -> None:
    log = one_round()
    settled(log)["seed"] = "ab" * 32

    assert verdict(log) == "E_SEED"


def test_a_void_shows_a_seed_of_the_chain() -> None:
    log, rules = founded()
    seated(log, "ada").open().deal(500, rules=rules).void()
    log.drafts[-1].fields["seed"] = "ab" * 32

    assert verdict(log) == "E_SEED"
