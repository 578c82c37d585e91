"""manage.py sequencer: the one process that grows the log."""

import signal
import threading
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import structlog
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import InterfaceError, InternalError, OperationalError, connection

from audit import keys, release_watch
from audit.clock import ClockWrong, require_right_clock
from audit.key_encryption import KeyFileRefused
from audit.key_uses import KeyHolder
from audit.operations.add_subtrees import add_subtrees
from audit.operations.integrate import LogForked, integrate, require_continuation, sign_newest
from audit.operations.list_checkpoints import list_checkpoints
from audit.operations.list_events import list_events
from audit.operations.publish import Publication
from audit.places import log_folder
from audit.published_folder import FolderHeld, PublishedFolder, ReplacedMeanwhile, TileChanged
from audit.queries.log import SEQUENCER_LOCK, frontier
from audit.signing_tokens import SigningUnavailable
from audit.witnessing import Witnessing
from kernel.serving import served_cell
from telemetry import metrics

if TYPE_CHECKING:
    from audit.log_mirror import LogMirror

_PERIOD_SECONDS = 0.5
_RUNBOOK = "see docs/runbooks/sequencer-refuses-to-start.md."
_log = structlog.get_logger("audit.sequencer")


class Command(BaseCommand):
    """Integrate pending records and sign checkpoints, about twice a second, until told to stop.

    A second sequencer waits for the first to end. If the database is lost, this process waits for it, takes its lock
    again, and compares the log with what was published, as after a start: it keeps no state of the log but how much of
    what is published it has looked at. It signs nothing while its clock is wrong.
    """

    help = "Integrate pending records into the log and sign checkpoints."
    _is_process = False

    def add_arguments(self, parser: CommandParser) -> None:
        """Take --once and --check."""
        parser.add_argument("--once", action="store_true", help="take what is pending now, sign, and end")
        parser.add_argument(
            "--check", action="store_true", help="compare the database with the published log, and end; sign nothing"
        )

    def run_from_argv(self, argv: list[str]) -> None:
        """Note that this process is the sequencer, and not one that calls it."""
        self._is_process = True
        super().run_from_argv(argv)

    def handle(self, *, once: bool, check: bool, **_: Any) -> None:
        """Run until SIGTERM or SIGINT, or one turn."""
        published = PublishedFolder(log_folder())
        if check:
            _refuse_to_fork(published)
            self.stdout.write(f"The database's log has {frontier().size} entries, and goes on from what was published.")
            return
        if self._is_process:
            keys.serve_as(KeyHolder.SEQUENCER)
            release_watch.look_at_start("sequencer")
            release_watch.follow()
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        while not stop.is_set():
            try:
                _sequence(published, stop, once=once)
            except (InterfaceError, InternalError, OperationalError) as trouble:
                if once:
                    raise
                _log.warning("database-trouble", error=str(trouble))
                connection.close()
                stop.wait(_PERIOD_SECONDS)
            except ReplacedMeanwhile as replaced:
                if once:
                    raise CommandError(f"{replaced} Nothing was published.") from replaced
                # Another sequencer took over while this one was stopped, or somebody changed the folder. With the connection
                # goes the lock, if this one still has it; then the folder is compared as after a start.
                _log.warning("published-log-replaced", why=str(replaced))
                connection.close()
                stop.wait(_PERIOD_SECONDS)
            else:
                return


def _sequence(published: PublishedFolder, stop: threading.Event, *, once: bool) -> None:
    """Take the lock, and then turns until told to stop.

    Raises:
        CommandError: the database does not continue the published log, or a published tile was changed.
        django.db.Error: the database is in trouble, and the lock may be lost.
        ReplacedMeanwhile: somebody else publishes, and the lock may be theirs.
    """
    if not _wait_for_lock(stop):
        return
    _refuse_to_fork(published)
    published.drop_leftovers(now=datetime.now(UTC))
    metrics.begin_process("sequencer")
    _log.info("sequencer-started")
    publication, mirror, witnessing = Publication(published), _begin_mirror(once=once), Witnessing()
    if not once:
        witnessing.start()
    try:
        _take_turns(publication, mirror, witnessing, stop, once=once)
    finally:
        if not once:
            witnessing.stop()
        if mirror is not None:
            mirror.stop()


def _begin_mirror(*, once: bool) -> "LogMirror | None":
    """Begin to put the published log into the object store, if one is configured; in one turn alone there is no time.

    Raises:
        CommandError: the variables do not name a store that may be used.
    """
    if once or not settings.REDDOG_LOG_STORE:
        return None
    # Its library is one of requirements-reports.txt, which a sequencer without a store does not need.
    from audit.log_mirror import LogMirror  # noqa: PLC0415
    from audit.object_store import StoreMisconfigured  # noqa: PLC0415
    from audit.published_store import configured_store  # noqa: PLC0415

    try:
        mirror = LogMirror(configured_store())
    except StoreMisconfigured as error:
        raise CommandError(str(error)) from error
    mirror.start()
    return mirror


def _take_turns(
    publication: Publication, mirror: "LogMirror | None", witnessing: Witnessing, stop: threading.Event, *, once: bool
) -> None:
    while not stop.is_set():
        if witnessing.fault is not None:
            raise CommandError(f"{witnessing.fault} Nothing more is signed: {_RUNBOOK}")
        if mirror is not None and mirror.fault is not None:
            raise CommandError(f"The object store: {mirror.fault} Nothing more is signed: {_RUNBOOK}")
        try:
            require_right_clock()
        except ClockWrong as wrong:
            if once:
                raise CommandError(f"{wrong.title()}. {wrong.detail}") from wrong
            _log.error("wrong-clock", difference_seconds=round(wrong.difference_seconds, 3))
        else:
            # Where much is left to publish, as after an update, the next turn begins at once.
            if not _turn(publication, witnessing, once=once):
                continue
        if once:
            return
        stop.wait(_PERIOD_SECONDS)


def _refuse_to_fork(folder: PublishedFolder) -> None:
    published = folder.checkpoint()
    try:
        if published is not None:
            require_continuation(published)
        Witnessing().compare()
    except LogForked as fork:
        raise CommandError(f"{fork} Nothing was signed: {_RUNBOOK}") from fork


def _wait_for_lock(stop: threading.Event) -> bool:
    while not stop.is_set():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (served_cell().lock(SEQUENCER_LOCK),))
            if cursor.fetchone() == (True,):
                return True
        stop.wait(_PERIOD_SECONDS)
    return False


def _turn(publication: Publication, witnessing: Witnessing, *, once: bool) -> bool:
    """List events and checkpoints, take what is pending, sign, and publish; return whether all that is signed is published."""
    taken = _list_and_integrate(once=once)
    hashes_size = add_subtrees()
    if once:
        # The thread does it otherwise, and nobody waits for it.
        _ask_witnesses(witnessing)
    try:
        published = publication.publish(hashes_size=hashes_size)
    except TileChanged as changed:
        raise CommandError(f"{changed} It was not replaced, and no checkpoint was published: {_RUNBOOK}") from changed
    except FolderHeld as held:
        if once:
            raise CommandError(f"{held} Nothing was published.") from held
        # Records go on getting their places. Until the other process goes on or is ended, nothing is published.
        _log.error("published-folder-held", why=str(held))
        published = True
    if taken:
        _log.debug("integrated", records=taken)
    return published


def _list_and_integrate(*, once: bool) -> int:
    """List events and checkpoints, take what is pending and sign; return how many records got their places."""
    try:
        list_events(now=datetime.now(UTC), at_once=once)
        list_checkpoints(now=datetime.now(UTC))
    except SigningUnavailable:
        # As below. But what is due is listed before anything else gets its place: behind it, it would be listed too late, and
        # every auditor would say so. So all wait, as for a sequencer that is down.
        if once:
            raise
        return 0
    except KeyFileRefused as refused:
        # The key that signed until now retires, or its warrant is over, and its successor's file is not here. It is looked for
        # in each turn. Until then all wait, for the reason above.
        if once:
            raise
        _log.error("log-key-missing", why=str(refused))
        return 0
    taken = integrate()
    try:
        sign_newest(now=datetime.now(UTC))
    except KeyFileRefused as refused:
        if once:
            raise
        # Its file may come at any moment, and records go on getting their places meanwhile.
        _log.error("log-key-missing", why=str(refused))
    except SigningUnavailable:
        # Its own line says why. The log goes on when the token does; what is not covered meanwhile is counted by the merge delay.
        if once:
            raise
    return taken


def _ask_witnesses(witnessing: Witnessing) -> None:
    try:
        witnessing.turn()
    except LogForked as fork:
        raise CommandError(f"{fork} Nothing was published: {_RUNBOOK}") from fork
