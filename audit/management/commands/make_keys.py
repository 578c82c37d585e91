"""manage.py make_keys: the keys of a new installation, and those that a new version adds."""

from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from audit.core.note import vkey
from audit.key_custody import begin_encryption
from audit.key_uses import SECRET_KEYS, SIGNING_KEYS
from audit.keys import draw, folder, list_made, made, path_of, unlisted_signer


class Command(BaseCommand):
    """Draw the keys that were never made. A lost key is restored from a backup, never drawn again under its name."""

    help = (
        "Draw the keys that were never made into REDDOG_KEYS_DIR, encrypted if a passphrase or a command is configured."
    )
    requires_system_checks = ()

    def handle(self, **_: object) -> None:
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        begin_encryption()
        if (folder() / "keys.json").exists():
            self._add()
            return
        names = (*SIGNING_KEYS, *SECRET_KEYS)
        for name in names:
            draw(name)
        # The list comes last: after a crash before it, the next call keeps the keys that exist.
        list_made(*names, public=_public(datetime.now(UTC)), demonstration=settings.REDDOG_MODE.value == "demo")
        self.stdout.write(f"Made {', '.join(names)}.")

    def _add(self) -> None:
        listed = made()
        # The root key may be kept elsewhere: only announcing keys needs it.
        missing = [f"{name}.key" for name in listed if name != "root" and not path_of(name).exists()]
        if missing:
            raise CommandError(f"{', '.join(missing)} was made once and is gone. Restore it from your backup.")
        added = [name for name in SECRET_KEYS if not _has(listed, name)]
        for name in added:
            draw(name)
        list_made(*listed, *added)
        self.stdout.write(f"Made {', '.join(added)}." if added else "All keys are there.")


def _has(listed: tuple[str, ...], name: str) -> bool:
    # The first vault key may have been destroyed after a later one took its place.
    return name in listed or (name == "vault" and any(other.startswith("vault-") for other in listed))


def _public(now: datetime) -> dict[str, str]:
    house = settings.REDDOG_LOG_ORIGIN.removesuffix("/log")
    names = {"root": f"{house}/root", "log": settings.REDDOG_LOG_ORIGIN, "rounds": f"{house}/rounds-{now:%Y%m%d}"}
    return {use: vkey(unlisted_signer(use, signs_as=name)) for use, name in names.items()}
