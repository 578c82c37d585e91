"""The random changes of a campaign, tried by several processes beside one another."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from benchmarks.tamper_campaign.campaign import Batch, batches, begun
from benchmarks.tamper_campaign.findings import Findings

if TYPE_CHECKING:
    from pathlib import Path


def try_in_parts(folder: Path, count: int, *, seed: int, jobs: int, keep: Path | None = None) -> Findings:
    """Try `count` random changes of the log in a folder; what comes of them is the same however many processes try.

    What comes of each batch is written to the folder `keep`; what is there is not tried again.
    """
    wanted, found = list(batches(count, seed=seed)), Findings()
    if jobs == 1:
        return _try(folder, wanted, keep)
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        for part in [pool.submit(_try, folder, wanted[number::jobs], keep) for number in range(jobs)]:
            found.add(part.result())
    return found


def _try(folder: Path, wanted: list[Batch], keep: Path | None) -> Findings:
    found = Findings()
    with begun(folder) as campaign:
        for batch in wanted:
            kept = None if keep is None else keep / f"{batch.seed.replace('/', '-')}-{batch.count}.json"
            if kept is not None and kept.exists():
                found.add(Findings.read(json.loads(kept.read_text())))
                continue
            news = campaign.tried(batch)
            found.add(news)
            # A long campaign says what it cannot explain as soon as it knows it.
            for complaint in news.unexplained:
                print(complaint, file=sys.stderr, flush=True)
            if kept is not None:
                _write(kept, news)
    return found


def _write(kept: Path, news: Findings) -> None:
    """Write what came of a batch, at once and whole, so that a campaign that is stopped meanwhile tries it again."""
    partly = kept.with_suffix(".part")
    partly.write_text(json.dumps(news.figures(), indent=2) + "\n")
    partly.rename(kept)
