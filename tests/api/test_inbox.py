"""Everything that is done to an account is in the player's inbox, whoever did it."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from audit.event_catalogue import BY_NAME
from audit.operations.save_event import NewEvent, save_event
from players.core.status import Status
from players.operations.change_second_factor import remove_lost_factor
from players.operations.issue_reset_token import issue_reset_token
from players.operations.set_status import set_status
from players.operations.view_identity import view_identity
from tests import world
from tests.api.caller import Player, problem
from tests.api.test_filters import listed
from tests.approving import approval
from tests.authenticator import enrolled

if TYPE_CHECKING:
    from kernel.ids import ChainId

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.clause("F34")]


@pytest.fixture
def ada() -> Player:
    world.open_house(now=datetime.now(UTC))
    return Player("ada")


def inbox_of(player: Player, **query: str) -> dict[str, Any]:
    answer = player.get("/me/inbox" + "".join(f"?{name}={value}" for name, value in query.items()))
    assert answer.status_code == 200, answer.content
    return json.loads(answer.content)  # type: ignore[no-any-return]  # JSON


def told(player: Player) -> list[tuple[str, str]]:
    """Return kind and author of each message, the oldest first, without those of the account's own making."""
    items = [item for item in inbox_of(player)["items"] if item["kind"] not in {"pin-set", "balance-adjusted"}]
    return [(item["kind"], item["actor"]) for item in reversed(items)]


def test_a_takeover_by_a_member_of_the_staff_is_told_step_by_step(ada: Player) -> None:
    chain, now = ada.seat.chain, datetime.now(UTC)
    world.give_pin(chain)
    enrolled(chain, now=now)
    remove_lost_factor(chain, by=approval("lost, says the caller"), now=now)
    issue_reset_token(chain, by=approval("forgotten"), now=now)
    withdrawn = ada.post(
        "/withdrawals", {"amount": {"amount": 100, "currency": "USD"}, "method": "card", "pin": world.PIN}
    )
    assert withdrawn.status_code == 201, withdrawn.content

    messages = told(ada)

    assert messages == [
        ("second-factor-enrolled", "player"),
        ("second-factor-removed", "staff"),
        ("reset-token-issued", "staff"),
        ("withdrawal-requested", "player"),
    ]
    words = ada.get("/me/inbox").content.decode()
    assert "mallory" not in words
    assert "says the caller" not in words


def test_a_message_says_when_what_and_what_to_do(ada: Player) -> None:
    set_status(ada.seat.chain, Status.SUSPENDED, reason="a complaint", actor="operator:ann", now=datetime.now(UTC))

    newest = inbox_of(ada, limit="1")["items"][0]

    assert (newest["kind"], newest["actor"], newest["read_at"]) == ("player-status", "staff", None)
    message = BY_NAME["player-status"].message
    assert message is not None
    assert (newest["subject"], newest["text"]) == (message.subject, message.text)


def test_the_log_of_looks_at_an_identity_is_not_for_whom_it_is_about(ada: Player) -> None:
    before = told(ada)
    view_identity(ada.seat.chain, reason="a suspicion", actor="operator:ann", now=datetime.now(UTC))
    save_event(
        NewEvent(kind="deposit-large", actor="platform", subject=ada.seat.chain, after={}), now=datetime.now(UTC)
    )

    assert told(ada) == before


def test_an_act_that_is_rolled_back_leaves_no_message(ada: Player) -> None:
    before = told(ada)
    with transaction.atomic():
        set_status(ada.seat.chain, Status.SUSPENDED, reason="x", actor="operator:ann", now=datetime.now(UTC))
        transaction.set_rollback(True)

    assert told(ada) == before


def noted(chain: ChainId, kind: str = "pin-changed") -> None:
    save_event(NewEvent(kind=kind, actor="player", subject=chain), now=datetime.now(UTC))


@pytest.mark.parametrize("limit", [1, 2, 50])
def test_pages_have_every_message_once_newest_first(ada: Player, limit: int) -> None:
    for _ in range(5):
        noted(ada.seat.chain)
        noted(ada.seat.chain, "identity-viewed")

    items = listed(ada, "/me/inbox", limit=limit)

    assert [item["kind"] for item in items][:5] == ["pin-changed"] * 5
    assert len({item["id"] for item in items}) == len(items)
    assert [item["occurred_at"] for item in items] == sorted((item["occurred_at"] for item in items), reverse=True)


def test_what_was_read_is_no_longer_unread_and_stays_read(ada: Player) -> None:
    for _ in range(3):
        noted(ada.seat.chain)
    page = inbox_of(ada)
    newest, second = page["items"][0]["id"], page["items"][1]["id"]
    unread = page["unread"]
    assert unread == len(page["items"])

    first = ada.post("/me/inbox/reads", {"ids": [newest, second]})
    assert (first.status_code, json.loads(first.content)) == (201, {"unread": unread - 2})
    read_at = inbox_of(ada)["items"][0]["read_at"]
    again = ada.post("/me/inbox/reads", {"ids": [newest, newest]})

    assert (again.status_code, json.loads(again.content)) == (201, {"unread": unread - 2})
    assert inbox_of(ada)["items"][0]["read_at"] == read_at is not None
    # What comes later is unread, whatever was read before.
    noted(ada.seat.chain)
    assert inbox_of(ada)["unread"] == unread - 1


def test_nobody_reads_another_players_messages_or_what_is_none(ada: Player) -> None:
    bob = Player("bob")
    noted(bob.seat.chain)
    noted(ada.seat.chain, "identity-viewed")
    of_bob = inbox_of(bob)["items"][0]["id"]
    with connection.cursor() as cursor:
        cursor.execute("SELECT id FROM audit_event WHERE kind = 'identity-viewed'")
        ((no_message,),) = cursor.fetchall()

    for ids in ([of_bob], [no_message.hex], ["0" * 32], [inbox_of(ada)["items"][0]["id"], of_bob]):
        problem(ada.post("/me/inbox/reads", {"ids": ids}), 404, "message-not-found")
    assert of_bob not in [item["id"] for item in inbox_of(ada)["items"]]
    assert inbox_of(ada)["unread"] == len(inbox_of(ada)["items"])


@pytest.mark.parametrize("ids", [[], ["xyz"], "0" * 32, None, ["0" * 32] * 201, [5]])
def test_what_is_no_list_of_ids_is_refused(ada: Player, ids: Any) -> None:
    problem(ada.post("/me/inbox/reads", {"ids": ids}), 400, "invalid-request")


def test_a_page_costs_the_same_number_of_statements_however_long_the_inbox_is(ada: Player) -> None:
    counts = []
    for _ in range(2):
        for _ in range(5):
            noted(ada.seat.chain)
        with CaptureQueriesContext(connection) as captured:
            inbox_of(ada)
        counts.append(len(captured.captured_queries))

    assert counts[0] == counts[1]
