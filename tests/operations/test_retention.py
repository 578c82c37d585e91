"""What has outlived its period is deleted by schedule, an event says so, and nothing else is touched."""

from __future__ import annotations

import io
from contextlib import closing
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final
from uuid import uuid4

import psycopg
import pytest
from django.core.management import call_command
from django.db import DatabaseError, connection, transaction
from knox.models import AuthToken

from audit.models.outgoing import Alert
from audit.operations.export import export_log
from audit.outbox import OutboxStatus
from audit.queries.events import events
from casework.core.dispute import DisputeOutcome
from casework.operations.settle_dispute import answer_dispute, open_dispute
from kernel.ids import ChainId, RoundId
from players import vault
from players.core.erasure import Basis
from players.core.status import Status
from players.models import Device, Mail, Player, PlayerLoginOrigin, ResetToken, Session
from players.models.persons import PersonKey
from players.operations.erase import Erasure, NotErasable, erase
from players.operations.issue_reset_token import issue_reset_token
from players.operations.register import AccountExists
from players.operations.set_status import set_status
from players.queries.accounts import player
from reddog_platform.apply_retention import BatchSizes, Deletion, apply_retention, plan_retention
from reddog_platform.beat_schedule import ROUTES, SCHEDULE
from reddog_platform.erasure_hooks import erasure_hooks
from reddog_platform.grants import GRANTS
from reddog_platform.management.commands.retention_page import PAGE
from reddog_platform.retention_page import retention_page
from reddog_platform.retention_registry import REGISTRY, Kept, deletion_rules
from reddog_platform.tasks import apply_retention_task
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.operations.exclude import exclude
from staff.models import Ceremony, StaffDevice
from tests import world
from tests.approving import approval
from tests.verifier.auditor import audited_folder, code
from tests.world import DEMO, NOW
from wallet.queries.balances import balance

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime
    from pathlib import Path

pytestmark = [pytest.mark.clause("F59"), pytest.mark.django_db]

DAY: Final = timedelta(days=1)
RETENTION: Final = timedelta(days=DEMO.accounts.retention_days)
OVER: Final = NOW + RETENTION


def ran(now: datetime, **sizes: int) -> dict[str, int]:
    """Run the retention at an instant, and return how many rows it deleted of each table."""
    deleted = apply_retention(jurisdiction=DEMO, clock=lambda: now, batch=BatchSizes(**sizes))
    return {each.table: each.rows for each in deleted}


def planned(now: datetime) -> list[Deletion]:
    return [each for each in plan_retention(jurisdiction=DEMO, now=now) if each.rows]


def closed(chain: ChainId, *, now: datetime = NOW) -> None:
    set_status(chain, Status.CLOSED, reason="asked for", actor="operator:op", now=now)


def identified(chain: ChainId) -> bool:
    return not vault.is_erased(chain)


def told(kind: str = "data-deleted") -> list[tuple[str, str, dict[str, Any]]]:
    """Return actor, reason and values of the events of a kind, oldest first."""
    kept = [event for event in events(subject=None, before=None, limit=100) if event.kind == kind]
    return [(event.actor, event.reason, dict(event.after)) for event in reversed(kept)]


# --- Persons ------------------------------------------------------------------------------------------------


@pytest.mark.clause("F58")
def test_a_closed_and_empty_account_is_erased_when_its_retention_ends_and_the_log_still_verifies(
    tmp_path: Path,
) -> None:
    world.open_house()
    seat, other = world.seat_player("ophelia"), world.seat_player("bob")
    world.play_round(seat)
    world.give_pin(seat.chain)
    world.make_withdrawal(seat.chain, balance(seat.chain).cash_minor, now=NOW)
    closed(seat.chain)

    assert ran(OVER - timedelta(milliseconds=1)).get("players_vault") is None
    assert identified(seat.chain)
    assert ran(OVER)["players_vault"] == 1

    assert not identified(seat.chain)
    assert Player.objects.get(chain=seat.chain).person_digest is None
    assert identified(other.chain), "an account that is not closed"
    newest = events(subject=seat.chain, before=None, limit=1)[0]
    assert (newest.kind, newest.actor, newest.after) == ("player-erased", "platform", {"basis": "no_longer_needed"})
    assert newest.reason == f"the retention of {DEMO.accounts.retention_days} days has ended"
    assert "players_vault" not in ran(OVER)
    world.assert_world_sound()
    world.run_sequencer(now=OVER)
    export_log(tmp_path / "export")
    outcome = audited_folder(tmp_path / "export")
    assert (code(outcome), outcome.tally.records["erasure"]) == ("OK", 1)


def test_nobody_is_erased_who_has_money_and_the_run_goes_on_with_the_next() -> None:
    world.open_house()
    rich, poor = sorted([world.sign_up("ada"), world.sign_up("bob")])
    world.fund(rich, 1)
    closed(rich)
    closed(poor)

    assert ran(OVER)["players_vault"] == 1
    assert (identified(rich), identified(poor)) == (True, False)


def test_an_open_dispute_and_the_period_of_an_answered_one_keep_the_person() -> None:
    world.open_house()
    seat = world.seat_player("ada")
    played = world.play_round(seat)
    world.give_pin(seat.chain)
    world.make_withdrawal(seat.chain, balance(seat.chain).cash_minor, now=NOW)
    closed(seat.chain)
    dispute = open_dispute(seat.chain, RoundId.parse(played.round_id), "Unfair.", answer_days=5, now=NOW)

    assert "players_vault" not in ran(OVER)
    assert identified(seat.chain)
    # An operator cannot erase either: the words would go before they are answered.
    order = Erasure(chain=seat.chain, basis=Basis.NO_LONGER_NEEDED, reason="over", actor="operator:op")
    with pytest.raises(NotErasable) as refused:
        erase(order, retention_days=DEMO.accounts.retention_days, hooks=erasure_hooks(OVER), now=OVER)
    assert refused.value.members["obstacles"] == ["dispute-open"]

    answer_dispute(dispute.id, DisputeOutcome.REJECTED, "It was fair.", actor="operator:op", now=OVER)
    kept_until = OVER + timedelta(days=DEMO.retention.dispute_days)
    assert "players_vault" not in ran(kept_until - timedelta(milliseconds=1))
    assert ran(kept_until)["players_vault"] == 1
    assert not identified(seat.chain)


@pytest.mark.clause("F28")
def test_an_exclusion_in_force_keeps_the_person_and_a_new_registration_is_recognized() -> None:
    world.open_house()
    chain = world.sign_up("ophelia")
    exclude(chain, ExclusionKind.SELF_EXCLUSION, None, rules=DEMO.exclusions, now=NOW)
    closed(chain)

    assert "players_vault" not in ran(OVER)

    assert identified(chain)
    born = world.identity_of("ophelia").born
    with pytest.raises(AccountExists):
        world.sign_up("ophelia2", given_name="Ada", family_name="Ophelia", born=born, now=OVER)


@pytest.mark.clause("F28")
def test_who_was_erased_while_excluded_is_recognized_until_the_exclusion_has_ended_and_then_forgotten() -> None:
    world.open_house()
    chain = world.sign_up("ophelia")
    over = OVER + 10 * DAY
    exclude(chain, ExclusionKind.TIME_OUT, 42, rules=DEMO.exclusions, now=over - 41 * DAY)
    closed(chain)
    order = Erasure(chain=chain, basis=Basis.NO_LONGER_NEEDED, reason="over", actor="operator:op")
    erase(order, retention_days=DEMO.accounts.retention_days, hooks=erasure_hooks(OVER), now=OVER)
    left = PersonKey.objects.filter(player=chain).count()
    assert left

    assert "players_person_key" not in ran(over)
    assert PersonKey.objects.filter(player=chain).count() == left
    assert ran(over + 2 * DAY)["players_person_key"] == 1

    assert not PersonKey.objects.filter(player=chain).exists()
    assert Player.objects.get(chain=chain).person_digest is None
    assert player(world.sign_up("ophelia", now=over + 2 * DAY)).status == Status.ACTIVE


# --- Rows ---------------------------------------------------------------------------------------------------


def ended(row: type[Mail | Alert], at: datetime, **fields: Any) -> None:
    row.objects.create(status=OutboxStatus.SENT, next_attempt_at=at, ended_at=at, **fields)


def test_sent_mails_and_alerts_go_after_their_period_and_waiting_ones_stay() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    for age in (90, 89):
        ended(Mail, NOW - age * DAY, event=uuid4(), player_id=chain)
        ended(Alert, NOW - age * DAY, id=uuid4(), event=uuid4(), destination="https://alerts.example.test")
    Mail.objects.create(event=uuid4(), player_id=chain, next_attempt_at=NOW - 400 * DAY)

    assert [(each.table, each.rows, each.boundary) for each in planned(NOW)] == [
        ("audit_alert", 1, NOW - 90 * DAY),
        ("players_mail", 1, NOW - 90 * DAY),
    ]
    assert ran(NOW) == {"audit_alert": 1, "players_mail": 1}

    assert sorted(Mail.objects.values_list("status", flat=True)) == ["sent", "waiting"]
    assert Alert.objects.get().ended_at == NOW - 89 * DAY
    assert ran(NOW) == {}, "and nothing is said where nothing was deleted"


def test_an_alert_that_waits_is_deleted_by_nobody() -> None:
    world.open_house()
    Alert.objects.create(id=uuid4(), event=uuid4(), destination="https://alerts.example.test", next_attempt_at=NOW)

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
        Alert.objects.all().delete()


def test_what_only_a_log_in_needed_goes_and_what_locks_or_counts_stays() -> None:
    world.open_house()
    world.log_in_staff("op")
    chain = world.sign_up("ada")
    issue_reset_token(chain, by=approval("operator:op"), now=NOW)
    origin = {"player_id": chain, "last_failed_at": NOW}
    PlayerLoginOrigin.objects.create(origin="192.0.2.0/24", failures=[NOW], **origin)
    PlayerLoginOrigin.objects.create(origin="198.51.100.0/24", failures=[NOW] * 3, locked_at=NOW, **origin)
    AuthToken.objects.update(expiry=NOW)
    Ceremony.objects.all().delete()
    before = (AuthToken.objects.count(), StaffDevice.objects.count())
    assert min(before) == 1

    assert ran(NOW + 29 * DAY) == {}
    late = NOW + 61 * DAY
    assert ran(late) == {
        "knox_authtoken": 1,
        "players_login_origin": 1,
        "players_reset_token": 1,
        "staff_device": 1,
    }

    assert PlayerLoginOrigin.objects.get().locked_at == NOW
    assert not ResetToken.objects.exists()


def test_an_expired_session_loses_its_place_and_keeps_its_times() -> None:
    world.open_house()
    seat = world.seat_player("ada")
    session = Session.objects.get(player=seat.chain)
    assert session.address
    assert session.device_id
    over = session.expires_at + timedelta(days=DEMO.retention.session_place_days)

    assert "players_session" not in ran(over - timedelta(microseconds=1))
    assert {table: rows for table, rows in ran(over).items() if "players_" in table} == {
        "players_device": 1,
        "players_session": 1,
    }

    after = Session.objects.get(player=seat.chain)
    assert (after.address, after.device_id, after.created_at) == ("", None, session.created_at)
    assert not Device.objects.exists()


@pytest.mark.parametrize("change", ["address = '192.0.2.99'", "device_id = gen_random_uuid()"])
def test_a_session_s_place_is_emptied_and_never_changed(change: str) -> None:
    world.open_house()
    world.seat_player("ada")

    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE players_session SET {change}")


# --- Batches, events, the registry --------------------------------------------------------------------------


def test_each_batch_says_in_its_own_transaction_what_it_deleted() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    for _ in range(5):
        ended(Mail, NOW - 91 * DAY, event=uuid4(), player_id=chain)

    assert ran(NOW, rows_max=2, batches_max=2) == {"players_mail": 4}
    assert ran(NOW, rows_max=2) == {"players_mail": 1}

    boundary_ms = int((NOW - 90 * DAY).timestamp() * 1000)
    assert told() == [
        (
            "platform",
            "mails that were sent, dropped or given up: deleted",
            {"table": "players_mail", "rows": rows, "boundary_ms": boundary_ms},
        )
        for rows in (2, 2, 1)
    ]


def test_a_run_that_breaks_off_leaves_no_deletion_without_its_event() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    for _ in range(4):
        ended(Mail, NOW - 91 * DAY, event=uuid4(), player_id=chain)
    # Of the beginning, the erasures and the first batch's event; then the clock fails.
    instants = [NOW] * 3

    def clock() -> datetime:
        return instants.pop()

    with pytest.raises(IndexError):
        apply_retention(jurisdiction=DEMO, clock=clock, batch=BatchSizes(rows_max=2))

    assert (Mail.objects.count(), len(told())) == (2, 1)
    assert ran(NOW) == {"players_mail": 2}


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_run_waits_for_nobody_and_leaves_what_another_one_deletes(servers_environment: Mapping[str, str]) -> None:
    world.open_house()
    chain = world.sign_up("ada")
    for _ in range(3):
        ended(Mail, NOW - 91 * DAY, event=uuid4(), player_id=chain)

    with closing(psycopg.connect(servers_environment["DATABASE_URL"])) as other:
        other.execute("SELECT FROM players_mail ORDER BY event LIMIT 1 FOR UPDATE")
        assert ran(NOW) == {"players_mail": 2}
        assert Mail.objects.count() == 1
    assert ran(NOW) == {"players_mail": 1}
    assert [after["rows"] for _, _, after in told()] == [2, 1]


def test_the_registry_has_every_table_of_the_database() -> None:
    with connection.cursor() as cursor:
        assert set(REGISTRY) == set(connection.introspection.table_names(cursor))


EVIDENCE: Final = ("approvals_", "cashier_", "casework_", "games_", "reports_", "tables_", "wallet_")


def test_no_rule_touches_log_ledger_events_proposals_or_reports_and_each_has_the_rights_it_needs() -> None:
    ruled = [rule.rows.table for rule in deletion_rules()]

    assert set(ruled) == {table for table, retention in REGISTRY.items() if retention.rules}
    assert [table for table in ruled if table.startswith((*EVIDENCE, "audit_"))] == ["audit_alert"]
    for table, retention in REGISTRY.items():
        assert retention.why
        if retention.rules:
            assert GRANTS[table].delete, table
            assert retention.kept is not Kept.FOR_EVER, table
        if retention.kept is Kept.FOR_EVER and not table.startswith("reports_"):
            assert not GRANTS[table].delete, table


def test_the_page_is_what_the_registry_says() -> None:
    assert PAGE.read_text(encoding="utf-8") == retention_page(), "run `make retention`"
    for table in REGISTRY:
        assert f"\n| `{table}` |" in retention_page()
    assert all(rules.retention.dispute_days >= 5 * 365 for rules in JURISDICTIONS.values())


def test_the_worker_deletes_every_night_and_the_command_shows_before_what_it_would_be() -> None:
    world.open_house()
    chain = world.sign_up("ada")
    ended(Mail, NOW - 4000 * DAY, event=uuid4(), player_id=chain)
    out = io.StringIO()

    call_command("apply_retention", "--dry-run", stdout=out)
    lines = out.getvalue().splitlines()
    assert len(lines) == 2 + len(list(deletion_rules()))
    (mails,) = [line.split() for line in lines if "players_mail" in line]
    assert (mails[0], lines[-1]) == ("1", "Nothing was deleted.")
    assert Mail.objects.count() == 1

    assert SCHEDULE["apply-retention"]["task"] == apply_retention_task.name
    assert ROUTES[apply_retention_task.name] == {"queue": "batch"}
    assert apply_retention_task() == 1
    assert not Mail.objects.exists()
    out = io.StringIO()
    call_command("apply_retention", stdout=out)
    assert out.getvalue() == "Nothing was due.\n"
