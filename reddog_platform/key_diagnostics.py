"""Check that the keys exist and are private, and that the vault's keys open what they sealed."""

from audit import keys as files
from players.vault import list_vault_keys
from reddog_platform.diagnostic import Diagnostic


def keys() -> Diagnostic:
    """Check that every key that was made or is needed exists, and that others cannot read it."""
    listed = files.made() if (files.folder() / "keys.json").exists() else (*files.SIGNING_KEYS, *files.SECRET_KEYS)
    # The root key may be kept elsewhere: only announcing keys needs it.
    # A key that this version needs may be missing because an older version did not make it.
    wanted = dict.fromkeys((*listed, *(name for name in files.SECRET_KEYS if name != "vault")))
    names = [name for name in wanted if name != "root" or files.path_of(name).exists()]
    wrong = {f"{name}.key": complaint for name in names if (complaint := _complaint_about_key(name))}
    return Diagnostic(
        subject="keys",
        healthy=not wrong,
        state="; ".join(f"{name} {complaint}" for name, complaint in wrong.items())
        or f"{len(names)} in {files.folder()}, private",
        repair="Missing: restore it from your backup, or run `manage.py make_keys` if this version is the first to need"
        f" it. Open: chmod 600 {files.folder()}/*",
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


def _complaint_about_key(name: str) -> str | None:
    path = files.path_of(name)
    try:
        path.read_bytes()
    except FileNotFoundError:
        return "is missing"
    except OSError:
        return "cannot be read"
    return "can be read by others" if path.stat().st_mode & 0o077 else None
