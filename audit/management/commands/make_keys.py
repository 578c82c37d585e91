"""manage.py make_keys: the keys of a new installation."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from audit.core.note import vkey
from audit.keys import SECRET_KEYS, SIGNING_KEYS, FileSigner, folder


class Command(BaseCommand):
    """All keys at once, or none: a lost key is restored from a backup, never drawn again under the old name."""

    help = "Draw the keys of a new installation into REDDOG_KEYS_DIR (files readable by their owner alone)."
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        names = folder() / "keys.json"
        if names.exists():
            self._require_all()
            self.stdout.write("All keys are there.")
            return
        for name in (*SIGNING_KEYS, *SECRET_KEYS):
            _draw(folder() / f"{name}.key")
        # Last, so that a crash before it leaves keys that the next call takes as they are.
        names.write_text(json.dumps(_public(datetime.now(UTC)), indent=2) + "\n")
        self.stdout.write(f"Made {', '.join((*SIGNING_KEYS, *SECRET_KEYS))}.")

    def _require_all(self) -> None:
        # The root key may be kept elsewhere: only who announces keys needs it.
        wanted = (name for name in (*SIGNING_KEYS, *SECRET_KEYS) if name != "root")
        missing = [f"{name}.key" for name in wanted if not (folder() / f"{name}.key").exists()]
        if missing:
            raise CommandError(f"{', '.join(missing)} was made once and is gone. Restore it from your backup.")


def _draw(path: Path) -> None:
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return
    with os.fdopen(handle, "w") as file:
        file.write(os.urandom(32).hex() + "\n")


def _public(now: datetime) -> dict[str, str]:
    house = settings.REDDOG_LOG_ORIGIN.removesuffix("/log")
    names = {"root": f"{house}/root", "log": settings.REDDOG_LOG_ORIGIN, "rounds": f"{house}/rounds-{now:%Y%m%d}"}
    return {use: vkey(FileSigner(name, _private(use))) for use, name in names.items()}


def _private(use: str) -> Ed25519PrivateKey:
    return Ed25519PrivateKey.from_private_bytes(bytes.fromhex((folder() / f"{use}.key").read_text()))
