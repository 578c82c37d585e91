"""Sessions by game: the rows of a session add up to the session, and those of a game to the game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from games.core.red_dog.rules import terms_of
from games.core.round_records import deal_fields
from games.core.variants import OFFERED, red_dog_2_decks, red_dog_atlantic_city
from games.laboratory.exact_math import exact_rtp
from games.operations import deal, publish_rules as publishing
from kernel.instants import to_epoch_ms
from players.models import Session
from players.operations.log_in import log_out
from players.queries.sessions import session_references
from players.tokens import session_id_of
from reports.catalogue.session_games import DEFINITION
from tests import world
from tests.operations.test_growing_tables import keyed_reads
from tests.reports.asking import DAY, FROM, HOUR, MINUTE, UNTIL, assert_same_in_small_pages, rows_of
from tests.reports.making import Book, made
from tests.reports.test_player_sessions import FIGURES, LONG_AGO, on_another_device, without_session

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from reports.core.table import Cell

pytestmark = [pytest.mark.clause("F25"), pytest.mark.django_db]

TWO_DECKS = "red-dog-2-decks"


def summed(rows: Iterable[Mapping[str, Cell]], *by: str) -> dict[tuple[Cell, ...], list[int]]:
    """Add the figures up by some columns."""
    sums: dict[tuple[Cell, ...], list[int]] = {}
    for row in rows:
        figures = [int(str(row[name])) for name in FIGURES]
        if not any(figures):
            continue
        key = tuple(row[name] for name in by)
        sums[key] = [have + more for have, more in zip(sums.get(key, [0] * len(FIGURES)), figures, strict=True)]
    return sums


def publish_next_rules() -> None:
    sheet = red_dog_atlantic_city.SHEET
    following = replace(sheet, version=sheet.version + 1, terms=replace(terms_of(sheet), pay_trips=10))
    following = replace(following, rtp=exact_rtp(following))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(publishing, "OFFERED", tuple(following if one is sheet else one for one in OFFERED))
        assert publishing.publish_rules(now=FROM + 4 * MINUTE) == [sheet.game]


def test_rows_add_up_to_the_sessions_and_to_the_games_with_two_sessions_open() -> None:
    world.open_house(now=LONG_AGO)
    ada = world.seat_player(now=FROM - 10 * MINUTE)
    other = on_another_device(ada, now=FROM - 9 * MINUTE)
    here, there = Book(), Book()
    # Staked on the day before, and decided on this day by the other session.
    early = here.bet_until_one_waits(ada, 700, now=FROM - 5 * MINUTE)
    here.decide(other, early, now=FROM + MINUTE)
    there.play(other, 900, now=FROM + 2 * MINUTE)
    here.play(ada, 500, game=TWO_DECKS, now=FROM + 3 * MINUTE)
    publish_next_rules()
    here.play(ada, 500, now=FROM + 5 * MINUTE)
    torn = there.bet_until_one_waits(other, 900, now=FROM + 7 * MINUTE)
    log_out(other.session_id, now=FROM + 8 * MINUTE)
    there.void(torn, now=FROM + 9 * MINUTE)
    world.run_sequencer(now=UNTIL)

    rows = made("session-games", DAY.first).rows

    references = session_references(ada.chain)
    mine, others = references[ada.session_id], references[other.session_id]
    atlantic, version = red_dog_atlantic_city.SHEET.game, red_dog_atlantic_city.SHEET.version
    assert {(row["reference"], row["game"], row["version"]) for row in rows} == {
        (mine, TWO_DECKS, red_dog_2_decks.SHEET.version),
        (mine, atlantic, version),
        (mine, atlantic, version + 1),
        (others, atlantic, version),
        (others, atlantic, version + 1),
    }
    sessions, games = made("player-sessions", DAY.first).rows, made("game-performance", DAY.first).rows
    by_session = "account", "reference", "accounts", "currency"
    assert summed(rows, *by_session) == summed(sessions, *by_session)
    by_game = "game", "version", "family", "accounts", "currency"
    assert summed(rows, *by_game) == summed(games, *by_game)
    (first,) = (row for row in rows if (row["reference"], row["game"], row["version"]) == (mine, atlantic, version))
    assert first["first_stake"] == early.dealt_ms < to_epoch_ms(FROM)
    assert first["last_end"] == to_epoch_ms(FROM + MINUTE)
    (voided,) = (row for row in rows if row["voided"])
    assert (voided["voided_amount"], voided["last_end"]) == (900, to_epoch_ms(FROM + 9 * MINUTE))


def test_rounds_of_an_erased_player_and_of_stakes_without_a_session_have_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house(now=LONG_AGO)
    ada = world.seat_player(now=FROM)
    reference = session_references(ada.chain)[ada.session_id]
    named = world.play_round(ada, 500, now=FROM + MINUTE)
    # As the log's first version had it.
    monkeypatch.setattr(deal, "deal_fields", lambda *args, **named: without_session(deal_fields(*args, **named)))
    unnamed = world.play_round(ada, 800, now=FROM + 2 * MINUTE)
    world.run_sequencer(now=FROM + HOUR)
    # An erasure leaves no session.
    Session.objects.filter(player_id=ada.chain).delete()

    rows = made("session-games", DAY.first).rows

    assert [(row["reference"], row["games"], row["wagers"]) for row in rows] == [
        (None, 1, unnamed.staked_minor),
        (reference, 1, named.staked_minor),
    ]


def test_pages_give_the_same_rows_by_account_session_and_game(monkeypatch: pytest.MonkeyPatch) -> None:
    world.open_house(now=LONG_AGO)
    for name in ("ada", "gus", "hal"):
        player, book = world.seat_player(name, now=FROM), Book()
        book.play(player, now=FROM + MINUTE)
        book.play(player, game=TWO_DECKS, now=FROM + 2 * MINUTE)
        begun = world.log_in_player(name, now=FROM + HOUR)
        again = replace(player, session_id=session_id_of(begun.token), token=begun.token)
        book.play(again, now=FROM + HOUR + MINUTE)

    places = [(row["account"], row["reference"], row["game"]) for row in rows_of(DEFINITION)]
    assert len(places) == 3 * 3
    assert places == sorted(places, key=str)
    monkeypatch.setattr("reports.queries.session_games._CHAINS_AT_ONCE", 2)
    assert_same_in_small_pages(DEFINITION, monkeypatch)
    with keyed_reads():
        rows_of(DEFINITION)
