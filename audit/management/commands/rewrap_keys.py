"""manage.py rewrap_keys: change the passphrase of the keys, or what wraps them."""

import getpass
from pathlib import Path

from django.core.management.base import BaseCommand, CommandParser

from audit.key_custody import rewrap
from audit.key_encryption import KeyFileRefused
from audit.key_wrappers import command_wrapper, passphrase_of, passphrase_wrapper


class Command(BaseCommand):
    """Wrap the key-encryption key anew. The keys' own files do not change, and kek.json changes by one rename."""

    help = "Change the passphrase of the keys in REDDOG_KEYS_DIR; without an option, ask for the new one."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        to = parser.add_mutually_exclusive_group()
        to.add_argument("--passphrase-file", type=Path, help="the file of the new passphrase")
        to.add_argument("--command", action="store_true", help="from now on wrapped by REDDOG_KEYS_WRAP_COMMAND")

    def handle(self, *, passphrase_file: Path | None, command: bool, **_: object) -> None:
        if command:
            rewrap(command_wrapper())
        else:
            new = _asked() if passphrase_file is None else passphrase_of(passphrase_file)
            rewrap(passphrase_wrapper(lambda: new))
        self.stdout.write("kek.json is wrapped anew. Copy it to the other folders: manage.py distribute_keys.")
        self.stdout.write("Whoever has an older kek.json and the old passphrase can still open the keys.")


def _asked() -> str:
    new = getpass.getpass("New passphrase: ")
    if getpass.getpass("Once more: ") != new:
        raise KeyFileRefused("Nothing was changed: the two passphrases differ.")
    return new
