"""manage.py make_keys: the keys of a new installation, and those that a new version adds."""

from collections.abc import Sequence
from datetime import UTC, datetime

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from audit.core.note import is_vkey, vkey
from audit.key_custody import begin_encryption, root_name
from audit.key_uses import SECRET_KEYS, SIGNING_KEYS
from audit.keys import draw, folder, list_made, made, path_of, public_keys, unlisted_signer
from audit.places import log_origin
from audit.private_files import replace_file
from kernel.serving import served_cell

_ROOT_ELSEWHERE = "root.vkey"
"""The file that holds the root of an installation from the first call on until `keys.json` names it."""


class Command(BaseCommand):
    """Draw the keys that were never made. A lost key is restored from a backup, never drawn again under its name."""

    help = (
        "Draw the keys that were never made into REDDOG_KEYS_DIR, encrypted if a passphrase or a command is configured."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the root that is elsewhere."""
        parser.add_argument(
            "--root",
            metavar="VKEY",
            help="a new installation's root that `make_root` drew on another machine: it draws none here",
        )

    def handle(self, *, root: str | None, **_: object) -> None:
        if root is None and served_cell().name:
            root = _root_of_installation()
        folder().mkdir(mode=0o700, parents=True, exist_ok=True)
        begin_encryption()
        if (folder() / "keys.json").exists():
            self._add(root)
            (folder() / _ROOT_ELSEWHERE).unlink(missing_ok=True)
            return
        root = _kept(root)
        public = {} if root is None else {"root": root}
        names = [name for name in (*SIGNING_KEYS, *SECRET_KEYS) if name not in public]
        for name in names:
            draw(name)
        # The list comes last: after a crash before it, the next call keeps the keys that exist.
        public |= _public(names, datetime.now(UTC))
        list_made(*names, public=public, demonstration=settings.REDDOG_MODE.value == "demo")
        (folder() / _ROOT_ELSEWHERE).unlink(missing_ok=True)
        self.stdout.write(f"Made {', '.join(names)}.")
        if root is not None and not path_of("root").exists():
            self.stdout.write("The root signs a warrant for each of these (`sign_key_notes`):")
            for use in ("rounds", "log"):
                self.stdout.write(f"{use} {public[use]}")

    def _add(self, root: str | None) -> None:
        if root is not None and public_keys()["root"] != root:
            raise CommandError("Nothing was made. This installation has another root, and the log names it for ever.")
        if "log" not in public_keys():
            raise CommandError(
                f"Nothing was made. {folder()} has the root alone, as `make_root` draws it. The other keys belong where the"
                " house is: `make_keys --root VKEY` there."
            )
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


def _public(names: Sequence[str], now: datetime) -> dict[str, str]:
    signs_as = {
        "root": root_name(),
        "log": log_origin(),
        "rounds": f"{root_name().removesuffix('/root')}/rounds-{now:%Y%m%d}",
    }
    return {use: vkey(unlisted_signer(use, signs_as=name)) for use, name in signs_as.items() if use in names}


def _kept(given: str | None) -> str | None:
    """Return the root of a new installation that is elsewhere, and keep it for a call after a crash; None if it is drawn here.

    Raises:
        CommandError: it is no root's vkey; an earlier call took another one; or a root key is here.
    """
    file = folder() / _ROOT_ELSEWHERE
    earlier = file.read_text(encoding="ascii") if file.exists() else None
    root = earlier if given is None else _root(given)
    if root is None:
        return None
    # Of a cell, the installation's own root may well be beside its keys: only one in the cell's folder is left over.
    stray = folder() / "root.key"
    if stray.exists():
        raise CommandError(
            f"Nothing was made. {stray} is here, as a call without --root leaves it that was killed, and the root is to"
            " be elsewhere. If it is a root that nobody uses, remove that file and all copies; then run this again."
        )
    if earlier not in (None, root):
        raise CommandError(
            f"Nothing was made. An earlier call, which was killed, took the root {earlier}. Take that one; or, to begin under"
            f" another, remove {file}."
        )
    replace_file(file, root.encode())
    return root


def _root_of_installation() -> str:
    """Return the public half of the one root, under which a cell's keys are too."""
    place = path_of("root").parent
    try:
        return public_keys(place)["root"]
    except FileNotFoundError as missing:
        raise CommandError(
            f"Nothing was made. {place} has no keys.json, which names the root of all cells."
        ) from missing


def _root(given: str) -> str:
    if not is_vkey(given) or given.partition("+")[0] != root_name():
        raise CommandError(f"Nothing was made. {given[:100]} is not the vkey of {root_name()}, as `make_root` says it.")
    return given
