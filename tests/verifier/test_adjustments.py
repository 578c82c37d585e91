"""Money that comes in otherwise than by deposits: each cause accepted where it is true, and refused where it is not.

The operator of these logs holds every key: what he books under another name he signs like everything else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, audited_folder, code
from tests.verifier.hands import deals_loss
from tests.verifier.play import Player, founded, seated
from tests.verifier.producer import HOUR_MS, SYSTEM, event_leaf
from tests.verifier.protected import set_by_player
from verifier import adjustments, verdict_output
from verifier.money_terms import MoneyTerms
from verifier.player import PlayerChain
from verifier.verdict import Fault

if TYPE_CHECKING:
    from pathlib import Path

    from tests.verifier.producer import Document, Log
    from verifier.records import Wallet

LIMITED = set_by_player("deposit_day", 1000, windows="rolling", zone="Europe/Paris")
EXCLUDED: Document = {
    "rg": {"now": {"excluded": 1}},
    "act": {"do": "exclude", "who": "player", "kind": "self_exclusion"},
}


def playing(*, test: bool = False) -> tuple[Log, Player, str]:
    """Begin a log of the second version with a player, and return the rules too."""
    log, rules = founded()
    log.version = "rdf/2"
    return log, seated(log, "ada", test=test), rules


def limited(player: Player, fields: Document) -> Player:
    player.limits = player.record("limits", fields)
    return player


def verdict(log: Log) -> str:
    """Return the code; what is refused must be the log's last record of a player, and nothing else."""
    outcome = audited(log.seal())
    failure = verdict_output.deciding(outcome)
    if failure is not None:
        last = max(at for at, draft in enumerate(log.drafts) if draft.fields["chain"] != SYSTEM)
        assert failure.place.index == last
        assert outcome.tally.failures == {failure.code: 1}
    return code(outcome)


# --- The form ---------------------------------------------------------------------------------------------------


def test_an_adjustment_without_a_cause_is_refused() -> None:
    log, _, _ = playing()
    del log.drafts[log.index("wallet")].fields["cause"]

    assert verdict(log) == "E_FORM"


@pytest.mark.parametrize(
    ("kind", "amount", "extra"),
    [
        ("deposit", 500, {"cause": "other"}),
        ("bonus", 500, {"cause": "other"}),
        ("withdrawal", -500, {"cause": "returned", "of": "ab" * 32}),
        ("adjustment", 500, {"cause": "a gift"}),
        ("adjustment", 500, {"cause": "other", "of": "ab" * 32}),
        ("adjustment", 500, {"cause": "play_money", "of": "ab" * 32}),
        ("adjustment", 500, {"cause": "returned"}),
        ("adjustment", 500, {"cause": "correction"}),
    ],
)
def test_a_cause_belongs_to_adjustments_and_a_record_to_two_causes(
    kind: str, amount: int, extra: dict[str, str]
) -> None:
    log, ada, _ = playing()
    ada.move(kind, amount, **extra)

    assert verdict(log) == "E_FORM"


def test_the_first_version_has_no_causes() -> None:
    log, _ = founded()
    ada = seated(log, "ada", test=True).move("deposit", 500)
    assert verdict(log) == "OK"

    ada.move("adjustment", 500, cause="other")
    assert verdict(log) == "E_FORM"


# --- Returned ---------------------------------------------------------------------------------------------------


def test_a_withdrawal_is_returned_once_with_its_amount() -> None:
    log, ada, _ = playing()
    limited(ada, LIMITED).move("withdrawal", -5000)
    withdrawal = ada.wallet_leaf
    ada.move("adjustment", 5000, cause="returned", of=withdrawal)
    assert verdict(log) == "OK"

    ada.move("adjustment", 5000, cause="returned", of=withdrawal)
    assert verdict(log) == "E_CAUSE"


@pytest.mark.parametrize("returned", [4999, 5001, -5000])
def test_another_amount_than_was_withdrawn_is_no_return(returned: int) -> None:
    log, ada, _ = playing()
    ada.move("withdrawal", -5000).move("adjustment", returned, cause="returned", of=ada.wallet_leaf)

    assert verdict(log) == "E_CAUSE"


def test_only_a_withdrawal_of_the_same_chain_is_returned() -> None:
    log, ada, _ = playing()
    ada.move("deposit", 700).move("adjustment", 700, cause="returned", of=ada.wallet_leaf)
    assert verdict(log) == "E_CAUSE"

    log, ada, _ = playing()
    ben = seated(log, "ben").move("withdrawal", -700)
    ada.move("adjustment", 700, cause="returned", of=ben.wallet_leaf)
    assert verdict(log) == "E_CAUSE"


def test_a_withdrawal_of_the_first_version_is_returned_in_the_second() -> None:
    log, _ = founded()
    ada = seated(log, "ada").move("withdrawal", -700)
    log.version = "rdf/2"
    ada.move("adjustment", 700, cause="returned", of=ada.wallet_leaf)

    assert verdict(log) == "OK"


# --- Corrections ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("first", "then", "expected"), [(-1, 1, "OK"), (-1000, 0, "OK"), (-1, -1000, "E_CAUSE")])
@pytest.mark.parametrize("corrected", ["settle", "void"])
def test_corrections_of_one_round_stay_within_it_together(corrected: str, first: int, then: int, expected: str) -> None:
    log, ada, rules = playing()
    ada.open(wanted=deals_loss).deal(1000, rules=rules)
    if corrected == "void":
        ada.void()
    else:
        ada.settle("stand")
    of = log.drafts[log.index(corrected, last=True)].leaf
    for amount in (first, then):
        if amount:
            ada.move("adjustment", amount, cause="correction", of=of)

    assert verdict(log) == expected


@pytest.mark.parametrize(("kind", "moved"), [("deposit", 1000), ("withdrawal", -1000)])
def test_a_movement_of_money_is_corrected_against_its_direction_and_no_further(kind: str, moved: int) -> None:
    back = 1 if moved < 0 else -1
    for amounts, expected in (((back * 1000,), "OK"), ((back, back * 1000), "E_CAUSE"), ((-back,), "E_CAUSE")):
        log, ada, _ = playing()
        of = ada.move(kind, moved).wallet_leaf
        for amount in amounts:
            ada.move("adjustment", amount, cause="correction", of=of)

        assert verdict(log) == expected


def test_a_correction_is_taken_back_and_not_repeated_by_the_next() -> None:
    log, ada, rules = playing()
    ada.open(wanted=deals_loss).deal(1000, rules=rules).settle("stand")
    ada.move("adjustment", 1000, cause="correction", of=log.drafts[log.index("settle")].leaf)
    first = ada.wallet_leaf
    ada.move("adjustment", -1000, cause="correction", of=first)
    assert verdict(log) == "OK"

    log, ada, rules = playing()
    ada.open(wanted=deals_loss).deal(1000, rules=rules).settle("stand")
    ada.move("adjustment", 1000, cause="correction", of=log.drafts[log.index("settle")].leaf)
    ada.move("adjustment", 1000, cause="correction", of=ada.wallet_leaf)
    assert verdict(log) == "E_CAUSE"


@pytest.mark.parametrize("of_the_return", [False, True])
@pytest.mark.parametrize("version", ["rdf/1", "rdf/2"])
def test_a_withdrawal_that_was_returned_is_not_paid_back_again_as_a_correction(
    version: str, *, of_the_return: bool
) -> None:
    log, _ = founded()
    log.version = version
    ada = seated(log, "ada").move("withdrawal", -5000)
    log.version = "rdf/2"
    withdrawal = ada.wallet_leaf
    ada.move("adjustment", 5000, cause="returned", of=withdrawal)
    of = ada.wallet_leaf if of_the_return else withdrawal

    ada.move("adjustment", 1, cause="correction", of=of)

    assert verdict(log) == "E_CAUSE"


def test_a_withdrawal_that_was_corrected_is_returned_by_what_is_left() -> None:
    for left, expected in ((4000, "OK"), (5000, "E_CAUSE")):
        log, ada, _ = playing()
        withdrawal = ada.move("withdrawal", -5000).wallet_leaf
        ada.move("adjustment", 1000, cause="correction", of=withdrawal)
        ada.move("adjustment", left, cause="returned", of=withdrawal)

        assert verdict(log) == expected


def test_a_correction_names_a_settlement_void_or_wallet_record_of_its_chain() -> None:
    for kind in ("deal", "limits", "init"):
        log, ada, rules = playing()
        ada.open().deal(1000, rules=rules).settle("stand")
        ada.move("adjustment", 1, cause="correction", of=log.drafts[log.index(kind)].leaf)
        assert verdict(log) == "E_CAUSE"

    log, ada, _ = playing()
    ben = seated(log, "ben").move("deposit", 700)
    ada.move("adjustment", -700, cause="correction", of=ben.wallet_leaf)
    assert verdict(log) == "E_CAUSE"


# --- What counts as a deposit -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("amount", "expected"), [(500, "OK"), (501, "E_RG"), (-5000, "OK")])
def test_an_adjustment_for_another_reason_counts_as_a_deposit(amount: int, expected: str) -> None:
    log, ada, _ = playing()
    limited(ada, LIMITED).move("deposit", 500).move("adjustment", amount, cause="other")

    assert verdict(log) == expected


def test_a_deposit_counts_after_an_adjustment_for_another_reason() -> None:
    log, ada, _ = playing()
    limited(ada, LIMITED).move("adjustment", 600, cause="other").move("deposit", 401)

    assert verdict(log) == "E_RG"


def test_an_excluded_player_gets_no_money_for_another_reason() -> None:
    log, ada, _ = playing()
    limited(ada, EXCLUDED).move("adjustment", -1, cause="other")
    assert verdict(log) == "OK"

    ada.move("adjustment", 1, cause="other")
    assert verdict(log) == "E_RG"


def test_bonuses_count_as_deposits_above_what_a_profile_lets_be_given_in_a_month() -> None:
    chain, terms = PlayerChain(name="ab" * 16), MoneyTerms(bonus_free_month_minor=1000)

    def bonus(amount: int, *, time: int) -> Wallet:
        moves = [("cash", amount), ("bonus", -amount)]
        return {"kind": "bonus", "moves": moves, "time": time, "v": "rdf/2"}  # type: ignore[typeddict-item]

    november, december = 1_795_000_000_000, 1_797_000_000_000
    chain.bonuses.add(900, at=november)
    assert adjustments.counted_minor(chain, bonus(100, time=november), terms=terms) == 0
    assert adjustments.counted_minor(chain, bonus(101, time=november), terms=terms) == 1
    assert adjustments.counted_minor(chain, bonus(1001, time=december), terms=terms) == 1
    # Until there is a profile, a bonus is no deposit.
    assert adjustments.counted_minor(chain, bonus(10**9, time=november), terms=MoneyTerms()) == 0
    chain.bonuses.add(900, at=november)
    assert adjustments.counted_minor(chain, bonus(100, time=november), terms=terms) == 100


def test_a_deposit_that_is_called_a_bonus_counts_as_one_where_the_profile_says_nothing_of_bonuses() -> None:
    log, ada, _ = playing()
    limited(ada, LIMITED).move("bonus", 600).move("deposit", 400)
    assert verdict(log) == "OK"

    ada.move("bonus", 1)
    assert verdict(log) == "E_RG"


# --- Test accounts ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("kind", "amount"), [("deposit", 100), ("withdrawal", -100)])
def test_a_test_account_neither_deposits_nor_withdraws(kind: str, amount: int) -> None:
    log, ada, _ = playing(test=True)
    ada.move("adjustment", 100).move("bonus", 100)
    assert verdict(log) == "OK"

    ada.move(kind, amount)
    assert verdict(log) == "E_ACCOUNT"


def test_play_money_is_for_test_accounts_where_a_profile_says_that_others_play_for_money() -> None:
    record: Wallet = {  # type: ignore[typeddict-item]  # what the function reads
        "kind": "adjustment",
        "cause": "play_money",
        "moves": [("cash", 1), ("adjustment", -1)],
        "v": "rdf/2",
    }
    for_money, for_fun = MoneyTerms(play_money=False), MoneyTerms(play_money=True)
    person, test = PlayerChain(name="ab" * 16), PlayerChain(name="cd" * 16, test_account=True)

    for chain, terms in ((person, for_fun), (person, MoneyTerms()), (test, for_money)):
        adjustments.require_cause(chain, record, terms=terms)
    with pytest.raises(Fault) as refused:
        adjustments.require_cause(person, record, terms=for_money)
    assert refused.value.code == "E_CAUSE"


@pytest.mark.parametrize(("play_money", "expected"), [(True, "OK"), (False, "E_CAUSE"), (None, "E_CAUSE")])
def test_the_profile_of_the_log_says_whether_all_money_is_play_money(play_money: bool | None, expected: str) -> None:  # noqa: FBT001
    log, ada, _ = playing()
    published = log.drafts[log.index("profile")].fields
    published["play_money"] = play_money
    if play_money is None:
        del published["play_money"]
    ada.move("adjustment", 100, cause="play_money")

    assert code(audited(log.seal())) == expected


# --- What the event says ----------------------------------------------------------------------------------------


def adjusted(*, kind: str = "balance-adjusted", **told: int) -> str:
    """Return the verdict on an adjustment of 500 that names this event."""
    log, ada, _ = playing()
    log.now += 1000
    event = log.event(kind, subject=ada.chain, **told)
    ada.move("adjustment", 500, ev=event_leaf(event).hex())
    log.list_events([event])
    return verdict(log)


def test_the_event_of_an_adjustment_says_its_amount() -> None:
    assert adjusted(amount_minor=500) == "OK"
    assert adjusted(amount_minor=499) == "E_EVENT"
    assert adjusted(amount_minor=-500) == "E_EVENT"
    assert adjusted() == "E_EVENT"


@pytest.mark.parametrize("kind", ["withdrawal-returned", "round-voided", "identity-viewed"])
def test_the_event_of_an_adjustment_is_one_of_adjusting(kind: str) -> None:
    assert adjusted(kind=kind, amount_minor=500) == "E_EVENT"


@pytest.mark.parametrize("record", ["void", "key", "rules", "commit"])
def test_the_event_of_any_record_is_of_the_kind_that_causes_it(record: str) -> None:
    log, ada, rules = playing()
    log.add(SYSTEM, "rules", {"rules": {**log.drafts[log.index("rules")].fields["rules"], "engine_sha256": "8e" * 32}})
    ada.open().deal(1000, rules=rules).void().commit(reason="drawn again")
    log.add(SYSTEM, "key", {**_key(log), "use": "checkpoints"}, signer=log.drafts[0].signer)
    assert verdict(log) == "OK"

    spoiled = log.drafts[log.index(record, v="rdf/2", last=True)]
    event = next(each for each in log.events if event_leaf(each).hex() == spoiled.fields["ev"])
    listing = next(each for each in log.drafts if spoiled.fields["ev"] in each.fields.get("leaves", ()))
    event["event"]["kind"] = "limit-set-by-operator"
    spoiled.fields["ev"] = event_leaf(event).hex()
    listing.fields["leaves"] = [spoiled.fields["ev"]]
    assert code(audited(log.seal())) == "E_EVENT"


def _key(log: Log) -> Document:
    return {name: log.drafts[0].fields[name] for name in ("name", "vkey")}


# --- Whatever the number of processes ---------------------------------------------------------------------------


def test_every_number_of_processes_finds_the_same(tmp_path: Path) -> None:
    log, ada, _ = playing()
    ben = seated(log, "ben").move("deposit", 700)
    for _ in range(2100):
        log.now += HOUR_MS // 100
        ada.move("deposit", 1)
    ada.move("adjustment", -2, cause="correction", of=ada.wallet_leaf)
    ben.move("adjustment", -700, cause="correction", of=ben.wallet_leaf)
    log.seal().write(tmp_path)

    verdicts = [audited_folder(tmp_path, jobs=jobs) for jobs in (1, 3)]

    assert [outcome.tally.failures for outcome in verdicts] == [{"E_CAUSE": 1}] * 2
    assert verdict_output.deciding(verdicts[0]) == verdict_output.deciding(verdicts[1])
