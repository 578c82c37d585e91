"""manage.py migrate, as the owner of the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from reddog_platform.grant_rights import apply_grants

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(migrate.Command):
    """Migrates over DATABASE_OWNER_URL, and then grants the application's role what it needs and no more.

    A crash between the two leaves new tables that the application may not read; the next call grants it.
    """

    def add_arguments(self, parser: CommandParser) -> None:
        """Change Django's default database from the application's to the owner's."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")

    def handle(self, *args: Any, **options: Any) -> None:
        """Migrate, then grant."""
        super().handle(*args, **options)
        if options["plan"] or options["check_unapplied"]:
            return
        owner, role = connections[options["database"]], settings.DATABASES["default"]["USER"]
        if owner.settings_dict["USER"] == role:
            raise CommandError("Migrated, but granted nothing: DATABASE_URL and DATABASE_OWNER_URL name the same role.")
        if apply_grants(owner, role) and options["verbosity"] > 0:
            self.stdout.write(f"Granted {role} what reddog_platform/grants.py lists.")
