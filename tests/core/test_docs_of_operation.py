"""What an operator looks up by name is the name that the platform has: variables, the doctor's lines, decisions."""

from __future__ import annotations

import re
from typing import Final

from tests.core.test_docs import DOCS, PAGES, PROJECT

PLATFORM: Final = PROJECT / "reddog_platform"


def test_running_it_lists_every_variable_that_is_read() -> None:
    source = "".join(path.read_text() for path in PLATFORM.rglob("*.py"))
    read = re.findall(r'\benv\.\w+\(\s*"([A-Z_]+)"|environ\.get\("(REDDOG_[A-Z_]+)"', source)
    listed = re.findall(r"^\| `([A-Z_]+)`", (DOCS / "running.md").read_text(encoding="utf-8"), re.MULTILINE)

    assert len(set(read)) > 40
    assert {"".join(each) for each in read} - set(listed) == set()


def test_a_line_of_the_doctor_that_a_page_calls_red_is_one() -> None:
    # Alerts and mails are the first argument of a function.
    source = "".join(path.read_text() for path in PLATFORM.glob("*diagnostic*.py"))
    lines = set(re.findall(r'subject="([a-z -]+)"|^ {8}"([a-z]+)",$', source, re.MULTILINE))
    subjects = {"".join(each) for each in lines}
    red = {(name, page.name) for page in PAGES for name in re.findall(r"`([a-z -]+)` (?:is )?red", page.read_text())}

    assert {"alerts", "warrants", "undirected"} <= subjects
    assert {(name, page) for name, page in red if name != "doctor" and name not in subjects} == set()


def test_a_decision_is_called_by_its_own_number() -> None:
    link = re.compile(r"\[[^\]]*?(0\d{3})[^\]]*\]\((?:[^)]*/)?(0\d{3})-")

    assert [(page.name, *pair) for page in PAGES for pair in link.findall(page.read_text()) if len(set(pair)) > 1] == []
