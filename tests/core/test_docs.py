"""The documentation names what exists: pages, files, tests, commands, targets, paths, codes."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
import yaml
from django.core.management import get_commands

from responsible_gaming.core.jurisdictions import JURISDICTIONS
from tests.api.schema_deviations import DEVIATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT: Final = Path(__file__).resolve().parents[2]
DOCS: Final = PROJECT / "docs"
TOP_PAGES: Final = tuple(PROJECT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"))
PAGES: Final = (*TOP_PAGES, *sorted(DOCS.rglob("*.md")))
# Parts of the index: https://diataxis.fr, and what concerns the project itself.
PARTS: Final = ("Tutorial", "How-to", "Reference", "Explanation", "Project")
APPS: Final = (
    "kernel",
    "telemetry",
    "rest",
    "audit",
    "credentials",
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
)

_FENCE: Final = re.compile(r"^ *```.*?^ *```$", re.MULTILINE | re.DOTALL)
_SPAN: Final = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK: Final = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
_HEADING: Final = re.compile(r"^#+ (.+)$", re.MULTILINE)
_PATH: Final = re.compile(r"(?:[a-z_]+/)+(?:[\w.-]+\.(?:py|md|sql|toml|yaml|jsonl|json))?")
_CODE: Final = re.compile(r"[a-z]+(?:-[a-z]+)+|defect|busy|forbidden|underage")

# Refusals of commands, of the laboratory's files and of rule sheets that are being written: no HTTP answer has them.
_NOT_OVER_HTTP: Final = frozenset(
    {
        "announcement-not-authorised",
        "deck-too-short",
        "duplicate-card",
        "first-key-by-player",
        "key-not-replaced",
        "malformed-card",
        "malformed-line",
        "malformed-pair",
        "malformed-rule-sheet",
        "missing-decision",
        "not-simulated",
        "other-rules",
        "report-not-from-copies",
        "out-of-turn",
        "publication-not-authorised",
        "recovery-needed",
        "recovery-not-needed",
        "recovery-unheard",
        "recovery-waits",
        "rtp-misdeclared",
        "rule-sheet-changed",
        "rules-incomplete",
        "seats-out-of-limits",
        "seed-unreadable",
        "table-not-idle",
        "turn-unfinished",
        "unknown-action",
        "unknown-variant",
        "unreadable-line",
        "vault-step-not-authorised",
        "vault-key-needed",
    }
)
each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(PROJECT).as_posix())


@each_page
def test_a_page_has_one_title_and_begins_with_it(page: Path) -> None:
    prose = _prose(page)

    assert len(re.findall(r"^# ", prose, re.MULTILINE)) == 1
    assert prose.startswith("# ")


@each_page
def test_every_link_within_the_project_leads_somewhere(page: Path) -> None:
    links = [link for link in _LINK.findall(_prose(page)) if "://" not in link]

    assert [link for link in links if not _leads_somewhere(page, link)] == []


@each_page
def test_every_file_test_and_folder_that_a_page_names_exists(page: Path) -> None:
    assert [span for span in _spans(page) if not _names_what_exists(span)] == []


@each_page
def test_every_command_and_target_that_a_page_names_exists(page: Path) -> None:
    code = _code(page)
    commands = set(re.findall(r"manage\.py ([a-z_]+)", code))
    targets = set(re.findall(r"^ *make ([a-z]+)", code, re.MULTILINE))

    assert commands - set(get_commands()) == set()
    assert targets - set(re.findall(r"^([a-z]+):", (PROJECT / "Makefile").read_text(), re.MULTILINE)) == set()


@each_page
def test_a_page_knows_no_machine_that_it_was_written_on(page: Path) -> None:
    text = page.read_text()

    assert str(PROJECT) not in text
    assert re.findall(r"/(?:home|Users|work)/\w+", text) == []


def test_every_decision_is_in_the_index_and_has_its_four_parts() -> None:
    index = (PROJECT / "docs" / "adr" / "README.md").read_text()
    decisions = sorted((PROJECT / "docs" / "adr").glob("0*.md"))

    assert [int(path.name[:4]) for path in decisions] == list(range(1, len(decisions) + 1))
    for path in decisions:
        text = path.read_text()
        assert f"]({path.name})" in index
        assert text.startswith(f"# {path.name[:4]}. ")
        assert re.findall(r"^## (.+)$", text, re.MULTILINE) == [
            "Context",
            "Choice",
            "Rejected",
            "What would change our mind",
        ]


def test_invariants_are_numbered_in_order_and_have_three_guards() -> None:
    text = (PROJECT / "docs" / "invariants.md").read_text()
    numbers = [int(number) for number in re.findall(r"^\*\*I-(\d+) ", text, re.MULTILINE)]

    assert numbers == list(range(1, len(numbers) + 1))
    for guard in ("Code", "Database", "Test"):
        assert len(re.findall(rf"^- {guard}:", text, re.MULTILINE)) == len(numbers), guard


def test_every_guard_that_the_invariants_name_is_in_the_source() -> None:
    source = "\n".join(text for _, text in _sources())
    named = {span for span in _spans(PROJECT / "docs" / "invariants.md") if re.fullmatch(r"\w+", span)}
    tables = {name for name in named if name.startswith(("wallet_", "audit_", "games_", "tables_"))}

    assert tables, "the invariants name constraints"
    assert [name for name in named if name != "E_RG" and not _defined(name, source)] == []


def test_the_page_on_the_interface_lists_the_paths_of_the_schema_and_no_others() -> None:
    schema = yaml.safe_load((PROJECT / "openapi.yaml").read_text())
    published = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    # Two that an auditor's tools read; they are no part of the schema.
    published |= {"GET /api/v1/log/checkpoint", "GET /api/v1/log/trust"}
    page = (PROJECT / "docs" / "api.md").read_text()
    paths = page[page.index("## Paths") : page.index("## Values")]

    assert set(_SPAN.findall(paths)) - _tokens() == published


def test_the_page_on_the_interface_lists_the_codes_of_all_refusals() -> None:
    page = (PROJECT / "docs" / "api.md").read_text()
    table = page[page.index("| status | codes |") :]
    listed = {span for span in _SPAN.findall(table) if _CODE.fullmatch(span)}
    raised = {code for path, text in _sources() for code in _codes(path, text)}

    assert listed == raised - _NOT_OVER_HTTP


def test_the_page_on_the_interface_names_the_exceptions_from_its_rule_of_statuses() -> None:
    rule = (DOCS / "api.md").read_text(encoding="utf-8").partition("**Status codes**")[2].partition("\n11. ")[0]

    assert set(re.findall(r"`([A-Z]+ /\S+)`", rule)) == {
        operation.replace("/api/v1", "") for operation in DEVIATIONS["statuses"]
    }


def test_the_rules_of_limits_name_the_jurisdictions_that_let_the_period_end_first() -> None:
    rule = (DOCS / "rules" / "limits.md").read_text(encoding="utf-8").partition("**LI-7 ")[2].partition("\n**LI-8 ")[0]

    assert set(_SPAN.findall(rule)) == {name for name, rules in JURISDICTIONS.items() if rules.loosening_after_period}


def test_the_python_of_the_tutorials_holds() -> None:
    pages = [PROJECT / "README.md", *sorted((DOCS / "tutorial").glob("*.md"))]
    blocks = [block for page in pages for block in re.findall(r"```python\n(.*?)```", page.read_text(), re.DOTALL)]

    assert blocks
    for block in blocks:
        names: dict[str, Any] = {}
        exec(compile(block, "a tutorial", "exec"), names)


def test_the_index_has_the_parts_of_the_site_and_every_page_in_one_of_them() -> None:
    index = (DOCS / "README.md").read_text()
    linked = re.findall(r"^\| \[[^\]]+\]\(([^)]+)\) \|", index, re.MULTILINE)
    pages = [(DOCS / link).resolve() for link in linked]
    folders = [page.parent for page in pages if page.name == "README.md"]

    assert re.findall(r"^## (.+)$", index, re.MULTILINE) == list(PARTS)
    assert len(pages) == len(set(pages))
    assert [page for page in DOCS.rglob("*.md") if page not in pages and page.parent not in folders] == [
        DOCS / "README.md"
    ]


@pytest.mark.parametrize("page", sorted(DOCS.rglob("*.md")), ids=lambda page: page.relative_to(PROJECT).as_posix())
def test_a_page_of_the_site_links_to_pages_and_names_sources_as_code(page: Path) -> None:
    links = [link.partition("#")[0] for link in _LINK.findall(_prose(page)) if "://" not in link]
    targets = [(page.parent / link).resolve() for link in links if link]

    assert [target for target in targets if not target.is_relative_to(DOCS) and target not in TOP_PAGES[1:]] == []


@each_page
def test_a_list_begins_after_an_empty_line_as_the_site_wants_it(page: Path) -> None:
    """GitHub takes a list that interrupts a paragraph for a list, the site for more of the paragraph."""
    lines = _prose(page).split("\n")
    pairs = pairwise(lines)

    assert [line for before, line in pairs if line.startswith(("- ", "* ", "1. ")) and _goes_on(before)] == []


def _goes_on(line: str) -> bool:
    return bool(line.strip()) and not re.match(r"\s|[-*] |\d+\. ", line)


def _prose(page: Path) -> str:
    return _FENCE.sub("", page.read_text())


def _code(page: Path) -> str:
    """Return what a page sets as code: blocks between fences, indented blocks, and spans, a line each."""
    text = page.read_text()
    indented = re.findall(r"^ {4,}.+$", text, re.MULTILINE)
    return "\n".join([*_FENCE.findall(text), *indented, *_spans(page)])


def _spans(page: Path) -> list[str]:
    return _SPAN.findall(_prose(page))


def _leads_somewhere(page: Path, link: str) -> bool:
    name, _, anchor = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists():
        return False
    return not anchor or anchor in {_anchor(heading) for heading in _HEADING.findall(_prose(target))}


def _anchor(heading: str) -> str:
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


def _names_what_exists(span: str) -> bool:
    path, _, test = span.partition("::")
    if not _PATH.fullmatch(path) or not (PROJECT / path.split("/")[0]).is_dir():
        return True
    if not (PROJECT / path).exists():
        return False
    return not test or test.split("::")[-1] in _functions(PROJECT / path)


@cache
def _functions(path: Path) -> frozenset[str]:
    tree = ast.parse(path.read_text())
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


@cache
def _sources() -> tuple[tuple[str, str], ...]:
    files = (path for app in APPS for path in sorted((PROJECT / app).rglob("*.py")))
    return tuple((path.relative_to(PROJECT).as_posix(), path.read_text()) for path in files)


def _codes(path: str, text: str) -> Iterator[str]:
    yield from re.findall(r'^    code, kind = "([a-z-]+)"', text, re.MULTILINE)
    if path == "reddog_platform/problems.py":
        yield from (code for code in re.findall(r'"([a-z-]+)"', text) if _CODE.fullmatch(code))


def _defined(name: str, source: str) -> bool:
    return name.startswith("E_") or re.search(rf"\b{re.escape(name)}\b", source) is not None


def _tokens() -> set[str]:
    return {f"Authorization: {scheme} <token>" for scheme in ("Bearer", "Token", "Enrolment")}
