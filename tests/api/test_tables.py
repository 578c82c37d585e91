"""Tables over HTTP: a hand and a game from the operator's order to the receipts, and who sees what of them."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.test import override_settings

from audit.clock import database_now
from audit.core.note import leaf_hash
from games.core.cards import Card, card_text
from games.core.variants import montana_red_dog_table, pot_red_dog, red_dog_table
from players.models import Session
from players.tokens import session_id_of
from tables.core.epoch import TableEpoch
from tables.queries.dealt_epoch import epoch_seed, house_hand, running_game
from tables.queries.table_states import table_state
from tests import world
from tests.api.at_tables import (
    Seated,
    chain_of,
    dealt,
    dealt_with_a_decision,
    open_table,
    order,
    seat_all,
    shown,
    step,
    told,
)
from tests.api.caller import Auditor, Caller, Operator, now, problem
from tests.house_table import end_all_stakes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from games.core.sheet import RuleSheet
    from kernel.ids import ChainId
    from tables.core.epoch_cards import SealedHand

pytestmark = pytest.mark.django_db

RED_DOG: Final = red_dog_table.SHEET
MONTANA: Final = montana_red_dog_table.SHEET
POT: Final = pot_red_dog.SHEET
CARDS: Final = frozenset(card_text(Card(number)) for number in range(52))
NO_TABLE: Final = "0" * 32


@pytest.fixture(autouse=True)
def _house() -> None:
    world.open_house(now=now())


@pytest.fixture
def operator() -> Operator:
    return Operator()


@pytest.fixture
def players() -> tuple[Seated, Seated]:
    return Seated("ada"), Seated("bob")


def test_a_hand_against_the_house_is_played_over_http(operator: Operator, players: tuple[Seated, Seated]) -> None:
    table_id = open_table(operator)
    table = dealt_with_a_decision(table_id, players)
    epoch = table["epoch"]
    asked_seq = table["hand"]["seq"]
    assert [seat["seat"] for seat in table["seats"]] == [0, 1]
    own = shown(players[0], table_id)["own"]
    assert [each["action"] for each in own["legal_actions"]] == ["raise", "stand"]

    raised = told(players[0].decide(table_id, asked_seq, "raise", amount=own["legal_actions"][0]["cost_max"]), 201)
    assert (raised["epoch"], raised["seat"], raised["action"]) == (epoch, 0, "raise")
    assert leaf_hash(raised["receipt"]["note"]).hex() == raised["receipt"]["leaf"]
    decided = shown(Caller(), table_id)["seats"]
    assert [seat["decision"] and seat["decision"]["action"] for seat in decided] == ["raise", None]
    assert shown(players[0], table_id)["own"]["legal_actions"] == []
    told(players[1].decide(table_id, asked_seq, "stand"), 201)
    step(table_id)
    assert end_all_stakes(now=database_now()) == 2

    answer = Caller().get(f"/tables/{table_id}/hands/{epoch}")
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    hand = told(answer)
    assert hand["ended_by"] == "decided"
    assert [record["type"] for record in hand["records"]] == ["seats", "open", "hand", "hand_end"]
    assert told(Caller().get(f"/tables/{table_id}/hands"))["items"][0] == {
        name: member for name, member in hand.items() if name != "records"
    }
    for player, result in zip(players, hand["results"], strict=True):
        stake = told(player.get("/me/stakes?limit=1"))["items"][0]
        assert (stake["epoch"], stake["seat"], stake["end_leaf"]) == (epoch, result["seat"], hand["leaf"])
        assert (stake["status"], stake["outcome"]) == ("settled", result["outcome"])
        assert (stake["staked"], stake["returned"]) == (result["staked"], result["returned"])


def test_a_game_around_a_pot_is_played_and_left_over_http(operator: Operator, players: tuple[Seated, Seated]) -> None:
    table_id = open_table(operator, POT)
    table = dealt(table_id, players, POT.stake_max_minor)
    asked = table["pot_game"]["turn"]
    deciding = players[asked["seat"]]
    legal = shown(deciding, table_id)["own"]["legal_actions"]
    cheapest = next(each for each in legal if each["action"] in {"take", "down"})

    turn = told(deciding.decide(table_id, asked["seq"], cheapest["action"]), 201)
    assert (turn["seat"], turn["cash"]) == (asked["seat"], None)
    repeated = told(deciding.decide(table_id, asked["seq"], cheapest["action"]), 201)
    assert repeated["receipt"] == turn["receipt"]

    mark = {"epoch": table["epoch"], "mark": "vote"}
    told(players[0].post(f"/tables/{table_id}/marks", mark), 201)
    problem(players[0].post(f"/tables/{table_id}/marks", mark), 409, "mark-stands")
    assert [seat["voted"] for seat in shown(Caller(), table_id)["pot_game"]["seats"] if seat["seat"] == 0] == [True]
    left = told(players[1].post(f"/tables/{table_id}/departures", {"epoch": table["epoch"]}), 201)
    assert left == {"departure": "away"}

    hand = told(Caller().get(f"/tables/{table_id}/hands"))["items"][0]
    assert hand["ended_by"] == "agreed"
    assert end_all_stakes(now=database_now()) == 2
    bought = [result["staked"]["amount"] for result in hand["results"]]
    (pair,) = told(Auditor("aud").get(f"/ops/tables/{table_id}/pairs"))["items"]
    nets = sorted(result["returned"]["amount"] - result["staked"]["amount"] for result in hand["results"])
    assert (pair["games"], pair["net"]["amount"]) == (1, max(0, nets[1]))
    assert {partner["player_id"] for partner in pair["partners"]} == {player.seat.chain.hex for player in players}
    # One machine, and no device in common.
    assert (pair["shared_device"], pair["shared_address"]) == (False, True)
    assert sum(bought) == sum(result["returned"]["amount"] + result["rake"]["amount"] for result in hand["results"])


def test_a_stake_is_withdrawn_until_the_betting_ends(operator: Operator, players: tuple[Seated, Seated]) -> None:
    table_id = open_table(operator)
    placed = told(players[0].sit(table_id, 0, 500, key="k"), 201)
    assert told(players[0].sit(table_id, 0, 500, key="k"), 201) == placed
    assert (placed["status"], placed["outcome"], placed["staked"]["amount"]) == ("open", None, 500)
    problem(players[1].sit(table_id, 0, 500), 409, "seat-taken")
    problem(players[0].post(f"/tables/{table_id}/withdrawals", {"epoch": 1}), 409, "no-stake")

    withdrawn = told(players[0].post(f"/tables/{table_id}/withdrawals", {"epoch": 0}), 201)

    assert (withdrawn["status"], withdrawn["outcome"], withdrawn["returned"]["amount"]) == ("voided", "withdrawn", 500)
    assert shown(Caller(), table_id)["seats"] == []
    told(players[1].sit(table_id, 0, 500), 201)


def test_a_stake_for_another_epoch_is_refused(operator: Operator, players: tuple[Seated, Seated]) -> None:
    """Its value would open nothing: the hand could never be dealt."""
    refused = problem(players[0].sit(open_table(operator), 0, 500, epoch=1), 409, "betting-closed")

    assert refused["epoch"] == 0


def test_the_events_are_the_records_page_by_page(operator: Operator, players: tuple[Seated, Seated]) -> None:
    table_id = open_table(operator)
    dealt_with_a_decision(table_id, players)
    read: list[Any] = []
    after: str | None = "-1"
    while after is not None:
        page = told(Caller().get(f"/tables/{table_id}/events?after={after}&limit=2"))
        read, after = read + page["items"], page["next"]

    assert [event["seq"] for event in read] == list(range(len(read)))
    assert [event["type"] for event in read[:3]] == ["table", "commit", "seats"]
    assert all(leaf_hash(event["note"]).hex() == event["leaf"] for event in read)
    assert all(json.loads(event["note"].partition("\n")[0]) == event["record"] for event in read)
    newest = read[-1]["seq"]
    assert told(Caller().get(f"/tables/{table_id}/events?after={newest}")) == {"items": [], "next": None}
    ahead = told(Caller().get(f"/tables/{table_id}/events?after={newest + 1}"), 409)
    assert (ahead["code"], ahead["newest"]) == ("event-ahead", newest), (
        "whoever has more than the table is told, as on the stream"
    )


@pytest.mark.parametrize("query", ["after=-2", "after=x", "after=1.0", "after=", "limit=0", "after=9999999999999999"])
def test_what_is_no_place_in_the_events_is_refused(operator: Operator, query: str) -> None:
    problem(Caller().get(f"/tables/{open_table(operator)}/events?{query}"), 400, "malformed-page")


@pytest.mark.parametrize("sheet", [RED_DOG, MONTANA, POT], ids=lambda sheet: sheet.family)
def test_no_answer_has_a_hidden_card_a_value_a_seed_or_whose_seat_it_is(
    operator: Operator, players: tuple[Seated, Seated], sheet: RuleSheet
) -> None:
    """Everybody walks all documents of a table, before the cards are dealt and afterwards."""
    strange, staff = Seated("stranger"), (operator, Auditor("aud"))
    table_id = open_table(operator, sheet)
    seat_all(table_id, players, sheet.stake_max_minor)
    epoch = shown(strange, table_id)["epoch"]
    told(players[0].reveal(table_id, epoch), 201)
    seed = epoch_seed(TableEpoch(chain_of(table_id), epoch)).hex()
    secrets = {seed, *(player.value(table_id, epoch).hex() for player in players)}

    for who in (Caller(), strange, *players, *staff):
        read = set(walked(who, table_id))
        assert not read & (CARDS | secrets)
        assert who in staff or not {player.seat.chain.hex for player in (*players, strange)} & read

    told(players[1].reveal(table_id, epoch), 201)
    step(table_id)
    if shown(strange, table_id)["phase"] == "betting":
        return  # nobody was asked: the hand is over, and nothing is hidden
    public, hidden = public_cards(chain_of(table_id)), hidden_hands(chain_of(table_id))
    assert len(hidden) == (0 if sheet.family == "red-dog" else 2)
    for who in (Caller(), strange, *players, *staff):
        read = set(walked(who, table_id))
        own = hidden.get(players.index(who)) if who in players else None
        assert read & CARDS == public | (set(own.texts) if own else set())
        others = {hand.key.hex() for hand in hidden.values() if hand is not own and not set(hand.texts) <= public}
        assert not read & (others | {seed})
        assert who in staff or not {player.seat.chain.hex for player in (*players, strange)} & read


def hidden_hands(table: ChainId) -> dict[int, SealedHand]:
    """Return the hidden hands of a table by seat; around a pot, that of the seat that decides is shown."""
    state = table_state(table)
    hands = running_game(state).dealt.hands if state.table.definition.around_pot else house_hand(state).hands
    return {hand.seat: hand for hand in hands}


def public_cards(table: ChainId) -> set[str]:
    """Return the cards that have been shown; around a pot those of finished turns, and the hand that decides."""
    state = table_state(table)
    if not state.table.definition.around_pot:
        return {card_text(card) for card in house_hand(state).shared_cards}
    dealt = running_game(state).dealt
    assert dealt.shown is not None
    return {*dealt.shown.texts, *(card_text(card) for turn in dealt.game.turns for card in turn.cards)}


def walked(who: Caller, table_id: str) -> Iterator[str]:
    """Yield every text of every document that somebody can read of a table."""
    paths = [f"/tables/{table_id}", "/tables", f"/tables/{table_id}/events", f"/tables/{table_id}/hands"]
    if isinstance(who, Operator):
        paths += [f"/ops/tables/{table_id}", "/ops/tables"]
    for path in paths:
        yield from texts_of(told(who.get(path)))


def texts_of(document: object) -> Iterator[str]:
    if isinstance(document, dict):
        for member in document.values():
            yield from texts_of(member)
    elif isinstance(document, list):
        for member in document:
            yield from texts_of(member)
    elif isinstance(document, str):
        yield document


def test_the_staff_sees_players_and_money_and_no_hidden_card(
    operator: Operator, players: tuple[Seated, Seated]
) -> None:
    table_id = open_table(operator, MONTANA)
    dealt_with_a_decision(table_id, players, MONTANA.stake_min_minor)

    seen = told(Auditor("aud").get(f"/ops/tables/{table_id}"))

    assert [(player["player_id"], player["seat"]) for player in seen["players"]] == [
        (player.seat.chain.hex, seat) for seat, player in enumerate(players)
    ]
    assert seen["staked"]["amount"] == 2 * MONTANA.stake_min_minor
    assert "own" not in seen
    assert not CARDS & set(texts_of(seen))


def test_an_operator_opens_pauses_and_closes_tables(operator: Operator) -> None:
    ada = Seated("ada")
    table_id = open_table(operator)
    assert [table["id"] for table in told(Caller().get("/tables"))["items"]] == [table_id]
    status = f"/ops/tables/{table_id}/status"

    assert told(operator.send("PUT", status, {"status": "paused", "reason": "a test"})) == {"status": "paused"}
    problem(ada.sit(table_id, 0, 500), 409, "table-paused")
    problem(operator.send("PUT", status, {"status": "paused", "reason": "a test"}), 409, "table-status-unchanged")
    told(operator.send("PUT", status, {"status": "closed", "reason": "a test"}))

    assert told(Caller().get("/tables"))["items"] == []
    assert [table["id"] for table in told(operator.get("/ops/tables"))["items"]] == [table_id]
    assert told(operator.get("/ops/tables?status=open"))["items"] == []
    problem(operator.send("PUT", status, {"status": "open", "reason": "a test"}), 409, "table-closed")


@pytest.mark.parametrize(
    ("wrong", "status", "code"),
    [
        ({"seats": 8}, 422, "table-outside-rules"),
        ({"game_seconds": 60}, 422, "table-outside-rules"),
        ({"revealing_seconds": 4}, 422, "table-outside-rules"),
        ({"revealing_seconds": 4, "test": True}, 422, "table-outside-rules"),
        ({"revealing_seconds": 61}, 422, "table-outside-rules"),
        ({"revealing_seconds": 61, "test": True}, 422, "table-outside-rules"),
        ({"stake_max": {"amount": 10**9, "currency": "USD"}}, 422, "table-outside-rules"),
        ({"game": "no-such-game"}, 404, "game-not-found"),
        ({"game": world.GAME}, 409, "not-a-table-game"),
        ({"test": 1}, 400, "invalid-request"),
        ({"betting_seconds": 0}, 400, "invalid-request"),
    ],
)
def test_no_table_is_opened_outside_its_rules(operator: Operator, wrong: Any, status: int, code: str) -> None:
    before = world.everything_stored()

    problem_of = told(operator.post("/ops/tables", order() | wrong), status)

    assert problem_of["code"] == code
    after = world.everything_stored()
    assert {table for table in after if after[table] != before[table]} <= {"knox_authtoken"}


def test_at_a_table_by_invitation_only_invited_players_sit(operator: Operator) -> None:
    ada = Seated("ada")
    table_id = open_table(operator, admission="invited")
    problem(ada.sit(table_id, 0, 500), 403, "not-invited")
    invitations = f"/ops/tables/{table_id}/invitations"
    asked = {"player_id": ada.seat.chain.hex, "reason": "a test"}

    told(operator.post(invitations, asked), 201)

    assert told(Auditor("aud").get(invitations))["items"] == [{"player_id": ada.seat.chain.hex}]
    told(ada.sit(table_id, 0, 500), 201)
    problem(operator.post(invitations, asked), 409, "already-invited")
    assert operator.send("DELETE", f"{invitations}/{ada.seat.chain.hex}?reason=a+test").status_code == 204
    problem(operator.send("DELETE", f"{invitations}/{ada.seat.chain.hex}?reason=a+test"), 404, "invitation-not-found")


def test_a_program_that_looks_at_a_table_keeps_no_session_awake(operator: Operator) -> None:
    """The pause of half an hour is the player's, whose program asks on."""
    table_id = open_table(operator)
    earlier = now() - timedelta(minutes=20)
    world.sign_up("eve", now=earlier)
    begun = world.log_in_player("eve", now=earlier)
    eve, session_id = Caller(f"Bearer {begun.token}"), session_id_of(begun.token)

    for path in ("", "/events"):
        told(eve.get(f"/tables/{table_id}{path}"))
        assert Session.objects.get(id=session_id).active_at == earlier
    told(eve.get("/me/stakes"))

    assert Session.objects.get(id=session_id).active_at > earlier


def test_orders_at_a_table_are_counted_like_the_steps_of_a_round(operator: Operator) -> None:
    ada, table_id = Seated("ada"), open_table(operator)
    limits = {"play": {"account": (3, 60), "address": (100, 60)}}
    with override_settings(REDDOG_THROTTLES=limits):
        answers = [ada.reveal(table_id, 0).status_code for _ in range(4)]

    assert answers == [409, 409, 409, 429]


def test_tables_are_listed_by_game_and_page_by_page(operator: Operator) -> None:
    red_dog = sorted(open_table(operator) for _ in range(3))
    pot = open_table(operator, POT)
    read: list[str] = []
    cursor = ""
    while True:
        page = told(Caller().get(f"/tables?game={RED_DOG.game}&limit=2{cursor}"))
        read += [table["id"] for table in page["items"]]
        if page["next"] is None:
            break
        cursor = f"&cursor={page['next']}"

    assert read == red_dog
    assert [table["id"] for table in told(Caller().get(f"/tables?game={POT.game}"))["items"]] == [pot]


def test_what_is_no_table_is_not_found(operator: Operator) -> None:
    ada = Seated("ada")
    for table_id in (NO_TABLE, ada.seat.chain.hex, "x", "0" * 33):
        for path in ("", "/events", "/hands", "/hands/0"):
            problem(Caller().get(f"/tables/{table_id}{path}"), 404, "table-not-found")
        problem(operator.get(f"/ops/tables/{table_id}"), 404, "table-not-found")
        body = {"epoch": 0, "value": "0" * 64}
        problem(ada.post(f"/tables/{table_id}/reveals", body), 404, "table-not-found")
    for epoch in ("0", "1", "x", "-1", "01", "9999999999"):
        problem(Caller().get(f"/tables/{open_table(operator)}/hands/{epoch}"), 404, "hand-not-found")


@pytest.mark.parametrize("value", ["0" * 63, "0" * 65, "A" * 64, "0" * 64 + "\n", 7, None, "g" * 64])
def test_a_value_is_64_hex_digits(operator: Operator, value: object) -> None:
    ada = Seated("ada")
    problem(ada.post(f"/tables/{open_table(operator)}/reveals", {"epoch": 0, "value": value}), 400, "invalid-request")
