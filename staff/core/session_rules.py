"""How long a session of the staff lasts."""

from datetime import timedelta
from typing import Final

IDLE_DURATION: Final = timedelta(minutes=30)
"""A session ends when no request came for so long."""

MAX_DURATION: Final = timedelta(hours=10)
"""A session ends after so long, whatever happens."""

USE_STORED_EVERY: Final = timedelta(minutes=1)
"""How often a session's last use is written down at most."""
