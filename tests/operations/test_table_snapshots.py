"""What a table shows: to everybody the same and nothing hidden, to a player the own hand and what may be decided."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from games.core.cards import card_text
from tables.core.attendance import Mark
from tables.operations.play_turn import mark
from tables.operations.turn_requests import MarkRequest
from tables.queries.snapshots import snapshot, snapshots
from tables.queries.table_states import TableNotFound
from tests import world
from tests.operations.pot_tables import PotTable, begin_game, open_pot_table

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.django_db


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> PotTable:
    table = open_pot_table(monkeypatch)
    begin_game(table)
    return table


def shown(table: PotTable, seat: int | None = None) -> Any:
    """Return what a seat's player is shown of a table, or a stranger."""
    return snapshot(table.chain, None if seat is None else table.chain_of(seat))


def test_a_game_around_a_pot_shows_chips_turn_and_marks_to_everybody(table: PotTable) -> None:
    mark(MarkRequest(table=table.chain, chain=table.chain_of(5), mark=Mark.VOTE), rules=world.SESSIONS, now=table.now)
    game, told = table.game, shown(table)

    assert (told["phase"], told["epoch"], told["due_at"], told["stakes_covered"]) == ("playing", 0, None, True)
    assert told["seq"] == table.state.head.tip.seq
    assert [seat["seat"] for seat in told["seats"]] == [2, 5, 7]
    assert told["hand"] is None
    pot = told["pot_game"]
    assert pot["pot"] == {"amount": game.dealt.game.pot_minor, "currency": "USD"}
    assert [player["stack"]["amount"] for player in pot["seats"]] == list(game.dealt.game.stacks_minor)
    assert [player["seat"] for player in pot["seats"] if player["voted"]] == [5]
    assert game.dealt.shown is not None
    assert pot["turn"]["cards"] == game.dealt.shown.texts
    assert pot["turn"]["seat"] == game.deciding_seat


def test_a_seat_sees_its_own_hand_and_nobody_elses(table: PotTable) -> None:
    for hand in table.game.dealt.hands:
        assert shown(table, hand.seat)["own"]["hand"] == {
            "cards": hand.texts,
            "key": hand.key.hex(),
            "seal": hand.seal.hex(),
        }


def test_the_seat_that_decides_sees_what_it_may_do_and_what_that_costs(table: PotTable) -> None:
    deciding, _ = table.deciding()
    for seat in table.players:
        own = shown(table, seat)["own"]
        legal = table.game.legal_actions if seat == deciding else ()
        assert [
            (each["action"], each["cost_min"]["amount"], each["cost_max"]["amount"]) for each in own["legal_actions"]
        ] == [(each.action, each.cost_min_minor, each.cost_max_minor) for each in legal]
        assert (own["default_action"] is not None) == (seat == deciding)


def test_nobody_sees_a_hidden_card_a_key_a_value_or_whose_seat_it_is(table: PotTable) -> None:
    """No text of any view, but of the own part, has what is hidden."""
    viewers = [None, *(table.chain_of(seat) for seat in table.players), world.sign_up("stranger")]
    views: Mapping[Any, dict[str, Any]] = snapshots(table.chain, viewers)
    everybody = {viewer: {**view, "own": None} for viewer, view in views.items()}

    assert len({json.dumps(view, sort_keys=True) for view in everybody.values()}) == 1
    for viewer in viewers:
        told = json.dumps(views[viewer])
        dealt = table.game.dealt
        for hand in dealt.hands:
            asked = hand.seat == table.game.deciding_seat
            own = viewer == table.chain_of(hand.seat)
            assert (hand.key.hex() in told) == (asked or own)
        assert not [chain for chain in viewers if chain is not None and chain.hex in told]
        assert dealt.cards.seed.hex() not in told
    shown_cards = everybody[None]["pot_game"]["turn"]["cards"]
    assert set(cards_in(everybody[None])) == set(shown_cards)
    for seat in table.players:
        held = next(hand for hand in table.game.dealt.hands if hand.seat == seat)
        assert set(cards_in(views[table.chain_of(seat)])) == {*shown_cards, *held.texts}


def test_a_stranger_and_a_player_elsewhere_have_no_own_part(table: PotTable) -> None:
    assert shown(table)["own"] is None
    assert snapshot(table.chain, world.sign_up("stranger"))["own"] is None


def test_there_is_no_snapshot_of_what_is_no_table(table: PotTable) -> None:
    with pytest.raises(TableNotFound):
        snapshot(table.chain_of(2), None)


def cards_in(document: object) -> list[str]:
    """Return every text of a document that is a card."""
    if isinstance(document, dict):
        return [card for value in document.values() for card in cards_in(value)]
    if isinstance(document, list):
        return [card for value in document for card in cards_in(value)]
    return [document] if document in CARDS else []


CARDS = frozenset(card_text(number) for number in range(52))  # type: ignore[arg-type]  # a card is its number
