"""manage.py encrypt_keys: encrypt the plain key files of an installation where they are."""

from django.core.management.base import BaseCommand

from audit.key_custody import begin_encryption, encrypt_plain


class Command(BaseCommand):
    """Encrypt what is plain. If this is killed, every file is readable as before, and another call does the rest."""

    help = "Encrypt the plain key files in REDDOG_KEYS_DIR in place."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        begin_encryption()
        names = encrypt_plain()
        self.stdout.write(f"Encrypted {', '.join(names)}." if names else "All keys are encrypted.")
        if names:
            self.stdout.write("Copies of the plain files elsewhere, backups among them, are as plain as before.")
