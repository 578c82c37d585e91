"""Replace the vault key: draw another one, wrap all data keys under it, destroy the old one.

The table of vault keys says which key is current, so that all machines agree. Each machine can get the file before.
Every chunk is a transaction, and each row names its key. So a rotation that was killed continues where it was, and
every document can be opened at any time.

Source: docs/adr/0015-vault.md; docs/runbooks/keys.md; regulation F57.
"""

import enum
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from audit import key_custody, keys
from audit.operations.save_event import NewEvent, save_event
from kernel.refusals import Refusal, RefusalKind
from players import vault
from players.models import SealedProfile, VaultKey

CHUNK: Final = 500


class VaultStep(enum.StrEnum):
    """What changes a vault key for good."""

    ROTATE = "rotate"
    """The named key becomes the current one."""
    DESTROY = "destroy-old"
    """All keys but the named one, which is current, are removed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorisedBy:
    """Who takes a step, for its event."""

    actor: str
    reason: str


_ALREADY_DESTROYED: Final = AuthorisedBy(actor="platform", reason="files of keys that were destroyed before")

Authorise = Callable[[VaultStep, str], AuthorisedBy]
"""Returns who may take a step with the key of a name, or raises a refusal. The rows of vault keys are locked meanwhile."""


class VaultKeyNeeded(Refusal):
    """A vault key is still needed."""

    code, kind = "vault-key-needed", RefusalKind.CONFLICT


def draw_next() -> str:
    """Draw the next vault key into its file, unless the file exists, and return its name. No row needs it yet."""
    name = vault.key_name(_current() + 1)
    keys.draw(name)
    if name not in keys.made():
        keys.list_made(*keys.made(), name)
    return name


def begin_rotation(*, authorise: Authorise, now: datetime) -> str:
    """Make the next vault key the current one, and return its name.

    If an earlier rotation is not finished, its key stays current, and nobody is asked again: finish that rotation first.

    Raises:
        Refusal: of `authorise`. Nothing was changed.
    """
    with transaction.atomic():
        *_, current = VaultKey.objects.select_for_update().order_by("number")
        if SealedProfile.objects.exclude(key=current).exists():
            return vault.key_name(current.number)
        by = authorise(VaultStep.ROTATE, vault.key_name(current.number + 1))
        # The file comes first: without the file of the current key, all registrations would fail.
        name = draw_next()
        VaultKey.objects.create(number=current.number + 1, since=now)
        save_event(NewEvent(kind="vault-key-changed", actor=by.actor, reason=by.reason, after={"key": name}), now=now)
    return name


def rewrap_some(*, at_most: int = CHUNK) -> int:
    """Wrap up to `at_most` data keys of older vault keys under the current one, and return how many."""
    with transaction.atomic():
        current = _current()
        older = SealedProfile.objects.select_for_update().exclude(key=current).order_by("player")
        rows = list(older[:at_most])
        for row in rows:
            vault.rewrap(row, current)
        SealedProfile.objects.bulk_update(rows, ["key", "wrapped_key"])
    return len(rows)


def destroy_old(*, authorise: Authorise, now: datetime) -> list[str]:
    """Remove all vault keys but the current one, with their files on this machine, and return their names.

    The rows are deleted first: the database refuses while a profile needs one of them, even one that is being written.
    If this is killed after that, the next call removes the files, and nobody is asked again; so on other machines.

    Raises:
        VaultKeyNeeded: with the number of `rows` that need an older key; nothing was destroyed.
        Refusal: of `authorise`. Nothing was destroyed.
    """
    with transaction.atomic():
        *_, newest = VaultKey.objects.select_for_update().order_by("number")
        current = newest.number
        rows = SealedProfile.objects.exclude(key=current).count()
        if rows:
            raise VaultKeyNeeded("Nothing was destroyed. Finish the rotation first.", rows=rows)
        older = VaultKey.objects.exclude(number=current)
        by = authorise(VaultStep.DESTROY, vault.key_name(current)) if older.exists() else _ALREADY_DESTROYED
        older.delete()
        old = [name for name in map(vault.key_name, range(1, current)) if _is_there(name)]
        if old:
            destroyed = NewEvent(kind="vault-key-destroyed", actor=by.actor, reason=by.reason, before={"keys": old})
            save_event(destroyed, now=now)
    for name in old:
        key_custody.destroy(name)
    return old


def _current() -> int:
    return VaultKey.objects.order_by("-number").values_list("number", flat=True)[0]


def _is_there(name: str) -> bool:
    return name in keys.made() or keys.path_of(name).exists()
