"""What no check can find is one list: docs/limits-of-proof.md. Every verdict repeats it in three lines."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

from tests.verifier.test_command import run
from verifier.unprovable import NO_CHECK_FINDS

if TYPE_CHECKING:
    from collections.abc import Mapping

PROJECT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = (PROJECT / "docs" / "limits-of-proof.md").read_text(encoding="utf-8")
EXPORT: Final = PROJECT / "tests" / "vectors" / "log-rdf2"
LINES_MAX: Final = 3
COLUMNS_MAX: Final = 132


def test_the_lines_have_the_headings_and_items_of_the_page_in_its_order() -> None:
    assert _said(NO_CHECK_FINDS) == _listed()


def test_each_item_says_what_it_is_what_remains_and_what_would_close_it() -> None:
    rows = re.findall(r"^\| (\*\*.+) \|$", PAGE, re.MULTILINE)

    assert len(rows) == sum(map(len, _listed().values()))
    for row in rows:
        assert [cell for cell in row.split(" | ") if not cell.strip()] == []
        assert len(row.split(" | ")) == 4, row


def test_the_verdict_repeats_the_lines_in_words_and_the_page_shows_them() -> None:
    done = run(EXPORT)

    shown = [line for line in done.stdout.splitlines() if line[10:].startswith("finds ")]
    assert [line[10:].removeprefix("finds ") for line in shown] == list(NO_CHECK_FINDS)
    assert "\n".join(shown) in PAGE
    assert len(shown) <= LINES_MAX
    assert max(map(len, shown)) <= COLUMNS_MAX
    assert all(map(str.isascii, shown))


def test_the_verdict_repeats_the_lines_as_json() -> None:
    assert json.loads(run(EXPORT, "--json").stdout)["no_check_finds"] == list(NO_CHECK_FINDS)


@pytest.mark.parametrize(
    "page", ["README.md", "docs/README.md", "docs/auditor.md", "docs/architecture.md", "docs/security.md"]
)
def test_who_reads_of_proofs_is_led_to_the_list(page: str) -> None:
    assert re.search(r"\]\((?:docs/)?limits-of-proof\.md(?:#\w+)?\)", (PROJECT / page).read_text(encoding="utf-8"))


def _said(lines: tuple[str, ...]) -> Mapping[str, list[str]]:
    return {heading: items.split(", ") for heading, items in (line.split(": ") for line in lines)}


def _listed() -> Mapping[str, list[str]]:
    sections = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]
    return {
        section.partition("\n")[0].lower(): re.findall(r"^\| \*\*(.+?)\*\* \|", section, re.MULTILINE)
        for section in sections
    }
