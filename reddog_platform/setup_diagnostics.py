"""Check that an installation was set up: rules published, staff invited, folders that can be written to."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings
from django.core.checks import run_checks

from audit import key_custody, keys
from audit.core.checkpoint import size_of
from audit.core.tiles import full_tiles, partial_tiles
from audit.places import log_folder
from audit.published_folder import PublishedFolder
from audit.queries.announced_keys import unannounced_keys
from audit.queries.demonstration import was_a_demonstration
from audit.queries.log import log_status
from audit.queries.published_tiles import changed_tiles
from games.operations.publish_rules import unpublished_games
from reddog_platform.diagnostic import Diagnostic
from reddog_platform.environment import Mode
from responsible_gaming.queries.profiles import is_announced
from rest.passwords import looks_sorted
from staff.queries.members import ENOUGH_ADMINISTRATORS, enrolled_administrators, enrolled_counts, two_ever_enrolled


def system_checks() -> Diagnostic:
    """Run the system checks that every other process must pass before it starts."""
    found = [message for message in run_checks() if message.is_serious() and not message.is_silenced()]
    return Diagnostic(
        subject="checks",
        healthy=not found,
        state="; ".join(f"{message.id}: {message.msg}" for message in found) or "all passed",
        repair=" ".join(message.hint or "`manage.py check` says more." for message in found) or "Nothing needs repair.",
    )


def demonstration() -> Diagnostic:
    """Check that neither keys nor database of production were a demonstration's, whose passwords are public."""
    parts = [
        *(["keys"] if (keys.folder() / "keys.json").exists() and key_custody.are_of_a_demonstration() else []),
        *(["database"] if was_a_demonstration() else []),
    ]
    return Diagnostic(
        subject="demonstration",
        healthy=not parts or settings.REDDOG_MODE is Mode.DEMO,
        state=f"of a demonstration: {' and '.join(parts)}" if parts else "neither keys nor database bear its mark",
        repair="Create another database, and make other keys in another folder (docs/production.md, Keys): the mark of a"
        " demonstration cannot be removed.",
    )


def rules() -> Diagnostic:
    """Check that the log names the keys, the jurisdiction's terms and the rule sheets of this version."""
    waiting, unnamed = unpublished_games(), unannounced_keys()
    parts = [f"not published: {', '.join(waiting)}"] if waiting else []
    if not is_announced(settings.REDDOG_JURISDICTION):
        parts.append("no newest profile with the terms of REDDOG_JURISDICTION")
    parts += [f"keys that the log does not name: {', '.join(unnamed)}"] if unnamed else []
    return Diagnostic(
        subject="rules",
        healthy=not parts,
        state="; ".join(parts) or "published, with the keys that sign",
        repair="`manage.py install`, or `manage.py publish_rules` where root.key is. Once two administrators have enrolled,"
        " they authorise rules and profile first: `manage.py publish_rules --dry-run` says what (docs/approvals.md).",
    )


def staff() -> Diagnostic:
    """Check that there is somebody who can work, and that of the administrators there once were, two are left."""
    members, enrolled = enrolled_counts()
    lacking = lacking_administrators()
    return Diagnostic(
        subject="staff",
        healthy=members > 0 and not (lacking and two_ever_enrolled()),
        state=f"{members} accounts, {enrolled} enrolled{f'; {lacking}' if lacking else ''}"
        if members
        else "nobody: no player can be helped",
        repair="`manage.py recover_staff` makes an administrator, with an alarm and after 72 hours (docs/approvals.md)."
        if members
        else "`manage.py install` invites the first administrator (docs/staff.md).",
    )


def lacking_administrators() -> str:
    """Return what is missing until accounts of the staff can be opened over HTTP; empty for nothing."""
    enrolled = enrolled_administrators()
    if enrolled >= ENOUGH_ADMINISTRATORS:
        return ""
    if two_ever_enrolled():
        return f"{enrolled} administrators are left, and it takes {ENOUGH_ADMINISTRATORS} to decide"
    return (
        f"{enrolled} administrators have enrolled, and it takes {ENOUGH_ADMINISTRATORS} to open other accounts:"
        " `manage.py create_staff NAME --role administrators` invites one (docs/staff.md)"
    )


def passwords() -> Diagnostic:
    """Check that a list of stolen passwords, if there is one, can be searched."""
    listed = settings.REDDOG_BREACHED_PASSWORDS
    return Diagnostic(
        subject="passwords",
        healthy=listed is None or looks_sorted(Path(listed)),
        state="common ones are refused; of stolen ones there is no list (REDDOG_BREACHED_PASSWORDS)"
        if listed is None
        else f"common ones and those in {listed} are refused",
        repair="Let REDDOG_BREACHED_PASSWORDS name a sorted file of SHA-1 digests in hex, one a line.",
    )


def published_log() -> Diagnostic:
    """Check that this account can publish, and that the published checkpoint's tiles are there.

    Without the folder, the sequencer makes it.
    """
    folder = log_folder()
    nearest = next(path for path in (folder, *folder.parents) if path.exists())
    writable = nearest.is_dir() and os.access(nearest, os.W_OK | os.X_OK)
    missing = _missing_tiles(PublishedFolder(folder)) if writable else []
    state = f"{folder}{'' if folder.exists() else ', not made yet'}"
    if not writable:
        state += f": {nearest} is not a folder that this account may write to"
    if missing:
        state += f": {len(missing)} tiles under the checkpoint are missing or cut, the first is {missing[0]}"
    return Diagnostic(
        subject="published log",
        healthy=writable and not missing,
        state=state,
        repair="Let REDDOG_LOG_DIR name a folder of the sequencer's account, on a volume that outlives the process. For"
        " tiles, start the sequencer again: it writes those that are missing, and says which one was cut.",
    )


def _missing_tiles(folder: PublishedFolder) -> list[str]:
    published = folder.checkpoint()
    size = 0 if published is None else size_of(published)
    return list(folder.lacking([*full_tiles(before=0, size=size), *partial_tiles(size)]))


def published_tiles() -> Diagnostic:
    """Compare some of the published tiles with the database: as many, however large the log is."""
    folder = PublishedFolder(log_folder())
    published = folder.checkpoint()
    size = 0 if published is None else size_of(published)
    behind = log_status().size < size
    changed = [] if behind else changed_tiles(folder, size=size)
    state = f"those of {size} entries" if size else "none yet"
    if behind:
        state = f"the published checkpoint has {size} entries, the database fewer"
    if changed:
        state += f": {len(changed)} of those looked at were changed, the first is {changed[0]}"
    return Diagnostic(
        subject="tiles",
        healthy=not behind and not changed,
        state=state,
        repair="Copy the named file away, as evidence, and judge the whole folder by `python -m verifier tiles`"
        " (docs/runbooks/sequencer-refuses-to-start.md).",
    )


def destinations() -> Diagnostic:
    """Check that production says where filed reports go."""
    file = settings.REDDOG_REPORT_DESTINATIONS
    return Diagnostic(
        subject="destinations",
        healthy=bool(file) or settings.REDDOG_MODE is Mode.DEMO,
        state=f"those in {file}" if file else "none: filed reports are fetched by hand",
        repair="Let REDDOG_REPORT_DESTINATIONS name a file (docs/reports-delivery.md); an empty one says that there"
        " shall be none.",
    )


def payments() -> Diagnostic:
    """Say who moves money. To have nobody is no fault, but not to be overlooked."""
    provider = settings.REDDOG_PAYMENT_PROVIDER
    return Diagnostic(
        subject="payments",
        healthy=True,
        state=provider or "no provider: deposits and withdrawals are refused (docs/cashier.md)",
        repair="Nothing needs repair.",
    )
