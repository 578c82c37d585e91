"""No record is stored long after its time: it would come into the log behind later ones, as if it were dated back."""

from __future__ import annotations

import itertools
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest
from django.db import Error, connection, transaction

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.log import all_entries, frontier
from cashier.operations.poll_provider import PaymentUnfinished
from cashier.operations.resume_payments import REQUEST_MAX_DURATION_MS, resume_payments
from games.operations.expire import expire_rounds
from reddog_platform.postgresql import time_limits
from reddog_platform.postgresql.trouble import refusal_of
from tests import world
from tests.bank import Bank
from tests.verifier.auditor import audited_folder, code
from tests.world import DEMO
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db

SECOND = timedelta(seconds=1)
# The bound, and a second in which this test itself may run.
TOO_LATE = timedelta(milliseconds=time_limits.WEB.record_age_ms + 1)
IN_TIME = timedelta(milliseconds=time_limits.WEB.record_age_ms) - 3 * SECOND


@pytest.fixture
def player() -> SeatedPlayer:
    """Have a player in a session, and a process that takes records no longer than a web server does."""
    begun = datetime.now(UTC) - timedelta(minutes=5)
    world.open_house(now=begun)
    seated = world.seat_player(now=begun)
    _take_records_for(time_limits.WEB.record_age_ms)
    return seated


def _take_records_for(milliseconds: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config('reddog.record_age_ms', %s, true)", [str(milliseconds)])


def test_every_process_that_serves_players_takes_a_record_for_six_seconds() -> None:
    served = [time_limits.WEB, time_limits.TASKS, time_limits.CROUPIER]

    assert [limits.record_age_ms for limits in served] == [6_000] * 3
    # A restored backup and a command have the time that they need.
    assert time_limits.COMMANDS.record_age_ms == 0


def test_a_deal_that_was_decided_too_long_ago_is_not_stored(player: SeatedPlayer) -> None:
    before = world.everything_stored()

    with pytest.raises(Error) as raised, transaction.atomic():
        world.deal(player, now=datetime.now(UTC) - TOO_LATE)

    refusal = refusal_of(raised.value, writes=True)
    assert refusal is not None
    assert refusal.code == "database-too-slow"
    assert "no money was moved" in refusal.detail
    assert world.everything_stored() == before


def test_a_deal_that_was_decided_a_moment_ago_is_stored(player: SeatedPlayer) -> None:
    assert world.deal(player, now=datetime.now(UTC) - IN_TIME).round_id


def test_the_system_chain_takes_its_time(player: SeatedPlayer) -> None:
    del player
    earlier = frontier().size

    world.run_sequencer(now=datetime.now(UTC) - timedelta(minutes=4))

    assert frontier().size > earlier


def test_a_payment_whose_provider_took_too_long_is_dated_anew(player: SeatedPlayer, tmp_path: Path) -> None:
    bank, asked_at = Bank(), datetime.now(UTC) - TOO_LATE
    had_minor = balance(player.chain).cash_minor
    with pytest.raises(PaymentUnfinished):
        world.make_deposit(player.chain, 500, method="wire", provider=bank, now=asked_at)
    assert balance(player.chain).cash_minor == had_minor
    # Another player's record comes into the log meanwhile.
    later = datetime.now(UTC) + timedelta(milliseconds=REQUEST_MAX_DURATION_MS)
    world.sign_up("ben", now=later)
    world.run_sequencer(now=later)

    assert resume_payments({bank.name: bank}, jurisdiction=DEMO, clock=lambda: later) == 1

    assert balance(player.chain).cash_minor == had_minor + 500
    world.run_sequencer(now=later)
    export_log(tmp_path / "log")
    assert code(audited_folder(tmp_path / "log")) == "OK"


def test_each_of_many_rounds_that_time_out_is_dated_when_it_is_settled(tmp_path: Path) -> None:
    world.open_house()
    for name in ("ada", "ben", "cem"):
        world.deal_open_round(world.seat_player(name))
    due, looked = world.NOW + timedelta(days=1), itertools.count()

    # After an outage, each takes ten seconds, and the sequencer comes in between.
    def clock() -> datetime:
        now = due + 10 * SECOND * next(looked)
        world.run_sequencer(now=now)
        return now

    assert expire_rounds(clock=clock) == 3

    world.run_sequencer(now=clock())
    records: Iterator[Any] = (parse_entry(entry) for batch in all_entries(size=frontier().size) for entry in batch)
    settled = [record["time"] for record in records if record["type"] == "settle"]
    assert [later - earlier for earlier, later in pairwise(sorted(settled)[-3:])] == [10_000, 10_000]
    export_log(tmp_path / "log")
    # The time-outs were a minute ago, which is late, and nothing is misdated.
    assert code(audited_folder(tmp_path / "log")) == "E_LATE"
