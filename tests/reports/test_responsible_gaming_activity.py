"""Limits, exclusions and reality checks: each thing that was done stands in the report once."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest

from cashier.operations.cancel_withdrawal import cancel_withdrawal
from kernel.instants import rfc3339, to_epoch_ms
from players.core.pin import MAX_PIN_FAILURES
from players.operations.set_pin import WrongPin, require_pin, set_pin
from players.tokens import session_id_of
from reports.catalogue.responsible_gaming_activity import DEFINITION
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.loosening import LooseningTooEarly
from responsible_gaming.core.rules.deposits import DEPOSIT_DAY
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from responsible_gaming.operations.change_bet_limit import change_bet_limit
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from tests import world
from tests.approving import approval
from tests.reports.asking import (
    ANN,
    FROM,
    HOUR,
    MILLISECOND,
    MINUTE,
    TICK,
    UNTIL,
    assert_same_in_small_pages,
    opened_for_tests,
    rows_of,
    table_of,
)
from tests.world import DEMO, LONG_SESSIONS, PIN

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F34"), pytest.mark.django_db]

LONG_AGO = FROM - timedelta(days=400)
RULES = DEMO.exclusions


@pytest.fixture
def ada() -> ChainId:
    return registered()


def registered(username: str = "ada") -> ChainId:
    chain = world.sign_up(username, now=LONG_AGO)
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=LONG_AGO)
    return chain


def want(chain: ChainId, value: int | None, *, at: datetime) -> None:
    change_player_limit(chain, DEPOSIT_DAY, value, pin=PIN, jurisdiction=DEMO, now=at)


def confirm(chain: ChainId, *, at: datetime) -> None:
    confirm_player_limit(chain, DEPOSIT_DAY, pin=PIN, jurisdiction=DEMO, now=at)


def told() -> list[tuple[object, object, object]]:
    return [(row["activity"], row["by"], row["what"]) for row in rows_of(DEFINITION)]


@pytest.mark.clause("F26")
def test_a_limit_tells_whose_it_is_and_how_it_was_before(ada: ChainId) -> None:
    want(ada, 20_000, at=FROM - TICK)
    want(ada, 10_000, at=FROM)

    assert rows_of(DEFINITION) == [
        {
            "time": to_epoch_ms(FROM),
            "accounts": "players",
            "account": ada.hex,
            "currency": "USD",
            "activity": "limit-tightened",
            "by": "player",
            "what": "deposit_day",
            "before": '{"limit":"deposit_day","value":20000}',
            "after": '{"limit":"deposit_day","value":10000}',
        }
    ]


@pytest.mark.clause("F27")
def test_every_step_of_a_loosening_is_told_once(ada: ChainId) -> None:
    want(ada, 10_000, at=FROM - 48 * HOUR)
    want(ada, 20_000, at=FROM)
    with pytest.raises(LooseningTooEarly):
        confirm(ada, at=FROM + HOUR)
    cancel_player_limit_loosening(ada, DEPOSIT_DAY, jurisdiction=DEMO, now=FROM + 2 * HOUR)
    change_bet_limit(ada, 700, pin=PIN, jurisdiction=DEMO, now=FROM + 3 * HOUR)
    set_operator_limit(ada, STAKE_MAX, 600, reason="a talk", actor=ANN, jurisdiction=DEMO, now=FROM + 4 * HOUR)

    assert told() == [
        ("limit-loosening-asked", "player", "deposit_day"),
        ("limit-loosening-refused", "player", "deposit_day"),
        ("limit-loosening-cancelled", "player", "deposit_day"),
        ("limit-tightened", "player", "stake_max"),
        ("limit-set-by-operator", "operator", "stake_max"),
    ]


@pytest.mark.clause("F27")
def test_a_loosening_that_was_confirmed_is_told_on_the_day_it_took_effect(ada: ChainId) -> None:
    want(ada, 10_000, at=FROM - 48 * HOUR)
    want(ada, None, at=FROM - 24 * HOUR)
    confirm(ada, at=FROM)

    (row,) = rows_of(DEFINITION)

    assert (row["activity"], row["after"]) == ("limit-loosened", '{"limit":"deposit_day","value":null}')


@pytest.mark.clause("F28")
def test_exclusions_are_told_by_whom_they_were_laid_down(ada: ChainId) -> None:
    # Half a year, over long before FROM.
    exclude(ada, ExclusionKind.SELF_EXCLUSION, RULES.self_exclusion_days_min, rules=RULES, now=LONG_AGO)
    ask_return(ada, rules=RULES, now=FROM)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=RULES, now=FROM + HOUR)
    exclude_by_operator(ada, None, reason="a complaint", actor=ANN, now=FROM + 2 * HOUR)
    lift_by_operator(ada, by=approval("settled"), now=FROM + 3 * HOUR)
    world.import_exclusion_list("Ada,Ada,1990-01-01", now=FROM + 4 * HOUR)
    world.import_exclusion_list(force=True, now=FROM + 5 * HOUR)

    assert told() == [
        ("exclusion-return-asked", "player", "self-exclusion"),
        ("exclusion-set", "player", "time-out"),
        ("exclusion-set", "operator", "operator-exclusion"),
        ("exclusion-lifted", "operator", "operator-exclusion"),
        ("exclusion-set", "national-list", "national-exclusion"),
        ("exclusion-lifted", "national-list", "national-exclusion"),
    ]
    # A time-out of a day ends by itself, which leaves nothing: its beginning tells the end.
    assert f'"until":"{rfc3339(to_epoch_ms(FROM + 25 * HOUR))}"' in str(rows_of(DEFINITION)[1]["after"])


@pytest.mark.clause("F29")
def test_a_reality_check_tells_what_was_acknowledged(ada: ChainId) -> None:
    session_id = session_id_of(world.log_in_player(now=FROM).token)
    acknowledge_reality_check(session_id, ada, jurisdiction=DEMO, now=FROM + HOUR)

    (row,) = rows_of(DEFINITION)

    # An hour after the login, without a bet.
    assert (row["time"], row["activity"], row["by"], row["what"]) == (
        to_epoch_ms(FROM + HOUR),
        "reality-check",
        "player",
        None,
    )
    assert (row["before"], row["after"]) == (None, '{"elapsed_ms":3600000,"returned":0,"staked":0}')


@pytest.mark.clause("F29")
def test_reality_checks_are_told_from_the_first_instant_on_and_not_at_the_end(ada: ChainId) -> None:
    session_id = session_id_of(world.log_in_player(now=FROM - HOUR).token)
    for at in (FROM - MILLISECOND, FROM, UNTIL - 2 * HOUR):
        acknowledge_reality_check(session_id, ada, jurisdiction=LONG_SESSIONS, now=at)
    other = session_id_of(world.log_in_player(now=UNTIL - HOUR).token)
    for at in (UNTIL - MILLISECOND, UNTIL):
        acknowledge_reality_check(other, ada, jurisdiction=LONG_SESSIONS, now=at)

    assert [row["time"] for row in rows_of(DEFINITION)] == [
        to_epoch_ms(at) for at in (FROM, UNTIL - 2 * HOUR, UNTIL - MILLISECOND)
    ]


def test_a_locked_pin_and_a_withdrawal_that_was_cancelled_are_told(ada: ChainId) -> None:
    world.make_deposit(ada, 1_000, now=FROM - HOUR)
    payment = world.make_withdrawal(ada, 400, method="bank-transfer", now=FROM - HOUR)
    providers = {world.INSTANT.name: world.INSTANT}
    cancel_withdrawal(ada, payment.id, providers=providers, jurisdiction=DEMO, now=FROM)
    for _ in range(MAX_PIN_FAILURES):
        with pytest.raises(WrongPin):
            require_pin(ada, "1357", now=FROM + HOUR)

    assert told() == [("withdrawal-cancelled", "player", None), ("pin-locked", "platform", None)]


def test_test_accounts_are_told_apart(ada: ChainId) -> None:
    own = opened_for_tests("own", now=LONG_AGO)
    exclude(ada, ExclusionKind.TIME_OUT, 1, rules=RULES, now=FROM)
    exclude(own, ExclusionKind.TIME_OUT, 1, rules=RULES, now=FROM)

    column = table_of(DEFINITION).column_index("account")

    assert [row[column] for row in table_of(DEFINITION, accounts="players").rows] == [ada.hex]
    assert [row[column] for row in table_of(DEFINITION, accounts="test").rows] == [own.hex]


def test_pages_give_the_same_events_and_checks_in_one_order(ada: ChainId, monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = [session_id_of(world.log_in_player(now=FROM).token) for _ in range(2)]
    # Checks at one instant with an event, before and after one that lies between two milliseconds.
    for session_id in sessions:
        acknowledge_reality_check(session_id, ada, jurisdiction=LONG_SESSIONS, now=FROM + MINUTE)
    want(ada, 20_000, at=FROM + MINUTE)
    want(ada, 10_000, at=FROM + MINUTE + TICK)
    acknowledge_reality_check(sessions[0], ada, jurisdiction=LONG_SESSIONS, now=FROM + MINUTE + MILLISECOND)
    # One more at the first of these instants, of a session whose id is greater than those of the events.
    latest = session_id_of(world.log_in_player(now=FROM).token)
    acknowledge_reality_check(latest, ada, jurisdiction=LONG_SESSIONS, now=FROM + MINUTE)

    rows = rows_of(DEFINITION)

    at_once = ["limit-tightened", "reality-check", "reality-check", "reality-check"]
    assert sorted(str(row["activity"]) for row in rows[:4]) == at_once
    assert [row["activity"] for row in rows[4:]] == ["limit-tightened", "reality-check"]
    assert_same_in_small_pages(DEFINITION, monkeypatch)
