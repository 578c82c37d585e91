"""Where this checkout keeps its servers, and under which account they run."""

from __future__ import annotations

import hashlib
import os
import pwd
from dataclasses import dataclass
from pathlib import Path
from typing import Final

CHECKOUT: Final = Path(__file__).resolve().parents[2]

# PostgreSQL refuses to run as root. This account exists on every Unix and owns nothing.
_UNPRIVILEGED: Final = "nobody"

# A Unix socket's path has 107 bytes at most, and a checkout's path may be longer. So the sockets are here.
_SOCKETS: Final = Path("/tmp")  # noqa: S108  the folder below it is private, and its owner is checked

# For the data of a checkout that the unprivileged account cannot enter, such as one under /root.
_OUTSIDE: Final = Path("/var/lib")


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """A user of the operating system."""

    name: str
    uid: int
    gid: int

    def may_enter(self, folder: Path) -> bool:
        """Return whether this account may pass through `folder` and all folders above it."""
        return all(self._may_pass(parent.stat()) for parent in (folder, *folder.parents) if parent.exists())

    def _may_pass(self, status: os.stat_result) -> bool:
        if status.st_uid == self.uid:
            return bool(status.st_mode & 0o100)
        if status.st_gid == self.gid:
            return bool(status.st_mode & 0o010)
        return bool(status.st_mode & 0o001)


@dataclass(frozen=True, slots=True, kw_only=True)
class Home:
    """The folders of one checkout's servers."""

    local: Path
    """The checkout's own `.local`: keys, logs, locks."""
    sockets: Path
    """Short and private to `account`: PostgreSQL's and Redis's sockets."""
    data: Path
    """Owned by `account`: the servers' data and logs."""
    account: Account
    """The account that runs the servers: the caller's, or an unprivileged one if the caller is root."""

    @property
    def lock(self) -> Path:
        """The file that is locked while servers start or stop."""
        return self.local / "servers.lock"

    @property
    def visitors(self) -> Path:
        """The file on which each visit holds a shared lock. The last visit to end stops the servers."""
        return self.local / "servers.visitors"

    @property
    def redis_socket(self) -> Path:
        """Redis's address."""
        return self.sockets / "redis"


def find(checkout: Path = CHECKOUT) -> Home:
    """Return the home of `checkout`, which need not exist yet. Touches nothing."""
    account = _account(checkout)
    local = checkout / ".local"
    # The digest of the path tells two checkouts apart. Sixteen hex digits keep the socket's path short enough.
    name = f"reddog-{account.uid}-{hashlib.sha256(os.fsencode(checkout)).hexdigest()[:16]}"
    inside = account.uid == os.geteuid() or account.may_enter(checkout)
    return Home(
        local=local,
        sockets=_SOCKETS / name,
        data=local / "servers" if inside else _OUTSIDE / name,
        account=account,
    )


def _account(checkout: Path) -> Account:
    uid = os.geteuid()
    if uid == 0:
        owner = checkout.stat().st_uid
        entry = pwd.getpwuid(owner) if owner else pwd.getpwnam(_UNPRIVILEGED)
    else:
        entry = pwd.getpwuid(uid)
    return Account(name=entry.pw_name, uid=entry.pw_uid, gid=entry.pw_gid)
