"""Whatever the interface lets the staff do or read, the console offers; what it does not is named here, with the reason."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import web.console
from approvals.acts import ACTS
from reddog_platform.urls import urlpatterns
from web.console.action import Action
from web.console.player_actions import ACTIONS

if TYPE_CHECKING:
    from types import ModuleType

_V1: Final = "api/v1/ops/"
_CHANGING: Final = ("post", "put", "patch", "delete")
_PLACE: Final = re.compile(r"<[^>]*>|\{[^}]*\}")


class Operation(NamedTuple):
    """A method on a path of the interface, whose places are `{}`."""

    method: str
    path: str


NOT_DONE: Final[Mapping[Operation, str]] = {
    Operation("POST", "/ops/exclusion-list"): "a file of a register, which a program hands over each day",
}
"""Operations that no page of the console sends, and why."""

IN_STEPS: Final = frozenset(
    Operation("POST", f"/ops/{kind}{step}") for kind in ("sessions", "enrolments") for step in ("", "/second-factor")
)
"""Operations of the log-in, which one function sends: it is given the path, and the path alone is written out."""

NOT_READ: Final[Mapping[str, str]] = {}
"""Paths that no page of the console reads, and why."""

NOT_PROPOSED: Final[Mapping[str, str]] = {
    "admit-player-key": "its proof is made on the player's device, and is no text that somebody types",
    "replace-exclusion-list": "it has the whole list, which a program hands over",
}
"""Proposals that no page of the console makes, and why."""


def shape(path: str) -> str:
    return _PLACE.sub("{}", path)


def operations() -> Iterator[tuple[Operation, type[Any]]]:
    """Yield all operations of the staff, with their views."""
    for pattern in urlpatterns:
        route = str(pattern.pattern)
        if route.startswith(_V1):
            view = pattern.callback.view_class  # type: ignore[attr-defined]  # each is a view's class
            for method in ("get", *_CHANGING):
                if hasattr(view, method):
                    yield Operation(method.upper(), shape("/" + route.removeprefix("api/v1/"))), view


def modules() -> Iterator[ModuleType]:
    for each in pkgutil.iter_modules(web.console.__path__):
        yield importlib.import_module(f"web.console.{each.name}")


def actions() -> list[Action]:
    """Return every action that a module of the console has, alone or in a collection."""
    found: list[Action] = []
    for module in modules():
        for value in vars(module).values():
            values = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else (value,)
            found.extend(each for each in values if isinstance(each, Action))
    return found


def sent() -> set[Operation]:
    """Return the operations of all actions, and of all requests that the sources write out."""
    of_actions = {
        Operation("POST", "/ops/proposals") if action.act else Operation(action.method, shape(action.path))
        for action in actions()
    }
    return of_actions | {Operation(method, path) for method, path in _calls() if method}


def _calls() -> Iterator[tuple[str, str]]:
    """Yield the path of each text that is one, with the method beside it in a call; an empty one where there is none."""
    for module in modules():
        assert module.__file__
        tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
        texts = {name: value for name, value in vars(module).items() if isinstance(value, str)}
        for node in ast.walk(tree):
            # A function may name a path, and ask for what is below it.
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and _text(node.value, texts):
                texts.setdefault(node.targets[0].id, _text(node.value, texts))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                members = {each.arg: each.value for each in node.keywords}
                path, method = _text(members.get("path"), texts), _text(members.get("method"), texts)
                if path.startswith("/ops/") and method:
                    yield method, shape(path)
            path = _text(node, texts)
            if path.startswith("/ops/"):
                yield "", shape(path)


def _text(node: ast.AST | None, texts: Mapping[str, str]) -> str:
    """Return the text that an expression is, `{}` for each part that only a run knows; empty for none."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if not isinstance(node, ast.JoinedStr):
        return ""
    return "".join(
        _text(part, texts) if isinstance(part, ast.Constant) else _named(part, texts) for part in node.values
    )


def _named(part: ast.expr, texts: Mapping[str, str]) -> str:
    name = part.value.id if isinstance(part, ast.FormattedValue) and isinstance(part.value, ast.Name) else ""
    return texts.get(name, "{}")


def test_every_operation_that_changes_something_is_offered_or_named_with_its_reason() -> None:
    changing = {operation for operation, _ in operations() if operation.method != "GET"}

    assert changing - sent() - IN_STEPS == NOT_DONE.keys()
    assert {path for _, path in IN_STEPS} <= {path for _, path in _calls()}


def test_every_path_that_the_staff_reads_is_read_by_a_page() -> None:
    read = {path for _, path in _calls()}

    missing = {operation.path for operation, _ in operations() if operation.method == "GET"} - read
    assert missing == NOT_READ.keys()


def test_every_act_of_two_is_proposed_by_a_page_or_named_with_its_reason() -> None:
    assert ACTS.keys() - {action.act for action in actions()} == NOT_PROPOSED.keys()


def test_every_action_of_a_player_is_one_of_the_interface() -> None:
    known = {operation for operation, _ in operations()}

    assert len(ACTIONS) > 20
    for action in ACTIONS.values():
        if action.act:
            assert action.act in ACTS, action.slug
        else:
            assert Operation(action.method, shape(action.path)) in known, action.slug


def test_every_operation_on_a_player_is_on_the_players_page() -> None:
    """Not merely somewhere on the console: whoever looks at a player finds all that can be done about them."""
    of_player = {Operation(action.method, shape(action.path)) for action in ACTIONS.values() if not action.act}
    changing = {
        operation
        for operation, _ in operations()
        if operation.method != "GET" and operation.path.startswith("/ops/players/{}/")
    }

    assert changing <= of_player
