"""Random bytes for seeds, tested as they are drawn. A source that fails a test stops dealing in this process.

Source: docs/adr/0010-entropy-health.md; regulation F44.
"""

import enum
import os
import threading
from collections.abc import Callable

import structlog

from audit.core.entropy_health import START_UP_BYTES, Health, watch
from kernel.refusals import Refusal, RefusalKind

_log = structlog.get_logger("audit.entropy")


class EntropyFailed(Refusal):
    """The platform's source of random numbers has failed its tests."""

    code, kind = "entropy-failed", RefusalKind.UNAVAILABLE


class _State(enum.Enum):
    UNTRIED = enum.auto()
    HEALTHY = enum.auto()
    FAILED = enum.auto()


class Entropy:
    """A source of random bytes behind its health tests. Threads may share it.

    Nothing is drawn before the start-up test has passed. A failure is final: only a new process tries again.
    """

    def __init__(self, source: Callable[[int], bytes]) -> None:
        """Take the bytes from `source`, a function of the number of bytes."""
        self._source = source
        self._health = Health()
        self._state = _State.UNTRIED
        self._lock = threading.Lock()

    def draw(self, count: int) -> bytes:
        """Return `count` fresh bytes that have passed the tests.

        Raises:
            EntropyFailed: these bytes, or some that were drawn before, have not; nobody gets them.
        """
        self.require_healthy()
        with self._lock:
            return self._tested(count)

    def require_healthy(self) -> None:
        """Check that all bytes that this process drew have passed; before its first draw, run the start-up test.

        Raises:
            EntropyFailed: the source has failed, and nothing may be dealt. Open rounds need no entropy and go on.
        """
        if self._state is _State.HEALTHY:
            return
        with self._lock:
            # Another thread may have been first: then this tests a thousand bytes more, or finds the failure.
            self._tested(START_UP_BYTES)
            self._state = _State.HEALTHY

    def _tested(self, count: int) -> bytes:
        if self._state is not _State.FAILED:
            drawn, complaint = self._drawn(count)
            if complaint is None:
                return drawn
            self._state = _State.FAILED
            # The bytes are never logged: some of them may be in a seed already.
            _log.error("entropy-failed", complaint=complaint)
        raise EntropyFailed("Nothing was done, nothing taken. New deals and seeds wait until the operator has looked.")

    def _drawn(self, count: int) -> tuple[bytes, str | None]:
        """Draw bytes, and return them with what is wrong with them, None if nothing is."""
        try:
            drawn = self._source(count)
        except (OSError, NotImplementedError) as error:
            return b"", f"gives nothing: {error}"
        if len(drawn) != count:
            return b"", f"gives {len(drawn)} bytes for {count}"
        self._health = watch(self._health, drawn)
        return drawn, None if self._health.failed is None else self._health.failed.value


SOURCE = Entropy(os.urandom)
"""The operating system's generator, with its health in this process."""


def draw(count: int) -> bytes:
    """Return `count` bytes of the operating system's entropy, tested.

    Raises:
        EntropyFailed: the source has failed in this process.
    """
    return SOURCE.draw(count)


def require_healthy() -> None:
    """Check that this process has not seen its source of entropy fail. Costs well under a microsecond.

    Raises:
        EntropyFailed: the source has failed in this process.
    """
    SOURCE.require_healthy()
