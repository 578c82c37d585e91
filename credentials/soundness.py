"""What is inconsistent in the failures of an account, of players and staff alike."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from credentials.core.lockout import MAX_FAILURES, MAX_NETWORK_FAILURES
from credentials.login_origins import LoginOrigin


def origin_faults(origin: LoginOrigin) -> Iterator[str]:
    """Yield what is wrong with an origin's counts, as the end of a sentence about the account."""
    if not 1 <= len(origin.failures) <= MAX_FAILURES or origin.failures[-1] > origin.last_failed_at:
        yield f"has other failures from {origin.origin} than are counted"
    if (len(origin.failures) == MAX_FAILURES) != (origin.locked_at is not None):
        yield f"is locked for {origin.origin} without the failures that lock, or has them and is not locked"


def guard_faults(failures: Sequence[datetime], *, guarded: bool) -> Iterator[str]:
    """Yield what is wrong with the failures from all networks. `guarded`: whether they locked all unknown devices."""
    if len(failures) > MAX_NETWORK_FAILURES or (len(failures) == MAX_NETWORK_FAILURES) != guarded:
        yield "is locked without the failures that lock, or has them and is not locked"
