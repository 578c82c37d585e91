"""What anybody may read about the games, and keep for a while."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from django.test import Client

from games.core.stake_limits import StakeLimits
from games.core.variants import AT_TABLES, OFFERED, PLAYED_ALONE, VARIANTS, red_dog_atlantic_city
from games.operations import publish_rules as publishing
from games.operations.publish_rules import publish_rules
from tests import world
from tests.api.caller import V1, Caller, Player, now, problem

if TYPE_CHECKING:
    from django.http import HttpResponse

pytestmark = [pytest.mark.clause("F49"), pytest.mark.django_db]

PUBLIC = ("/games", f"/games/{world.GAME}", f"/games/{world.GAME}/rules", f"/games/{world.GAME}/par-sheet")


@pytest.fixture(autouse=True)
def _opened() -> None:
    world.open_house()


def asked(path: str, **headers: str) -> HttpResponse:
    """Ask as nobody."""
    return Client().get(V1 + path, headers=headers)  # type: ignore[return-value]  # the test client's own response


def page(path: str, **headers: str) -> dict[str, Any]:
    answer = asked(path, **headers)
    assert answer.status_code == 200
    told: dict[str, Any] = json.loads(answer.content)
    assert answer.headers["Content-Language"] == told["language"]
    return told


@pytest.mark.parametrize("path", PUBLIC)
def test_a_public_answer_may_be_kept_and_is_not_sent_again_to_those_who_have_it(path: str) -> None:
    first = asked(path)
    assert first.headers["Cache-Control"] == "public, max-age=60"

    again = asked(path, **{"If-None-Match": first.headers["ETag"]})
    other = asked(path, **{"If-None-Match": '"another"'})

    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["ETag"] == first.headers["ETag"]
    assert (other.status_code, other.content) == (200, first.content)


def test_every_game_has_its_rules_on_offer_or_not() -> None:
    for sheet in VARIANTS:
        told = page(f"/games/{sheet.game}/rules")
        assert (told["game"], told["version"]) == (sheet.game, sheet.version)
        assert (told["rules"] is not None) == (sheet in OFFERED)


def test_every_game_on_offer_says_for_how_many_it_is_and_where_it_is_played() -> None:
    games = {game["game"]: (game["played"], game["seats"]) for game in json.loads(asked("/games").content)["items"]}

    assert games == {
        **{sheet.game: ("alone", 1) for sheet in PLAYED_ALONE},
        **{sheet.game: ("at-tables", sheet.seats) for sheet in AT_TABLES},
    }
    assert json.loads(asked("/games/pot-red-dog").content)["seats"] == 10


def test_a_par_sheet_declares_what_the_game_tells() -> None:
    told = json.loads(asked(f"/games/{world.GAME}").content)
    figures = json.loads(asked(f"/games/{world.GAME}/par-sheet").content)

    assert (figures["variant"], figures["version"]) == (told["game"], told["version"])
    assert figures["rtp"]["first_bet"]["fraction"] == told["rtp"][0]["fraction"]
    assert figures["sheet"] == told["sheet"]
    assert asked("/games/none/par-sheet").status_code == 404


def test_a_game_is_called_as_its_rules_page_calls_it_in_each_language() -> None:
    for game in json.loads(asked("/games").content)["items"]:
        pages = {language: page(f"/games/{game['game']}/rules?lang={language}") for language in ("en", "ja")}
        assert game["titles"] == {language: told["title"] for language, told in pages.items()}


def test_a_game_tells_its_limits_in_each_currency_the_sheets_own_first(monkeypatch: pytest.MonkeyPatch) -> None:
    game = json.loads(asked("/games/montana-red-dog").content)
    own = {"stake_min": game["stake_min"], "stake_max": game["stake_max"]}
    side_bet = {"side_bet_min": dollars(100), "side_bet_max": dollars(30_000)}
    assert game["stakes"][0] == {**own, **side_bet}
    assert [limits["stake_min"]["currency"] for limits in game["stakes"]] == ["USD", "EUR", "GBP", "JPY"]
    none = {"side_bet_min": None, "side_bet_max": None}
    assert json.loads(asked("/games/red-dog-table").content)["stakes"][0].items() >= none.items()

    yen = StakeLimits(stake_min_minor=100, stake_max_minor=5_000_000)
    sheet = replace(red_dog_atlantic_city.SHEET, version=3, stakes={"JPY": yen})
    monkeypatch.setattr(publishing, "OFFERED", (sheet,))
    publish_rules(now=now())

    told = json.loads(asked(f"/games/{sheet.game}").content)
    assert told["stake_max"] == dollars(30_000)
    assert [limits["stake_max"] for limits in told["stakes"]] == [
        dollars(30_000),
        {"amount": 5_000_000, "currency": "JPY"},
    ]


def dollars(amount_minor: int) -> dict[str, object]:
    return {"amount": amount_minor, "currency": "USD"}


def test_a_round_of_a_game_at_tables_is_a_conflict_that_names_the_tables() -> None:
    bet = {"stake": {"amount": 100, "currency": "USD"}}

    told = problem(Player().post("/games/red-dog-table/rounds", bet), 409, "played-at-tables")

    assert told["tables"] == "/api/v1/tables"


def test_the_rules_name_the_record_that_the_rounds_name() -> None:
    game = json.loads(asked(f"/games/{world.GAME}").content)

    assert page(f"/games/{world.GAME}/rules")["rules"] == game["rules"]


@pytest.mark.parametrize(
    ("query", "accepted", "language"),
    [
        ("", "", "en"),
        ("?lang=ja", "", "ja"),
        ("?lang=en", "ja", "en"),
        ("", "ja", "ja"),
        ("", "ja-JP,en;q=0.5", "ja"),
        ("", "de-CH, en;q=0.2, ja;q=0.7", "ja"),
        ("", "de, *;q=0.1", "en"),
        ("", "no language ;;; at all", "en"),
    ],
)
def test_the_rules_are_told_in_the_language_that_is_asked_for(query: str, accepted: str, language: str) -> None:
    headers = {"Accept-Language": accepted} if accepted else {}

    told = page(f"/games/{world.GAME}/rules{query}", **headers)

    assert told["language"] == language
    assert [section["id"] for section in told["sections"]][:3] == ["glance", "rounds", "pay"]


def test_a_cache_is_told_that_the_language_decides() -> None:
    answers = [asked(PUBLIC[2], **{"Accept-Language": language}) for language in ("en", "ja")]

    assert {answer.headers["Vary"] for answer in answers} == {"Accept-Language"}
    assert len({answer.headers["ETag"] for answer in answers}) == 2


def test_a_language_that_no_page_is_written_in_is_refused() -> None:
    told = problem(Caller().get(f"{PUBLIC[2]}?lang=fr"), 400, "invalid-request")

    assert told["errors"] == [{"field": "lang", "detail": "One of en, ja."}]


def test_a_game_that_does_not_exist_has_no_rules() -> None:
    problem(Caller().get("/games/whist/rules"), 404, "game-not-found")
