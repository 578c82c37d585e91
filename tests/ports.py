"""Where a test process looks for free ports, so that two do not find the same one at the same time."""

from __future__ import annotations

import os


def own_ports(first: int) -> int:
    """Return the first of this test process's hundred ports, `first` for the first process."""
    return first + 100 * int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
