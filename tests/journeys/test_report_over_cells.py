"""Two cells and the installation: the report of each, one over all, and an auditor who adds up what each cell proved."""

from __future__ import annotations

import base64
import contextlib
import hashlib
import json
import subprocess
import sys
import time
from collections import defaultdict
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import pytest
from psycopg import sql

from kernel.cell import Cell
from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.running import Running, manage, sequencer
from tests.own_cells import environment_of, house, make_cell, removed_afterwards, role_of, run_in, session
from tests.world import DEMO

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["house"]

pytestmark = [pytest.mark.slow(seconds=300), pytest.mark.clause("F37")]

NAMELESS: Final = Cell()
_WALL: Final = ZoneInfo(DEMO.zone)
_GRACE: Final = timedelta(minutes=1, seconds=2)
"""From this long after its end on, a gaming day can be reported on."""

_PLAY: Final = """
from audit.clock import database_now
from tests import world
player = world.seat_player("{name}", 100_000, now=database_now())
for stake in {stakes}:
    world.play_round(player, stake, now=database_now())
"""
STAKES: Final = ([500, 700], [1_100, 1_300, 1_700], [1_900])


@pytest.fixture
def cells(house: Mapping[str, str]) -> Iterator[list[Cell]]:
    with removed_afterwards("inlet", "jetty") as made:
        for cell in made:
            make_cell(cell, house)
        yield made


def test_the_reports_of_cells_come_to_one_which_an_auditor_adds_up_too(
    cells: Sequence[Cell], house: Mapping[str, str], tmp_path: Path
) -> None:
    every = (NAMELESS, *cells)
    with contextlib.ExitStack() as started:
        for cell, stakes in zip(every, STAKES, strict=True):
            logs = tmp_path / f"logs{cell.suffix}"
            logs.mkdir()
            started.enter_context(sequencer(environment=environment_of(cell, house), logs=logs))
            run_in(cell, _PLAY.format(name=f"ada-{len(stakes)}", stakes=stakes), house)
        house, days = day_that_ends(house)
        alone = over(house, "operator-liability", days, tmp_path / "alone")
        assert alone.returncode == 0, alone.stdout + alone.stderr
        assert told(tmp_path / "alone")["parent"] == {}, "there is no parent log yet"

        assert manage("parent_log", "begin", environment=house).returncode == 0
        parent = [sys.executable, str(CHECKOUT / "manage.py"), "parent_log", "run"]
        with Running(parent, environment=house, log=tmp_path / "parent.log"):
            for kind in ("game-performance", "patron-account-summary"):
                made = over(house, kind, days, tmp_path / kind)
                assert made.returncode == 0, made.stdout + made.stderr
        # The cell's sequencer may end with it.
        assert_a_cell_that_is_away_leaves_no_sum(cells[1], house, days, tmp_path / "away")

    for cell in every:
        exported = manage("export_log", str(tmp_path / f"log{cell.suffix}"), environment=environment_of(cell, house))
        assert exported.returncode == 0, exported.stderr
    assert_an_auditor_comes_to_the_same(every, tmp_path / "game-performance", tmp_path)
    assert_listed(every, tmp_path / "patron-account-summary")
    assert_the_parent_has_each_checkpoint(every, tmp_path)


def day_that_ends(house: Mapping[str, str]) -> tuple[dict[str, str], tuple[str, ...]]:
    """Let gaming days begin at the next minute, wait until the day that ended there can be reported on, and return it."""
    now = datetime.now(_WALL)
    end = now.replace(second=0, microsecond=0) + timedelta(minutes=1)
    time.sleep((end + _GRACE - now).total_seconds())
    first: date = end.date() - timedelta(days=1)
    return {**house, "REDDOG_GAMING_DAY_STARTS": f"{end:%H:%M}"}, ("--from", str(first), "--until", str(end.date()))


def over(house: Mapping[str, str], kind: str, days: Sequence[str], folder: Path) -> subprocess.CompletedProcess[str]:
    return manage("report_over_cells", kind, *days, "--out", str(folder), environment=house)


def assert_nothing_over_cells(folder: Path) -> None:
    assert not [*folder.glob("*_over-cells*"), *folder.glob(".*")], "a file over cells would look whole"


def assert_a_cell_that_is_away_leaves_no_sum(
    away: Cell, house: Mapping[str, str], days: Sequence[str], folder: Path
) -> None:
    """Take from a cell's role its schema, ask, and give it back."""
    words = sql.Identifier(away.schema), sql.Identifier(role_of(away))
    with session("owner") as owner:
        owner.execute(sql.SQL("REVOKE USAGE ON SCHEMA {} FROM {}").format(*words))
        refused = over(house, "wagering-summary", days, folder)
        owner.execute(sql.SQL("GRANT USAGE ON SCHEMA {} TO {}").format(*words))
    assert refused.returncode == 1
    assert f"There is no report of {away.name}" in refused.stderr
    assert len(list(folder.glob("*/*.json"))) == 2, "the others filed theirs"
    assert_nothing_over_cells(folder)


def told(folder: Path) -> dict[str, Any]:
    (file,) = folder.glob("*_over-cells.json")
    document: dict[str, Any] = json.loads(file.read_bytes())
    return document


def filed(folder: Path, cell: Cell) -> Path:
    (file,) = (folder / (cell.name or "no-name")).glob("*.json")
    return file


def assert_an_auditor_comes_to_the_same(cells: Sequence[Cell], folder: Path, logs: Path) -> None:
    """Prove each cell's file by its log, add what they say, and compare: docs/auditor.md, in Python alone."""
    sums: dict[tuple[Any, ...], dict[str, int]] = defaultdict(lambda: defaultdict(int))
    summed, totals = set[str](), defaultdict[str, int](int)
    over_cells = told(folder)
    by_origin = {each["origin"]: each for each in over_cells["logs"]}
    for cell in cells:
        file = filed(folder, cell)
        proved = verifier("report", str(file), str(logs / f"log{cell.suffix}"), "--jobs", "1")
        # 2: the report holds, and an entry was late, as on a busy machine.
        assert proved.returncode in {0, 2}, proved.stdout + proved.stderr
        document = json.loads(file.read_bytes())
        names = [column["name"] for column in document["columns"]]
        log = by_origin.pop(document["log"]["origin"])
        assert (log["size"], log["revision"]) == (document["log"]["size"], document["revision"])
        assert log["sha256"] == hashlib.sha256(file.read_bytes()).hexdigest()
        for total in document["totals"]:
            stated = dict(zip(names, total, strict=True))
            summed |= {name for name, cell_ in stated.items() if isinstance(cell_, int)}
            totals["games"] += stated["games"]
        for row in document["rows"]:
            named = dict(zip(names, row, strict=True))
            for name in summed:
                sums[about(named)][name] += named[name] or 0
    assert by_origin == {}
    assert totals["games"] == sum(map(len, STAKES))

    names = [column["name"] for column in over_cells["columns"]]
    found = {about(named): named for row in over_cells["rows"] for named in [dict(zip(names, row, strict=True))]}
    assert found.keys() == sums.keys()
    for key, added in sums.items():
        assert {name: found[key][name] or 0 for name in summed} == added
        if found[key].get("actual_rtp"):
            assert found[key]["actual_rtp"] == f"{added['winnings'] / added['wagers']:.6f}"
    assert {line["difference"] for line in over_cells["reconciliation"]} == {0}
    assert any("own totals" in line["what"] for line in over_cells["reconciliation"])


def about(row: Mapping[str, Any]) -> tuple[Any, ...]:
    return tuple(row.get(name) for name in ("accounts", "day", "game", "version", "currency"))


def assert_listed(cells: Sequence[Cell], folder: Path) -> None:
    over_cells = told(folder)
    rows = [
        [json.loads(filed(folder, cell).read_bytes())["log"]["origin"], *row]
        for cell in cells
        for row in rows_of(folder, cell)
    ]
    assert over_cells["columns"][0]["name"] == "cell"
    assert sorted(over_cells["rows"]) == sorted(rows)
    assert len(rows) == len(cells), "one player in each"


def rows_of(folder: Path, cell: Cell) -> list[list[Any]]:
    rows: list[list[Any]] = json.loads(filed(folder, cell).read_bytes())["rows"]
    return rows


def assert_the_parent_has_each_checkpoint(cells: Sequence[Cell], folder: Path) -> None:
    """Find each checkpoint that the report names at its place in the parent log, which the verifier holds to the logs."""
    place = folder / "log-public" / "parent"
    given = [word for cell in cells for word in ("--cell", str(folder / f"log{cell.suffix}"))]
    judged = verifier("parent", str(place), "--whole", "--jobs", "1", *given)
    assert judged.returncode == 0, judged.stdout + judged.stderr
    entries = entries_of(place)
    over_cells = told(folder / "game-performance")
    published = (place / "checkpoint").read_text().split("\n")
    assert over_cells["parent"]["origin"] == published[0]
    assert int(published[1]) >= over_cells["parent"]["size"] > max(each["parent_index"] for each in over_cells["logs"])
    for log in over_cells["logs"]:
        said = entries[log["parent_index"]].split("\n")
        checkpoint = log["checkpoint"]
        assert said[:3] == [log["origin"], str(checkpoint["size"]), checkpoint["root"]]
        assert len(base64.b64decode(checkpoint["root"])) == 32
        assert checkpoint["size"] > log["size"], "it covers the filing too"
    assert over_cells["v"] == "rdf-report-over-cells/1"
    csv = next((folder / "game-performance").glob("*_over-cells.csv")).read_text()
    assert f"parent.size,{over_cells['parent']['size']}" in csv
    assert {path.suffix for path in (folder / "game-performance").glob("*_over-cells.*")} == {
        ".csv",
        ".json",
        ".parquet",
        ".pdf",
        ".xlsx",
    }


def entries_of(place: Path) -> list[str]:
    size = int((place / "checkpoint").read_text().split("\n")[1])
    content = (place / "tile" / "entries" / "000.p" / str(size)).read_bytes()
    entries, at = [], 0
    while at < len(content):
        end = at + 2 + int.from_bytes(content[at : at + 2])
        entries.append(content[at + 2 : end].decode())
        at = end
    return entries


def verifier(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verifier", *words]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)
