"""Two players of a pot on one device or at one address: refused or flagged, as the jurisdiction says."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pytest

from audit.models import Event
from players.operations.check_credentials import LoginProof
from players.operations.log_in import LoginRequest, log_in
from players.tokens import session_id_of
from responsible_gaming.core.jurisdiction import SharedPlaceRule
from tables.operations.save_stake import SeatTaken
from tables.operations.shared_place import SharedPlace
from tests import house_table, live_tables, world
from tests.core.tables.seated import POT
from tests.operations.test_table_stakes import pot_table, refused
from tests.reports.making import seated_test_account
from tests.world import DEMO, NOW, SeatedPlayer

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.clause("F52"), pytest.mark.django_db]

REFUSED, FLAGGED = SharedPlaceRule.REFUSED, SharedPlaceRule.FLAGGED
SHARED_DEVICE = "a device that two people use"


@pytest.fixture(autouse=True)
def _house(monkeypatch: pytest.MonkeyPatch) -> None:
    house_table.open_house_with_tables(monkeypatch)


def player_at(
    username: str, *, device: str, address: str, on_device: SharedPlaceRule = FLAGGED, at: SharedPlaceRule = FLAGGED
) -> SeatedPlayer:
    """Bring in a player whose session was begun on this device and at this address, under these rules."""
    player = world.seat_player(username)
    proof = LoginProof(password=world.PASSWORD, code=None, address=address)
    request = LoginRequest(username=username, proof=proof, device=device)
    session = log_in(request, rules=world.SESSIONS, accounts=world.ACCOUNTS, excluded=world.excluded_at(NOW), now=NOW)
    rules = replace(DEMO, shared_device=on_device, shared_address=at)
    return replace(player, session_id=session_id_of(session.token), jurisdiction=rules)


def flags(table: ChainId) -> list[tuple[object, dict[str, object]]]:
    events = Event.objects.filter(kind="shared-device-at-table").order_by("id")
    return [(event.subject, event.after["shared_with"]) for event in events if event.after["table"] == table.hex]


def test_a_second_player_on_the_device_is_refused_at_a_pot_and_welcome_against_the_house() -> None:
    ada = player_at("ada", device=SHARED_DEVICE, address="192.0.2.1", on_device=REFUSED)
    bob = player_at("bob", device=SHARED_DEVICE, address="198.51.100.1", on_device=REFUSED)
    table, house = pot_table(), house_table.announced_table()
    live_tables.stake(ada, table, 0, 5_000)

    assert refused(SharedPlace, partial(live_tables.stake, bob, table, 1, 5_000)) == {"shared": "device"}
    live_tables.withdraw(ada, table)
    live_tables.stake(bob, table, 1, 5_000)
    live_tables.withdraw(bob, table)
    live_tables.stake(ada, house, 0)
    live_tables.stake(bob, house, 1)
    assert flags(table) == []


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("192.0.2.1", "192.0.2.1", True),
        ("192.0.2.1", "192.0.2.2", False),
        ("2001:db8:0:1::1", "2001:db8:0:1:ffff::2", True),
        ("2001:db8:0:1::1", "2001:db8:0:2::1", False),
        ("::ffff:192.0.2.1", "192.0.2.1", True),
        ("", "", False),
    ],
)
def test_an_address_is_that_of_a_household(one: str, other: str, *, same: bool) -> None:
    ada = player_at("ada", device="the device of ada", address=one, at=REFUSED)
    bob = player_at("bob", device="the device of bob", address=other, at=REFUSED)
    table = pot_table()
    live_tables.stake(ada, table, 0, 5_000)

    sit = partial(live_tables.stake, bob, table, 1, 5_000)
    if same:
        assert refused(SharedPlace, sit) == {"shared": "address"}
    else:
        assert sit().seat == 1


def test_where_it_is_flagged_one_event_says_it_for_all_games_of_the_session() -> None:
    ada = player_at("ada", device=SHARED_DEVICE, address="192.0.2.1")
    bob = player_at("bob", device=SHARED_DEVICE, address="192.0.2.1")
    table = pot_table()
    live_tables.stake(ada, table, 0, 5_000)
    live_tables.stake(bob, table, 1, 5_000)
    live_tables.withdraw(bob, table)
    live_tables.stake(bob, table, 2, 5_000)

    assert flags(table) == [(bob.chain, {"device": [ada.chain.hex], "address": [ada.chain.hex]})]


def test_who_sat_alone_first_is_flagged_when_the_other_has_come() -> None:
    ada = player_at("ada", device=SHARED_DEVICE, address="192.0.2.1")
    bob = player_at("bob", device=SHARED_DEVICE, address="192.0.2.2")
    cleo = player_at("cleo", device=SHARED_DEVICE, address="192.0.2.3")
    table = pot_table()
    live_tables.stake(ada, table, 0, 5_000)
    live_tables.withdraw(ada, table)
    live_tables.stake(bob, table, 1, 5_000)
    assert flags(table) == []

    live_tables.stake(ada, table, 0, 5_000)
    live_tables.withdraw(ada, table)
    live_tables.stake(cleo, table, 2, 5_000)
    live_tables.stake(ada, table, 0, 5_000)

    both = sorted([bob.chain.hex, cleo.chain.hex])
    assert flags(table) == [
        (ada.chain, {"device": [bob.chain.hex]}),
        (cleo.chain, {"device": [bob.chain.hex]}),
        (ada.chain, {"device": both}),
    ]


def test_another_session_is_flagged_again() -> None:
    ada = player_at("ada", device=SHARED_DEVICE, address="192.0.2.1")
    bob = player_at("bob", device=SHARED_DEVICE, address="192.0.2.2")
    table = pot_table()
    live_tables.stake(ada, table, 0, 5_000)
    live_tables.stake(bob, table, 1, 5_000)
    live_tables.withdraw(bob, table)

    begun = log_in(
        LoginRequest(
            username="bob",
            proof=LoginProof(password=world.PASSWORD, code=None, address="192.0.2.2"),
            device=SHARED_DEVICE,
        ),
        rules=world.SESSIONS,
        accounts=world.ACCOUNTS,
        excluded=world.excluded_at(NOW),
        now=NOW,
    )
    live_tables.stake(replace(bob, session_id=session_id_of(begun.token)), table, 1, 5_000)

    assert flags(table) == [(bob.chain, {"device": [ada.chain.hex]})] * 2


def test_at_a_table_of_test_accounts_nobody_is_flagged() -> None:
    asked = house_table.table_of(POT.game, stakes=(1_000, 50_000))
    table = house_table.announced_table(replace(asked, test=True))
    for seat, name in enumerate(("probe", "probe2")):
        live_tables.stake(seated_test_account(name, 50_000, now=NOW), table, seat, 5_000)

    assert flags(table) == []


def test_a_stake_that_is_not_placed_flags_nothing() -> None:
    ada = player_at("ada", device=SHARED_DEVICE, address="192.0.2.1")
    bob = player_at("bob", device=SHARED_DEVICE, address="192.0.2.1")
    table = pot_table()
    live_tables.stake(ada, table, 0, 5_000)

    with pytest.raises(SeatTaken):
        live_tables.stake(bob, table, 0, 5_000)
    assert flags(table) == []
