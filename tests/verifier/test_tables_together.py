"""Lies over several hands, tables and receipts, and the codes that answer them."""

from __future__ import annotations

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.gamblers import Gambler, with_tables
from tests.verifier.producer import SYSTEM, Document, Log, Sealed, receipt
from tests.verifier.sheets import POT, RED_DOG_TABLE
from tests.verifier.spoiling import OTHER, fields, place, put_in
from tests.verifier.table_logs import PLAYERS, ended, shared_hand
from tests.verifier.tables import Host
from verifier import table_money, verdict_output
from verifier.table_money import Held
from verifier.tally import MoneyKey, MoneyTotals, Tally
from verifier.verdict import Code


def test_a_value_serves_once_at_a_table() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    host = Host(log, RED_DOG_TABLE)
    first = host.stake(ada, 0)
    host.seats()
    host.open()
    if host.asked:
        host.finish_hand()
    host.settle()
    second = host.stake(ada, 0)
    second.value = first.value
    second.contrib = fields(log, "deal", -1)["contrib"] = host.contribution(0, first.value)
    host.seats()
    host.open()

    assert code(audited(log.seal())) == "E_CLIENT_REUSE"


def test_a_seed_serves_once_even_at_two_tables() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    hosts = [SharedSeed(log, RED_DOG_TABLE, name=name) for name in ("one", "two")]
    for host in hosts:
        host.stake(ada, 0)
        host.seats()
        host.abort("void")
        host.settle()

    assert code(audited(ended(log).seal())) == "E_SEED"


class SharedSeed(Host):
    """A table that plays every epoch with one seed."""

    def seed(self, epoch: int) -> bytes:
        return bytes([7]) * 32 if epoch == 0 else super().seed(epoch)


def test_a_game_begins_with_the_next_seat() -> None:
    log = with_tables()
    players = [Gambler(log, name) for name in PLAYERS]
    host = Host(log, POT)
    for _ in range(2):
        for seat, player in zip((0, 3, 5), players, strict=True):
            host.stake(player, seat)
        host.seats()
        host.open()
        host.divide("time")
        host.settle()
    honest = ended(log)
    assert code(audited(honest.copied().seal())) == "OK"

    assert fields(honest, "hand", 1)["order"] == [3, 5, 0]
    fields(honest, "hand", 1)["order"] = [0, 3, 5]
    assert code(audited(honest.seal())) == "E_SEATS"


def test_a_stake_of_another_table_is_not_seated() -> None:
    log = with_tables()
    ada, ben = Gambler(log, "ada"), Gambler(log, "ben")
    one, two = (Host(log, RED_DOG_TABLE, name=name) for name in ("one", "two"))
    one.stakes[0] = two.stake(ada, 0)
    one.stake(ben, 1)
    one.seats()

    assert code(audited(ended(log).seal())) == "E_SEATS"


def test_accounts_of_test_players_stay_at_test_tables() -> None:
    log = with_tables()
    host = Host(log, RED_DOG_TABLE, test=True)
    host.stake(Gambler(log, "tester", test=True), 0)
    assert code(audited(ended(log).copied().seal())) == "OK"

    host.stake(Gambler(log, "ada"), 1)
    assert code(audited(ended(log).seal())) == "E_TABLE"


def test_a_contribution_swapped_is_told_before_any_value_comes() -> None:
    log = shared_hand().copied()
    put_in("seats", ("seats", 0, "contrib"), OTHER)(log)

    failure = audited(log.seal()).tally.tampering

    assert failure is not None
    assert (failure.code, failure.place.kind) == (Code.E_CONTRIB, "seats")


def test_one_player_does_not_take_two_seats() -> None:
    log = with_tables()
    ada = Gambler(log, "ada")
    host = Host(log, RED_DOG_TABLE)
    host.stake(ada, 0)
    host.stake(ada, 1)
    host.seats()

    outcome = audited(ended(log).seal())

    assert outcome.tally.failures == {Code.E_TWO_OPEN: 1, Code.E_SEATS: 1}


@pytest.mark.parametrize(
    "wrong",
    [
        {"unit": 0},
        {"ante": 1250},
        {"refill": 0},
        {"chip": 300},
        {"pay": {"spread": [10, 5]}},
        {"pay": {"spread": [0] * 11}},
        {"ace": "high"},
        {"second_pack_from": 12},
        {"rake_basis_points": 10_001},
        {"timeout_action": "take"},
        {"stake_min": 20_500},
    ],
)
def test_a_sheet_that_no_game_around_a_pot_can_be_played_by_is_refused(wrong: Document) -> None:
    log = with_tables()
    log.add(SYSTEM, "rules", {"rules": {**POT, **wrong}})

    assert code(audited(ended(log).seal())) == "E_FORM"


def test_a_game_around_a_pot_is_no_sheet_of_a_log_without_tables() -> None:
    log = with_tables()
    log.version = "rdf/1"
    log.add(SYSTEM, "rules", {"rules": POT})

    assert code(audited(ended(log).seal())) == "E_FORM"


def test_seats_of_a_burnt_epoch_are_told_in_order() -> None:
    log = with_tables()
    host = Host(log, RED_DOG_TABLE)
    for seat, name in enumerate(PLAYERS):
        host.stake(Gambler(log, name), seat)
    host.seats()
    host.abort(missing=[1, 0])

    assert code(audited(ended(log).seal())) == "E_ABORT"


def test_a_round_of_one_seat_is_not_dealt_beside_a_stake() -> None:
    log = shared_hand().copied()
    single = {"epoch": 0, "nonce": 1, "rules": OTHER, "limits": OTHER, "ante": 500, "cards": ["2c", "9d"]}
    chain = fields(log, "deal", 2)["chain"]
    log.add(chain, "deal", {**single, "moves": [["cash", -500], ["in_play", 500]], "bal": [0, 0]})

    assert code(audited(log.seal())) == "E_TWO_OPEN"


def test_tables_owe_what_accounts_hold() -> None:
    key = MoneyKey("USD", 2, test_account=False)
    tally = Tally(money={key: MoneyTotals(on_tables=500, held_in_play=0)})

    assert table_money.difference(tally, {key: Held(on_tables=500)}) is None
    failure = table_money.difference(tally, {key: Held(on_tables=400)})
    assert failure is not None
    assert failure.code is Code.E_CHIPS


def split_receipt(log: Log, kind: str) -> tuple[Sealed, bytes]:
    """Return the honest log, and a receipt of another record in the place of its last record of this type."""
    honest = log.copied().seal()
    other = log.copied()
    fields(other, kind, -1)["salt"] = "00" * 16
    return honest, receipt(other.seal().entries[place(log, kind, -1)])


def test_two_notes_for_one_place_of_a_chain_are_a_split() -> None:
    honest, kept = split_receipt(shared_hand(), "act")

    outcome = audited(honest, receipts=[kept])

    assert code(outcome) == "E_SPLIT"
    assert verdict_output.exit_status(outcome) == 1


def test_two_receipts_for_one_place_that_the_log_does_not_reach_are_a_split() -> None:
    log = shared_hand()
    longer = [log.copied() for _ in range(2)]
    for number, other in enumerate(longer):
        other.now += number
        other.add(fields(other, "init")["chain"], "limits", {"rg": {"now": {}}})
    kept = [receipt(other.seal().entries[-2]) for other in longer]

    outcome = audited(log.copied().seal(), receipts=kept)

    assert code(outcome) in ("E_SPLIT", "E_RECEIPT_MISSING")
    assert outcome.tally.failures == {Code.E_SPLIT: 1, Code.E_RECEIPT_MISSING: 1}
