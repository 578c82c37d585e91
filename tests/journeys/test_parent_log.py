"""Two cells, the installation, a witness and the parent log over them, as real processes; a receipt proved up to the parent."""

from __future__ import annotations

import contextlib
import json
import subprocess
import sys
from typing import TYPE_CHECKING, Final

import pytest

from kernel.cell import Cell
from reddog_platform import stack
from reddog_platform.embedded.home import CHECKOUT
from tests.journeys.player import Player
from tests.journeys.running import Running, WebServer, manage, sequencer, until
from tests.own_cells import environment_of, house, make_cell, removed_afterwards, run_in
from tests.ports import own_ports

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

__all__ = ["house"]

pytestmark = [pytest.mark.slow(seconds=180), pytest.mark.clause("F12")]

NAMELESS: Final = Cell()
ROUNDS: Final = 3
_FIRST_PORT: Final = 18_950
_FUND: Final = """
from uuid import UUID
from audit.clock import database_now
from kernel.ids import ChainId
from tests.world import fund
fund(ChainId(UUID("{chain}")), 100_000, now=database_now())
"""


@pytest.fixture
def cells(house: Mapping[str, str]) -> Iterator[list[Cell]]:
    with removed_afterwards("east", "west") as made:
        for cell in made:
            make_cell(cell, house)
        yield made


def verifier(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "verifier", *words]
    return subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, check=False)


def begin(house: Mapping[str, str], folder: Path, witness: str, port: int) -> tuple[str, str]:
    """Begin the parent log with a policy of one witness; return its vkey and the root's."""
    assert manage("parent_log", "begin", environment=house).returncode == 0
    public = json.loads((folder / "keys" / "keys.json").read_text())
    policy = folder / "policy"
    policy.write_text(f"log {public['parent']}\nwitness w1 {witness} http://127.0.0.1:{port}\nquorum w1\n")
    begun = manage("parent_log", "begin", "--policy", str(policy), environment=house)
    assert begun.returncode == 0, begun.stderr
    return public["parent"], public["root"]


def played(web: WebServer, cell: Cell, house: Mapping[str, str]) -> Player:
    player = Player(web.url)
    run_in(cell, _FUND.format(chain=player.chain), house)
    player.open_epoch()
    for _ in range(ROUNDS):
        player.play()
    return player


def test_a_receipt_of_a_cell_is_proved_up_to_the_witnessed_parent(
    cells: Sequence[Cell], house: Mapping[str, str], tmp_path: Path
) -> None:
    published = tmp_path / "log-public"
    port = stack.free_port(own_ports(_FIRST_PORT))
    made = verifier("witness", "make-key", "witness.example/w1", str(tmp_path / "witness"))
    vkeys = begin(house, tmp_path, made.stdout.strip(), port)
    witness = [sys.executable, "-m", "verifier", "witness", "run", str(tmp_path / "witness")]
    witness += ["--log", " ".join(vkeys), "--listen", f"127.0.0.1:{port}"]
    parent = [sys.executable, str(CHECKOUT / "manage.py"), "parent_log", "run"]

    with contextlib.ExitStack() as started:
        for cell in (NAMELESS, *cells):
            logs = tmp_path / f"logs{cell.suffix}"
            logs.mkdir()
            started.enter_context(sequencer(environment=environment_of(cell, house), logs=logs))
        east = environment_of(cells[0], house)
        web = started.enter_context(WebServer(environment=east, logs=tmp_path / f"logs{cells[0].suffix}", workers=1))
        growing = started.enter_context(Running(parent, environment=house, log=tmp_path / "parent.log"))
        player = played(web, cells[0], house)
        until(lambda: "witness-silent" in growing.said())
        assert not (published / "parent" / "checkpoint").exists(), "nothing is published without the witness"
        started.enter_context(Running(witness, environment=house, log=tmp_path / "witness.log"))
        receipts = tmp_path / "receipts"
        receipts.write_text("".join(json.dumps(each) + "\n" for each in player.receipts.values()))
        asked = ["receipt", str(receipts), "--log", str(tmp_path / "east"), "--parent", str(published / "parent")]
        exported(cells[0], house, tmp_path / "before")
        entries = size_of(tmp_path / "before" / "checkpoint")
        until(lambda: size_in_parent(published / "parent", f"/log/{cells[0].name}") >= entries)
        growing.kill()

    exported(cells[0], house, tmp_path / "east")
    proved = verifier(*asked)
    assert proved.returncode == 0, proved.stdout + proved.stderr
    assert "by the parent" in proved.stdout

    exported(NAMELESS, house, tmp_path / "nameless")
    given = [str(tmp_path / "nameless"), str(tmp_path / "east"), str(published / cells[1].name)]
    whole = verifier("parent", str(published / "parent"), "--whole", *(w for each in given for w in ("--cell", each)))
    assert whole.returncode == 0, whole.stdout + whole.stderr
    assert "witness.example/w1" in whole.stdout or "'w1'" in whole.stdout


def exported(cell: Cell, house: Mapping[str, str], folder: Path) -> None:
    done = manage("export_log", str(folder), environment=environment_of(cell, house))
    assert done.returncode == 0, done.stderr


def size_of(checkpoint: Path) -> int:
    return int(checkpoint.read_text().split("\n")[1])


def size_in_parent(parent: Path, ending: str) -> int:
    """Return the newest size of a cell that the parent's published checkpoint covers; 0 before the first."""
    if not (parent / "checkpoint").exists():
        return 0
    covered = size_of(parent / "checkpoint")
    entries = (parent / "tile" / "entries" / "000.p" / str(covered)).read_text(errors="replace")
    sizes = [part.split("\n")[1] for part in entries.split("demo.reddog.example")[1:] if part.startswith(f"{ending}\n")]
    return int(sizes[-1]) if sizes else 0


def test_the_root_signs_its_word_where_it_is_and_doctor_tells_of_a_cell_that_went_back(
    house: Mapping[str, str], tmp_path: Path
) -> None:
    root = tmp_path / "keys" / "root.key"
    assert "There are no cells" in manage("parent_log", "begin", environment=house).stderr
    assert "parent log" not in manage("doctor", environment=house).stdout
    with removed_afterwards("north") as (cell,):
        make_cell(cell, house)
        elsewhere = tmp_path / "elsewhere"
        elsewhere.mkdir(mode=0o700)
        for name in ("root.key", "keys.json"):
            (elsewhere / name).write_bytes((tmp_path / "keys" / name).read_bytes())
            (elsewhere / name).chmod(0o600)
        root.unlink()

        begun = manage("parent_log", "begin", environment=house)
        assert begun.returncode == 1
        vkey = json.loads((tmp_path / "keys" / "keys.json").read_text())["parent"]
        assert f"parent_log sign {vkey}" in begun.stderr
        signed = manage("parent_log", "sign", vkey, environment={**house, "REDDOG_KEYS_DIR": str(elsewhere)})
        (tmp_path / "word").write_text(signed.stdout)
        begun = manage("parent_log", "begin", "--word", str(tmp_path / "word"), environment=house)
        assert begun.returncode == 0, begun.stderr

        own = environment_of(cell, house)
        published = tmp_path / "log-public"
        shown = []
        for at in range(2):
            run_in(cell, _SIGN_UP.format(name=f"player-{at}"), house)
            assert manage("sequencer", "--once", environment=own).returncode == 0
            shown.append((published / cell.name / "checkpoint").read_bytes())
            grown = manage("parent_log", "run", "--once", environment=house)
            assert grown.returncode == 0, grown.stderr
        assert "does not run" in told_by_doctor(house)

        (published / cell.name / "checkpoint").write_bytes(shown[0])
        assert manage("parent_log", "run", "--once", environment=house).returncode == 0
        assert "refuses a cell: went-back" in told_by_doctor(house)
        judged = verifier("parent", str(published / "parent"), "--cell", str(published / cell.name))
        assert judged.returncode == 1
        assert "E_WITHHELD_TILE" in judged.stdout


_SIGN_UP: Final = """
from audit.clock import database_now
from tests.world import sign_up
sign_up("{name}", now=database_now())
"""


def told_by_doctor(house: Mapping[str, str]) -> str:
    (line,) = [line for line in manage("doctor", environment=house).stdout.splitlines() if "parent log" in line]
    return line
