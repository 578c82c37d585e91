"""What is claimed over all cells: nobody else gets it, it is freed where a cell's own constraint frees it, and who was here is told."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from threading import Barrier
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import pytest
from django.conf import settings
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from kernel.cell import Cell
from players.claim_digests import claims_of, writings_of
from players.core.erasure import Basis
from players.core.status import Status
from players.operations.change_profile import change_profile
from players.operations.claim_existing import claim_existing
from players.operations.erase import Erasure, erase
from players.operations.register import AccountExists, UsernameTaken
from players.operations.set_status import set_status
from players.queries.claimed_cells import cell_of_email, cell_of_user_name
from reddog_platform.cells import make_directory_of_cells
from reddog_platform.directory_diagnostics import claims as directory_diagnostic
from reddog_platform.erasure_hooks import erasure_hooks
from responsible_gaming.operations.register_player import register_player
from tests import world
from tests.other_cell import OtherCell, beside_another_cell, claim_states, harbour
from tests.own_cells import role_of, session
from tests.world import NOW, identity_of

if TYPE_CHECKING:
    from pathlib import Path

    from kernel.ids import ChainId
    from players.core.claims import Claims

__all__ = ["harbour"]

pytestmark = [
    pytest.mark.django_db(transaction=True, databases=["default", "owner"]),
    pytest.mark.clause("F21"),
    pytest.mark.slow(seconds=60),
]

ALL_HELD: Final = {"username": "held", "person": "held", "email": "held"}


@pytest.fixture(autouse=True)
def house() -> None:
    world.open_house()


def close(chain: ChainId) -> None:
    set_status(chain, Status.CLOSED, reason="a test", actor="operator:test", now=NOW)


def refused(harbour: OtherCell, username: str) -> set[str]:
    """Return what another cell's registration of a user name and its person is refused for; what it gets, it frees."""
    holder = uuid4()
    found = {kind for kind, _ in harbour.claim(identity_of(username), username=username, holder=holder)}
    harbour.call("settle", holder, [], [])
    return found


def test_without_cells_no_statement_and_no_key_is_of_a_directory() -> None:
    with CaptureQueriesContext(connection) as sent:
        chain = world.sign_up("ada")
        world.log_in_player()
        close(chain)

    assert sent.captured_queries
    assert not [query for query in sent.captured_queries if "directory" in query["sql"]]
    assert not (settings.REDDOG_KEYS_DIR / "directory.key").exists()
    with session("owner") as owner:
        assert owner.execute("SELECT to_regnamespace('directory') IS NULL").fetchone() == (True,)
    assert cell_of_user_name("ada") == cell_of_user_name("nobody") == Cell()


def test_what_an_account_has_no_other_cell_gets(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")

    assert claim_states(chain) == ALL_HELD
    assert refused(harbour, "ada") == {"username", "person", "email"}
    assert refused(harbour, "eve") == set()


def test_what_another_cell_has_is_refused_as_in_one_cell(harbour: OtherCell) -> None:
    harbour.hold("ada")
    asked = world.registration("eve", currency="USD")

    with pytest.raises(UsernameTaken) as by_name:
        world.sign_up("ada")
    with pytest.raises(AccountExists) as by_person:
        register_player(replace(asked, identity=identity_of("ada")), jurisdiction=world.DEMO, now=NOW)
    own_address = replace(asked.identity, email="ADA@example.test")
    with pytest.raises(AccountExists):
        register_player(replace(asked, identity=own_address), jurisdiction=world.DEMO, now=NOW)
    assert claim_states() == {}, "what was refused claims nothing"

    world.sign_up("bob")
    with pytest.raises(UsernameTaken) as at_home:
        world.sign_up("bob")
    assert (by_name.value.detail, by_name.value.members) == (at_home.value.detail, at_home.value.members)
    with pytest.raises(AccountExists) as person_at_home:
        register_player(replace(asked, identity=identity_of("bob")), jurisdiction=world.DEMO, now=NOW)
    assert by_person.value.detail == person_at_home.value.detail


def test_a_person_with_an_account_elsewhere_is_known_with_the_names_swapped(harbour: OtherCell) -> None:
    """Otherwise a stranger could open an account under them, exclude it, and so have the person suspended."""
    harbour.hold("grace")
    grace = identity_of("grace")
    swapped = replace(grace, given_name=grace.family_name, family_name=grace.given_name, email="eve@example.test")

    with pytest.raises(AccountExists):
        register_player(
            replace(world.registration("eve", currency="USD"), identity=swapped), jurisdiction=world.DEMO, now=NOW
        )
    assert claim_states() == {}


def test_of_two_cells_that_want_one_name_at_once_exactly_one_gets_it(tmp_path: Path) -> None:
    with beside_another_cell(tmp_path, "east", "west") as cells:
        together = Barrier(2)

        def want(cell: OtherCell, username: str) -> bool:
            together.wait(20)
            return not cell.claim(identity_of(username), username=username)

        for number in range(30):
            with ThreadPoolExecutor(2) as both:
                names = [f"ada{number}"] * 2
                won = list(both.map(want, cells, names))
            assert sum(won) == 1


def test_two_cells_that_want_one_person_at_once_with_the_names_swapped_wait_for_one_another(tmp_path: Path) -> None:
    grace = identity_of("grace")
    swapped = replace(grace, given_name=grace.family_name, family_name=grace.given_name, email="eve@example.test")
    with beside_another_cell(tmp_path, "east", "west") as (east, west), ThreadPoolExecutor(1) as other:
        claims = claims_of("grace", grace)
        with session("default", user=role_of(east.cell)) as first:
            first.autocommit = False
            asked = [east.cell.name, uuid4(), [kind.value for kind in claims], list(claims.values())]
            got = first.execute(
                "SELECT * FROM directory.claim(%s, %s, %s, %s, %s)", [*asked, writings_of(grace.person())]
            ).fetchall()
            second = other.submit(west.claim, swapped, username="eve")
            with pytest.raises(TimeoutError):
                second.result(timeout=0.5)
            first.commit()
        assert got == []
        assert {kind for kind, _ in second.result(timeout=20)} == {"person"}


@pytest.mark.usefixtures("harbour")
def test_of_two_registrations_in_one_cell_at_once_exactly_one_is_opened() -> None:
    together = Barrier(2)

    def sign_up(username: str) -> ChainId | None:
        together.wait(20)
        try:
            return world.sign_up(username)
        except (UsernameTaken, AccountExists):
            return None
        finally:
            connections.close_all()

    for number in range(10):
        with ThreadPoolExecutor(2) as both:
            opened = [chain for chain in both.map(sign_up, [f"ada{number}"] * 2) if chain is not None]
        assert len(opened) == 1
        assert claim_states(opened[0]) == ALL_HELD


def test_closing_frees_person_and_address_and_erasing_the_name_too(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")

    close(chain)
    assert claim_states(chain) == {"username": "held"}
    assert refused(harbour, "ada") == {"username"}

    order = Erasure(chain=chain, basis=Basis.CONSENT_WITHDRAWN, reason="a test", actor="operator:test")
    later = NOW + timedelta(days=1)
    erase(order, retention_days=0, hooks=erasure_hooks(later), now=later)
    assert claim_states(chain) == {}
    assert refused(harbour, "ada") == set()


def test_a_changed_address_is_claimed_and_the_old_one_free(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    harbour.hold("eve")

    change_profile(chain, {"email": "new@example.test"}, reason="a test", actor="operator:test", now=NOW)
    assert claim_states(chain) == ALL_HELD
    assert refused(harbour, "ada") == {"username", "person"}
    with pytest.raises(AccountExists):
        change_profile(chain, {"email": "eve@example.test"}, reason="a test", actor="operator:test", now=NOW)
    assert claim_states(chain) == ALL_HELD
    new_address = claims_of("x", replace(identity_of("x"), email="New@example.test"))
    assert [kind for kind, _ in harbour.call("claim", uuid4(), *columns(new_address), [])] == ["email"]


def columns(claims: Claims) -> tuple[list[str], list[bytes]]:
    return [str(kind) for kind in claims], list(claims.values())


def test_a_name_leads_to_its_cell_by_one_statement_whoever_has_it(harbour: OtherCell) -> None:
    world.sign_up("ada")
    harbour.hold("eve")

    found = {}
    for name in ("ADA", "eve", "nobody"):
        with CaptureQueriesContext(connection) as sent:
            found[name] = cell_of_user_name(name), cell_of_email(f"{name}@example.test")
        assert len(sent) == 2
    assert found == {"ADA": (Cell(), Cell()), "eve": (harbour.cell, harbour.cell), "nobody": (None, None)}


def test_whoever_was_here_before_is_claimed_in_parts_and_what_collides_is_told(tmp_path: Path) -> None:
    ada, bob, gone = (world.sign_up(name) for name in ("ada", "bob", "gone"))
    close(gone)
    with beside_another_cell(tmp_path, "harbour") as (harbour,):
        harbour.hold("bob")

        (part,) = claim_existing()
        assert (part.looked_at, part.settled) == (3, 3)
        assert part.collisions == {bob: frozenset({"username", "person", "email"})}
        assert (claim_states(ada), claim_states(gone), claim_states(bob)) == (ALL_HELD, {"username": "held"}, {})
        told = directory_diagnostic(NOW)
        assert not told.healthy
        assert "3 claims of players are another account's" in told.state
        assert cell_of_user_name("bob") == harbour.cell

        (again,) = claim_existing()
        assert (again.settled, set(again.collisions)) == (1, {bob}), "only what collides is looked at again"
        close(bob)
        assert "1 claims of players" in directory_diagnostic(NOW).state


def test_making_the_directory_again_changes_nothing(harbour: OtherCell) -> None:
    chain = world.sign_up("ada")
    key = (settings.REDDOG_KEYS_DIR / "directory.key").read_bytes()

    make_directory_of_cells(settings.DATABASES["default"]["USER"])

    assert claim_states(chain) == ALL_HELD
    assert refused(harbour, "ada")
    assert (settings.REDDOG_KEYS_DIR / "directory.key").read_bytes() == key


def test_whose_person_another_cell_has_from_before_still_changes_the_address(tmp_path: Path) -> None:
    chain = world.sign_up("ada")
    with beside_another_cell(tmp_path, "harbour") as (harbour,):
        harbour.hold("ada")
        (part,) = claim_existing()
        assert part.collisions[chain] == frozenset({"username", "person", "email"})

        change_profile(chain, {"email": "new@example.test"}, reason="", actor="operator:test", now=NOW)

        assert claim_states(chain) == {"email": "held"}
        assert "2 claims of players are another account's" in directory_diagnostic(NOW).state
