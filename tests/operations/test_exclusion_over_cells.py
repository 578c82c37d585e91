"""An exclusion that one cell sets binds the same person in each other cell, at the door, at each log-in and within minutes."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest

from players import directory
from players.claim_digests import claims_of, writings_of
from players.core.eligibility import PlayerSuspended
from players.core.erasure import Basis
from players.core.person import Person
from players.core.status import Status, StatusNotAllowed
from players.operations.change_profile import change_profile
from players.operations.erase import Erasure, erase
from players.operations.follow_other_cells import follow_other_cells
from players.operations.register import AccountExists
from players.operations.set_status import reactivate, set_status
from players.queries.accounts import find_player
from reddog_platform.directory_diagnostics import claims as directory_diagnostic
from reddog_platform.erasure_hooks import erasure_hooks
from responsible_gaming.operations.correct_identity import correct_identity
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.register_player import register_player
from responsible_gaming.operations.tell_other_cells import tell_of_existing
from tests import world
from tests.approving import approval
from tests.other_cell import OtherCell, beside_another_cell, harbour
from tests.own_cells import session
from tests.world import NOW, identity_of

if TYPE_CHECKING:
    from pathlib import Path

    from kernel.ids import ChainId
    from players.core.identity import Identity

__all__ = ["harbour"]

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
    pytest.mark.clause("F28"),
    pytest.mark.slow(seconds=60),
]

DAY_MS: Final = 24 * 60 * 60 * 1000
NOW_MS: Final = int(datetime.now(UTC).timestamp() * 1000)


@pytest.fixture(autouse=True)
def house() -> None:
    world.open_house()


def excluded_there(harbour: OtherCell, identity: Identity) -> bool:
    """Return whether the other cell refuses a person as excluded."""
    return ("excluded", None) in harbour.claim(identity, username=f"u{uuid4().hex[:8]}")


def exclude(chain: ChainId, days: int | None = None, *, now: datetime = NOW) -> None:
    exclude_by_operator(chain, days, reason="a test", actor="operator:test", now=now)


def follow() -> int:
    return follow_other_cells(clock=lambda: NOW)


def status(username: str = "ada") -> str:
    found = find_player(username)
    assert found is not None
    return found.status


def test_whom_this_cell_excludes_no_other_cell_takes_however_the_name_is_written(harbour: OtherCell) -> None:
    chain = world.sign_up("grace")
    assert not excluded_there(harbour, identity_of("grace"))

    exclude(chain)

    grace = identity_of("grace")
    swapped = replace(grace, given_name=grace.family_name, family_name=grace.given_name.upper())
    assert excluded_there(harbour, grace)
    assert excluded_there(harbour, swapped)
    assert not excluded_there(harbour, identity_of("eve"))
    lift_by_operator(chain, by=approval(), now=NOW + timedelta(minutes=1))
    assert not excluded_there(harbour, grace)


def test_whom_another_cell_excludes_opens_no_account_here_and_is_told_no_more(harbour: OtherCell) -> None:
    holder = harbour.exclude(identity_of("ada"))
    world.sign_up("bob")

    with pytest.raises(AccountExists) as excluded:
        world.sign_up("ada")
    with pytest.raises(AccountExists) as exists:
        register_player(
            replace(world.registration("eve", currency="USD"), identity=identity_of("bob")),
            jurisdiction=world.DEMO,
            now=NOW,
        )
    assert (excluded.value.detail, excluded.value.members) == (exists.value.detail, exists.value.members)
    assert find_player("ada") is None
    harbour.let_go(holder)
    world.sign_up("ada")


def test_an_account_that_a_copy_brought_back_active_is_suspended_once_the_cell_follows_anew(harbour: OtherCell) -> None:
    world.sign_up("ada")
    harbour.exclude(identity_of("ada"))
    assert follow() == 1
    with session("owner") as owner:
        # As a copy from before the suspension has the row, restored half an hour after the cell has read of it.
        owner.execute("UPDATE public.players_player SET status = 'active'")
        owner.execute("UPDATE directory.mark SET changed_at = changed_at - interval '1 hour'")
    assert follow() == 0

    assert follow_other_cells(clock=lambda: NOW, anew=True) == 1
    assert status() == Status.SUSPENDED


def test_an_account_here_is_suspended_when_the_cell_follows(harbour: OtherCell) -> None:
    ada = world.seat_player("ada")
    world.sign_up("bob")
    assert follow() == 0
    world.deal(ada)
    holder = harbour.exclude(identity_of("ada"))

    assert follow() == 1

    assert (status("ada"), status("bob")) == (Status.SUSPENDED, Status.ACTIVE)
    with pytest.raises(PlayerSuspended):
        world.make_deposit(ada.chain, 1_000)
    with pytest.raises(PlayerSuspended):
        world.deal(ada)
    assert follow() == 0
    with pytest.raises(StatusNotAllowed):
        reactivate(ada.chain, by=approval(), excluded=world.excluded_at(NOW), now=NOW)
    harbour.let_go(holder)
    reactivate(ada.chain, by=approval(), excluded=world.excluded_at(NOW), now=NOW)
    assert follow() == 0
    assert status() == Status.ACTIVE


def test_an_exclusion_whose_end_is_over_binds_nobody(harbour: OtherCell) -> None:
    world.sign_up("ada")
    harbour.exclude(identity_of("ada"), until_ms=NOW_MS - 1_000)

    assert follow() == 0
    harbour.exclude(identity_of("ada"), until_ms=NOW_MS + DAY_MS)
    assert follow() == 1


def test_a_log_in_looks_also_when_the_task_does_not_run(harbour: OtherCell) -> None:
    world.sign_up("ada")
    world.log_in_player("ada")
    assert status() == Status.ACTIVE

    harbour.exclude(identity_of("ada"))
    world.log_in_player("ada")

    assert status() == Status.SUSPENDED, "and the money can be withdrawn in this session"


def test_an_account_from_before_whose_person_another_cell_has_is_bound_too(tmp_path: Path) -> None:
    chain = world.sign_up("ada")
    with beside_another_cell(tmp_path, "harbour") as (harbour,):
        harbour.hold("ada")
        assert directory.settle(chain, claims_of("ada", identity_of("ada")))
        assert follow() == 0

        harbour.exclude(identity_of("ada"))

        assert follow() == 1


def test_a_mark_that_was_stored_long_before_its_commit_is_seen(harbour: OtherCell) -> None:
    world.sign_up("ada")
    with session("owner") as owner, owner.transaction():
        owner.execute(
            "SELECT directory.mark(%s, %s, %s, NULL, true)",
            [harbour.cell.name, uuid4(), writings_of(identity_of("ada").person())],
        )
        assert follow() == 0
        assert directory_diagnostic(NOW).healthy
    assert follow() == 1


def test_who_becomes_an_excluded_person_by_a_correction_is_refused(harbour: OtherCell) -> None:
    chain = world.sign_up("bob")
    harbour.exclude(identity_of("ada"))
    ada = identity_of("ada").document()

    with pytest.raises(AccountExists):
        correct_identity(
            chain,
            {name: ada[name] for name in ("given_name", "family_name", "born")},
            by=approval(),
            jurisdiction=world.DEMO,
            now=NOW,
        )
    change_profile(chain, {"email": "bob2@example.test"}, reason="", actor="operator:test", now=NOW)


def test_an_excluded_person_is_bound_under_a_corrected_name_and_the_old_one(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    exclude(chain)

    correct_identity(chain, {"family_name": "Quite-Other"}, by=approval(), jurisdiction=world.DEMO, now=NOW)

    assert excluded_there(harbour, identity_of("ada"))
    assert excluded_there(harbour, replace(identity_of("ada"), family_name="Quite-Other"))


def test_an_exclusion_outlasts_the_account_and_its_erasure(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    exclude(chain)
    set_status(chain, Status.CLOSED, reason="a test", actor="operator:test", now=NOW)
    order = Erasure(chain=chain, basis=Basis.CONSENT_WITHDRAWN, reason="a test", actor="operator:test")
    later = NOW + timedelta(days=1)
    erase(order, retention_days=0, hooks=erasure_hooks(later), now=later)

    assert excluded_there(harbour, identity_of("ada"))
    lift_by_operator(chain, by=approval(), now=later)
    assert not excluded_there(harbour, identity_of("ada"))


def test_exclusions_from_before_the_directory_are_told_once_it_is_there(tmp_path: Path) -> None:
    exclude(world.sign_up("ada"))
    world.sign_up("bob")
    with beside_another_cell(tmp_path, "harbour") as (harbour,):
        assert not excluded_there(harbour, identity_of("ada"))

        assert len(list(tell_of_existing(now=NOW))) == 1

        assert excluded_there(harbour, identity_of("ada"))
        assert not excluded_there(harbour, identity_of("bob"))


def line(identity: Identity, until: str = "") -> str:
    return f"{identity.family_name},{identity.given_name},{identity.born.isoformat()},{until}"


def test_a_national_list_that_one_cell_imports_binds_in_the_others(harbour: OtherCell) -> None:
    grace, bob = identity_of("grace"), identity_of("bob")
    over = (datetime.now(UTC) - timedelta(days=10)).date().isoformat()

    world.import_exclusion_list(line(grace), line(bob, over), line(identity_of("cid")))
    assert excluded_there(harbour, grace)
    assert excluded_there(harbour, replace(grace, given_name=grace.family_name, family_name=grace.given_name))
    assert not excluded_there(harbour, bob)

    world.import_exclusion_list(line(identity_of("cid")), force=True)
    assert not excluded_there(harbour, grace)
    assert excluded_there(harbour, identity_of("cid"))


def test_a_national_list_that_another_cell_imported_suspends_accounts_here(harbour: OtherCell) -> None:
    world.sign_up("ada")
    digests = writings_of(identity_of("ada").person())
    first, second = uuid4(), uuid4()

    harbour.call("mark_listed", first, digests, [None] * len(digests))
    assert follow() == 1

    harbour.call("mark_listed", second, digests, [NOW_MS + DAY_MS] * len(digests))
    harbour.call("unlist_others", second)
    with pytest.raises(StatusNotAllowed):
        reactivate_ada()
    harbour.call("unlist_others", uuid4())
    reactivate_ada()


def reactivate_ada() -> None:
    found = find_player("ada")
    assert found is not None
    reactivate(found.chain, by=approval(), excluded=world.excluded_at(NOW), now=NOW)


def test_of_two_entries_of_one_person_the_later_end_binds(harbour: OtherCell) -> None:
    person, list_id = Person(given_name="Ada", family_name="Byron", born=identity_of("ada").born), uuid4()
    (written, *_) = writings_of(person)

    for ends in ([NOW_MS - DAY_MS], [NOW_MS + DAY_MS], [NOW_MS - DAY_MS]):
        harbour.call("mark_listed", list_id, [written], ends)
    with session("owner") as owner:
        (until,) = owner.execute("SELECT until_at FROM directory.mark").fetchone() or (None,)
    assert until is not None
    assert until > datetime.now(UTC)


@pytest.mark.usefixtures("harbour")
def test_doctor_tells_of_a_cell_that_is_behind() -> None:
    told = directory_diagnostic(NOW)
    assert (told.healthy, told.state) == (False, "has never followed other cells' exclusions")
    follow()
    assert directory_diagnostic(NOW).healthy
    with session("owner") as owner:
        owner.execute("UPDATE directory.reader SET read_to = read_to - interval '301 seconds'")
    assert "seconds behind" in directory_diagnostic(NOW).state
    follow()
    assert directory_diagnostic(NOW).healthy
    world.sign_up("ada")
    with session("owner") as owner:
        owner.execute("UPDATE directory.claim SET state = 'pending', changed_at = changed_at - interval '301 seconds'")
    assert "3 claims have been pending" in directory_diagnostic(NOW).state
