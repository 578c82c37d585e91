"""Play money comes in once for each request, with its record, and the statement tells all of it."""

from dataclasses import replace
from uuid import UUID

import pytest

from audit.core.records import parse_entry
from audit.queries.events import events
from audit.queries.records import entries
from kernel.ids import SYSTEM_CHAIN, ChainId
from kernel.money import MAX_MINOR, UnknownCurrency
from kernel.refusals import Refusal
from tests import world
from tests.world import NOW
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import Account, Balance, BalanceTooLarge, CurrencyMismatch, Posting
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR, AccountNotFound, AmountOutOfRange
from wallet.operations.grant_play_money import GrantRequest, grant_play_money
from wallet.queries.balances import balance
from wallet.queries.journals import statement

pytestmark = pytest.mark.django_db


@pytest.fixture
def asked() -> GrantRequest:
    """Have the house open, and a player who is to get 10.00."""
    world.open_house()
    return GrantRequest(
        chain=world.sign_up(),
        amount_minor=1000,
        currency="USD",
        reason="welcome",
        actor="operator:op",
        idempotency=world.fresh_request(),
    )


@pytest.mark.clause("F01")
@pytest.mark.clause("F48")
def test_a_grant_is_an_adjustment_with_its_record(asked: GrantRequest) -> None:
    granted = grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)
    (line,) = statement(asked.chain, before_seq=None, limit=10)
    record = parse_entry(granted.entry)

    assert granted.balance == balance(asked.chain) == Balance(1000, 0)
    assert (record["kind"], record["cause"], record["moves"], record["bal"]) == (
        "adjustment",
        "play_money",
        [["cash", 1000], ["adjustment", -1000]],
        [0, 1000],
    )
    assert line.postings == (Posting(Account.ADJUSTMENT, Account.CASH, 1000),)
    assert (line.seq, line.reference, line.actor) == (granted.seq, "welcome", "operator:op")
    assert entries(asked.chain, from_seq=line.seq, to_seq=line.seq + 1) == [granted.entry]


@pytest.mark.clause("F34")
def test_a_grant_is_one_significant_event_however_often_it_is_asked_for(asked: GrantRequest) -> None:
    world.fund(asked.chain, 5)
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)

    event, before = events(subject=asked.chain, before=None, limit=9)
    assert (event.kind, event.at, event.actor, event.reason) == ("balance-adjusted", NOW, "operator:op", "welcome")
    assert (event.before, event.after) == (
        {"cash_minor": 5},
        {"cause": "play_money", "amount_minor": 1000, "cash_minor": 1005},
    )
    assert before.after == {"cause": "play_money", "amount_minor": 5, "cash_minor": 5}


@pytest.mark.clause("F02")
def test_a_repeated_grant_gets_the_first_answer_and_moves_nothing(asked: GrantRequest) -> None:
    first = grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)
    world.fund(asked.chain, 5)
    before = world.everything_stored()

    assert grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW) == first
    assert world.everything_stored() == before


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        ({"amount_minor": 0}, AmountOutOfRange),
        ({"amount_minor": -1}, AmountOutOfRange),
        ({"amount_minor": FUNDED_MAX_MINOR + 1}, AmountOutOfRange),
        ({"amount_minor": FUNDED_MAX_MINOR - 999}, BalanceTooLarge),
        ({"currency": "XXX"}, UnknownCurrency),
        ({"currency": "EUR"}, CurrencyMismatch),
        ({"chain": ChainId(UUID(int=7))}, AccountNotFound),
        ({"chain": SYSTEM_CHAIN}, AccountNotFound),
    ],
)
def test_what_cannot_be_granted_changes_nothing(
    asked: GrantRequest, change: dict[str, object], kind: type[Refusal]
) -> None:
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)
    wanted = replace(asked, **{"idempotency": world.fresh_request(), **change})  # type: ignore[arg-type]  # columns of a table
    before = world.everything_stored()

    with pytest.raises(kind):
        grant_play_money(wanted, lone_max_minor=MAX_MINOR, now=NOW)

    assert world.everything_stored() == before


@pytest.mark.clause("F02")
def test_nobody_is_asked_to_propose_a_grant_in_another_currency(asked: GrantRequest) -> None:
    # In a currency that the jurisdiction does not name, one person alone may grant nothing.
    francs = replace(asked, currency="CHF")

    with pytest.raises(CurrencyMismatch) as refused:
        grant_play_money(francs, lone_max_minor=0, now=NOW)

    assert refused.value.members["currency"] == "USD"


def test_a_key_with_other_words_is_refused(asked: GrantRequest) -> None:
    grant_play_money(asked, lone_max_minor=MAX_MINOR, now=NOW)
    before = world.everything_stored()

    with pytest.raises(ReusedIdempotencyKey):
        grant_play_money(
            replace(asked, idempotency=replace(asked.idempotency, digest=bytes(32))), lone_max_minor=MAX_MINOR, now=NOW
        )

    assert world.everything_stored() == before


def test_an_account_may_be_funded_to_the_last_unit_of_the_cap(asked: GrantRequest) -> None:
    full = replace(asked, amount_minor=FUNDED_MAX_MINOR)

    assert grant_play_money(full, lone_max_minor=MAX_MINOR, now=NOW).balance == Balance(FUNDED_MAX_MINOR, 0)


def test_what_is_staked_in_an_open_round_counts_to_the_cap_and_a_full_account_is_paid_its_wins() -> None:
    world.open_house()
    player = world.seat_player(amount_minor=FUNDED_MAX_MINOR)
    view = world.deal_open_round(player)
    money = balance(player.chain)
    room_minor = FUNDED_MAX_MINOR - money.cash_minor - money.in_play_minor
    before = world.everything_stored()

    with pytest.raises(BalanceTooLarge):
        world.fund(player.chain, max(room_minor, 0) + 1)
    assert world.everything_stored() == before

    world.decide(player, view)
    for _ in range(20):
        world.play_round(player)


@pytest.mark.clause("F50")
def test_the_statement_pages_from_the_newest_without_gap_or_repetition(asked: GrantRequest) -> None:
    for amount_minor in range(1, 8):
        world.fund(asked.chain, amount_minor)
    first = statement(asked.chain, before_seq=None, limit=3)
    second = statement(asked.chain, before_seq=first[-1].seq, limit=3)
    third = statement(asked.chain, before_seq=second[-1].seq, limit=3)

    assert [line.postings[0].amount_minor for line in (*first, *second, *third)] == [7, 6, 5, 4, 3, 2, 1]
    assert [line.balance.cash_minor for line in (*first, *second, *third)] == [28, 21, 15, 10, 6, 3, 1]
    assert statement(asked.chain, before_seq=third[-1].seq, limit=3) == []


@pytest.mark.clause("F36")
def test_a_statement_is_the_balance_and_every_journal_its_record() -> None:
    world.open_house()
    player = world.seat_player()
    for _ in range(5):
        world.play_round(player)
    lines = statement(player.chain, before_seq=None, limit=200)

    summed = sum(
        posting.amount_minor * ((posting.to_account is Account.CASH) - (posting.from_account is Account.CASH))
        for line in lines
        for posting in line.postings
    )
    assert summed == balance(player.chain).cash_minor == lines[0].balance.cash_minor
    for line in lines:
        (entry,) = entries(player.chain, from_seq=line.seq, to_seq=line.seq + 1)
        assert parse_entry(entry)["bal"][1] == line.balance.cash_minor  # type: ignore[index]  # a record of money has it
