"""The laboratory's command."""

import io
import json
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

WIN = '{"id": "a", "variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "bet": 500, "decision": "raise"}'
RAISED_PAIR = '{"id": "b", "variant": "reddog_ac", "cards": ["8s", "8h", "9c"], "bet": 500, "decision": "raise"}'
UNKNOWN = '{"id": "c", "variant": "whist"}'


def printed(file: Path, *lines: str) -> list[dict[str, object]]:
    """Run the command over these lines and return the objects it printed."""
    file.write_text("\n".join(lines), encoding="utf-8")
    out = io.StringIO()
    call_command("settle_hands", str(file), stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def test_settle_hands_prints_an_answer_a_line_in_order_and_passes_over_empty_lines(tmp_path: Path) -> None:
    answers = printed(tmp_path / "hands.jsonl", RAISED_PAIR, "", WIN)

    # spread 2 pays 4 to 1 on 1000
    assert answers == [
        {"id": "b", "legal": False, "error": "illegal-action"},
        {"id": "a", "legal": True, "outcome": "win", "spread": 2, "cards_used": 3}
        | {"staked": 1000, "returned": 5000, "net": 4000},
    ]


def test_settle_hands_says_how_many_lines_are_of_games_that_are_not_played_here(tmp_path: Path) -> None:
    file, out, told = tmp_path / "hands.jsonl", io.StringIO(), io.StringIO()
    file.write_text(f"{UNKNOWN}\n{WIN}\n", encoding="utf-8")

    call_command("settle_hands", str(file), stdout=out, stderr=told)

    assert told.getvalue().startswith("1 lines were not settled")
    assert [json.loads(line)["legal"] for line in out.getvalue().splitlines()] == [False, True]


def test_settle_hands_fails_at_the_end_when_a_line_cannot_be_read(tmp_path: Path) -> None:
    file, out = tmp_path / "hands.jsonl", io.StringIO()
    file.write_text(f"{{\n{WIN}\n", encoding="utf-8")

    with pytest.raises(CommandError, match=r"^1 lines"):
        call_command("settle_hands", str(file), stdout=out)

    assert [json.loads(line)["legal"] for line in out.getvalue().splitlines()] == [False, True]


def test_settle_hands_says_which_file_it_cannot_read(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=r"couldn't read .*absent\.jsonl"):
        call_command("settle_hands", str(tmp_path / "absent.jsonl"))


def test_settle_hands_gives_the_lines_number_where_nothing_else_names_the_line(tmp_path: Path) -> None:
    nameless = '{"variant": "reddog_ac", "cards": ["8s", "Jh", "9c"], "decision": "stand"}'

    answers = printed(tmp_path / "hands.jsonl", WIN, "", nameless, UNKNOWN)

    assert [answered.get("line") for answered in answers] == [None, 3, None]
    assert answers[1] == {"id": None, "legal": False, "error": "malformed-line", "member": "bet", "line": 3}
