"""manage.py install: what a new installation needs, and what an upgrade adds. Run again, it changes nothing."""

from __future__ import annotations

import os
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Final

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import OperationalError, connection, connections
from django.db.migrations.executor import MigrationExecutor

from approvals.operations.announce import announce_first_keys
from approvals.operations.publish_release import publish_release
from audit import keys
from audit.key_encryption import KeyFileRefused
from audit.queries.announced_keys import unannounced_keys
from audit.queries.log import log_status
from kernel.refusals import Refusal
from kernel.serving import served_cell
from reddog_platform import key_diagnostics
from reddog_platform.checks import refuse_to_start_unsound
from reddog_platform.diagnostics import run_diagnostics
from reddog_platform.process_diagnostics import PROCESSES
from reddog_platform.setup_diagnostics import lacking_administrators
from staff.core.roles import Role
from staff.operations.create_member import NewMember, create_member
from staff.queries.members import enrolled_counts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from django.core.management.base import CommandParser

_LOCK: Final = 0x1257A11
"""The advisory lock of an installation: of two that run at once, the second finds what the first has made."""


class Command(BaseCommand):
    """Six steps in the order in which one needs the other. Each finds out first whether there is anything to do."""

    help = (
        "Check the settings, migrate, make keys, publish rules and invite the first administrator, as far as any of it"
        " is missing; then say what is left to do. It may be run again at any time."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--administrator", default="admin", help="user name of the first administrator (admin)")

    def handle(self, *, administrator: str, **_: object) -> None:
        try:
            connection.ensure_connection()
        except OperationalError as error:
            raise CommandError(f"Nothing was changed: the database of DATABASE_URL is out of reach. {error}") from error
        # The system checks have passed, or this command would not have begun.
        self._say("settings", f"{settings.REDDOG_MODE.value}, {settings.REDDOG_JURISDICTION.name}, pass all checks")
        with _one_at_a_time():
            try:
                self._migrate()
                # The tables may only now be able to say that they were a demonstration's.
                refuse_to_start_unsound()
                self._make_keys()
                self._publish()
                self._invite(administrator)
            except Refusal as refusal:
                raise CommandError(f"{refusal.title()}. {refusal.detail}") from refusal
        self._list_what_is_left()

    def _migrate(self) -> None:
        # A crash between the migrations and what they grant leaves tables that the application may not read.
        executor = MigrationExecutor(connections["owner"] if "owner" in settings.DATABASES else connection)
        waiting = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
        if "owner" in settings.DATABASES:
            # Also without new migrations: what follows them, such as rights, is put in order each time.
            call_command("migrate", verbosity=0, interactive=False)
            self._say("migrations", f"applied {waiting}" if waiting else "all applied")
        elif waiting:
            raise CommandError(
                f"Nothing was changed. {waiting} migrations are not applied, and only the tables' owner may apply them:"
                " set DATABASE_OWNER_URL (or DATABASE_OWNER_URL_FILE) for this command alone."
            )
        else:
            self._say("migrations", "all applied")

    def _make_keys(self) -> None:
        folder = keys.folder()
        is_new = not (folder / "keys.json").exists()
        if is_new and (log_status().size or log_status().pending):
            raise CommandError(
                f"There are no keys in {folder}, but the log has records that were signed. Restore the keys from your"
                " backup, or run this where they are; new ones would never fit this log."
            )
        if is_new or not key_diagnostics.keys().healthy:
            # A new version may need a key that an older one did not make.
            self._draw_keys()
        found = key_diagnostics.keys()
        if not found.healthy:
            raise CommandError(f"The keys are not in order: {found.state}. {found.repair}")
        advice = (
            "; move a copy of root.key away from all machines (docs/production.md)"
            if is_new and not served_cell().name
            else ""
        )
        self._say("keys", f"{'made, ' if is_new else ''}{found.state}{advice}")

    def _draw_keys(self) -> None:
        """Draw the keys that were never made, encrypted where a passphrase or a program is configured."""
        try:
            call_command("make_keys", stdout=self.stdout)
        except PermissionError as error:
            raise CommandError(
                f"No keys were made: uid {os.getuid()} may not write to {error.filename}. Give it the folder"
                f" (`install -d -m 700 -o {os.getuid()} {keys.folder()}`), or run `manage.py make_keys` where it may."
            ) from error
        except KeyFileRefused as refused:
            raise CommandError(
                f"No keys were made: {refused} In a new installation, let REDDOG_KEYS_PASSPHRASE_FILE name a file that"
                " holds a passphrase, and run this again."
            ) from refused

    def _publish(self) -> None:
        try:
            announced = announce_first_keys(now=datetime.now(UTC))
        except FileNotFoundError as missing:
            raise CommandError(
                f"The log does not name the keys {', '.join(unannounced_keys())}, and neither root.key, which announces keys,"
                f" nor a warrant of the root for each that covers this moment is in {keys.folder()}. Bring them"
                " (docs/runbooks/keys.md). No rules were published."
            ) from missing
        published = publish_release(settings.REDDOG_JURISDICTION, clock=partial(datetime.now, UTC))
        what = [f"announced {announced} keys"] if announced else []
        what += [f"announced {published.profiles} profiles"] if published.profiles else []
        what += [f"published {', '.join(published.games)}"] if published.games else []
        self._say("rules", "; ".join(what) or "all published")

    def _invite(self, administrator: str) -> None:
        members, enrolled = enrolled_counts()
        if members:
            self._say("staff", f"{members} accounts, {enrolled} enrolled; nobody was invited")
            return
        new = NewMember(username=administrator, roles=frozenset({Role.ADMINISTRATORS}))
        password = create_member(new, reason="install", actor="platform", now=datetime.now(UTC))
        self._say("staff", f"invited {administrator}; one-time password, for three days, not shown again: {password}")

    def _list_what_is_left(self) -> None:
        left = [one for one in run_diagnostics(now=datetime.now(UTC)) if not one.healthy]
        for one in left:
            if one.subject not in PROCESSES:
                self.stdout.write(f"left to do  {one.subject}: {one.state}. {one.repair}")
        members, enrolled = enrolled_counts()
        if not enrolled:
            self.stdout.write(f"left to do  staff: none of {members} has enrolled; docs/staff.md says how.")
        if lacking := lacking_administrators():
            self.stdout.write(f"left to do  administrators: {lacking}.")
        if idle := [one.subject for one in left if one.subject in PROCESSES]:
            self.stdout.write(f"left to do  start: {', '.join(idle)} (docs/production.md, Processes).")
        self.stdout.write("Installed. `manage.py doctor` looks at everything again.")

    def _say(self, step: str, state: str) -> None:
        self.stdout.write(f"{step:<11} {state}")


@contextmanager
def _one_at_a_time() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [served_cell().lock(_LOCK)])
        try:
            yield
        finally:
            cursor.execute("SELECT pg_advisory_unlock(%s)", [served_cell().lock(_LOCK)])
