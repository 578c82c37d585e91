"""How long the auditor's desk takes: `benchmarks/desk.py`.

An honest log of rounds of one seat is written to a folder, opened in the desk by Chromium from `file://`, and judged
there in turns with the Python verifier, one process and no other judge beside it. Prints one JSON object: seconds of
each run, as the page and the program tell them.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

PROJECT: Final = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(PROJECT))

from tests.verifier.play import founded, seated  # noqa: E402  found by the line above

if TYPE_CHECKING:
    from playwright.sync_api import Page

_DESK: Final = PROJECT / "web/static/web/desk.html"
_PLAYERS: Final = 50
_ROUNDS_AN_EPOCH: Final = 64
_ROUNDS_A_CHECKPOINT: Final = 5
_FUNDS_MINOR: Final = 100_000_000
_STAKE_MINOR: Final = 500
_PATIENCE_MS: Final = 600_000


def main() -> None:
    """Write the log, judge it in turns, print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--records", type=int, default=100_000)
    parser.add_argument("--turns", type=int, default=3)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        records = write_log(log, records=options.records)
        desk, verifier = [], []
        for _ in range(options.turns):
            desk.append(judge_in_the_desk(log))
            verifier.append(judge_with_the_verifier(log))
    print(json.dumps({"records": records, "desk_s": desk, "verifier_s": verifier}, indent=1))


def write_log(folder: Path, *, records: int) -> int:
    """Write an honest log of at least so many records, and return how many they are."""
    log, rules = founded()
    players = [seated(log, f"player {number}", rounds=_ROUNDS_AN_EPOCH) for number in range(_PLAYERS)]
    for player in players:
        player.move("adjustment", _FUNDS_MINOR)
    turn = 0
    while len(log.drafts) < records:
        if turn % _ROUNDS_A_CHECKPOINT == 0 or turn % _ROUNDS_AN_EPOCH == 0:
            log.checkpoint()
        for player in players:
            if turn % _ROUNDS_AN_EPOCH == 0:
                player.open()
            player.deal(_STAKE_MINOR, rules=rules).settle("raise")
        turn += 1
    log.checkpoint()
    log.seal().write(folder)
    return len(log.drafts)


def judge_in_the_desk(log: Path) -> float:
    """Return the seconds from the choice of the folder to the verdict, which must be that the log holds."""
    with sync_playwright() as playwright:
        found = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        page = browser.new_page(locale="en-US")
        page.goto(_DESK.as_uri())
        seconds = _judged(page, log)
        browser.close()
    return seconds


def _judged(page: Page, log: Path) -> float:
    began = time.perf_counter()
    page.get_by_label("Choose a folder").set_input_files(log)
    verdict = page.get_by_role("region", name="Verdict", exact=True)
    verdict.wait_for(timeout=_PATIENCE_MS)
    seconds = time.perf_counter() - began
    assert "Everything that was checked holds." in verdict.inner_text(), verdict.inner_text()
    return round(seconds, 1)


def judge_with_the_verifier(log: Path) -> float:
    """Return the seconds that the Python verifier takes in one process."""
    began = time.perf_counter()
    command = [sys.executable, "-m", "verifier", str(log), "--jobs", "1", "--json"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, check=True, text=True)
    verdict: dict[str, Any] = json.loads(done.stdout)
    assert verdict["verdict"] == "ok", verdict["first"]
    return round(time.perf_counter() - began, 1)


if __name__ == "__main__":
    main()
