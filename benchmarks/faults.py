"""A fault campaign: `benchmarks/faults.py --faults 1000`. Prints one JSON object; `docs/performance.md` explains it.

The platform runs in production mode on a PostgreSQL with a synchronous replica, while players of every game play,
deposit and set limits and reports are made. Faults come in random order. After each batch of them, all answered
requests are repeated, and fsck and the auditor's program judge the whole state.

What judges reads everything, so that a campaign of twice as many faults would take four times as long. It is run in
parts, each on a new platform with the next seed. `--keep DIR` keeps the figures of each part, and a campaign that was
cut short goes on where it was: `--join DIR/*.json` makes one table of parts, from this machine or another.
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
from benchmarks.fault_campaign.joining import Figures, beyond_goals, is_sound, join
from benchmarks.fault_campaign.judgement import Judgement
from benchmarks.fault_campaign.network import network
from benchmarks.fault_campaign.platform import Platform
from benchmarks.fault_campaign.players import Player, Tally
from reddog_platform.embedded import home

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PLAYERS: Final = 16
_BATCH: Final = 25
_PART: Final = 200
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


class Watch:
    """What the time of a campaign went to."""

    def __init__(self) -> None:
        """Begin now."""
        self._since = time.monotonic()
        self.seconds: dict[str, float] = {}

    def lap(self, name: str) -> None:
        """Book the time since the last lap under a name."""
        now = time.monotonic()
        self.seconds[name] = round(self.seconds.get(name, 0.0) + now - self._since, 2)
        self._since = now

    def in_words(self) -> str:
        """Return all that was booked."""
        return ", ".join(f"{name} {seconds:.0f} s" for name, seconds in self.seconds.items())


@dataclass(slots=True)
class Campaign:
    """Faults in random order, and what came of them."""

    victim: Victim
    players: Sequence[Player]
    tally: Tally
    possible: dict[str, Callable[[Victim], float]]
    kinds: defaultdict[str, Kind] = field(default_factory=lambda: defaultdict(Kind))
    _bag: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        """Return how many there were."""
        return sum(kind.faults for kind in self.kinds.values())

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
        _say(f"{name:24} {self._longest_gap(began):6.2f} s")

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


def run(count: int, *, batch: int, seed: int, logs: Path | None, kinds: Sequence[str] = faults.EVERY_FAULT) -> Figures:
    """Run a campaign of `count` faults on a new platform, judged after every `batch`, and return its figures."""
    judgement, tally, watch = Judgement(), Tally(), Watch()
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
                watch.lap("start")
                for size in _sizes(count, batch):
                    campaign.batch(size)
                    watch.lap("faults")
                    judgement.judge(platform, players)
                    watch.lap("judgement")
                    _say(f"{campaign.faults} of {count} faults, seed {seed}: {watch.in_words()}")
                    if not judgement.sound:
                        break
                reports = cluster.count("reports_filing")
    watch.lap("end")
    return {
        "seeds": [seed],
        "reports_filed": reports,
        "impossible_here": sorted(set(kinds) - possible.keys()),
        "took_s": watch.seconds,
        **_figures(campaign, judgement),
    }


def run_in_parts(count: int, *, part: int, seed: int, keep: Path | None, **options: Any) -> Figures:
    """Run `count` faults in parts of at most `part`, with the seeds from `seed` on, until one is unsound."""
    done: list[Figures] = []
    for number, size in enumerate(_sizes(count, part)):
        kept = None if keep is None else keep / f"faults-{seed + number}-{size}.json"
        if kept is not None and kept.exists():
            done.append(json.loads(kept.read_text()))
            _say(f"seed {seed + number}: as kept in {kept}")
            continue
        done.append(run(size, seed=seed + number, **options))
        if kept is not None:
            kept.write_text(json.dumps(done[-1], indent=2) + "\n")
        if not is_sound(done[-1]):
            break
    return join(done)


def _figures(campaign: Campaign, judgement: Judgement) -> dict[str, Any]:
    """Return what came of the faults."""
    tally = campaign.tally
    return {
        "faults": campaign.faults,
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


def _say(line: str) -> None:
    print(line, file=sys.stderr, flush=True)


def _ask(platform: Platform, path: str) -> Any:
    return httpx.get(platform.url + path, headers={"X-Forwarded-Proto": "https"}, timeout=10).json()


def main() -> None:
    """Run a campaign, or join some; exit with 1 if anything was missing, doubled, stuck or unsound."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faults", type=int, default=1000, help="how many (1000)")
    parser.add_argument("--batch", type=int, default=_BATCH, help="after how many everything is judged (25)")
    parser.add_argument("--part", type=int, default=_PART, help="after how many a new platform is begun (200)")
    parser.add_argument("--seed", type=int, default=1, help="of the order of the faults in the first part (1)")
    parser.add_argument(
        "--keep", type=Path, help="a folder for the figures of each part; what is there is not run again"
    )
    parser.add_argument("--join", type=Path, nargs="+", help="run nothing: print kept figures as one table")
    parser.add_argument("--logs", type=Path, help="where to keep what the processes say; default: nowhere")
    parser.add_argument("--kinds", nargs="+", choices=faults.EVERY_FAULT, default=faults.EVERY_FAULT, metavar="KIND")
    words = parser.parse_args()
    if words.join:
        figures = join([json.loads(file.read_text()) for file in words.join])
    else:
        if words.keep:
            words.keep.mkdir(parents=True, exist_ok=True)
        figures = run_in_parts(
            words.faults,
            part=words.part,
            seed=words.seed,
            keep=words.keep,
            batch=words.batch,
            logs=words.logs,
            kinds=words.kinds,
        )
    print(json.dumps(figures | {"beyond_goal": beyond_goals(figures)}, indent=2))
    sys.exit(0 if is_sound(figures) else 1)


if __name__ == "__main__":
    main()
