"""An event loop for granian whose tasks run in threads and may block.

Granian reads requests and bodies in Rust, and calls an RSGI application by the methods of an asyncio loop. With a usual
loop, a request of ours would be handed from granian to the loop, to granian for its body, back to the loop, to a thread
that works on it, and to the loop once more. Here the threads are the loop: what granian starts runs in granian's own
thread until it first waits, and is continued by one of ours.

Source: docs/adr/0027-slow-senders.md.
"""

import asyncio
import logging
import queue
import signal
import threading
import types
from collections.abc import Callable, Coroutine, Generator
from typing import Any, Final

Callback = Callable[..., object]

_log = logging.getLogger(__name__)


class ThreadLoop(asyncio.AbstractEventLoop):
    """The methods of a loop that granian calls. Any other one raises NotImplementedError.

    Coroutines await futures of granian, futures of this loop, and `turn`, nothing else.
    """

    def __init__(self, *, threads: int) -> None:
        """Start the threads. They end with the process."""
        self._due: Final[queue.SimpleQueue[tuple[Callback, tuple[object, ...]]]] = queue.SimpleQueue()
        for number in range(1, threads + 1):
            threading.Thread(target=self._work, name=f"request-{number}", daemon=True).start()

    def call_soon_threadsafe(  # type: ignore[override]  # the stubs ask for types that nobody here knows
        self, callback: Callback, *args: object, context: object = None
    ) -> None:
        """Continue a task in one of our threads; call anything else at once, in the thread that asks."""
        del context  # A request's context variables are those of its thread.
        if isinstance(callback, _Task):
            self._due.put((callback, args))
        else:
            callback(*args)

    call_soon = call_soon_threadsafe  # type: ignore[assignment]  # as above

    def create_task(self, coro: Coroutine[Any, Any, object], **_: object) -> "_Task":  # type: ignore[override]
        """Run a coroutine until it first waits, and continue it in our threads."""
        task = _Task(coro, self)
        task()
        return task

    def create_future(self) -> "asyncio.Future[Any]":
        """Return a future whose waiters continue in our threads."""
        return asyncio.Future(loop=self)

    def run_until_complete(self, future: Any) -> None:  # type: ignore[override]  # granian wants no result
        """Run a coroutine, and return when it has ended. Signals are handled meanwhile."""
        ended = threading.Event()

        async def run() -> None:
            try:
                await future
            finally:
                ended.set()

        # An asyncio.Event, which granian waits for, takes its futures from the loop that runs.
        asyncio._set_running_loop(self)  # noqa: SLF001  asyncio exports it for loops
        try:
            self.create_task(run())
            ended.wait()
        finally:
            asyncio._set_running_loop(None)  # noqa: SLF001  the same

    def add_signal_handler(self, sig: int, callback: Callback, *args: object) -> None:
        """Call back in the main thread when the process receives the signal."""
        signal.signal(sig, lambda *_: callback(*args))

    def is_running(self) -> bool:
        """Return true: the threads run from the beginning."""
        return True

    def get_debug(self) -> bool:
        """Return false: there is nothing more to say."""
        return False

    def _work(self) -> None:
        while True:
            callback, args = self._due.get()
            try:
                callback(*args)
            except Exception:  # noqa: BLE001  said in the log
                # Granian answers for what fails in a request. The thread has others to work on.
                _log.exception("a task failed")


class _Task:
    """A coroutine, continued by each call."""

    __slots__ = ("_coroutine", "_loop")

    def __init__(self, coroutine: Coroutine[Any, Any, object], loop: ThreadLoop) -> None:
        self._coroutine = coroutine
        self._loop = loop

    def __call__(self, future: Any = None) -> None:
        """Continue until it waits again; `future` is what it waited for."""
        try:
            if future is not None and future.cancelled():
                awaited = self._coroutine.throw(asyncio.CancelledError())
            else:
                awaited = self._coroutine.send(None)
        except StopIteration:
            return
        if awaited is None:
            self._loop.call_soon_threadsafe(self)
        else:
            awaited._asyncio_future_blocking = False  # noqa: SLF001  as asyncio's own tasks do
            awaited.add_done_callback(self)


@types.coroutine
def turn() -> Generator[None, None, None]:
    """Go on in one of the loop's threads, as soon as it has time."""
    yield
