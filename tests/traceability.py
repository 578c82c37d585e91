"""Writes docs/traceability.md: which tests prove which clause. Run from anywhere: `python tests/traceability.py`.

Read from the source of the tests, not from a run, so that the page is the same wherever it is made. A clause is a row
of docs/regulation.md or a rule of docs/rules/*.md; a mark that names anything else is a mistake.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

PROJECT: Final = Path(__file__).resolve().parent.parent
PAGE: Final = PROJECT / "docs" / "traceability.md"

_ROW: Final = re.compile(r"^\| \*\*(?P<id>F\d\d)\*\* \| (?P<title>.+?) \| (?P<state>.+?) \|$", re.MULTILINE)
_RULE: Final = re.compile(r"^\*\*(?P<id>[A-Z]+-\d+) (?P<title>.+?)\.\*\*", re.MULTILINE)

_HEAD: Final = """# Traceability

Which tests prove which clause: written by `python tests/traceability.py` from the marks `@pytest.mark.clause("…")`, and
never by hand. The statements are those of [regulation.md](regulation.md) and of the rules of the games.
"""


class UnknownClause(Exception):  # noqa: N818  says what is the case
    """A test is marked with a clause that no page states."""


@dataclass(frozen=True, slots=True, order=True)
class Proof:
    """A marked test: its file, from the project's folder, and its name with its class if it has one."""

    file: str
    name: str


def page() -> str:
    """Return the page as the sources have it now.

    Raises:
        UnknownClause: naming each mark that fits no page.
    """
    regulation, rules = _titles(PROJECT / "docs" / "regulation.md", _ROW), _rules()
    proofs = marked_tests()
    unknown = sorted(set(proofs) - set(regulation) - set(rules))
    if unknown:
        raise UnknownClause(", ".join(f"{clause} ({proofs[clause][0].file})" for clause in unknown))
    open_rows = [clause for clause in regulation if clause not in proofs]
    return "\n".join(
        [
            _HEAD,
            "## Statements of regulators",
            "",
            *_sections(regulation, proofs),
            "## Rules of the games",
            "",
            *_sections(rules, proofs),
            "## Not proved by a marked test yet",
            "",
            f"{', '.join(open_rows) or 'None'}.",
            "",
        ]
    )


def marked_tests() -> Mapping[str, Sequence[Proof]]:
    """Return the tests of each clause that has any, in order of file and name."""
    found: defaultdict[str, list[Proof]] = defaultdict(list)
    for path in sorted((PROJECT / "tests").rglob("test_*.py")):
        tree = ast.parse(path.read_text())
        for clause, name in _marks(tree, inherited=list(_module_marks(tree))):
            found[clause].append(Proof(path.relative_to(PROJECT).as_posix(), name))
    return {clause: sorted(set(proofs)) for clause, proofs in found.items()}


def _sections(titles: Mapping[str, str], proofs: Mapping[str, Sequence[Proof]]) -> Iterator[str]:
    for clause, title in titles.items():
        if clause in proofs:
            yield f"**{clause}** {title}"
            yield ""
            yield from (f"- `{proof.file}::{proof.name}`" for proof in proofs[clause])
            yield ""


def _rules() -> dict[str, str]:
    pages = sorted((PROJECT / "docs" / "rules").glob("*.md"))
    return {clause: title for path in pages for clause, title in _titles(path, _RULE).items()}


def _titles(path: Path, pattern: re.Pattern[str]) -> dict[str, str]:
    return {match["id"]: match["title"] for match in pattern.finditer(path.read_text())}


def _marks(tree: ast.Module | ast.ClassDef, *, inherited: list[str], prefix: str = "") -> Iterator[tuple[str, str]]:
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            continue
        own = inherited + [clause for mark in node.decorator_list for clause in _clauses(mark)]
        if isinstance(node, ast.ClassDef):
            yield from _marks(node, inherited=own, prefix=f"{node.name}::")
        elif node.name.startswith("test"):
            yield from ((clause, prefix + node.name) for clause in own)


def _module_marks(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark":
            for part in ast.walk(node.value):
                yield from _clauses(part)


def _clauses(mark: ast.AST) -> Iterator[str]:
    """Yield the clauses that `pytest.mark.clause("F01", …)` names; nothing for any other mark."""
    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.clause":
        yield from (ast.literal_eval(argument) for argument in mark.args)


if __name__ == "__main__":
    try:
        PAGE.write_text(page())
    except UnknownClause as mistake:
        sys.exit(f"These marks name no clause of docs/regulation.md or docs/rules: {mistake}")
