"""A limit is added as docs/adding-a-limit.md says: one file, its line in the registry, one case table."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from tests.project_copy import PROJECT, apply_diff, code_blocks, copied_project, run_python

PAGE: Final = (PROJECT / "docs" / "adding-a-limit.md").read_text(encoding="utf-8")
RULES: Final = Path("responsible_gaming/core/rules")
CASES: Final = Path("tests/core/limit_cases.py")

# What the page does not show, because it holds for every limit: it is set over the API and binds at a bet.
IN_PLAY: Final = """
import json

import pytest

from players.operations.set_pin import set_pin
from tests import world
from tests.api.caller import Player, now, problem

PIN = "2580"


@pytest.mark.django_db
def test_the_limit_is_set_over_the_api_and_binds_at_a_bet():
    world.open_house(now=now())
    player = Player()
    set_pin(player.seat.chain, proof=world.proof(), new_pin=PIN, now=now())
    value = {"amount": 499, "currency": "USD"}
    answer = player.send("PUT", "/me/limits/wager_max", {"value": value, "pin": PIN})
    assert answer.status_code == 200, answer.content
    assert json.loads(answer.content)["binding_value"] == value
    refusal = problem(player.bet(), 403, "limit-exceeded")
    assert (refusal["limit"], refusal["maximum"]) == ("wager_max", value)
"""

# A second limit on the time of a day: the first hour of it.
FIRST_HOUR: Final = """
from collections.abc import Mapping
from typing import Final

from responsible_gaming.core.limits.definition import LimitDefinition, LimitName
from responsible_gaming.core.limits.limit_context import LimitContext
from responsible_gaming.core.limits.limit_values import WholeMinutes
from responsible_gaming.core.limits.rule import LimitRule

FIRST_HOUR: Final = LimitDefinition(
    name=LimitName("hour_ms"),
    api_name="first_hour",
    bounds="how long all sessions may last in the first hour of a day",
    values=WholeMinutes(minimum_ms=60_000),
    counts_other_sessions=True,
)


def ends_ms(limits: Mapping[str, int], context: LimitContext) -> int | None:
    return context.day_started_ms + limits[FIRST_HOUR.name] if FIRST_HOUR.name in limits else None


RULE: Final = LimitRule(limits=(FIRST_HOUR,), ends_ms=ends_ms)
"""
FIRST_HOUR_LINE: Final = """
     daily_time,
+    first_hour,
     deposits,
@@
     longer_time.RULE,
+    first_hour.RULE,
     reality_check.RULE,
"""
ON_TIME: Final = """
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.core.limits.windows import window_starts_at
from players.queries.sessions import LoggedInRow
from responsible_gaming.core.session_summary import summarize
from responsible_gaming.limit_snapshot import LimitSnapshot
from tests.core.limit_cases import AT, CALM, DEMO
from wallet.core.ledger import NOTHING

IN_FORCE = {"hour_ms": 600_000}


def test_what_was_read_of_other_sessions_is_current_at_its_own_instant_alone():
    snapshot = LimitSnapshot(
        limits=NO_LIMITS.with_values(IN_FORCE, DEMO.window_rule),
        window_starts=window_starts_at(AT, DEMO.window_rule),
        earlier={},
        logged_in=LoggedInRow(0, 0, 0),
        checked_ms=None,
    )
    assert snapshot.is_current_at(AT)
    assert not snapshot.is_current_at(AT + 1)


def test_the_summary_tells_when_the_time_is_over():
    assert summarize(IN_FORCE, CALM, at_start=NOTHING).ends_ms == CALM.day_started_ms + 600_000
"""

# Each test goes on with what the one before it has changed.
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Have a copy of the project to add a limit to."""
    with copied_project(tmp_path_factory.mktemp("project")) as copy:
        yield copy


def write_the_rule(project: Path) -> None:
    (rule,) = code_blocks(PAGE, "python")
    (project / RULES / "single_wager.py").write_text(rule, encoding="utf-8")


def change(project: Path, file: Path, diffs: list[str]) -> None:
    for diff in diffs:
        apply_diff(project / file, diff)


def conformance(project: Path) -> str:
    """Return what the tests that every limit passes say, and how it ended."""
    files = (
        "tests/test_catalogues.py",
        "tests/core/test_limits.py",
        "tests/core/test_own_limit.py",
        "tests/test_tidy.py",
    )
    run = run_python(project, "-m", "pytest", "-q", "-n", "0", "-k", "limit or rule or single_wager", *files)
    return f"{run.stdout}\nended with {run.returncode}"


def test_a_limit_is_added_by_one_file_its_line_and_one_case_table(project: Path) -> None:
    lines, cases = code_blocks(PAGE, "diff")[:2], code_blocks(PAGE, "diff")[2:]

    write_the_rule(project)
    assert "test_every_file_of_a_limit_is_registered_once" in conformance(project)

    change(project, RULES / "__init__.py", lines)
    without_cases = conformance(project)
    assert "test_every_limit_has_a_case_table_with_both_verdicts" in without_cases
    assert "test_every_limit_has_values_that_are_allowed_and_values_that_are_refused" in without_cases

    change(project, CASES, cases)
    complete = conformance(project)
    assert complete.endswith("ended with 0"), complete

    schema = run_python(project, "manage.py", "spectacular", "--validate", "--fail-on-warn", "--file", "openapi.yaml")
    assert schema.returncode == 0, schema.stderr
    assert "wager_max" in (project / "openapi.yaml").read_text(encoding="utf-8")
    contracts = run_python(project, "-c", "from importlinter.cli import lint_imports; raise SystemExit(lint_imports())")
    assert contracts.returncode == 0, contracts.stdout
    migrations = run_python(project, "manage.py", "makemigrations", "--check", "--dry-run")
    assert migrations.returncode == 0, migrations.stdout


def test_the_new_limit_binds_in_play(project: Path) -> None:
    test = project / "tests" / "api" / "test_the_new_limit.py"
    test.write_text('"""The limit of the page, in play."""\n' + IN_PLAY, encoding="utf-8")

    run = run_python(project, "-m", "pytest", "-q", "-n", "0", str(test))

    assert run.returncode == 0, f"{run.stdout}{run.stderr}"


def test_a_second_limit_on_the_time_of_a_day_is_one_file_and_its_line(project: Path) -> None:
    (project / RULES / "first_hour.py").write_text('"""The first hour of a day."""\n' + FIRST_HOUR, encoding="utf-8")
    for diff in FIRST_HOUR_LINE.split("@@\n"):
        apply_diff(project / RULES / "__init__.py", diff.strip("\n") + "\n")
    test = project / "tests" / "core" / "test_first_hour.py"
    test.write_text('"""A second limit on the time of a day."""\n' + ON_TIME, encoding="utf-8")

    run = run_python(project, "-m", "pytest", "-q", "-n", "0", str(test))

    assert run.returncode == 0, f"{run.stdout}{run.stderr}"
