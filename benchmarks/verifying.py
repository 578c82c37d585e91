"""What the second version of the log costs its auditor: `benchmarks/verifying.py`.

The same evening is written in `rdf/1`, in `rdf/2`, and in `rdf/2` by players who sign, with the small operator of the
verifier's tests. The verifier then judges the three logs by turns, in full mode and in this process, and its processor
time is compared. Prints one JSON object; `docs/performance.md` explains it.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.verifier.keyed import Device, KeyedPlayer
from tests.verifier.play import Player, founded
from tests.verifier.protected import tightened
from verifier import verdict_output
from verifier.audit import AuditRequest, audit
from verifier.export import Export
from verifier.judge import Depth

_FIRST, _SECOND, _SIGNED = "rdf/1", "rdf/2", "rdf/2, signed"
_EPOCH: Final = 64
_STAKES_MINOR: Final = (500, 600, 700)
_DEPOSIT_EACH: Final = 20
_LIMITS: Final = {
    "deposit_day": 10_000_000,
    "loss_day": 10_000_000,
    "stake_max": 100_000,
    "wager_week": 10_000_000,
    "windows": "rolling",
    "zone": "Europe/Paris",
}


def write(folder: Path, name: str, *, players: int, rounds: int) -> None:
    """Write the log of an evening of `rounds` rounds for each player, who play by turns."""
    log, rules = founded()
    log.version = name.partition(",")[0]
    seated = [KeyedPlayer(log, f"player {number}", rounds=_EPOCH) for number in range(players)]
    for player in seated:
        player.register()
        if name == _SIGNED:
            player.let_in(Device(player.chain))
        player.commit().move("adjustment", 10_000_000)
        _limit(player)
    for number in range(rounds):
        if number % _EPOCH == 0:
            log.checkpoint()
            for player in seated:
                player.open()
        for player in seated:
            player.deal(_STAKES_MINOR[number % len(_STAKES_MINOR)], rules=rules).settle()
            if number % _DEPOSIT_EACH == 0:
                player.move("deposit", 1_000)
    log.seal().write(folder)


def _limit(player: Player) -> None:
    """Set the player's limits, which nothing reaches."""
    if player.log.version == _FIRST:
        player.limit({"now": _LIMITS})
        return
    for fields in tightened(_LIMITS):
        if fields["act"]["who"] == "player":
            player.limits = player.record("limits", fields)


def judging_seconds(folder: Path) -> float:
    """Return the processor time of a full audit in this process.

    Raises:
        SystemExit: the verdict is not OK.
    """
    began = time.process_time()
    result = audit(AuditRequest(export=Export(folder=folder), depth=Depth.FULL, jobs=1))
    spent = time.process_time() - began
    if (failure := verdict_output.deciding(result)) is not None:
        raise SystemExit(f"{folder.name}: {failure.code} {failure.sentence}")
    return spent


def measure(*, players: int, rounds: int, turns: int) -> dict[str, object]:
    """Let the logs take turns, and compare the others with the first version's."""
    with tempfile.TemporaryDirectory(prefix="reddog-verifying-") as place:
        folders = {}
        for number, name in enumerate((_FIRST, _SECOND, _SIGNED)):
            folders[name] = Path(place) / str(number)
            write(folders[name], name, players=players, rounds=rounds)
        spent: dict[str, list[float]] = {name: [] for name in folders}
        for _ in range(turns):
            for name, folder in folders.items():
                spent[name].append(judging_seconds(folder))
    return {
        "rounds": players * rounds,
        "us_a_round": {name: round(1e6 * min(each) / players / rounds) for name, each in spent.items()},
        # By pairs of one turn: what else the machine does then, disturbs both.
        "ratio": {
            name: round(statistics.median(one / other for one, other in zip(each, spent[_FIRST], strict=True)), 3)
            for name, each in spent.items()
        },
    }


def main() -> None:
    """Measure, and print the result."""
    parser = argparse.ArgumentParser(description="The verifier's processor time by version of the log.")
    parser.add_argument("--players", type=int, default=20)
    parser.add_argument("--rounds", type=int, default=192, help="of each player")
    parser.add_argument("--turns", type=int, default=5, help="of each log")
    print(json.dumps(measure(**vars(parser.parse_args()))))


if __name__ == "__main__":
    main()
