"""The house style, where a linter does not know it."""

import ast
from functools import cache
from pathlib import Path
from typing import Final

import pytest

PROJECT: Final = Path(__file__).resolve().parents[1]
APPS: Final = (
    "kernel",
    "telemetry",
    "rest",
    "audit",
    "staff",
    "wallet",
    "players",
    "responsible_gaming",
    "games",
    "cashier",
    "tables",
    "approvals",
    "casework",
    "reports",
    "reddog_platform",
    "verifier",
)
TALLEST: Final = 60
LONGEST: Final = 300

# The replacement stands beside each name, because a banned name is a question: what is this file about?
BANNED_NAMES: Final = {
    "utils": "the noun it works on",
    "helpers": "the noun it works on",
    "common": "kernel, or the app that owns it",
    "services": "operations/<verb>.py",
    "managers": "queries.py",
    "signals": "an operation that calls what follows from it",
    "misc": "the noun it works on",
    "base": "what all of them are",
}
# Names that a framework asks for.
ASKED_FOR: Final = {"reddog_platform/embedded/backend/base.py", "reddog_platform/postgresql/base.py"}

# Words that have to be opened to be understood: each has meant several things here. The verifier keeps some of them.
OPAQUE_NAMES: Final = {
    "told": "details, fields, payload, text: what it is",
    "asked": "request, options, scope: what it is",
    "luck": "rtp_deviation",
    "purse": "totals_key",
    "whose": "account_kind",
    "alone": "exclusive, or advisory_lock",
    "Profile": "Jurisdiction",
}
# The same word for the same kind of thing in two apps, each of which is always read with its app's name before it.
SHARED_CLASS_NAMES: Final = frozenset(
    [
        "Account",
        "Command",
        "DatabaseWrapper",
        "Delivery",
        "LimitView",
        "LoginRequest",
        "MeView",
        "Outcome",
        "Page",
        "PlayerView",
        "Report",
        "Result",
        "RoundView",
        "SecondFactorView",
        "Status",
        "Table",
        "Tally",
        "Verification",
    ]
)

# Where cards, money and records are decided, and where money is kept.
WITHOUT_FLOATS: Final = (
    "kernel",
    "audit/core",
    "games/core",
    "games/laboratory",
    "players/core",
    "responsible_gaming/core",
    "tables/core",
    "wallet",
    "cashier",
    "casework",
)


def sources(*folders: str) -> list[Path]:
    found = (path for folder in folders for path in sorted((PROJECT / folder).rglob("*.py")))
    return [path for path in found if "migrations" not in path.parts]


def named(path: Path) -> str:
    return path.relative_to(PROJECT).as_posix()


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    return tuple(ast.walk(parsed(path)))


# A test looks at all files: each by itself would cost thousands of tests.
EVERY_SOURCE: Final = sources(*APPS, "clients", "benchmarks")


def test_a_function_fits_a_screen() -> None:
    tall = [
        f"{named(path)}: {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for path in EVERY_SOURCE
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno is not None
        and node.end_lineno - node.lineno >= TALLEST
    ]

    assert tall == []


def test_a_file_is_one_noun_or_one_verb() -> None:
    lines = {named(path): len(path.read_text().splitlines()) for path in EVERY_SOURCE}
    banned = {
        named(path): f"instead: {BANNED_NAMES[path.stem]}"
        for path in EVERY_SOURCE
        if path.stem in BANNED_NAMES and named(path) not in ASKED_FOR
    }

    assert {name: count for name, count in lines.items() if count > LONGEST} == {}
    assert banned == {}


def test_no_name_must_be_opened_to_be_understood() -> None:
    opaque = {
        (named(path), name): OPAQUE_NAMES[name]
        for path in sources(*(app for app in APPS if app != "verifier"), "clients", "benchmarks")
        for node in nodes(path)
        for name in [getattr(node, "id", None) or getattr(node, "arg", None) or getattr(node, "name", None)]
        if isinstance(name, str) and name in OPAQUE_NAMES
    }

    assert opaque == {}


def test_no_parameter_hides_a_function_of_its_file() -> None:
    hidden = {}
    for path in EVERY_SOURCE:
        functions = [node for node in parsed(path).body if isinstance(node, ast.FunctionDef)]
        names = {function.name for function in functions}
        parameters = {
            parameter.arg
            for function in functions
            for parameter in (*function.args.posonlyargs, *function.args.args, *function.args.kwonlyargs)
        }
        hidden[named(path)] = parameters & names

    assert {name: found for name, found in hidden.items() if found} == {}


def test_a_class_name_has_one_meaning() -> None:
    places: dict[str, list[str]] = {}
    for path in sources(*(app for app in APPS if app != "verifier")):
        for node in parsed(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                places.setdefault(node.name, []).append(named(path))
    repeated = {name: paths for name, paths in places.items() if len(paths) > 1 and name not in SHARED_CLASS_NAMES}

    assert repeated == {}


def test_every_file_says_what_it_is() -> None:
    silent = [named(path) for path in EVERY_SOURCE if path.read_text() and not ast.get_docstring(parsed(path))]

    assert silent == [], "a file begins with its sentence"


@pytest.mark.clause("F01")
def test_cards_and_money_know_no_floats() -> None:
    found = [
        f"{named(path)}:{node.lineno}"
        for path in sources(*WITHOUT_FLOATS)
        for node in nodes(path)
        if (isinstance(node, ast.Constant) and isinstance(node.value, float))
        or (isinstance(node, ast.Name) and node.id in {"float", "Decimal"})
        or (isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div) and "games" not in path.parts)
    ]

    assert found == []


@pytest.mark.clause("F08")
def test_nothing_is_random_but_the_operating_system() -> None:
    imported = {
        (path, name)
        for path in EVERY_SOURCE
        for node in nodes(path)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in ([node.module or ""] if isinstance(node, ast.ImportFrom) else [alias.name for alias in node.names])
    }

    assert {(named(path), name) for path, name in imported if name.split(".")[0] in random_modules(path)} == set()
    assert {named(path) for path, name in imported if name == "numpy.random"} == set()


def random_modules(path: Path) -> set[str]:
    """Return the modules with random numbers that this file may not import."""
    # What simulates and what tests randomness counts with numpy, and deals to nobody.
    counting = {"numpy"} if path.parts[-2] in {"benchmarks", "laboratory", "simulation"} else set()
    # A benchmark's order of faults can be repeated by its seed.
    repeatable = {"random"} if "benchmarks" in path.parts else set()
    return {"random", "numpy"} - counting - repeatable


def test_what_decides_reads_no_clock() -> None:
    read = {f"{clock}.{name}" for clock in ("datetime", "date", "timezone") for name in ("now", "utcnow", "today")}
    read |= {"time.time", "time.monotonic", "os.urandom", "os.environ"}
    called = {
        (named(path), f"{node.value.id}.{node.attr}")
        for path in sources(*APPS)
        if "core" in path.parts or path.parts[-2] == "kernel"
        for node in nodes(path)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }

    assert {(name, call) for name, call in called if call in read} == set()


def test_no_test_stands_for_something_that_it_replaced() -> None:
    """State is built through operations: nothing of ours is mocked."""
    mocking = [named(path) for path in sources("tests") if "unittest" + ".mock" in path.read_text()]

    assert mocking == []
