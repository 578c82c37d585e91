"""The random changes of a campaign, tried by several processes beside one another."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import TYPE_CHECKING

from benchmarks.tamper_campaign.campaign import Batch, batches, begun
from benchmarks.tamper_campaign.findings import Findings

if TYPE_CHECKING:
    from pathlib import Path


def try_in_parts(folder: Path, count: int, *, seed: int, jobs: int) -> Findings:
    """Try `count` random changes of the log in a folder; what comes of them is the same however many processes try."""
    wanted, found = list(batches(count, seed=seed)), Findings()
    if jobs == 1:
        return _try(folder, wanted)
    with ProcessPoolExecutor(max_workers=jobs, mp_context=get_context("spawn")) as pool:
        for part in [pool.submit(_try, folder, wanted[number::jobs]) for number in range(jobs)]:
            found.add(part.result())
    return found


def _try(folder: Path, wanted: list[Batch]) -> Findings:
    found = Findings()
    with begun(folder) as campaign:
        for batch in wanted:
            news = campaign.tried(batch)
            found.add(news)
            # A long campaign says what it cannot explain as soon as it knows it.
            for complaint in news.unexplained:
                print(complaint, file=sys.stderr, flush=True)
    return found
