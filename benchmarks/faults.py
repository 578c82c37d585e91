"""A fault campaign: `benchmarks/faults.py --faults 1000`. Prints one JSON object; `docs/performance.md` explains it.

The platform runs in production mode on a PostgreSQL with a synchronous replica, while players of every game play,
deposit and set limits and reports are made. Faults come in random order. After each batch of them, all answered
requests are repeated, and fsck and the auditor's program judge the whole state.
"""

from __future__ import annotations

import argparse
import itertools
import json
import random
import sys
import tempfile
import threading
import time
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.fault_campaign import faults
from benchmarks.fault_campaign.cluster import Cluster
from benchmarks.fault_campaign.faults import Victim
from benchmarks.fault_campaign.judgement import Judgement
from benchmarks.fault_campaign.network import network
from benchmarks.fault_campaign.platform import Platform
from benchmarks.fault_campaign.players import Player, Tally
from reddog_platform.embedded import home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PLAYERS: Final = 16
_BATCH: Final = 25
_REPORTED_DAYS: Final = 3
_RECOVERED_SECONDS: Final = 60.0
_LOOK_SECONDS: Final = 0.02
_BETWEEN_SECONDS: Final = 0.5


@dataclass(slots=True)
class Kind:
    """What faults of one kind did."""

    faults: int = 0
    cause_s: float = 0.0
    """How long the cause itself lasts."""
    longest_unavailable_s: float = 0.0
    """The longest time around one of them in which no player's step was answered, the cause included."""


@dataclass(slots=True)
class Campaign:
    """Faults in random order, and what came of them."""

    victim: Victim
    players: Sequence[Player]
    tally: Tally
    possible: dict[str, Callable[[Victim], float]]
    kinds: defaultdict[str, Kind] = field(default_factory=lambda: defaultdict(Kind))
    _bag: list[str] = field(default_factory=list)

    def batch(self, count: int) -> None:
        """Do `count` faults while everybody plays, and return when the players have ended their rounds."""
        stop, whole = threading.Event(), threading.Event()
        playing = [threading.Thread(target=player.play, args=(stop, whole)) for player in self.players]
        for thread in playing:
            thread.start()
        try:
            self._wait_for_a_step(time.monotonic())
            for _ in range(count):
                self._do(self._next())
                if self.victim.cluster.replica.postmaster() is None or not self.victim.cluster.replicated():
                    self.victim.cluster.attach_replica()
        finally:
            whole.set()
            stop.set()
            for thread in playing:
                thread.join()

    def _next(self) -> str:
        """Return the next kind: all of them in random order, and then again."""
        if not self._bag:
            self._bag = sorted(self.possible)
            self.victim.chance.shuffle(self._bag)
        return self._bag.pop()

    def _do(self, name: str) -> None:
        kind, began = self.kinds[name], time.monotonic()
        cause_s = self.possible[name](self.victim)
        mended = time.monotonic()
        self._wait_for_a_step(mended)
        time.sleep(_BETWEEN_SECONDS)
        kind.faults += 1
        kind.cause_s = max(kind.cause_s, cause_s)
        kind.longest_unavailable_s = max(kind.longest_unavailable_s, self._longest_gap(began))
        print(f"{name:24} {self._longest_gap(began):6.2f} s", file=sys.stderr)

    def _wait_for_a_step(self, since: float) -> None:
        """Wait until a step is answered that began to be possible at `since`, at most a minute."""
        deadline = since + _RECOVERED_SECONDS
        while time.monotonic() < deadline:
            with self.tally.lock:
                if self.tally.answered_at and self.tally.answered_at[-1] > since:
                    return
            time.sleep(_LOOK_SECONDS)

    def _longest_gap(self, began: float) -> float:
        """Return the longest time without an answered step since the last one before `began`."""
        with self.tally.lock:
            times = self.tally.answered_at
            first = next((at for at in range(len(times) - 1, -1, -1) if times[at] <= began), 0)
            seen = [*times[first:], time.monotonic()]
        return max((after - before for before, after in itertools.pairwise(seen)), default=0.0)


def run(
    count: int, *, batch: int, seed: int, logs: Path | None, kinds: Sequence[str] = faults.EVERY_FAULT
) -> dict[str, Any]:
    """Run a campaign of `count` faults, judged after every `batch`, and return its figures."""
    judgement, tally = Judgement(), Tally()
    with tempfile.TemporaryDirectory(prefix="reddog-faults-") as name, network() as net:
        folder = Path(name)
        # PostgreSQL runs as an account that must be able to pass through.
        folder.chmod(0o755)
        cluster = Cluster(home.find(folder), folder, net.servers)
        platform = Platform(cluster, net, folder, logs=logs or folder / "log")
        with cluster.running():
            platform.manage("migrate")
            platform.manage("make_keys")
            platform.manage("distribute_keys", str(folder / "keys"))
            # The log begins before yesterday, so reports of whole days are due at once.
            platform.manage("publish_rules", days_ago=_REPORTED_DAYS)
            tokens = platform.run([sys.executable, "-m", "benchmarks.players", str(_PLAYERS), "--depositing"]).split()
            with platform.running():
                offered = _ask(platform, "/games")["items"]
                games = [game["game"] for game in offered if game["played"] == "alone"]
                players = [
                    Player(platform.url, token, games[number % len(games)], tally)
                    for number, token in enumerate(tokens)
                ]
                chance = random.Random(seed)  # noqa: S311  chooses faults, deals no card
                victim = Victim(platform=platform, cluster=cluster, network=net, chance=chance)
                possible = {
                    name: fault for name, fault in faults.possible(platform, cluster, net).items() if name in kinds
                }
                campaign = Campaign(victim=victim, players=players, tally=tally, possible=possible)
                for size in _sizes(count, batch):
                    campaign.batch(size)
                    judgement.judge(platform, players)
                    if not judgement.sound:
                        break
                reports = cluster.count("reports_filing")
    impossible = sorted(set(kinds) - possible.keys())
    return {"seed": seed, "reports_filed": reports, "impossible_here": impossible, **_figures(campaign, judgement)}


def _figures(campaign: Campaign, judgement: Judgement) -> dict[str, Any]:
    """Return what came of the faults."""
    tally = campaign.tally
    return {
        "faults": sum(kind.faults for kind in campaign.kinds.values()),
        "requests": tally.requests,
        "repetitions": tally.repetitions,
        "rounds_answered": judgement.rounds_answered,
        "missing": judgement.missing,
        "doubled": judgement.doubled,
        "stuck": judgement.stuck,
        "longest_wait_s": round(tally.longest_wait_s, 2),
        "longest_unavailable_s": {
            name: round(kind.longest_unavailable_s, 2) for name, kind in sorted(campaign.kinds.items())
        },
        "cause_s": {name: kind.cause_s for name, kind in sorted(campaign.kinds.items()) if kind.cause_s},
        "times": {name: kind.faults for name, kind in sorted(campaign.kinds.items())},
        "refusals": dict(sorted(tally.codes.items())),
        "complaints": judgement.faults,
    }


def _sizes(count: int, batch: int) -> Iterator[int]:
    for done in range(0, count, batch):
        yield min(batch, count - done)


def _ask(platform: Platform, path: str) -> Any:
    return httpx.get(platform.url + path, headers={"X-Forwarded-Proto": "https"}, timeout=10).json()


def main() -> None:
    """Run a campaign; exit with 1 if anything was missing, doubled, stuck or unsound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--batch", type=int, default=_BATCH, help="after how many everything is judged (25)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the faults (1)")
    parser.add_argument("--logs", type=Path, help="where to keep what the processes say; default: nowhere")
    parser.add_argument("--kinds", nargs="+", choices=faults.EVERY_FAULT, default=faults.EVERY_FAULT, metavar="KIND")
    words = parser.parse_args()
    figures = run(words.faults, batch=words.batch, seed=words.seed, logs=words.logs, kinds=words.kinds)
    print(json.dumps(figures, indent=2))
    if figures["missing"] or figures["doubled"] or figures["stuck"] or figures["complaints"]:
        sys.exit(1)


if __name__ == "__main__":
    main()
