"""Currencies of accounts: opened in one that the jurisdiction names, bounded in it, and served to the end without it."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from audit.queries.records import entries
from casework.operations.find_cases import find_cases
from casework.queries.cases import cases
from cashier.core.payment import ProviderOutcome, Status
from cashier.operations.adjust_account import AdjustmentOrder, adjust_alone
from cashier.operations.resume_payments import resume_payments
from games.core.action import Action
from games.operations.large_rounds import large_amounts
from kernel.money import UnknownCurrency
from responsible_gaming.core.jurisdiction import CurrencyEnded
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.bet_limit import BetLimitNotLower
from responsible_gaming.core.rules.wager_cap import WagerAboveCap
from responsible_gaming.operations.change_bet_limit import change_bet_limit
from staff.core.approval import ProposalNeeded
from tables.core.continuation import CroupierStep, Phase
from tables.operations.open_table import open_table
from tables.queries.table_list import tables_page
from tables.queries.table_states import table_state
from tests import house_table, live_tables, world
from tests.amounts import with_amounts, with_case_amounts
from tests.bank import Bank
from tests.verifier.auditor import audited_folder, code
from tests.world import DEMO, NOW
from wallet.queries.balances import balance, currency_of

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId
    from responsible_gaming.core.jurisdiction import Jurisdiction

pytestmark = [
    pytest.mark.clause("F53"),
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
]

SECOND: Final = timedelta(seconds=1)
DAY: Final = timedelta(days=1)


def naming(*codes: str, jurisdiction: Jurisdiction = DEMO) -> Jurisdiction:
    """Return the jurisdiction with these currencies alone, each with the amounts of its first."""
    (amounts, *_) = jurisdiction.amounts.values()
    return replace(jurisdiction, amounts=dict.fromkeys(codes, amounts))


EUROS: Final = naming("EUR")


def init_of(chain: ChainId) -> tuple[str, int]:
    record = parse_entry(entries(chain, from_seq=0, to_seq=1)[0])
    return str(record["cur"]), int(str(record["exp"]))


def kinds_of(chain: ChainId) -> list[str]:
    return [event.kind for event in events(subject=chain, before=None, limit=99)]


# --- Opened -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "expected", "other"),
    [
        ("great-britain", ("GBP", 2), "USD"),
        ("malta", ("EUR", 2), "GBP"),
        ("new-jersey", ("USD", 2), "EUR"),
        ("demo", ("USD", 2), "CHF"),
    ],
)
def test_an_account_is_in_a_currency_of_its_jurisdiction(name: str, expected: tuple[str, int], other: str) -> None:
    world.open_house()
    jurisdiction = JURISDICTIONS[name]
    chain = world.sign_up("ada", jurisdiction=jurisdiction)
    before = world.everything_stored()

    with pytest.raises(UnknownCurrency) as refused:
        world.sign_up("bob", currency=other, jurisdiction=jurisdiction)

    assert (currency_of(chain), *init_of(chain)) == (expected[0], *expected)
    assert refused.value.members == {"known": list(jurisdiction.currencies)}
    assert world.everything_stored() == before


@pytest.mark.parametrize(("currency", "exponent"), [("BHD", 3), ("KRW", 0), ("CHF", 2)])
def test_any_currency_of_iso_4217_is_data(currency: str, exponent: int, tmp_path: Path) -> None:
    jurisdiction = naming(currency)
    world.open_house()
    chain = world.sign_up("ada", jurisdiction=jurisdiction)
    world.give_pin(chain)

    world.make_deposit(chain, 12_345, jurisdiction=jurisdiction)
    world.make_withdrawal(chain, 345, jurisdiction=jurisdiction)

    assert (init_of(chain), balance(chain).cash_minor) == ((currency, exponent), 12_000)
    world.run_sequencer()
    export_log(tmp_path / "export")
    world.assert_world_sound()
    assert code(audited_folder(tmp_path / "export")) == "OK"


@pytest.mark.parametrize("codes", [(), ("XTS",), ("USD", "usd")])
def test_a_jurisdiction_names_a_currency_and_none_that_does_not_exist(codes: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="names the currencies"):
        naming(*codes)


# --- Bounded in its currency --------------------------------------------------------------------------------


def by_currency(**of_yen: int | None) -> Jurisdiction:
    """Return the demonstration's rules with other amounts in yen."""
    return replace(DEMO, amounts={**DEMO.amounts, "JPY": replace(DEMO.amounts["JPY"], **of_yen)})  # type: ignore[arg-type]  # those of a test


def test_the_cap_of_a_wager_is_that_of_the_currency() -> None:
    world.open_house()
    rules = by_currency(wager_maximum_minor=600)
    ada, jun = (
        world.seat_player("ada", jurisdiction=rules),
        world.seat_player("jun", currency="JPY", jurisdiction=rules),
    )

    with pytest.raises(WagerAboveCap, match="¥600 at most"):
        world.deal(jun, 601)

    world.play_round(ada, 601)
    world.play_round(jun, 600)


def test_a_limit_of_ones_own_is_lower_than_the_tables_of_the_currency() -> None:
    world.open_house()
    rules = by_currency(table_maximum_minor=400)
    jun, ada = world.sign_up("jun", currency="JPY"), world.sign_up("ada")
    for chain in (jun, ada):
        world.give_pin(chain)

    with pytest.raises(BetLimitNotLower, match="¥400"):
        change_bet_limit(jun, 400, pin=world.PIN, jurisdiction=rules, now=NOW)

    assert change_bet_limit(ada, 400, pin=world.PIN, jurisdiction=rules, now=NOW).maximum_minor == 400


def test_what_is_large_is_said_by_currency(settings: Settings) -> None:
    world.open_house()
    settings.REDDOG_JURISDICTION = rules = by_currency(large_round_minor=700, large_payment_minor=5_000)
    jun, ada = world.sign_up("jun", currency="JPY"), world.sign_up("ada")

    for chain in (jun, ada):
        world.make_deposit(chain, 5_000, jurisdiction=rules)

    assert ("deposit-large" in kinds_of(jun), "deposit-large" in kinds_of(ada)) == (True, False)
    assert (large_amounts(700, 0, "JPY") is None, large_amounts(700, 0, "USD") is None) == (False, True)
    assert large_amounts(700, 0, "KRW") is not None, "another currency has the least of all"


def test_cases_are_opened_from_the_amounts_of_the_currency_on() -> None:
    world.open_house()
    low = with_case_amounts(DEMO, payments_day_minor=1_000)
    rules = replace(DEMO, amounts={**DEMO.amounts, "JPY": low.amounts["JPY"]})
    jun, ada = world.sign_up("jun", currency="JPY"), world.sign_up("ada")
    for chain in (jun, ada):
        world.make_deposit(chain, 1_001, jurisdiction=rules)

    assert find_cases(jurisdiction=rules, clock=lambda: NOW) == 1

    (case,) = cases(is_open=None, chain=None, before=None, limit=9)
    assert (case.chain, case.currency) == (jun, "JPY")


def test_what_one_person_adjusts_alone_is_added_up_by_currency() -> None:
    world.open_house()
    rules = with_amounts(DEMO, lone_adjustment_max_minor=10)
    dollars = [world.sign_up(f"ada{number}") for number in range(11)]
    yen = world.sign_up("jun", currency="JPY")

    def adjusted(chain: ChainId) -> None:
        order = AdjustmentOrder(chain=chain, amount_minor=10, currency=currency_of(chain), corrects=None)
        adjust_alone(
            order,
            reason="a test",
            actor="operator:ann",
            idempotency=world.fresh_request(),
            jurisdiction=rules,
            now=NOW,
        )

    for chain in dollars[:10]:
        adjusted(chain)
    # Ten times the bound is used up in dollars, and nothing of it in yen.
    with pytest.raises(ProposalNeeded):
        adjusted(dollars[10])
    adjusted(yen)


# --- Served to the end --------------------------------------------------------------------------------------


@pytest.mark.parametrize("action", [Action.STAND, Action.RAISE])
def test_an_open_round_goes_on_where_its_currency_is_named_no_more(action: Action, settings: Settings) -> None:
    world.open_house()
    player = world.seat_player("ada")
    view = world.deal_open_round(player)
    # No cap that is left is one of dollars.
    settings.REDDOG_JURISDICTION = ended = with_amounts(EUROS, wager_maximum_minor=1)

    decided = world.decide(player, view, action, jurisdiction=ended)

    assert decided.outcome is not None
    assert decided.staked_minor == world.STAKE_MINOR * (2 if action is Action.RAISE else 1)
    world.assert_world_sound()


def test_no_new_money_is_taken_in_a_currency_that_is_named_no_more() -> None:
    world.open_house()
    player = world.seat_player("ada")
    before = world.everything_stored()

    with pytest.raises(CurrencyEnded) as bet:
        world.deal(player, jurisdiction=EUROS)
    with pytest.raises(CurrencyEnded) as paid:
        world.make_deposit(player.chain, 1_000, jurisdiction=EUROS)

    assert str(bet.value).startswith("Nothing was taken. No new bets and deposits are taken in USD here.")
    assert str(paid.value).startswith("Nothing was deposited.")
    assert bet.value.members == paid.value.members == {"currency": "USD"}
    assert world.everything_stored() == before


def test_what_is_there_is_paid_out_and_watched_from_the_least_amounts() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    world.give_pin(chain)
    world.make_deposit(chain, 9_000)
    ended = with_amounts(EUROS, large_payment_minor=8_000)

    paid = world.make_withdrawal(chain, 9_000, jurisdiction=ended)

    assert (paid.status, balance(chain).cash_minor) == (Status.SETTLED, 0)
    (large,) = events(subject=chain, before=None, limit=9, kinds=["withdrawal-large"])
    assert (large.after["amount_minor"], large.after["threshold_minor"]) == (9_000, 8_000)


def test_a_deposit_that_was_under_way_when_its_currency_ended_is_returned() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    bank = Bank(begins=ProviderOutcome.UNDECIDED)
    payment = world.make_deposit(chain, 5_000, method="wire", provider=bank)
    bank.outcomes[payment.id] = ProviderOutcome.DONE

    resume_payments({bank.name: bank}, jurisdiction=EUROS, clock=lambda: NOW + timedelta(hours=1))

    assert balance(chain).cash_minor == 0
    assert "deposit" not in {parse_entry(entry)["type"] for entry in entries(chain, from_seq=0, to_seq=99)}


def test_nobody_moves_money_alone_in_a_currency_that_is_named_no_more() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    world.make_deposit(chain, 5_000)
    order = AdjustmentOrder(chain=chain, amount_minor=-1, currency="USD", corrects=None)

    with pytest.raises(ProposalNeeded):
        adjust_alone(
            order,
            reason="a test",
            actor="operator:ann",
            idempotency=world.fresh_request(),
            jurisdiction=EUROS,
            now=NOW,
        )


def test_a_table_stands_in_a_currency_in_which_somebody_can_sit(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    house_table.open_house_with_tables(monkeypatch)
    player = world.seat_player("ada")
    table = house_table.announced_table()
    assert tables_page(after=None, limit=9).items[0]["available"] is True
    settings.REDDOG_JURISDICTION = EUROS

    with pytest.raises(UnknownCurrency, match="Accounts are kept in EUR"):
        open_table(house_table.table_of(), jurisdiction=EUROS, actor="operator:test", now=NOW)
    with pytest.raises(CurrencyEnded):
        live_tables.stake(player, table, jurisdiction=EUROS)

    assert tables_page(after=None, limit=9).items[0]["available"] is False


def test_a_hand_that_runs_is_played_to_its_end_with_its_raise(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)
    player, now = world.seat_player("ada", 1_000_000), NOW
    while True:
        table = house_table.announced_table(house_table.table_of(seats=1), now=now)
        live_tables.stake(player, table, now=now)
        now += live_tables.BETTING
        live_tables.deal(player, table=table, now=now)
        if table_state(table).phase is Phase.PLAYING:
            break
        # A pair, or consecutive cards: nothing to decide.
        house_table.end_all_stakes(now=now)
        now += SECOND

    ended = with_amounts(EUROS, wager_maximum_minor=1)
    taken = live_tables.act(player, table, Action.RAISE, jurisdiction=ended, now=now + SECOND)

    assert taken.amount_minor == 1_000
    assert house_table.step(table, now=now + SECOND) is CroupierStep.HAND_END
    assert house_table.end_all_stakes(now=now + SECOND) == 1
    assert balance(player.chain).in_play_minor == 0
    world.assert_world_sound()
