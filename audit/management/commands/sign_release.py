"""manage.py sign_release: sign a manifest, on the machine that has the release key."""

import os
import sys
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.note import sign_note, vkey
from audit.core.release_manifest import ManifestRefused, open_manifest, parse
from audit.file_signer import FileSigner


class Command(BaseCommand):
    """The servers need the public half alone. It reads no settings of an installation, and no database."""

    help = "Sign the manifest that `release_manifest` printed, or draw a release key (docs/formats/release.md)."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("manifest", nargs="?", type=Path, help="the text to sign")
        parser.add_argument("--key", type=Path, required=True, help="the file of the release key")
        parser.add_argument("--draw", metavar="NAME", help="draw the key, with this name, and print its public half")

    def handle(self, *, manifest: Path | None, key: Path, draw: str | None, **_: object) -> None:
        try:
            if draw is not None:
                self._draw(key, draw)
            elif manifest is None:
                raise CommandError("Nothing was signed: name the manifest.")
            else:
                self._sign(manifest, key)
        except OSError as error:
            raise CommandError(f"Nothing was signed: {error.filename}: {error.strerror}.") from error

    def _draw(self, key: Path, name: str) -> None:
        if not name or "+" in name or any(letter.isspace() for letter in name):
            raise CommandError(
                "No key was drawn: its name is one word without a plus sign, such as example.com/release."
            )
        private = Ed25519PrivateKey.generate()
        descriptor = os.open(key, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{name} {private.private_bytes_raw().hex()}\n")
        self.stdout.write(vkey(FileSigner(name, private)))

    def _sign(self, manifest: Path, key: Path) -> None:
        name, _, digits = key.read_text(encoding="utf-8").strip().partition(" ")
        try:
            signer = FileSigner(name, Ed25519PrivateKey.from_private_bytes(bytes.fromhex(digits)))
            text = manifest.read_text(encoding="utf-8")
            note = sign_note(text, signer) if parse(text) else ""
            open_manifest(note, vkey(signer))
        except (ManifestRefused, ValueError) as refused:
            raise CommandError(f"Nothing was signed: {refused}.") from refused
        sys.stdout.write(note)
