"""match_people, as a person runs it on a machine without database and keys."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from players.core.matching.pair_line import LINE_BYTES_MAX
from tests.vectors.make_log import HERE

if TYPE_CHECKING:
    from collections.abc import Iterator

PROJECT: Final = Path(__file__).resolve().parents[2]
PAGE: Final = PROJECT / "docs/rules/persons.md"
NOWHERE: Final = {"DATABASE_URL": "postgres://nobody@127.0.0.1:9/none", "REDIS_URL": "redis://127.0.0.1:9/0"}
ADA: Final = '{"given_name": "Ada", "family_name": "Lovelace", "birth_date": "1985-04-12"}'


def test_the_example_of_the_page_is_judged_as_the_page_says_without_database_and_keys(tmp_path: Path) -> None:
    pairs, verdicts = _example()
    (tmp_path / "pairs.jsonl").write_text(pairs)

    judged = subprocess.run(
        [sys.executable, "manage.py", "match_people", str(tmp_path / "pairs.jsonl")],
        cwd=PROJECT,
        env=os.environ | NOWHERE | {"REDDOG_KEY_DIR": str(tmp_path / "none")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    assert (judged.returncode, judged.stdout, judged.stderr) == (0, verdicts, "")


def test_every_pair_of_the_vectors_is_judged_in_order() -> None:
    pairs = [json.loads(line) for line in (HERE / "persons.jsonl").read_text().splitlines()]

    judged = _judged(HERE / "persons.jsonl")

    assert judged == [{"id": pair["id"], "verdict": pair["verdict"]} for pair in pairs]


def test_a_malformed_line_is_named_without_its_content_and_the_others_are_judged(tmp_path: Path) -> None:
    file, out, err = tmp_path / "pairs.jsonl", io.StringIO(), io.StringIO()
    long = " " * (3 * LINE_BYTES_MAX)
    good = f'{{"id": "good", "a": {ADA}, "b": {ADA}}}'
    file.write_text(f'{good}\n{{"id": "Secret", "a": {ADA}}}\n\n{good}{long}\n{good}')

    with pytest.raises(CommandError, match="could not be read: 2") as failed:
        call_command("match_people", str(file), stdout=out, stderr=err)

    assert failed.value.returncode == 1
    assert [json.loads(line) for line in out.getvalue().splitlines()] == [{"id": "good", "verdict": "same"}] * 2
    assert re.findall(r"^line (\d+): ", err.getvalue(), re.MULTILINE) == ["2", "4"]
    assert "Secret" not in err.getvalue()


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="No such file"):
        call_command("match_people", str(tmp_path / "none.jsonl"))


def test_a_large_file_is_judged_line_by_line(tmp_path: Path) -> None:
    """A pipe shows it: the first verdict comes out while the file has no end yet."""
    pipe = tmp_path / "pairs"
    os.mkfifo(pipe)
    command = [sys.executable, "manage.py", "match_people", str(pipe)]
    with subprocess.Popen(command, cwd=PROJECT, env=os.environ | NOWHERE, stdout=subprocess.PIPE) as running:
        assert running.stdout is not None
        with pipe.open("w") as lines:
            lines.write(f'{{"id": 1, "a": {ADA}, "b": {ADA}}}\n')
            lines.flush()
            first = running.stdout.readline()
        assert json.loads(first) == {"id": 1, "verdict": "same"}
    assert running.returncode == 0


def _judged(file: Path) -> list[dict[str, object]]:
    out = io.StringIO()
    call_command("match_people", str(file), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def _example() -> Iterator[str]:
    page = PAGE.read_text()
    return (match.group(1) for match in re.finditer(r"^```(?:json|text)\n(.*?)^```$", page, re.MULTILINE | re.DOTALL))
