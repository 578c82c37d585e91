"""The national exclusion list: whom it names is out at once, whom it no longer names a day later in again."""

from __future__ import annotations

import hashlib
import itertools
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection, connections, transaction
from hypothesis import HealthCheck, given, settings as hypothesis_settings, strategies as st

from approvals.tasks import import_exclusions_task
from audit.operations.export import export_log
from audit.queries.events import events
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal, RefusalKind
from players.operations.close_account import close_with_password
from players.queries.accounts import player
from players.queries.persons import person_digest_of
from reddog_platform.diagnostics import run_diagnostics
from reddog_platform.soundness import faults
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.exclusion_list import ExclusionListShrank, MalformedExclusionList
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.excluded import PlayerExcluded, require_not_excluded
from responsible_gaming.models import StoredExclusion, StoredListedPerson, StoredListImport
from responsible_gaming.operations.apply_exclusion_list import lock_list
from responsible_gaming.operations.correct_identity import correct_identity
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.import_exclusions import ExclusionListUnfinished
from responsible_gaming.queries.exclusions import exclusions
from responsible_gaming.queries.limits import limits_in_table
from tests import world
from tests.api.caller import Operator
from tests.approving import apply_over_http, approval
from tests.at_console import typed
from tests.verifier.auditor import audited_folder, code
from tests.world import NOW

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pytest_django.fixtures import Settings

    from kernel.ids import ChainId
    from responsible_gaming.operations.import_exclusions import Imported

pytestmark = [pytest.mark.clause("F28"), pytest.mark.django_db]

DAY = timedelta(days=1)
INSTANT = timedelta(milliseconds=1)
PROFILE = JURISDICTIONS["demo"]
HEADER = "family_name,given_name,birth_date,until,reference"
ADA = "Lovelace,Ada,1990-01-01,,GB-17"
OTHERS = tuple(f"Somebody,Number {number},1980-01-01,," for number in range(9))


listed = world.import_exclusion_list


def ada(username: str = "ada", *, now: datetime = NOW) -> ChainId:
    return world.sign_up(username, given_name="Ada", family_name="Lovelace", now=now)


def plays(chain: ChainId, *, at: datetime) -> bool:
    try:
        require_not_excluded(limits_in_table(chain).in_force(to_epoch_ms(at)))
    except PlayerExcluded:
        return False
    return True


def told(done: Imported) -> tuple[int, int, int, int, int]:
    return done.rows, done.persons, done.matched, done.excluded, done.lifted


def test_a_player_whom_the_list_names_is_excluded_at_once_and_nobody_else_is() -> None:
    chain, other = ada(), world.sign_up("bob", given_name="Bob", family_name="Lovelace")

    assert told(listed(ADA, *OTHERS)) == (10, 10, 1, 1, 0)

    assert not plays(chain, at=NOW)
    assert plays(other, at=NOW)
    (event,) = (event for event in events(subject=chain, before=None, limit=9) if event.kind == "exclusion-set")
    assert (event.actor, event.reason) == ("platform", "on the national list")


def test_a_person_is_found_however_the_name_is_written() -> None:
    chain = world.sign_up(given_name="Ève-Marie", family_name="O'Neill")

    listed("ONEILL,EVE MARIE,1990-01-01,,")

    assert not plays(chain, at=NOW)


def test_who_is_no_longer_on_the_list_plays_again_a_day_later() -> None:
    chain = ada()
    listed(ADA, *OTHERS)

    assert told(listed(*OTHERS, now=NOW + 9 * DAY)) == (9, 9, 0, 0, 1)

    assert not plays(chain, at=NOW + 10 * DAY - INSTANT)
    assert plays(chain, at=NOW + 10 * DAY)
    # Let go once: a second list without the person does not begin the day anew, nor end it.
    assert listed(*OTHERS, now=NOW + 9 * DAY + INSTANT).lifted == 0
    assert plays(chain, at=NOW + 10 * DAY)


def test_who_comes_onto_the_list_again_before_the_day_is_over_stays_out() -> None:
    chain = ada()
    listed(ADA, *OTHERS)
    listed(*OTHERS, now=NOW + DAY)

    listed(ADA, *OTHERS, now=NOW + DAY + INSTANT)

    assert not plays(chain, at=NOW + 1000 * DAY)


def test_an_entry_excludes_to_the_end_of_its_last_day_in_the_jurisdiction_and_a_day_more() -> None:
    chain = ada()

    listed("Lovelace,Ada,1990-01-01,2027-01-31,")

    # New York's midnight after 31 January is 05:00 UTC.
    over = datetime(2027, 2, 1, 5, tzinfo=UTC) + DAY
    assert not plays(chain, at=over - INSTANT)
    assert plays(chain, at=over)
    assert exclusions(chain)[ExclusionKind.NATIONAL_EXCLUSION].until_ms == to_epoch_ms(over - DAY)


def test_the_same_file_twice_changes_nothing_but_the_log_of_imports() -> None:
    ada()
    listed(ADA, *OTHERS)
    before = world.everything_stored()

    assert told(listed(ADA, *OTHERS, now=NOW + 3 * DAY)) == (10, 10, 1, 0, 0)

    after = world.everything_stored()
    assert {table for table in after if after[table] != before[table]} == {"responsible_gaming_list_import"}
    assert StoredListImport.objects.values_list("sha256", flat=True).distinct().count() == 1


@pytest.mark.parametrize("last_day_first", [True, False])
def test_a_person_may_stand_in_the_list_twice_and_the_stricter_entry_counts(
    last_day_first: bool,  # noqa: FBT001  a column
) -> None:
    chain = ada()
    entries = ("Lovelace,Ada,1990-01-01,2027-01-31,", ADA)

    done = listed(*(entries if last_day_first else entries[::-1]))

    assert told(done) == (2, 1, 1, 1, 0)
    assert exclusions(chain)[ExclusionKind.NATIONAL_EXCLUSION].lifted_ms is None


def test_one_malformed_line_leaves_the_old_list_in_force() -> None:
    ada()
    listed(ADA, *OTHERS)
    before = world.everything_stored()

    with pytest.raises(MalformedExclusionList):
        listed(*OTHERS, "Hopper,Grace,soon,,")

    assert world.everything_stored() == before


def test_a_list_that_lost_more_than_half_is_taken_only_by_force() -> None:
    chain = ada()
    listed(ADA, *OTHERS)
    before = world.everything_stored()

    with pytest.raises(ExclusionListShrank):
        listed(*OTHERS[:4])
    assert world.everything_stored() == before

    assert listed(*OTHERS[:4], force=True).lifted == 1
    assert plays(chain, at=NOW + DAY)
    assert StoredListImport.objects.values_list("forced", flat=True).order_by("-id")[0] is True


def test_of_a_person_only_the_digest_is_kept() -> None:
    chain = ada()
    listed(ADA)

    assert [bytes(digest) for digest in StoredListedPerson.objects.values_list("digest", flat=True)] == [
        person_digest_of(chain)
    ]
    with connection.cursor() as cursor:
        for table in world.TABLES:
            cursor.execute(f"SELECT count(*) FROM {table} t WHERE t::text ~* 'lovelace'")
            assert cursor.fetchone() == (0,), table


@pytest.mark.clause("F21")
def test_a_listed_person_who_registers_is_excluded_from_the_first_moment() -> None:
    listed(ADA, *OTHERS)

    chain = ada()

    assert not plays(chain, at=NOW)
    assert exclusions(chain).keys() == {ExclusionKind.NATIONAL_EXCLUSION}
    assert listed(*OTHERS, now=NOW + DAY).lifted == 1
    assert plays(chain, at=NOW + 2 * DAY)


@pytest.mark.clause("F21")
@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_person_who_registers_while_the_list_is_being_replaced_is_found() -> None:
    replacing, registered = Event(), Event()

    def replace() -> None:
        try:
            with transaction.atomic():
                lock_list(exclusive=True)
                replacing.set()
                # Not before the import has ended is the new account looked for.
                assert not registered.wait(0.5)
                listed(ADA)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(replace)
        replacing.wait()
        chain = ada()
        registered.set()
        done.result()

    assert not plays(chain, at=NOW)


class Interrupted(Refusal):
    """What stops an import."""

    code, kind = "interrupted", RefusalKind.UNAVAILABLE


def three_players() -> list[ChainId]:
    return [
        world.sign_up(name, given_name=name.capitalize(), family_name="Lovelace", now=NOW)
        for name in ("ada", "ben", "cem")
    ]


THREE = tuple(f"Lovelace,{name},1990-01-01,," for name in ("Ada", "Ben", "Cem"))


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_a_long_import_writes_no_record_that_comes_late_into_the_log(tmp_path: Path) -> None:
    world.open_house()
    chains, other, looked = three_players(), world.sign_up("other"), itertools.count()

    # Each look at the clock is ten seconds after the last one, and others play meanwhile.
    def clock() -> datetime:
        now = NOW + timedelta(seconds=10) * next(looked)
        with ThreadPoolExecutor(1) as elsewhere:
            elsewhere.submit(in_another_session, now).result()
        return now

    def in_another_session(now: datetime) -> None:
        try:
            world.fund(other, 1, now=now)
            world.run_sequencer(now=now)
        finally:
            connections.close_all()

    assert listed(*THREE, clock=clock).excluded == len(chains)

    world.run_sequencer(now=clock())
    export_log(tmp_path / "log")
    result = audited_folder(tmp_path / "log")
    assert code(result) == "OK", result.tally.failures


def test_an_import_that_stops_between_two_players_is_finished_by_the_next() -> None:
    chains, looked = three_players(), itertools.count()

    # What day it is, the list's own event, the plan, and the first two players.
    def clock() -> datetime:
        if next(looked) == 5:
            raise Interrupted("stopped")
        return NOW

    with pytest.raises(ExclusionListUnfinished):
        listed(*THREE, clock=clock)
    assert [plays(chain, at=NOW) for chain in sorted(chains)] == [False, False, True]
    assert [fault for fault in faults() if "is not excluded" in fault]
    assert not StoredListImport.objects.exists()
    # The new list is in force for whoever comes.
    assert StoredListedPerson.objects.count() == len(THREE)

    assert told(listed(*THREE)) == (3, 3, 3, 1, 0)

    assert not any(plays(chain, at=NOW) for chain in chains)
    assert StoredListImport.objects.count() == 1


def test_the_national_list_lets_go_of_nothing_but_its_own() -> None:
    chain = ada()
    listed(ADA, *OTHERS)
    exclude(chain, ExclusionKind.SELF_EXCLUSION, 184, rules=PROFILE.exclusions, now=NOW)
    exclude_by_operator(chain, 400, reason="a test", actor="operator:ann", now=NOW)

    listed(*OTHERS, now=NOW + DAY)
    assert not plays(chain, at=NOW + 400 * DAY)
    ask_return(chain, rules=PROFILE.exclusions, now=NOW + 184 * DAY)
    assert not plays(chain, at=NOW + 400 * DAY - INSTANT)
    assert plays(chain, at=NOW + 400 * DAY)


def test_another_spelling_of_ones_name_is_no_way_off_the_list() -> None:
    chain = ada()
    listed(ADA, *OTHERS)
    # As a correction of the name would leave it.
    with connection.cursor() as cursor:
        cursor.execute("UPDATE players_player SET person_digest = NULL WHERE chain = %s", (chain,))

    assert told(listed(ADA, *OTHERS, now=NOW + DAY)) == (10, 10, 1, 0, 0)

    assert not plays(chain, at=NOW + 10 * DAY)


def test_a_player_of_the_list_who_is_not_excluded_is_a_fault() -> None:
    chain = ada()
    listed(ADA)
    digest = person_digest_of(chain)
    other = world.sign_up("bob")
    with transaction.atomic():
        point = transaction.savepoint()
        with connection.cursor() as cursor:
            for known, whose in ((None, chain), (digest, other)):
                cursor.execute("UPDATE players_player SET person_digest = %s WHERE chain = %s", (known, whose))
        assert list(faults()) == [f"The national list names the player of chain {other.hex}, who is not excluded."]
        transaction.savepoint_rollback(point)


def test_an_exclusion_that_the_limits_do_not_have_is_a_fault() -> None:
    chain = ada()
    exclude(chain, ExclusionKind.TIME_OUT, 1, rules=PROFILE.exclusions, now=NOW)
    with transaction.atomic():
        for change in ({"lifted_ms": None}, {"lifted_ms": to_epoch_ms(NOW)}):
            point = transaction.savepoint()
            StoredExclusion.objects.update(**change)
            assert list(faults()) == [f"The exclusions of chain {chain.hex} are not what its limits have."]
            transaction.savepoint_rollback(point)


# --- By whom ------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "list.csv"
    path.write_text(f"{HEADER}\n{ADA}")
    return path


def test_the_command_imports_a_file_and_says_what_came_of_it(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ada()

    call_command("import_exclusions", str(file))

    assert capsys.readouterr().out.startswith("1 persons in 1 entries. 1 players are among them: 1 are excluded")


def test_the_command_says_why_nothing_was_imported(file: Path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        call_command("import_exclusions", str(file.with_name("missing.csv")))
    with pytest.raises(CommandError, match="say --by whom"):
        call_command("import_exclusions", str(file), "--force")
    with typed(), pytest.raises(CommandError, match="credentials are wrong"):
        call_command("import_exclusions", str(file), "--force", "--by", "ann")
    file.write_text(f"{HEADER}\nLovelace\n")
    with pytest.raises(CommandError, match="line 2") as refused:
        call_command("import_exclusions", str(file))
    assert "Lovelace" not in str(refused.value)


def test_an_operator_may_force_an_import_by_name(file: Path) -> None:
    Operator("ann")
    listed(ADA, *OTHERS)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    apply_over_http(Operator("ben"), Operator("cleo"), "replace-exclusion-list", {"sha256": sha256})

    with typed():
        call_command("import_exclusions", str(file), "--force", "--by", "ann", "--reason", "a new register")

    newest = StoredListImport.objects.order_by("-id")[0]
    assert (newest.actor, newest.reason, newest.forced) == ("operator:ann", "a new register", True)


def test_the_nightly_task_imports_the_configured_file_and_says_where_there_is_none(
    file: Path, settings: Settings
) -> None:
    settings.REDDOG_EXCLUSION_LIST = ""
    assert import_exclusions_task() == "no list is configured"

    settings.REDDOG_EXCLUSION_LIST = str(file)
    assert import_exclusions_task() == "1 persons, 0 players excluded, 0 let go"


def test_the_doctor_sees_a_list_that_is_configured_and_not_imported(file: Path, settings: Settings) -> None:
    def look(*, at: datetime) -> Any:
        return next(diagnostic for diagnostic in run_diagnostics(now=at) if diagnostic.subject == "exclusion list")

    now = datetime.now(UTC)
    settings.REDDOG_EXCLUSION_LIST = ""
    assert (look(at=now).healthy, look(at=now).state) == (True, "never imported; not configured")
    settings.REDDOG_EXCLUSION_LIST = str(file)
    assert not look(at=now).healthy
    listed(ADA, now=now)
    assert look(at=now).healthy
    assert not look(at=now + timedelta(hours=37)).healthy
    file.unlink()
    assert look(at=now).state.endswith("the configured file is missing")
    assert not look(at=now).healthy


# --- All of it ----------------------------------------------------------------------------------------------

WORDS = ("time-out", "self-exclusion", "return", "operator", "lift", "named", "freed")


@hypothesis_settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.tuples(st.sampled_from(WORDS), st.sampled_from([None, 1, 7, 184, 400]), st.integers(0, 200)), max_size=10
    )
)
def test_nobody_plays_while_any_exclusion_holds_whatever_is_said(words: Sequence[tuple[str, int | None, int]]) -> None:
    point = transaction.savepoint()
    chain, at = ada(), NOW
    for word, days, later_days in words:
        at += later_days * DAY
        before = exclusions(chain)
        try:
            _say(chain, word, days, now=at)
        except Refusal:
            assert exclusions(chain) == before
        held = exclusions(chain)
        assert sum(held[kind] != before.get(kind) for kind in held) <= 1
        ends = {at, *(at + timedelta(days=day) for day in (1, 7, 42, 184, 1000))}
        for instant in ends:
            holds = any(exclusion.holds(to_epoch_ms(instant)) for exclusion in held.values())
            assert plays(chain, at=instant) == (not holds)
        assert list(faults()) == []
    transaction.savepoint_rollback(point)


def _say(chain: ChainId, word: str, days: int | None, *, now: datetime) -> None:
    if word == "return":
        ask_return(chain, rules=PROFILE.exclusions, now=now)
    elif word == "operator":
        exclude_by_operator(chain, days, reason="a test", actor="operator:ann", now=now)
    elif word == "lift":
        lift_by_operator(chain, by=approval("a test"), now=now)
    elif word in {"named", "freed"}:
        listed(*((ADA,) if word == "named" else ()), *OTHERS, now=now)
    else:
        exclude(chain, ExclusionKind(word), days, rules=PROFILE.exclusions, now=now)


def test_a_name_that_is_corrected_is_looked_up_as_a_new_one_is() -> None:
    chain = world.sign_up(given_name="Ada", family_name="Lovelaze")
    listed(ADA)
    assert plays(chain, at=NOW)

    change = {"family_name": "Lovelace"}
    correct_identity(chain, change, by=approval("a slip"), jurisdiction=PROFILE, now=NOW)

    assert not plays(chain, at=NOW)


def test_who_closed_an_account_and_comes_back_under_another_name_is_suspended_once_it_is_corrected() -> None:
    first = ada()
    close_with_password(first, proof=world.proof(), now=NOW)
    again = world.sign_up("bob", given_name="Ada", family_name="Lovelaze")

    change = {"family_name": "Lovelace"}
    correct_identity(again, change, by=approval("a slip"), jurisdiction=PROFILE, now=NOW)

    assert player(again).status == "suspended"


def test_an_end_that_no_calendar_goes_beyond_is_none() -> None:
    chain = ada()
    listed("Lovelace,Ada,1990-01-01,9999-12-30")

    assert exclusions(chain)[ExclusionKind.NATIONAL_EXCLUSION].until_ms is None
