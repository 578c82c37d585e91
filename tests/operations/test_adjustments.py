"""Adjustments give and take, for a cause that the log can judge, by one person up to a bound and by two above it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

import pytest
from django.db import connections
from hypothesis import HealthCheck, given, settings, strategies as st

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.events import events
from audit.queries.records import entries
from cashier.core.payment import Status as PaymentStatus
from cashier.operations.adjust_account import AdjustmentOrder, adjust_alone, adjust_approved
from cashier.operations.review_payment import PaymentRefusal, refuse_payment
from kernel.ids import SYSTEM_CHAIN, ChainId
from kernel.money import Money
from kernel.refusals import Refusal
from players.core.status import Status
from players.operations.set_status import set_status
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import Limits
from responsible_gaming.core.rules.deposits import DepositLimitExceeded
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.amounts import with_amounts
from tests.approving import ANN_AND_BEN, approval
from tests.verifier.auditor import audited_folder, code
from tests.world import DEMO, NOW
from wallet import soundness
from wallet.core.correction import CorrectionOneWay, CorrectionTooLarge, NotCorrectable
from wallet.core.idempotency import ReusedIdempotencyKey
from wallet.core.ledger import InsufficientFunds
from wallet.operations.adjust_balance import FUNDED_MAX_MINOR, Adjusted
from wallet.queries.adjustments import staff_adjustments
from wallet.queries.balances import balance
from wallet.queries.journals import statement

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from responsible_gaming.core.jurisdiction import Jurisdiction

pytestmark = [pytest.mark.clause("F48"), pytest.mark.django_db]

MOST: Final = DEMO.amounts["USD"].lone_adjustment_max_minor
DEPOSITED: Final = 10_000


@pytest.fixture
def chain() -> ChainId:
    """Have the house open, and a player with 100.00 of a deposit."""
    world.open_house()
    player = world.sign_up()
    world.make_deposit(player, DEPOSITED)
    return player


def ordered(
    chain: ChainId, amount_minor: int, *, corrects: int | None = None, currency: str = "USD"
) -> AdjustmentOrder:
    return AdjustmentOrder(chain=chain, amount_minor=amount_minor, currency=currency, corrects=corrects)


def adjusted(
    chain: ChainId,
    amount_minor: int,
    *,
    corrects: int | None = None,
    who: str = "ann",
    jurisdiction: Jurisdiction = DEMO,
    after: timedelta = timedelta(),
    **more: Any,
) -> Adjusted:
    """Let one person adjust an account."""
    return adjust_alone(
        ordered(chain, amount_minor, corrects=corrects),
        reason="a test",
        actor=f"operator:{who}",
        jurisdiction=jurisdiction,
        now=NOW + after,
        **{"idempotency": world.fresh_request(), **more},
    )


def adjusted_by_two(chain: ChainId, amount_minor: int, *, corrects: int | None = None) -> Adjusted:
    return adjust_approved(ordered(chain, amount_minor, corrects=corrects), by=approval(), jurisdiction=DEMO, now=NOW)


def newest(chain: ChainId) -> int:
    """Return the number of the newest journal of an account."""
    return statement(chain, before_seq=None, limit=1)[0].seq


def record_of(made: Adjusted) -> Any:
    return parse_entry(made.entry)


def refused(kind: type[Refusal] | str, step: Callable[[], object]) -> Refusal:
    """Return the refusal of a step, which must change nothing at all."""
    before = world.everything_stored()
    with pytest.raises(Refusal) as told:
        step()
    assert told.value.code == (kind if isinstance(kind, str) else kind.code)
    assert told.value.detail.startswith("Nothing was ")
    assert world.everything_stored() == before
    return told.value


def audit_of(folder: Path) -> str:
    """Return the verdict of the auditor's program on the whole log."""
    world.run_sequencer()
    export_log(folder / "log")
    return code(audited_folder(folder / "log"))


# --- What one is --------------------------------------------------------------------------------------------


def test_money_is_given_and_taken_with_record_event_and_journal(chain: ChainId) -> None:
    given_back, taken = adjusted(chain, 500), adjusted(chain, -700)

    assert [given_back.balance.cash_minor, taken.balance.cash_minor, balance(chain).cash_minor] == [
        10_500,
        9_800,
        9_800,
    ]
    assert [
        (record_of(made)["cause"], record_of(made)["moves"], record_of(made)["bal"]) for made in (given_back, taken)
    ] == [
        ("other", [["cash", 500], ["adjustment", -500]], [10_000, 10_500]),
        ("other", [["cash", -700], ["adjustment", 700]], [10_500, 9_800]),
    ]
    event = events(subject=chain, before=None, limit=1)[0]
    assert (event.kind, event.actor, event.reason) == ("balance-adjusted", "operator:ann", "a test")
    assert dict(event.before) == {"cash_minor": 10_500}
    assert dict(event.after) == {"cause": "other", "amount_minor": -700, "cash_minor": 9_800}
    line = statement(chain, before_seq=None, limit=1)[0]
    assert (line.seq, line.kind, line.reference, line.actor) == (taken.seq, "adjustment", "a test", "operator:ann")


def test_a_correction_names_its_record_and_its_event_does_too(chain: ChainId) -> None:
    deposit = newest(chain)
    (entry,) = entries(chain, from_seq=deposit, to_seq=deposit + 1)
    made = adjusted(chain, -2_500, corrects=deposit)

    assert record_of(made)["cause"] == "correction"
    assert staff_adjustments(chain)[-1].of == record_of(made)["of"]
    assert parse_entry(entry)["seq"] == deposit
    assert dict(events(subject=chain, before=None, limit=1)[0].after) == {
        "cause": "correction",
        "corrects": deposit,
        "amount_minor": -2_500,
        "cash_minor": 7_500,
    }


@pytest.mark.clause("F02")
def test_a_repeated_request_gets_the_first_answer_and_another_with_its_key_none(chain: ChainId) -> None:
    asked = world.fresh_request()
    first = adjusted(chain, -500, idempotency=asked)
    adjusted(chain, 40)
    before = world.everything_stored()

    assert adjusted(chain, -500, idempotency=asked) == first
    assert world.everything_stored() == before
    refused(ReusedIdempotencyKey, lambda: adjusted(chain, -500, idempotency=replace(asked, digest=bytes(32))))


def test_two_people_adjust_once_for_each_proposal(chain: ChainId) -> None:
    by, order = approval(), ordered(chain, MOST + 1)
    first = adjust_approved(order, by=by, jurisdiction=DEMO, now=NOW)

    assert adjust_approved(order, by=by, jurisdiction=DEMO, now=NOW) == first
    assert balance(chain).cash_minor == DEPOSITED + MOST + 1
    assert statement(chain, before_seq=None, limit=1)[0].actor == ANN_AND_BEN


# --- What is refused ----------------------------------------------------------------------------------------


def test_no_more_is_taken_than_is_there_and_stakes_at_play_are_not_there() -> None:
    world.open_house()
    player = world.seat_player(amount_minor=5_000)
    world.deal_open_round(player)
    cash_minor = balance(player.chain).cash_minor

    told = refused(InsufficientFunds, lambda: adjusted(player.chain, -cash_minor - 1))
    assert told.members == {"available": Money(cash_minor, "USD"), "required": Money(cash_minor + 1, "USD")}

    assert adjusted(player.chain, -cash_minor).balance.cash_minor == 0
    assert balance(player.chain).in_play_minor > 0


@pytest.mark.parametrize(
    ("amount_minor", "currency", "of", "expected"),
    [
        (0, "USD", None, "amount-out-of-range"),
        (FUNDED_MAX_MINOR + 1, "USD", None, "amount-out-of-range"),
        (-FUNDED_MAX_MINOR - 1, "USD", None, "amount-out-of-range"),
        (5, "EUR", None, "currency-mismatch"),
        (5, "XTS", None, "unknown-currency"),
        (5, "USD", ChainId(UUID(int=7)), "account-not-found"),
        (5, "USD", SYSTEM_CHAIN, "account-not-found"),
    ],
)
def test_what_cannot_be_adjusted_changes_nothing(
    chain: ChainId, amount_minor: int, currency: str, of: ChainId | None, expected: str
) -> None:
    order = ordered(of or chain, amount_minor, currency=currency)
    refused(expected, lambda: adjust_approved(order, by=approval(), jurisdiction=DEMO, now=NOW))


def test_an_account_is_given_no_more_than_it_may_hold(chain: ChainId) -> None:
    room_minor = FUNDED_MAX_MINOR - DEPOSITED
    refused("balance-too-large", lambda: adjusted_by_two(chain, room_minor + 1))
    # Nor by a correction, which is no deposit.
    adjusted_by_two(chain, -DEPOSITED)
    taken = newest(chain)
    adjusted_by_two(chain, FUNDED_MAX_MINOR)
    refused("balance-too-large", lambda: adjusted_by_two(chain, 1, corrects=taken))


# --- Corrections --------------------------------------------------------------------------------------------


def test_corrections_of_one_record_come_to_no_more_than_it_moved(chain: ChainId) -> None:
    deposit = newest(chain)
    adjusted(chain, -6_000, corrects=deposit)

    told = refused(CorrectionTooLarge, lambda: adjusted(chain, -4_001, corrects=deposit))
    assert told.members == {"remaining": Money(4_000, "USD")}
    adjusted(chain, -4_000, corrects=deposit)
    refused(CorrectionTooLarge, lambda: adjusted(chain, -1, corrects=deposit))
    assert balance(chain).cash_minor == 0


def test_the_same_correction_is_not_made_twice(chain: ChainId) -> None:
    deposit = newest(chain)
    adjusted(chain, -DEPOSITED, corrects=deposit)
    world.make_deposit(chain, DEPOSITED)

    refused(CorrectionTooLarge, lambda: adjusted(chain, -DEPOSITED, corrects=deposit))
    refused(CorrectionTooLarge, lambda: adjusted_by_two(chain, -DEPOSITED, corrects=deposit))


def test_a_movement_of_money_is_corrected_against_its_direction_and_so_is_a_correction(chain: ChainId) -> None:
    deposit = newest(chain)
    refused(CorrectionOneWay, lambda: adjusted(chain, 1, corrects=deposit))
    wrong = adjusted(chain, -1_000, corrects=deposit)

    refused(CorrectionOneWay, lambda: adjusted(chain, -1, corrects=wrong.seq))
    adjusted(chain, 1_000, corrects=wrong.seq)
    assert balance(chain).cash_minor == DEPOSITED
    # What was corrected and given back all the same counts as corrected: 1,000 of 10,000.
    refused(CorrectionTooLarge, lambda: adjusted(chain, -9_001, corrects=deposit))


def test_a_round_is_corrected_both_ways_and_an_open_one_not_at_all(tmp_path: Path) -> None:
    world.open_house()
    player = world.seat_player(amount_minor=50_000)
    world.play_round(player)
    lines = statement(player.chain, before_seq=None, limit=20)
    settled = next(line.seq for line in lines if line.kind == "settle")
    dealt = next(line.seq for line in lines if line.kind == "deal")
    (entry,) = entries(player.chain, from_seq=settled, to_seq=settled + 1)
    pay: Any = parse_entry(entry)["pay"]
    most_minor = max(pay["staked"], pay["returned"])

    refused(NotCorrectable, lambda: adjusted(player.chain, 1, corrects=dealt))
    adjusted(player.chain, -1, corrects=settled)
    adjusted(player.chain, most_minor - 1, corrects=settled)
    refused(CorrectionTooLarge, lambda: adjusted(player.chain, 1, corrects=settled))
    assert audit_of(tmp_path) == "OK"


@pytest.mark.parametrize("seq", [0, 1, 10**6])
def test_only_a_record_of_the_same_chain_that_moved_money_is_corrected(chain: ChainId, seq: int) -> None:
    # Another chain's record has no number here: this account's records alone can be named.
    other = world.sign_up("ben")
    for number in range(3):
        world.make_deposit(other, 100 + number)

    refused(NotCorrectable, lambda: adjusted(chain, 1, corrects=seq))


def test_a_withdrawal_is_corrected_only_once_it_was_paid_out(chain: ChainId) -> None:
    world.give_pin(chain)
    waiting = world.make_withdrawal(chain, 1_000, method="bank-transfer")
    taken = newest(chain)
    refused(NotCorrectable, lambda: adjusted(chain, 1_000, corrects=taken))

    refuse_payment(
        PaymentRefusal(payment_id=waiting.id, reason="a test", actor="operator:op"),
        providers={world.INSTANT.name: world.INSTANT},
        jurisdiction=DEMO,
        now=NOW,
    )
    # It came back by itself, once.
    refused(NotCorrectable, lambda: adjusted(chain, 1_000, corrects=taken))

    paid = world.make_withdrawal(chain, 1_000)
    assert paid.status is PaymentStatus.SETTLED
    adjusted(chain, 400, corrects=newest(chain))
    assert balance(chain).cash_minor == DEPOSITED - 1_000 + 400


# --- Protection ---------------------------------------------------------------------------------------------


@pytest.mark.clause("F26")
def test_a_gift_counts_as_a_deposit_and_a_correction_does_not(chain: ChainId, tmp_path: Path) -> None:
    most_minor = DEPOSITED + 1_000
    world.set_limits(chain, Limits(current={"deposit_day": most_minor}, window_rule=DEMO.window_rule))
    adjusted(chain, -500)
    taken = newest(chain)
    refused(DepositLimitExceeded, lambda: adjusted(chain, 1_001))
    adjusted(chain, 600)
    refused(DepositLimitExceeded, lambda: adjusted(chain, 401))
    refused(DepositLimitExceeded, lambda: world.make_deposit(chain, 401))
    adjusted(chain, 500, corrects=taken)
    world.make_deposit(chain, 400)

    assert balance(chain).totals.deposited_minor == most_minor
    assert audit_of(tmp_path) == "OK"


@pytest.mark.clause("F28")
def test_an_excluded_player_is_given_back_what_is_the_players_and_nothing_else(chain: ChainId, tmp_path: Path) -> None:
    taken = adjusted(chain, -500)
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)

    refused(PlayerExcluded, lambda: adjusted(chain, 1))
    refused(PlayerExcluded, lambda: adjusted_by_two(chain, 1))
    adjusted(chain, 500, corrects=taken.seq)
    adjusted(chain, -100)
    assert audit_of(tmp_path) == "OK"


@pytest.mark.parametrize(
    ("status", "expected"), [(Status.SUSPENDED, "player-suspended"), (Status.CLOSED, "account-closed")]
)
def test_a_suspended_or_closed_account_gets_no_gift_and_may_be_corrected(
    chain: ChainId, status: Status, expected: str
) -> None:
    taken = adjusted(chain, -500)
    set_status(chain, status, reason="a test", actor="operator:op", now=NOW)

    refused(expected, lambda: adjusted(chain, 1))
    adjusted(chain, 500, corrects=taken.seq)
    adjusted(chain, -1)


# --- One person alone ---------------------------------------------------------------------------------------


def test_what_single_people_give_and_take_within_a_day_is_bound_together(chain: ChainId) -> None:
    adjusted(chain, MOST - 1_000)
    adjusted(chain, -600, who="ben", after=timedelta(hours=1))
    told = refused("proposal-needed", lambda: adjusted(chain, -401, who="cyd", after=timedelta(hours=23)))
    assert told.members == {"act": "adjust-balance"}
    # Neither what two people adjust counts, nor play money, nor a returned withdrawal.
    adjusted_by_two(chain, -MOST)
    world.fund(chain, 5_000)
    adjusted(chain, 400, who="cyd", after=timedelta(hours=23))

    refused("proposal-needed", lambda: adjusted(chain, 1, after=timedelta(hours=23, minutes=59)))
    adjusted(chain, MOST - 1_000, after=timedelta(hours=24))


def test_play_money_is_bound_apart(chain: ChainId) -> None:
    adjusted(chain, MOST)
    for _ in range(2):
        world.fund(chain, 1)
    refused("proposal-needed", lambda: adjusted(chain, 1))


@pytest.mark.parametrize("name", JURISDICTIONS)
def test_every_jurisdiction_says_what_one_person_may(chain: ChainId, name: str) -> None:
    (most_minor,) = {amounts.lone_adjustment_max_minor for amounts in JURISDICTIONS[name].amounts.values()}
    jurisdiction = with_amounts(DEMO, lone_adjustment_max_minor=most_minor)

    refused("proposal-needed", lambda: adjusted(chain, most_minor + 1, jurisdiction=jurisdiction))
    if most_minor:
        adjusted(chain, -min(most_minor, DEPOSITED), jurisdiction=jurisdiction)
    assert most_minor <= JURISDICTIONS["new-jersey"].amounts["USD"].lone_adjustment_max_minor == 50_000


@pytest.mark.django_db(transaction=True)
def test_of_adjustments_at_once_no_more_are_made_alone_than_the_bound_lets() -> None:
    world.open_house()
    chain = world.sign_up()
    world.make_deposit(chain, DEPOSITED)
    third_minor = MOST // 3
    barrier = threading.Barrier(6)

    def one(number: int) -> str:
        try:
            barrier.wait()
            adjusted(chain, third_minor, who=f"op{number}")
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(6) as pool:
        codes = sorted(pool.map(one, range(6)))

    assert codes == ["done"] * 3 + ["proposal-needed"] * 3
    assert balance(chain).cash_minor == DEPOSITED + 3 * third_minor


@pytest.mark.django_db(transaction=True)
def test_of_corrections_at_once_one_is_made() -> None:
    world.open_house()
    chain = world.sign_up()
    world.make_deposit(chain, DEPOSITED)
    world.make_deposit(chain, DEPOSITED)
    deposit, barrier = newest(chain), threading.Barrier(4)

    def one(number: int) -> str:
        try:
            barrier.wait()
            adjusted(chain, -DEPOSITED, corrects=deposit, who=f"op{number}")
        except Refusal as refusal:
            return refusal.code
        finally:
            connections.close_all()
        return "done"

    with ThreadPoolExecutor(4) as pool:
        codes = sorted(pool.map(one, range(4)))

    assert codes == ["correction-too-large"] * 3 + ["done"]
    assert balance(chain).cash_minor == DEPOSITED


# --- The whole ----------------------------------------------------------------------------------------------


@pytest.mark.clause("F01")
@pytest.mark.clause("F36")
def test_any_adjustments_keep_the_ledger_and_the_log_verifies(tmp_path_factory: pytest.TempPathFactory) -> None:
    steps = st.lists(
        st.tuples(st.sampled_from([-9_000, -700, -1, 1, 300, 5_000]), st.none() | st.integers(0, 9), st.booleans()),
        max_size=12,
    )
    world.open_house()
    chains: list[ChainId] = []
    codes: set[str] = set()

    @settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(steps)
    def any_adjustments(asked: list[tuple[int, int | None, bool]]) -> None:
        chain = world.sign_up(f"player{len(chains)}")
        chains.append(chain)
        world.make_deposit(chain, DEPOSITED)
        cash_minor, counted_minor = DEPOSITED, DEPOSITED
        for amount_minor, which, alone in asked:
            seqs = sorted(line.seq for line in statement(chain, before_seq=None, limit=20))
            corrects = None if which is None else seqs[which % len(seqs)]
            try:
                (adjusted if alone else adjusted_by_two)(chain, amount_minor, corrects=corrects)
            except Refusal as refusal:
                codes.add(refusal.code)
                continue
            cash_minor += amount_minor
            counted_minor += max(0, amount_minor) if corrects is None else 0
        assert balance(chain).cash_minor == cash_minor
        assert balance(chain).totals.deposited_minor == counted_minor

    any_adjustments()
    assert codes <= {"insufficient-funds", "correction-too-large", "correction-one-way", "proposal-needed"}
    world.assert_world_sound()
    assert audit_of(tmp_path_factory.mktemp("adjusted")) == "OK"


@pytest.mark.django_db(transaction=True, databases=["default", "owner"])
@pytest.mark.parametrize("counted_minor", [0, 499, 501])
def test_a_gift_that_is_not_counted_as_it_must_be_is_found(counted_minor: int) -> None:
    world.open_house()
    chain = world.sign_up()
    seq = adjusted(chain, 500).seq
    owner = connections["owner"]

    def store(deposited_minor: int) -> None:
        with owner.cursor() as cursor:
            cursor.execute("ALTER TABLE wallet_journal DISABLE TRIGGER append_only_rows")
            cursor.execute("UPDATE wallet_journal SET deposited_minor = %s WHERE seq = %s", (deposited_minor, seq))
            cursor.execute("ALTER TABLE wallet_journal ENABLE TRIGGER append_only_rows")

    store(counted_minor)
    assert list(soundness.faults()) == [
        f"Journal {seq} of chain {chain.hex} counts as deposited what its record does not, or the other way round."
    ]
    store(500)
