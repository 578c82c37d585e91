"""Lists at tables are read page by page, with as many statements for a long page as for a short one."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tables.core.player_records import LateValue
from tables.operations.invite import invite
from tables.queries import burnt
from tables.queries.burnt import burnt_counts, burnt_hands
from tables.queries.stakes import stake_view, stakes
from tests import house_table, live_tables, world
from tests.api.caller import Auditor
from tests.live_tables import BETTING, SECOND
from tests.operations.test_burnt_hands import burn, owed_by
from tests.world import NOW

if TYPE_CHECKING:
    from django.http import HttpResponse

    from kernel.ids import ChainId
    from tests.world import SeatedPlayer

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> ChainId:
    house_table.open_house_with_tables(monkeypatch)
    return house_table.announced_table()


def test_a_page_of_stakes_is_read_by_two_statements_however_many_there_are(table: ChainId) -> None:
    player = world.seat_player()
    for _ in range(3):
        live_tables.stake(player, table)
        live_tables.withdraw(player, table)
    live_tables.stake(player, table)
    live_tables.deal(player, table=table, now=NOW + BETTING)
    over = NOW + BETTING + 60 * SECOND
    house_table.step(table, now=over)
    house_table.end_all_stakes(now=over)
    stakes(player.chain, before_seq=None, limit=1)

    with CaptureQueriesContext(connection) as captured:
        page = stakes(player.chain, before_seq=None, limit=50)

    assert len(captured) == 2
    # Newest first, each as it is by itself, with all of its records and no other's.
    assert [view.outcome == "withdrawn" for view in page] == [False, True, True, True]
    assert page == [stake_view(player.chain, view.receipts[0][0]) for view in page]
    assert [len(view.receipts) for view in page] == [2, 2, 2, 2]
    assert stakes(player.chain, before_seq=page[1].receipts[0][0], limit=50) == page[2:]
    assert stakes(world.seat_player("bob").chain, before_seq=None, limit=50) == []


def test_the_burnt_decks_of_a_page_of_tables_are_read_by_one_statement_and_kept(
    table: ChainId, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [table, house_table.announced_table()]
    for number, burning in enumerate(tables):
        burn_two_and_tell(burning, world.seat_player(f"silent{number}"), world.seat_player(f"other{number}"))
    each = {
        burning: [hand["house_would_have_won"] for hand in burnt_hands(burning, before=None, limit=10).items]
        for burning in tables
    }

    with CaptureQueriesContext(connection) as first:
        counts = burnt_counts(tables)
    with CaptureQueriesContext(connection) as second:
        assert burnt_counts(tables) == counts

    assert (len(first), len(second)) == (2, 1)
    for burning in tables:
        assert (counts[burning].burnt, counts[burning].late, counts[burning].decks_known) == (2, 2, 2)
        known_minor = [amount["amount"] for amount in each[burning] if isinstance(amount, dict)]
        assert len(known_minor) == 2
        assert counts[burning].house_would_have_won_minor == sum(known_minor)

    # What does not fit is dealt again.
    monkeypatch.setattr(burnt, "_DECKS_KEPT", 1)
    monkeypatch.setattr(burnt, "_won_minor", {})
    assert burnt_counts(tables) == counts
    assert len(burnt._won_minor) == 1
    assert burnt_counts(tables) == counts


def burn_two_and_tell(table: ChainId, silent: SeatedPlayer, other: SeatedPlayer) -> None:
    """Burn two hands a quarter of an hour apart, in which one player is silent, who tells each value with the next stake."""
    late, now = None, NOW
    for epoch in range(2):
        burn(table, silent, other, now=now, late=late)
        late = LateValue(abort_leaf=owed_by(silent), value=live_tables.value_of(silent, table, epoch))
        now += 900 * SECOND
    live_tables.stake(silent, table, late=late, now=now)


def told(answer: HttpResponse) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(answer.content)
    return document


def test_invitations_are_told_page_by_page(table: ChainId) -> None:
    players = sorted(world.seat_player(name).chain for name in ("ada", "bob", "cem"))
    for player in players:
        invite(table, player, reason="a test", actor="operator:ann", now=NOW)
    auditor, path = Auditor("aud"), f"/ops/tables/{table.hex}/invitations"

    first = told(auditor.get(f"{path}?limit=2"))
    second = told(auditor.get(f"{path}?limit=2&cursor={first['next']}"))

    assert [item["player_id"] for item in first["items"] + second["items"]] == [chain.hex for chain in players]
    assert len(first["items"]) == 2
    assert second["next"] is None
    assert told(auditor.get(f"{path}?cursor=nothing"))["code"] == "malformed-page"
