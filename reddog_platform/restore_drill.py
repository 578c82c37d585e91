"""Restore a backup of a running platform beside it, and prove the copy: `manage.py restore_drill`.

Each part runs as a process of its own against the copy, as it would after a real loss. None of them can reach the
running platform's database, and none writes into its published log or signs with its keys.
"""

from __future__ import annotations

import base64
import os
import re
import shutil
import subprocess
import sys
import time
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from django.db import connection

from audit.core.checkpoint import size_of
from audit.places import log_folder, log_origin
from audit.queries import log
from reddog_platform.diagnostic import Diagnostic
from reddog_platform.embedded import home, programs
from reddog_platform.embedded.private_server import PrivateServer, find_programs
from reddog_platform.embedded.programs import ServerUnavailable
from reddog_platform.environment import SECRETS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_COPY_SETTINGS: Final[Mapping[str, str]] = {
    "timezone": "UTC",
    "log_timezone": "UTC",
    # What is removed in a minute need not survive a power cut.
    "fsync": "off",
}

# Ways to the running platform, which the commands that look at the copy do not have.
_OF_THE_PLATFORM_ALONE: Final = frozenset(
    form for variable in SECRETS if variable != "REDIS_URL" for form in (variable, f"{variable}_FILE")
)

_RUNBOOK: Final = "docs/runbooks/backup-and-restore.md"

_SIZE: Final = re.compile(r"log has (\d+) entries")

_REFUSED: Final = "Nothing was signed"

# By the verifier's exit status. Late is what a stopped sequencer leaves, and no fault of the backup.
_VERDICTS: Final = {
    0: "all of it holds",
    2: "all of it holds, though some entries were logged late",
    3: "all of it holds, with warnings that an export of the platform itself shows too",
}

_MB: Final = 1_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Backup:
    """Where the backup comes from."""

    source: str = ""
    """What libpq takes to take a base backup now: a role with the right REPLICATION."""
    base: Path | None = None
    """A base backup that was taken earlier, instead."""
    archive: Path | None = None
    """The archived WAL since then."""
    until: str = ""
    """Recover to before this instant; empty: to the archive's end."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drill:
    """One drill: its backup, its copy and what was published when it began."""

    backup: Backup
    copy: PrivateServer
    published: str
    """The published checkpoint before the backup began, empty if there was none."""
    wait_seconds: float
    """How long the published log may take to grow past the copy's."""

    @property
    def _folder(self) -> Path:
        return self.copy.home.data

    @property
    def _goes_on_from_published(self) -> bool:
        """Return whether the copy must hold all that was published: a backup of now, and not one of the past."""
        return self.backup.base is None

    def run(self) -> Iterator[Diagnostic]:
        """Yield what each part found, as soon as it is known. If there is no copy, nothing more is tried."""
        began = time.monotonic()
        try:
            yield self._take(began)
            yield self._restore()
        except ServerUnavailable as error:
            yield _red("restore", str(error), f"See {_RUNBOOK}, and the server's messages above.")
            return
        yield self._soundness()
        size = self._log_size()
        yield self._log(size)
        yield self._verifier()
        yield self._refusal(size)
        yield self._original()

    def _take(self, began: float) -> Diagnostic:
        if self.backup.base is None:
            self.copy.take_base_backup(self.backup.source)
        else:
            self.copy.copy_base_backup(self.backup.base)
        self.copy.isolate(_COPY_SETTINGS)
        if self.backup.archive is not None:
            self.copy.recover_from(self.backup.archive, until=self.backup.until)
        stored = sum(path.stat().st_size for path in self.copy.cluster.rglob("*") if path.is_file())
        taken = "taken from the running server" if self.backup.base is None else f"copied from {self.backup.base}"
        return _green("backup", f"{taken}, {stored / _MB:.0f} MB in {time.monotonic() - began:.1f} s")

    def _restore(self) -> Diagnostic:
        began = time.monotonic()
        self.copy.start()
        return _green("restore", f"the copy answers after {time.monotonic() - began:.1f} s, on a socket of its own")

    def _soundness(self) -> Diagnostic:
        done = self._manage("fsck")
        return _found("soundness", done.returncode == 0, _words(done), "The backup is unsound: take and try another.")

    def _log_size(self) -> int | None:
        found = _SIZE.search(self._manage("sequencer", "--check", published="").stdout)
        return None if found is None else int(found[1])

    def _log(self, size: int | None) -> Diagnostic:
        """Compare the copy's log with the published one, or with the platform's if the backup is of the past."""
        repair = "This backup is not of the log that was published: see docs/runbooks/sequencer-refuses-to-start.md."
        if size is None or not self.published:
            return _red("log", "no log was published, or the copy's cannot be read", "Run the sequencer first.")
        published_size = size_of(self.published)
        if self._goes_on_from_published or size >= published_size:
            done = self._manage("sequencer", "--check", published=self.published)
            return _found("log", done.returncode == 0, f"{_words(done)} Published: {published_size}.", repair)
        mine = self._manage("shell", "-v", "0", "-c", _PRINT_NEWEST_CHECKPOINT).stdout.strip()
        same = bool(mine) and mine in {note.strip() for signed, note in log.checkpoints() if signed == size_of(mine)}
        lacking = f"{size} entries, {published_size - size} fewer than were published when the drill began"
        return _found("log", same, f"{lacking}; its newest checkpoint {'is' if same else 'is not'} ours", repair)

    def _verifier(self) -> Diagnostic:
        export = self._folder / "export"
        done = self._manage("export_log", str(export))
        if done.returncode:
            return _red("verifier", _words(done), "Nothing can be exported from the copy.")
        words = [sys.executable, "-m", "verifier", str(export), "--json"]
        if self._goes_on_from_published and self.published:
            words += ["--checkpoint", str(self._published_file(self.published))]
        judged = _run(words, os.environ)
        verdict = _VERDICTS.get(judged.returncode)
        state = f"{_words(done)} {_words(judged) if verdict is None else verdict}"
        return _found(
            "verifier", verdict is not None, state, "Verify an export of the platform itself (docs/auditor.md)."
        )

    def _refusal(self, size: int | None) -> Diagnostic:
        """Run the real sequencer on the copy against a newer published log, without any key to sign with."""
        if size is None:
            return _red("sequencer", "the copy's log cannot be read", "See above.")
        newer = self._newer_published(size)
        made_up = newer is None
        done = self._manage("sequencer", "--once", published=newer or _made_up(size + 1), keys=False)
        refused = done.returncode != 0 and _REFUSED in done.stderr
        against = "a made-up newer log, since the published one did not grow" if made_up else "the newer published log"
        state = (
            f"{'refuses' if refused else 'does not refuse'} to go on from the copy against {against}: {_words(done)}"
        )
        return _found("sequencer", refused, state, "Do not restore this version's database: its sequencer would fork.")

    def _newer_published(self, size: int) -> str | None:
        deadline = time.monotonic() + self.wait_seconds
        while size_of(now := published_checkpoint() or _made_up(0)) <= size:
            if time.monotonic() > deadline:
                return None
            time.sleep(0.2)
        return now

    def _original(self) -> Diagnostic:
        now = published_checkpoint()
        before = size_of(self.published) if self.published else 0
        state = f"the platform's published log had {before} entries and has {size_of(now) if now else 0}"
        return _found("platform", before <= (size_of(now) if now else 0), state, "Find out who changed it.")

    def _manage(self, *words: str, published: str = "", keys: bool = True) -> subprocess.CompletedProcess[str]:
        """Run a command of manage.py against the copy, with `published` as the published log."""
        database = connection.settings_dict
        environment = {name: value for name, value in os.environ.items() if name not in _OF_THE_PLATFORM_ALONE} | {
            "DATABASE_URL": self.copy.address(user=database["USER"], database=database["NAME"]),
            "REDDOG_LOG_DIR": str(self._published_file(published).parent),
        }
        if not keys:
            (self._folder / "no-keys").mkdir(exist_ok=True)
            environment["REDDOG_KEYS_DIR"] = str(self._folder / "no-keys")
        return _run([sys.executable, str(home.CHECKOUT / "manage.py"), *words], environment)

    def _published_file(self, checkpoint: str) -> Path:
        """Return a file with this checkpoint in a folder of the copy's own; there is no file for an empty one."""
        file = self._folder / "published" / "checkpoint"
        file.parent.mkdir(exist_ok=True)
        file.unlink(missing_ok=True)
        if checkpoint:
            file.write_text(checkpoint)
        return file


_PRINT_NEWEST_CHECKPOINT: Final = "from audit.queries.log import newest_checkpoint; print(newest_checkpoint() or '')"


def prepare(backup: Backup, *, folder: Path, binaries: Path | None, wait_seconds: float) -> Drill:
    """Find PostgreSQL's programs, and make the copy's folders below `folder`. Remove the copy when the drill ends.

    Raises:
        ServerUnavailable: there are no programs of the server's version, or the disk is too full.
    """
    published = published_checkpoint() or ""
    place = home.find()
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT current_setting('server_version_num')::int / 10000, pg_database_size(current_database())"
        )
        major, stored = cursor.fetchone()
    free = shutil.disk_usage(folder).free
    if free < stored:
        raise ServerUnavailable(f"{folder} has {free / _MB:.0f} MB free; the database has {stored / _MB:.0f} MB.")
    # The embedded server's own programs may lie where its account cannot go, and are copied then.
    if binaries is None and connection.settings_dict["ENGINE"] == "reddog_platform.embedded.backend":
        binaries = programs.postgresql(place)
    chosen = [binaries] if binaries else _usual_folders(major, place)
    copy = PrivateServer.make(folder, account=place.account, binaries=find_programs(major=major, folders=chosen))
    return Drill(backup=backup, copy=copy, published=published, wait_seconds=wait_seconds)


def published_checkpoint() -> str | None:
    """Return the published log's newest checkpoint, or None before the first."""
    file = log_folder() / "checkpoint"
    return file.read_text() if file.exists() else None


def as_document(diagnostics: list[Diagnostic], *, seconds: float) -> dict[str, Any]:
    """Return the result as a JSON object; `seconds` is how long the drill took."""
    healthy = all(each.healthy for each in diagnostics)
    return {"healthy": healthy, "seconds": round(seconds, 1), "parts": [asdict(each) for each in diagnostics]}


def _usual_folders(major: int, place: home.Home) -> list[Path]:
    on_path = shutil.which("pg_ctl")
    folders = [Path(on_path).resolve().parent] if on_path else []
    folders += [Path(f"/usr/lib/postgresql/{major}/bin"), Path(f"/usr/pgsql-{major}/bin")]
    try:
        return [*folders, programs.postgresql(place)]
    except ServerUnavailable:
        # The included server is an extra, which production need not have.
        return folders


def _made_up(size: int) -> str:
    """Return the text of a checkpoint that nobody signed: of this size, with a root that no log has."""
    root = base64.b64encode(bytes(32)).decode()
    return f"{log_origin()}\n{size}\n{root}\n\n"


def _run(words: list[str], environment: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(  # noqa: S603  our own words, no shell
        words, check=False, env=environment, cwd=home.CHECKOUT, stdin=subprocess.DEVNULL, capture_output=True, text=True
    )


def _words(done: subprocess.CompletedProcess[str]) -> str:
    said = (done.stderr if done.returncode else done.stdout) or done.stdout or done.stderr
    return " ".join(said.split())[-400:]


def _green(subject: str, state: str) -> Diagnostic:
    return Diagnostic(subject=subject, healthy=True, state=state, repair="Nothing needs repair.")


def _red(subject: str, state: str, repair: str) -> Diagnostic:
    return replace(_green(subject, state), healthy=False, repair=repair)


def _found(subject: str, healthy: bool, state: str, repair: str) -> Diagnostic:  # noqa: FBT001  what was found
    return _green(subject, state) if healthy else _red(subject, state, repair)
