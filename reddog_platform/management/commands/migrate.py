"""Django's `migrate`, run as the role that owns the tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.core.management.commands import migrate

if TYPE_CHECKING:
    from django.core.management.base import CommandParser


class Command(migrate.Command):
    """Migrates over DATABASE_OWNER_URL: the application's role creates and alters nothing."""

    def add_arguments(self, parser: CommandParser) -> None:
        """Change Django's default database from the application's to the owner's."""
        super().add_arguments(parser)
        parser.set_defaults(database="owner")
