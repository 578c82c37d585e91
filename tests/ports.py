"""Where a test process looks for free ports, so that two do not find the same one at the same time."""

from __future__ import annotations

import os


def own_ports(first: int) -> int:
    """Return the first of this test process's ports, `first` for the first process; the others' are 3,000 apart.

    What the tests begin with lies between 9,564 and 19,100, so no two processes have the same ports, nor does the system
    give them to clients while there are five or fewer.
    """
    return first + 3_000 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
