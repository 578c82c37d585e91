"""What a checkpoint costs in a small log and in a large one: `benchmarks/checkpoints.py [--leaves 10000 10000000]`.

Adds leaves to the log of a new installation until it has 10^4 and then 10^6 entries, and at each size takes turns of the
sequencer, of 256 records each: integrate, sign, add the roots of tiles, publish. The leaves are hashes of numbers and have
no records; no turn reads records. `ratio` has, for the time of a turn, its processor time and the blocks that its statements
look at, the median in the largest log by that in the smallest. 10^7 leaves need 2 GB of disk and some minutes to make. Prints
one JSON object.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.installation import installed
from benchmarks.proofs import grow

_SIZES: Final = (10_000, 1_000_000)


def main() -> None:
    """Measure at each size, and print the result."""
    parser = argparse.ArgumentParser(description="What a checkpoint costs, by the number of leaves.")
    parser.add_argument("--turns", type=int, default=30, help="of the sequencer, at each size")
    parser.add_argument("--leaves", type=int, nargs="+", default=list(_SIZES), help="rising")
    options = parser.parse_args()
    result: dict[str, dict[str, Any]] = {}
    with installed() as installation, installation.as_owner() as session:
        for size in options.leaves:
            grow(session, size)
            session.execute("VACUUM (ANALYZE) audit_leaf")
            result[str(size)] = json.loads(installation.run_module("benchmarks.checkpoint_turns", str(options.turns)))
    first, last = result[str(options.leaves[0])], result[str(options.leaves[-1])]
    ratio = {name: round(last[name] / first[name], 2) for name in ("turn", "cpu", "blocks")}
    print(json.dumps({"turns": result, "ratio": ratio}))


if __name__ == "__main__":
    main()
