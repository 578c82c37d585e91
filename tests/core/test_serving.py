"""Which cell is served: what a process remembers of each, and which cell a request is for."""

from __future__ import annotations

import io
import threading
from typing import TYPE_CHECKING, Any, Final

import pytest
from django.core.exceptions import ImproperlyConfigured

from credentials.bearer_tokens import BearerTokens, cell_name_in
from kernel.cell import Cell
from kernel.serving import cached_by_cell, own_cell, serve, served_cell
from reddog_platform.cell_router import CellRouter, _user_name
from reddog_platform.cell_settings import cells_named

if TYPE_CHECKING:
    from collections.abc import Iterator

HARBOUR: Final = Cell("old_harbour")
REEF: Final = Cell("reef")
ORIGIN: Final = "https://play.example.com:8443"


@pytest.fixture(autouse=True)
def own_again() -> Iterator[None]:
    yield
    serve(own_cell())


def test_what_is_remembered_of_one_cell_is_not_told_of_another() -> None:
    asked: list[str] = []

    @cached_by_cell(None)
    def name_of(word: str) -> str:
        asked.append(word)
        return f"{word} of {served_cell().name}"

    told = []
    for cell in (HARBOUR, REEF, HARBOUR):
        serve(cell)
        told.append(name_of("log"))
    assert told == ["log of old_harbour", "log of reef", "log of old_harbour"]
    assert asked == ["log", "log"]
    name_of.cache_clear()
    name_of("log")
    assert len(asked) == 3


def test_a_threads_choice_is_no_other_threads() -> None:
    serve(HARBOUR)
    seen: list[Cell] = []
    asking = threading.Thread(target=lambda: seen.append(served_cell()))
    asking.start()
    asking.join()
    assert seen == [own_cell()]
    assert served_cell() == HARBOUR


def test_a_token_is_good_in_its_cell_alone() -> None:
    tokens = BearerTokens("players.session")
    own = tokens.draw()
    serve(HARBOUR)
    token = tokens.draw()
    assert (cell_name_in(own), cell_name_in(token)) == ("", "old_harbour")
    row = tokens.row_id(token)
    for other in (own, token.replace("old_harbour.", ""), token.replace("old_harbour.", "reef.")):
        with pytest.raises(ValueError, match=r"not signed by us|of another cell"):
            tokens.row_id(other)
    for cell in (REEF, own_cell()):
        serve(cell)
        with pytest.raises(ValueError, match="of another cell"):
            tokens.row_id(token)
    serve(HARBOUR)
    assert tokens.row_id(token) == row


@pytest.mark.parametrize(
    ("sent", "cell"),
    [
        ({}, Cell()),
        ({"HTTP_HOST": "play.example.com"}, Cell()),
        ({"HTTP_HOST": "old-harbour.play.example.com:8443"}, HARBOUR),
        ({"HTTP_HOST": "OLD-Harbour.play.example.com"}, HARBOUR),
        ({"HTTP_HOST": "old_harbour.play.example.com"}, Cell()),
        ({"HTTP_HOST": "harbour.play.example.com"}, Cell()),
        ({"HTTP_AUTHORIZATION": "Bearer old_harbour.c2V:c2"}, HARBOUR),
        ({"HTTP_AUTHORIZATION": "bearer   reef.c2V:c2"}, REEF),
        ({"HTTP_AUTHORIZATION": "Bearer c2V:c2"}, Cell()),
        ({"HTTP_AUTHORIZATION": "Bearer elsewhere.c2V:c2"}, Cell()),
        ({"HTTP_AUTHORIZATION": "Token reef.c2V"}, Cell()),
        # A host says where one is, whatever token comes with it.
        ({"HTTP_HOST": "reef.play.example.com", "HTTP_AUTHORIZATION": "Bearer old_harbour.c2V:c2"}, REEF),
    ],
)
def test_a_request_is_for_the_cell_of_its_host_or_else_of_its_token(sent: dict[str, Any], cell: Cell) -> None:
    router = CellRouter((HARBOUR, REEF), origin=ORIGIN)
    asked = {"REQUEST_METHOD": "GET", "PATH_INFO": "/api/v1/me", **sent}
    assert router.choose(asked) == cell


@pytest.mark.parametrize(
    ("body", "length", "name"),
    [
        (b'{"username": "ada"}', None, "ada"),
        (b'{"username": 7}', None, ""),
        (b'{"username": "' + 101 * b"a" + b'"}', None, ""),
        (b'["ada"]', None, ""),
        (b"[" * 10_000, None, ""),
        (b"\xff", None, ""),
        (b'{"username": "ada"}', "70000", ""),
        (b'{"username": "ada"}', "\u0663", ""),
        (b"", "", ""),
    ],
)
def test_a_user_name_is_read_of_a_body_that_stays_to_be_read(body: bytes, length: str | None, name: str) -> None:
    length = str(len(body)) if length is None else length
    asked: dict[str, Any] = {"CONTENT_LENGTH": length, "wsgi.input": io.BytesIO(body)}
    assert _user_name(asked) == name
    assert asked["wsgi.input"].read() == body


@pytest.mark.parametrize("names", [["reef", "reef"], ["reef", ""], ["Reef"]])
def test_cells_that_are_named_twice_or_not_at_all_are_refused(names: list[str]) -> None:
    with pytest.raises(ImproperlyConfigured):
        cells_named(names, own=Cell())


def test_a_process_of_a_cell_serves_no_others() -> None:
    with pytest.raises(ImproperlyConfigured, match="no REDDOG_CELL"):
        cells_named(["reef"], own=HARBOUR)
    assert cells_named(["old_harbour", "reef"], own=Cell()) == (HARBOUR, REEF)
