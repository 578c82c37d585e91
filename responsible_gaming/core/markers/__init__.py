"""Every marker of harm, one file each. A new marker is a file here, and its line in MARKERS."""

from collections.abc import Callable
from typing import Final

from responsible_gaming.core.history import History
from responsible_gaming.core.marker_finding import MarkerFinding
from responsible_gaming.core.markers import (
    cancelled_withdrawals,
    chasing_losses,
    limit_attempts,
    night_play,
    rising_stakes,
)

Marker = Callable[[History], MarkerFinding | None]
"""Examines a player's last four weeks. None: the marker is not met."""

MARKERS: Final[tuple[Marker, ...]] = (
    chasing_losses.detect,
    rising_stakes.detect,
    night_play.detect,
    limit_attempts.detect,
    cancelled_withdrawals.detect,
)
"""In the order in which an operator reads them."""
