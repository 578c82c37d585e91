"""Granian, which says for a while that it is going away before it does."""

import ctypes
from typing import Any

from granian.server import MPServer


class DrainedServer(MPServer):
    """Granian, which takes requests for a while after it was told to end, and says meanwhile that it is going away."""

    def __init__(self, target: str, *, leaving: ctypes.c_bool, drain_seconds: float, **options: Any) -> None:
        """Serve `target`; tell the workers by `leaving`."""
        super().__init__(target, **options)
        self._leaving = leaving
        self._drain_seconds = drain_seconds

    def shutdown(self, exit_code: int = 0) -> None:
        """Wait, then end. A second signal ends the wait, and so does a worker that dies."""
        self._leaving.value = True
        if self.interrupt_signal:
            self.main_loop_interrupt.clear()
            self.main_loop_interrupt.wait(self._drain_seconds)
        super().shutdown(exit_code)  # type: ignore[no-untyped-call]  # it has no types
