"""The published log in an object store beside the folder, put there by a thread of the sequencer.

The folder leads: a checkpoint goes to the store once it is published, and behind its tiles. So the store never holds what
the folder does not promise, and a store that is slow or away delays nobody: what it lacks is put there when it is back.
Before anything is put, the checkpoint that is there is compared with the database's log, as the folder's is at the start.
The store is on other machines, so that comparison also finds a restored backup whose folder was restored with it.

Source: docs/adr/0070-log-in-an-object-store.md.
"""

import threading
from typing import Final

import structlog
from django.db import Error, connection

from audit.object_store import StoreAway
from audit.operations.add_subtrees import full_size
from audit.operations.integrate import LogForked, require_continuation
from audit.operations.publish import Publication
from audit.published_folder import ReplacedMeanwhile, TileChanged
from audit.published_store import PublishedStore

_PERIOD_SECONDS: Final = 1.0
_PAUSE_SECONDS: Final = 10.0
"""After a failure."""
_log = structlog.get_logger("audit.log_mirror")


class LogMirror:
    """What is in the store, and the thread that puts there what it lacks."""

    def __init__(self, store: PublishedStore) -> None:
        """Have looked at nothing."""
        self._store = store
        self._publication = Publication(store, leads=False)
        self._compared = False
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="log-mirror", daemon=True)
        self.fault: LogForked | TileChanged | None = None
        """What ended the thread: nothing may be signed any more until somebody has looked."""

    def start(self) -> None:
        """Begin the thread."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread, when what it is putting is there."""
        self._stop.set()
        self._thread.join()

    def turn(self) -> bool:
        """Put there what is published, or get closer to it; return whether it is there.

        Raises:
            LogForked: the store's log is not a beginning of the database's.
            TileChanged: a tile under the store's checkpoint has another length.
            StoreAway: the store does not take it.
            django.db.Error: the database cannot be read.
        """
        if not self._compared:
            there = self._store.checkpoint()
            if there is not None:
                require_continuation(there)
            self._compared = True
        try:
            return self._publication.publish(hashes_size=full_size())
        except ReplacedMeanwhile:
            # By a sequencer that was before, or took over. It may have been of another log.
            self._compared = False
            return False

    def _run(self) -> None:
        while not self._stop.is_set():
            pause = _PERIOD_SECONDS
            try:
                pause = _PERIOD_SECONDS if self.turn() else 0.0
            except (LogForked, TileChanged) as fault:
                self.fault = fault
                return
            except (StoreAway, Error) as trouble:
                _log.error("log-store-behind", error=str(trouble))
                connection.close()
                pause = _PAUSE_SECONDS
            self._stop.wait(pause)
        connection.close()
