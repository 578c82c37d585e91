"""Tables in the console: the form that opens one and says what its numbers may be, and the pages of its hands."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Final

import pytest

from games.core.variants import pot_red_dog
from tables.operations.open_table import REVEAL_MAX_MS, REVEAL_MIN_MS
from tables.operations.take_step import take_step
from tables.queries.table_states import table_state
from tests import world
from tests.api.caller import now
from tests.house_table import announced_table, begin_epoch, end_all_stakes, place, play_hand, step, table_of
from tests.web.house_scene import asked, text_of
from tests.web.test_console_doors import browser
from web.console.cards import cards_text

if TYPE_CHECKING:
    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db

FORM: Final = "/console/tables/do/open"
LANGUAGES: Final = ("en", "ja")
REFUSED: Final = {"en": "Refused: nothing was done.", "ja": "拒否されました。"}
TABLE: Final = {
    "game": pot_red_dog.SHEET.game,
    "seats": "3",
    "currency": "USD",
    "stake_min": "50",
    "stake_max": "100.00",
    "admission": "public",
    "betting_seconds": "8",
    "revealing_seconds": "10",
    "game_seconds": "600",
    "test": "false",
    "reason": "an evening",
    "idempotency_key": "0" * 32,
}


def hint(page: str, field: str) -> str:
    """Return what describes a field of the form."""
    found = re.search(rf'<span class="small quiet" id="ah-{field}">(.*?)</span></div>', page, re.DOTALL)
    assert found is not None, field
    return re.sub(r"<[^>]*>", "", found[1])


def marked(page: str) -> set[str]:
    """Return the fields that are marked as wrong."""
    inputs = re.findall(r"<(?:input|select|textarea) [^>]*>", page)
    return {re.findall(r'name="([^"]+)"', each)[0] for each in inputs if 'aria-invalid="true"' in each}


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_form_says_the_units_and_ranges_of_its_clock(language: str, settings: Settings) -> None:
    world.open_house(now=now())
    most_seconds = settings.REDDOG_JURISDICTION.reality_check_interval_ms // 1000

    page = text_of(browser().get(FORM, HTTP_ACCEPT_LANGUAGE=language))

    seconds = {"en": "seconds", "ja": "秒"}[language]
    for field, numbers in (
        ("betting_seconds", (1, 86_400)),
        ("revealing_seconds", (REVEAL_MIN_MS // 1000, REVEAL_MAX_MS // 1000)),
        ("game_seconds", (1, most_seconds)),
    ):
        said = hint(page, field)
        assert seconds in said
        assert tuple(int(number) for number in re.findall(r"\d+", said)[:2]) == numbers


def test_the_form_says_which_beacon_its_decks_wait_for(settings: Settings) -> None:
    world.open_house(now=now())
    client = browser()
    without = text_of(client.get(FORM))

    settings.REDDOG_BEACON_URL = "https://beacon.example/chain"
    source = text_of(client.get(FORM))

    assert "take no public value" in without
    assert "a public value of https://beacon.example/chain" in source


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"revealing_seconds": "61"}, "revealing_seconds"),
        ({"revealing_seconds": "4"}, "revealing_seconds"),
        ({"revealing_seconds": "86401"}, "revealing_seconds"),
        ({"betting_seconds": "0"}, "betting_seconds"),
        ({"game_seconds": "86400"}, "game_seconds"),
        ({"game_seconds": ""}, "game_seconds"),
        ({"seats": "11"}, "seats"),
        ({"seats": "1"}, "seats"),
        ({"stake_min": "0"}, "stake_min"),
    ],
    ids=str,
)
def test_what_was_refused_is_said_at_its_field_with_its_range(
    change: dict[str, Any], field: str, language: str
) -> None:
    world.open_house(now=now())

    answer = browser().post(FORM, {**TABLE, **change}, HTTP_ACCEPT_LANGUAGE=language)

    page = answer.content.decode()
    assert answer.status_code in {400, 422}, page
    assert marked(page) == {field}
    said = hint(page, field)
    assert said.startswith(REFUSED[language])
    assert len(said) > len(REFUSED[language]) + 10, "the range stays there"
    assert asked("/ops/tables")["items"] == []


def test_a_table_within_the_hints_is_opened() -> None:
    world.open_house(now=now())

    answer = browser().post(FORM, {**TABLE, "revealing_seconds": str(REVEAL_MAX_MS // 1000)})

    assert answer.status_code == 302, answer.content.decode()


def test_a_hand_that_runs_has_a_page_before_and_after_it_is_dealt() -> None:
    world.open_house(now=now())
    ada, table = world.seat_player("ada", now=now()), announced_table(table_of(seats=1), now=now())
    client = browser()
    hand = f"/console/tables/{table.hex}/hands/0"
    placed = place(ada, table, 0, 1_000, now=now())

    betting = text_of(client.get(hand))
    assert f'href="{hand}"' in text_of(client.get(f"/console/tables/{table.hex}"))
    assert ("It has not ended." in betting, "awaited" in betting) == (True, True)
    assert f"/console/players/{ada.chain.hex}" in betting
    assert "10.00" in betting
    assert f'href="{hand}"' in text_of(client.get(f"/console/players/{ada.chain.hex}"))
    begin_epoch(placed, now=now())
    # A pair and consecutive ranks end at once, three hands in ten: of twenty hands, one asks for a decision.
    for _attempt in range(20):
        if table_state(table).running is not None:
            break
        end_all_stakes(now=now())
        take_step(table, now=now())
        begin_epoch(place(ada, table, 0, 1_000, now=now()), now=now())
    shown = asked(f"/ops/tables/{table.hex}")

    dealt = text_of(client.get(f"/console/tables/{table.hex}/hands/{shown['epoch']}"))
    assert cards_text(shown["hand"]["cards"]) in dealt
    assert ("told" in dealt, "awaited" in dealt) == (True, False)


def test_a_stake_of_the_hand_before_is_not_on_the_page_of_the_next_one() -> None:
    world.open_house(now=now())
    ada, table = world.seat_player("ada", now=now()), announced_table(table_of(seats=1), now=now())
    later = begin_epoch(place(ada, table, 0, 1_000, now=now()), now=now())
    if table_state(table).running is not None:
        step(table, now=later + timedelta(minutes=1))
    assert table_state(table).epoch == 1

    client = browser()

    player = f"/console/players/{ada.chain.hex}"
    assert player in text_of(client.get(f"/console/tables/{table.hex}")), "the stake has not ended yet"
    assert player not in text_of(client.get(f"/console/tables/{table.hex}/hands/1"))


def test_a_hand_that_was_not_announced_has_no_page() -> None:
    world.open_house(now=now())
    table, client = announced_table(table_of(seats=1), now=now()), browser()

    for epoch in ("1", "00", "one"):
        answer = client.get(f"/console/tables/{table.hex}/hands/{epoch}")
        assert (answer.status_code, "hand-not-found" in answer.content.decode()) == (404, True), epoch


def test_finished_hands_are_listed_newest_first_and_paged() -> None:
    world.open_house(now=now())
    ada, table = world.seat_player("ada", now=now()), announced_table(table_of(seats=1), now=now())
    client = browser()
    place_of = f"/console/tables/{table.hex}"
    assert "once it has ended" in text_of(client.get(f"{place_of}/hands"))
    play_hand(table, ada, now=now())
    take_step(table, now=now())
    play_hand(table, ada, now=now())

    whole, first = text_of(client.get(f"{place_of}/hands")), text_of(client.get(f"{place_of}/hands?limit=1"))

    assert re.findall(rf"{place_of}/hands/(\d+)", whole) == ["1", "0"]
    assert re.findall(rf"{place_of}/hands/(\d+)", first) == ["1"]
    older = re.search(r"hands\?limit=1&amp;cursor=[^\"]+", first)
    assert older is not None
    assert re.findall(r"hands/(\d+)", text_of(client.get(f"{place_of}/{older[0].replace('&amp;', '&')}"))) == ["0"]
    assert {f"{place_of}/hands/0", f"{place_of}/hands"} <= set(
        re.findall(r'href="([^"]+)"', text_of(client.get(place_of)))
    )
