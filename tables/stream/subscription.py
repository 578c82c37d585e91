"""What waits to be sent to one stream, in bounded memory."""

import asyncio
import enum
from collections import deque
from typing import Final
from uuid import UUID

from kernel.ids import ChainId

_FRAMES_MAX: Final = 1_000
_BYTES_MAX: Final = 1 << 20


class StreamEnd(enum.StrEnum):
    """Why a stream ended."""

    CLIENT = "client"
    """The client closed it."""
    SLOW = "slow"
    """The client did not read what was sent to it."""
    SESSION = "session"
    """The player's session ended, or was locked."""
    SERVER = "server"
    """This process ends."""
    DEFECT = "defect"


class Subscription:
    """The frames of one stream that were not sent yet.

    A reader who leaves too many of them is cut, and loses nothing: it resumes after the newest record that it has.
    """

    def __init__(self, *, table: ChainId, viewer: ChainId | None, session_id: UUID | None) -> None:
        """Begin without frames. `viewer` is the chain of the player who looks, None for a spectator."""
        self.table = table
        self.viewer = viewer
        self.session_id = session_id
        self.end: StreamEnd | None = None
        """Why no more frames come, once none do."""
        self._frames: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._changed = asyncio.Event()

    def put(self, frame: bytes) -> None:
        """Add a frame; with one too many, end the stream instead."""
        if self.end is not None:
            return
        self._frames.append(frame)
        self._waiting_bytes += len(frame)
        if len(self._frames) > _FRAMES_MAX or self._waiting_bytes > _BYTES_MAX:
            self.finish(StreamEnd.SLOW)
        self._changed.set()

    def finish(self, end: StreamEnd, farewell: bytes = b"") -> None:
        """End the stream: at once if its reader is slow, else after what waits, and `farewell`."""
        if self.end is not None:
            return
        self.end = end
        if end is StreamEnd.SLOW:
            self._frames.clear()
        elif farewell:
            self._frames.append(farewell)
        self._changed.set()

    async def frames(self, *, timeout_seconds: float) -> bytes | None:
        """Wait for frames and take all that wait. Empty if none came in time; None once the stream has ended."""
        if not self._frames and self.end is None:
            try:
                await asyncio.wait_for(self._changed.wait(), timeout_seconds)
            except TimeoutError:
                return b""
        self._changed.clear()
        if not self._frames:
            return None if self.end is not None else b""
        taken = b"".join(self._frames)
        self._frames.clear()
        self._waiting_bytes = 0
        return taken
