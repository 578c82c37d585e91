"""Figures of several fault campaigns as one table: `benchmarks/faults.py --join`."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from benchmarks.fault_campaign.joining import is_sound, join
from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from pathlib import Path

FIRST: dict[str, Any] = {
    "seeds": [1],
    "faults": 3,
    "requests": 100,
    "repetitions": 7,
    "rounds_answered": 40,
    "missing": 0,
    "doubled": 0,
    "stuck": 0,
    "reports_filed": 2,
    "longest_wait_s": 1.5,
    "longest_unavailable_s": {"kill-web": 1.25, "hold-row": 0.5},
    "cause_s": {"hold-row": 3.0},
    "times": {"kill-web": 2, "hold-row": 1},
    "refusals": {"busy": 4},
    "complaints": [],
    "impossible_here": ["fill-disk"],
    "took_s": {"faults": 10.5, "judgement": 4.0},
}
SECOND = FIRST | {
    "seeds": [2],
    "faults": 1,
    "longest_wait_s": 0.5,
    "longest_unavailable_s": {"kill-web": 2.0},
    "cause_s": {},
    "times": {"kill-web": 1},
    "refusals": {"database-unavailable": 1},
    "impossible_here": [],
    "took_s": {"faults": 1.25},
}


def test_counts_are_summed_and_of_times_the_longest_is_kept() -> None:
    assert join([FIRST, SECOND]) == {
        "seeds": [1, 2],
        "faults": 4,
        "requests": 200,
        "repetitions": 14,
        "rounds_answered": 80,
        "missing": 0,
        "doubled": 0,
        "stuck": 0,
        "reports_filed": 4,
        "longest_wait_s": 1.5,
        "longest_unavailable_s": {"hold-row": 0.5, "kill-web": 2.0},
        "cause_s": {"hold-row": 3.0},
        "times": {"hold-row": 1, "kill-web": 3},
        "refusals": {"busy": 4, "database-unavailable": 1},
        "complaints": [],
        "impossible_here": ["fill-disk"],
        "took_s": {"faults": 11.75, "judgement": 4.0},
    }


def test_what_one_campaign_missed_the_table_has_missed() -> None:
    for spoiled in ({"missing": 1}, {"doubled": 1}, {"stuck": 1}, {"complaints": ["a balance differs"]}):
        assert not is_sound(join([FIRST, SECOND | spoiled]))
    assert is_sound(join([FIRST, SECOND]))


def test_kept_parts_are_joined_and_not_run_again(tmp_path: Path) -> None:
    (tmp_path / "faults-1-3.json").write_text(json.dumps(FIRST))
    (tmp_path / "faults-2-1.json").write_text(json.dumps(SECOND | {"stuck": 1}))

    joined = _run("--join", *map(str, sorted(tmp_path.iterdir())))
    resumed = _run("--faults", "4", "--part", "3", "--keep", str(tmp_path))

    assert joined.returncode == resumed.returncode == 1, "a player was stuck"
    assert (
        json.loads(joined.stdout)
        == json.loads(resumed.stdout)
        == join([FIRST, SECOND | {"stuck": 1}]) | {"beyond_goal": {}}
    )


def _run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "benchmarks/faults.py", *words]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
