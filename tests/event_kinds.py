"""Read from the source which kinds of significant events the code saves."""

from __future__ import annotations

import ast
import re
from functools import cache
from typing import TYPE_CHECKING, Final

from tests.test_tidy import APPS, sources

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_KEBAB: Final = re.compile(r"[a-z]+(-[a-z]+)+")
_SAVING: Final = frozenset({"NewEvent", "EventCause", "key_event", "INCIDENTS", "incidents"})
# What composes an event of a kind that it is given.
_COMPOSERS: Final = frozenset({"_save_event", "_event", "key_event"})


def saving_sources() -> Iterator[Path]:
    """Yield the files of the platform that save events."""
    for path in sources(*APPS):
        tree = ast.parse(path.read_text())
        imports = (node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom))
        if any(alias.name in _SAVING for node in imports for alias in node.names):
            yield path


def kinds_named_in(path: Path) -> set[str]:
    """Return the kinds of events that a file names."""
    tree = ast.parse(path.read_text())
    return {
        text for node in ast.walk(tree) for value in _kinds_of(node) for text in _texts(value) if _KEBAB.fullmatch(text)
    }


def makes_events(path: Path) -> bool:
    """Return whether a file makes an event itself, of whatever kind."""
    tree = ast.parse(path.read_text())
    return any(isinstance(node, ast.Call) and _called(node) == "NewEvent" for node in ast.walk(tree))


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _kinds_of(node: ast.AST) -> list[ast.expr]:
    match node:
        case ast.Call(func=ast.Name(id=name)) if name in _COMPOSERS:
            return [*node.args, *(keyword.value for keyword in node.keywords)]
        case ast.Call(func=ast.Attribute(attr="note"), args=[kind, *_]):
            return [kind]
        case ast.Call():
            return [keyword.value for keyword in node.keywords if keyword.arg in {"kind", "event"}]
        case ast.Assign(targets=[ast.Name(id="kind" | "ended")]):
            return [node.value]
        case ast.FunctionDef(name=name) if name.startswith("_kind_of"):
            return [inner.value for inner in ast.walk(node) if isinstance(inner, ast.Return) and inner.value]
        case _:
            return []


def _texts(value: ast.expr) -> Iterator[str]:
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from (*_texts(value.body), *_texts(value.orelse))
        case ast.Name(id=name) | ast.Attribute(attr=name) if name.isupper():
            yield from _constants().get(name, set())


@cache
def _constants() -> dict[str, set[str]]:
    """Return the texts of module constants by name, wherever they are defined."""
    found: dict[str, set[str]] = {}
    for path in sources(*APPS):
        for node in ast.parse(path.read_text()).body:
            match node:
                case (
                    ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str(text)))
                    | ast.AnnAssign(target=ast.Name(id=name), value=ast.Constant(value=str(text)))
                ):
                    found.setdefault(name, set()).add(text)
    return found
