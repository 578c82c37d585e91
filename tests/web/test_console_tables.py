"""The form that opens a table says what its numbers may be, and marks the fields whose numbers were refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import pytest

from games.core.variants import pot_red_dog
from tables.operations.open_table import REVEAL_MAX_MS, REVEAL_MIN_MS
from tests import world
from tests.api.caller import now
from tests.web.house_scene import asked, text_of
from tests.web.test_console_doors import browser

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
