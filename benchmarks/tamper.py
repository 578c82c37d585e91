"""A tamper campaign: `benchmarks/tamper.py --mutations 2000`. Prints one JSON object; `docs/performance.md` explains it.

The platform plays an evening and exports its log. An operator who has all keys then changes it: by every row of the table
of attacks, and at random. The auditor's program must find each change, or a stated reason must say why the changed log
is as good as the honest one. Whatever is neither, and every traceback, is unexplained. The log goes on with a player who
signs: a tenth of the random changes are about those records, and `signed` says what came of them.

`--keep DIR` keeps the evening, its keys and what came of each batch of changes, so that a campaign that was cut short
goes on where it was.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import installed
from benchmarks.tamper_campaign.campaign import begun
from benchmarks.tamper_campaign.devices import SIGNED
from benchmarks.tamper_campaign.parts import try_in_parts
from benchmarks.tamper_campaign.signature_rows import SIGNATURE_ROWS

_DEMONSTRATION: Final = {"REDDOG_MODE": "demo", "REDDOG_JURISDICTION": "demo"}
"""The evening's players have play money, by the demonstration's rules."""


def main() -> None:
    """Run a campaign; exit with 1 if anything was unexplained."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutations", type=int, default=2000, help="how many random changes (2000)")
    parser.add_argument("--rounds", type=int, default=200, help="rounds of the log (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the random changes (1)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes (one a processor)")
    parser.add_argument("--keep", type=Path, help="a folder for the log and what comes of each batch of changes")
    words = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder: Path = words.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="reddog-evening-")))
        folder.mkdir(parents=True, exist_ok=True)
        if not (folder / "keys.json").exists():
            _play(folder, rounds=words.rounds)
        began = time.monotonic()
        with begun(folder) as campaign:
            campaign.try_rows()
        with begun(folder / SIGNED) as signed:
            signed.try_rows(SIGNATURE_ROWS)
        of_signed = words.mutations // 10
        for each, count in ((campaign, words.mutations - of_signed), (signed, of_signed)):
            place = folder if each is campaign else folder / SIGNED
            keep = None if words.keep is None else place
            each.found.add(try_in_parts(place, count, seed=words.seed, jobs=words.jobs, keep=keep))
    figures = {**campaign.figures(), "signed": signed.figures(), "seconds": round(time.monotonic() - began)}
    print(json.dumps(figures, indent=2))
    if campaign.found.unexplained or signed.found.unexplained:
        sys.exit(1)


def _play(folder: Path, *, rounds: int) -> None:
    """Play an evening on an installation of its own, and leave its log and then its keys in a folder."""
    with installed(variables=_DEMONSTRATION) as installation:
        installation.run_module("benchmarks.tamper_campaign.evening", str(folder), f"--rounds={rounds}")


if __name__ == "__main__":
    main()
