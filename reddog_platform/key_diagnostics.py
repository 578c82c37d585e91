"""Check that the keys exist and are private, and that the vault's keys open what they sealed."""

from datetime import datetime, timedelta
from typing import Final

from approvals.queries.announcements import unreviewed_keys
from audit import keys as files
from audit.key_encryption import KeyFileRefused
from audit.key_uses import SECRET_KEYS, SIGNING_KEYS, KeyHolder, needs
from audit.queries.announced_keys import key_records
from audit.queries.stolen_keys import stolen_waiting
from audit.signing_keys import warrant_end
from players.vault import list_vault_keys
from reddog_platform.diagnostic import Diagnostic

_WARRANT_NOTICE: Final = timedelta(days=7)
"""So long before a warrant ends, somebody fetches the next one from the root's machine."""


def keys(process: KeyHolder | None = None) -> Diagnostic:
    """Check that every key that was made or is needed exists and opens, and that others cannot read it.

    With a `process`, the folder is that process's own: it holds its keys alone, and never the root key.
    """
    listed = files.made() if (files.folder() / "keys.json").exists() else (*SIGNING_KEYS, *SECRET_KEYS)
    # The root key may be kept elsewhere: only announcing keys needs it.
    # A key that this version needs may be missing because an older version did not make it.
    wanted = dict.fromkeys((*listed, *(name for name in SECRET_KEYS if name != "vault")))
    names = [name for name in wanted if name != "root" or files.path_of(name).exists()]
    if process is not None:
        present = set(files.present())
        names = [name for name in names if needs(process, name) or name in present]
        if process is KeyHolder.MIGRATE:
            names = [name for name in names if name in present]
    wrong = {f"{name}.key": complaint for name in names if (complaint := _complaint_about_key(name, process))}
    return Diagnostic(
        subject="keys",
        healthy=not wrong,
        state="; ".join(f"{name} {complaint}" for name, complaint in wrong.items())
        or f"{len(names)} in {files.folder()}, private, {'encrypted' if files.kek_path().exists() else 'plain'}{_in_tokens(names)}",
        repair="Missing: restore it from your backup, or run `manage.py make_keys` if this version is the first to need"
        f" it. Open: chmod 600 {files.folder()}/*. Not needed: `manage.py distribute_keys` gives each process its own."
        " Plain: `manage.py encrypt_keys`. A token: see that it is there, and REDDOG_TOKEN_MODULE and its PIN. Others: docs/runbooks/keys.md.",
    )


def vault() -> Diagnostic:
    """Check the vault's keys, which needs the database."""
    vault_keys = list_vault_keys()
    shut = [key.name for key in vault_keys if not key.opens]
    current, *older = vault_keys
    needed = [key for key in older if key.profiles]
    parts = [f"{current.name} since {current.since:%Y-%m-%d} over {current.profiles} profiles"]
    parts += [f"{key.name} still over {key.profiles}" for key in needed]
    parts += [f"{key.name} over none" for key in older if not key.profiles]
    return Diagnostic(
        subject="vault",
        healthy=not shut and not needed,
        state=", ".join(f"{name}.key does not open what it sealed" for name in shut) or ", ".join(parts),
        repair="Does not open: that key's file from your backup or from another machine. Still over some:"
        " `manage.py rotate_vault_key` ends the rotation.",
    )


def warrants(now: datetime) -> Diagnostic:
    """Check that the root lets the keys that sign go on for a week, which needs the database."""
    ends = {use: warrant_end(use) for use in ("rounds", "log")}
    soon = [use for use, end in ends.items() if end is not None and end < now + _WARRANT_NOTICE]
    parts = [
        f"{use} {'without an end' if end is None else f'until {end:%Y-%m-%d %H:%M}Z'}" for use, end in ends.items()
    ]
    return Diagnostic(
        subject="warrants",
        healthy=not soon,
        state=", ".join(parts),
        repair="Ends soon, or is over: replace the key under another warrant of the root (docs/runbooks/keys.md).",
    )


def lone_keys() -> Diagnostic:
    """Check that two administrators have looked at each key that one person announced alone, in haste."""
    waiting = unreviewed_keys()
    return Diagnostic(
        subject="lone keys",
        healthy=not waiting,
        state=f"announced by one person alone: {', '.join(waiting)}" if waiting else "none waits for a review",
        repair="Two administrators find out who announced it and why (event `key-announced-alone`). If it is the house's,"
        " they propose and approve `authorise-key` for it; if not, stop dealing and replace it (docs/runbooks/stolen-key.md).",
    )


def stolen_keys() -> Diagnostic:
    """Check that the log has ended each key that was stolen while it waited: a warrant for it would let a thief announce it."""
    logged = {record.vkey for record in key_records()}
    waiting = [vkey for vkey in stolen_waiting() if vkey not in logged]
    return Diagnostic(
        subject="stolen keys",
        healthy=not waiting,
        state=f"stolen while they waited, and not ended in the log: {', '.join(waiting)}" if waiting else "none waits",
        repair="`manage.py replace_key rounds --end-waiting`, and the same with `log` (docs/runbooks/stolen-key.md).",
    )


def _in_tokens(names: list[str]) -> str:
    inside = [name for name in names if files.in_token(name)]
    return f"; {', '.join(inside)} in a token, which signs" if inside else ""


def _complaint_about_key(name: str, process: KeyHolder | None) -> str | None:
    if process is not None and not needs(process, name):
        return f"is readable, and a {process.value} process does not need it"
    path = files.path_of(name)
    try:
        files.require_usable(name)
    except files.KeyNotForProcess:
        # A worker opens no other process's keys, also where one folder holds everybody's. It sees who may read them.
        if not path.exists():
            return "is missing"
    except FileNotFoundError:
        return "is missing"
    except OSError:
        return "cannot be read"
    except KeyFileRefused as refusal:
        return f"is refused: {refusal}"
    return "can be read by others" if path.stat().st_mode & 0o077 else None
