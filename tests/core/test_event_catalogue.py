"""The catalogue of significant events has every kind that the code saves, and no other."""

from pathlib import Path
from typing import Final

import pytest

from audit.event_catalogue import BY_NAME, CATALOGUE, kinds_from, kinds_of, part_of, severity_of
from audit.event_catalogue.kind import Severity
from audit.event_catalogue.page import events_page
from tests.event_kinds import kinds_named_in, makes_events, saving_sources
from tests.test_tidy import named

pytestmark = pytest.mark.clause("F34")

PROJECT: Final = Path(__file__).resolve().parents[2]
# These take the kind from their callers, who name it.
TAKERS: Final = {"audit/operations/player_key_authority.py", "reddog_platform/incidents.py"}


def saved_kinds() -> dict[str, set[str]]:
    """Return the kinds that the code saves, each with the files that name it."""
    found: dict[str, set[str]] = {}
    for path in saving_sources():
        for kind in kinds_named_in(path):
            found.setdefault(kind, set()).add(named(path))
    return found


def test_every_kind_that_the_code_saves_is_in_the_catalogue() -> None:
    kinds = saved_kinds()

    # One of each way in which a file names it.
    assert {"player-status", "exclusion-lifted", "log-in-guarded", "player-key-added", "release-mismatch"} <= set(kinds)
    assert {kind: files for kind, files in kinds.items() if kind not in BY_NAME} == {}


def test_every_file_that_makes_an_event_names_its_kind_where_this_test_sees_it() -> None:
    assert {named(path) for path in saving_sources() if makes_events(path) and not kinds_named_in(path)} == TAKERS


def test_no_kind_is_in_the_catalogue_that_nothing_saves() -> None:
    assert set(BY_NAME) - set(saved_kinds()) == set()


def test_a_kind_stands_under_the_app_that_saves_it() -> None:
    for kind, files in saved_kinds().items():
        apps = {file.partition("/")[0].replace("_", "-") for file in files}
        # The software that runs is the platform's as a whole.
        expected = {"platform"} if part_of(kind) == "platform" else apps
        assert {part_of(kind)} == expected, kind


def test_a_kind_stands_once_and_each_part_is_sorted() -> None:
    assert len(BY_NAME) == sum(map(len, CATALOGUE.values()))
    for part, kinds in CATALOGUE.items():
        assert [kind.name for kind in kinds] == sorted(kind.name for kind in kinds), part


def test_every_kind_has_one_severity_and_the_more_severe_ones_are_reached_first() -> None:
    assert sorted(kind for severity in Severity for kind in kinds_of(severity)) == sorted(BY_NAME)
    assert set(kinds_from(Severity.ALARM)) == set(kinds_of(Severity.ALARM))
    assert set(kinds_from(Severity.INFO)) == set(BY_NAME)
    assert set(kinds_from(Severity.WARNING)) == {*kinds_of(Severity.WARNING), *kinds_of(Severity.ALARM)}


def test_an_event_of_a_kind_that_has_left_the_catalogue_is_a_notice() -> None:
    assert severity_of("kind-of-an-earlier-version") is Severity.NOTICE


def test_the_page_is_what_the_catalogue_says() -> None:
    assert (PROJECT / "docs" / "events.md").read_text(encoding="utf-8") == events_page(), "run `make events`"


def test_no_message_to_a_player_names_a_value_or_a_link() -> None:
    for kind in BY_NAME.values():
        if kind.message is not None:
            words = kind.message.subject + kind.message.text
            assert not set("{}%<>@") & set(words), kind.name
            assert "http" not in words, kind.name
