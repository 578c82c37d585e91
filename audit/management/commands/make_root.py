"""manage.py make_root: the root key, on a machine of its own."""

from django.core.management.base import BaseCommand, CommandError

from audit.core.note import vkey
from audit.key_custody import begin_encryption, root_name
from audit.keys import draw, folder, list_made, present, unlisted_signer


class Command(BaseCommand):
    """It needs REDDOG_KEYS_DIR and REDDOG_LOG_ORIGIN, and no database and no network. A root is never drawn again."""

    help = (
        "Draw the root key into REDDOG_KEYS_DIR of a machine that is not the house's, encrypted if a passphrase or a command"
        " is configured, and print its vkey for `make_keys --root`."
    )
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        """Draw it, list it, print its public half."""
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        begin_encryption()
        if (folder() / "keys.json").exists():
            raise CommandError(f"Nothing was made. {folder()} has keys already.")
        if others := [f"{name}.key" for name in present() if name != "root"]:
            raise CommandError(
                f"Nothing was made. {folder()} has keys already: {', '.join(others)}. A root has its own."
            )
        draw("root")
        public = vkey(unlisted_signer("root", signs_as=root_name()))
        # The list comes last: after a crash before it, the next call keeps the key.
        list_made("root", public={"root": public})
        self.stdout.write(public)
