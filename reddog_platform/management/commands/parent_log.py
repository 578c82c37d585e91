"""manage.py parent_log: begin the log over the cells' logs, and the one process that grows it."""

from __future__ import annotations

import signal
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import structlog
from django.core.management.base import BaseCommand, CommandError
from django.db import InterfaceError, InternalError, OperationalError, connection

from audit import keys
from audit.core.cosignature import NoPolicy
from audit.core.note import is_vkey, sign_note
from audit.core.parent_log import NotAnEntry, word_text
from audit.key_custody import word_path
from audit.key_encryption import KeyFileRefused
from audit.key_uses import PARENT_KEY, KeyHolder
from audit.operations.grow_parent_log import grow
from audit.parent_witnessing import ParentForked, ParentWitnessing
from audit.private_files import replace_file
from audit.published_folder import FolderHeld, ReplacedMeanwhile, TileMissing
from audit.signing_tokens import SigningUnavailable
from kernel.serving import served_cell
from reddog_platform import parent_log
from reddog_platform.cells import ready_cells
from reddog_platform.parent_log import PARENT_LOCK, WordRefused
from telemetry import metrics

if TYPE_CHECKING:
    from django.core.management.base import CommandParser

    from audit.parent_folder import ParentFolder

_PERIOD_SECONDS: Final = 10
_WAIT_SECONDS: Final = 0.5
_RUNBOOK: Final = "see docs/runbooks/parent-log.md."
_log = structlog.get_logger("audit.parent_log")


class Command(BaseCommand):
    """Run it as the installation, without REDDOG_CELL. `sign` needs the folder of `root.key`, and no database."""

    help = "The log over the cells' logs: begin it, sign the root's word on it, or grow it until told to stop."
    requires_system_checks = ()
    _is_process = False

    def add_arguments(self, parser: CommandParser) -> None:
        acts = parser.add_subparsers(dest="act", required=True)
        begin = acts.add_parser("begin", help="draw its key and take the root's word; again, to change its witnesses")
        begin.add_argument("--policy", type=Path, help="a file with the policy of its witnesses")
        begin.add_argument("--word", type=Path, help="the root's word, as `sign` wrote it where the root is")
        sign = acts.add_parser("sign", help="print the root's word, where the root is")
        sign.add_argument("vkey", help="the public half of its key, as `begin` says it")
        sign.add_argument("--policy", type=Path, help="a file with the policy of its witnesses")
        run = acts.add_parser("run", help="take the cells' checkpoints every ten seconds, until told to stop")
        run.add_argument("--once", action="store_true", help="take what is published now, sign, publish, and end")

    def run_from_argv(self, argv: list[str]) -> None:
        """Note that this process is the parent log's, and not one that calls it."""
        self._is_process = True
        super().run_from_argv(argv)

    def handle(self, *, act: str, **options: Any) -> None:
        if served_cell().name:
            raise CommandError(
                "Nothing was done. Run this without REDDOG_CELL, in the environment of the installation."
            )
        try:
            if act == "begin":
                self._begin(options["policy"], options["word"])
            elif act == "sign":
                self._sign(options["vkey"], options["policy"])
            else:
                self._run(once=options["once"])
        except (OSError, NoPolicy, KeyFileRefused, WordRefused, SigningUnavailable) as error:
            raise CommandError(f"Nothing more was done: {error}") from error

    def _begin(self, policy: Path | None, word: Path | None) -> None:
        if not ready_cells():
            raise CommandError("Nothing was made. There are no cells, so there is nothing to have a log over.")
        vkey = parent_log.draw_key()
        if word is not None:
            note = word.read_text(encoding="utf-8")
        elif keys.path_of("root").exists():
            note = _signed_word(vkey, policy)
        else:
            raise CommandError(
                f"The root is not here. Where it is: manage.py parent_log sign {vkey} > WORD, with --policy if it has"
                " witnesses; then here: manage.py parent_log begin --word WORD"
            )
        parent_log.require_word(note)
        replace_file(word_path(), note.encode())
        self.stdout.write(f"The root's word is in {word_path()}. Start `manage.py parent_log run`.")

    def _sign(self, vkey: str, policy: Path | None) -> None:
        if not is_vkey(vkey) or vkey.partition("+")[0] != parent_log.origin():
            raise CommandError(f"Nothing was signed. {vkey[:100]} is no key of {parent_log.origin()}.")
        self.stdout.write(_signed_word(vkey, policy), ending="")

    def _run(self, *, once: bool) -> None:
        if PARENT_KEY not in keys.public_keys():
            raise CommandError("There is no parent log yet: `manage.py parent_log begin` (docs/scale.md).")
        if self._is_process:
            keys.serve_as(KeyHolder.PARENT_LOG)
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        while not stop.is_set():
            try:
                _hold_and_grow(stop, once=once)
            except (InterfaceError, InternalError, OperationalError, ReplacedMeanwhile, FolderHeld) as trouble:
                if once:
                    raise CommandError(f"{trouble} Nothing was published.") from trouble
                _log.warning("parent-log-waits", why=str(trouble))
                connection.close()
                stop.wait(_WAIT_SECONDS)
            except (NotAnEntry, ParentForked, TileMissing) as fault:
                raise CommandError(f"{fault} Nothing was signed: {_RUNBOOK}") from fault
            else:
                return


def _signed_word(vkey: str, policy: Path | None) -> str:
    text = None if policy is None else policy.read_text(encoding="utf-8")
    if text is not None:
        parent_log.require_policy(text)
    return sign_note(word_text(origin=parent_log.origin(), log=vkey, policy=text), keys.signer("root"))


def _hold_and_grow(stop: threading.Event, *, once: bool) -> None:
    """Take both locks, read the log, and then turns until told to stop.

    Raises:
        NotAnEntry, ParentForked, TileMissing: the folder is not what was signed.
        django.db.Error, ReplacedMeanwhile, FolderHeld: somebody else may write; all is read again.
    """
    if not _wait_for_lock(stop):
        return
    parent = parent_log.parent_folder()
    with parent.held():
        parent.load()
        metrics.begin_process("parent-log")
        _log.info("parent-log-started", entries=parent.state.size)
        witnessing = ParentWitnessing(parent)
        witnessing.compare()
        while not stop.is_set():
            _turn(parent, witnessing)
            if once:
                return
            stop.wait(_PERIOD_SECONDS)


def _turn(parent: ParentFolder, witnessing: ParentWitnessing) -> None:
    # Read by the connection that holds the lock: without it this fails before anything is written.
    cells = parent_log.published_cells()
    if not witnessing.publish() or not cells:
        return
    signer, word = keys.signer(PARENT_KEY), parent_log.read_word()
    for refused in grow(parent, cells, signer=signer, word=word):
        _log.error("cell-refused", origin=refused.origin, code=refused.code, why=refused.why)
    witnessing.publish()


def _wait_for_lock(stop: threading.Event) -> bool:
    while not stop.is_set():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_lock(%s)", (PARENT_LOCK,))
            if cursor.fetchone() == (True,):
                return True
        stop.wait(_WAIT_SECONDS)
    return False
