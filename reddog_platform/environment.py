"""Read the environment's variables, once, when the settings load."""

from __future__ import annotations

import enum
import secrets
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import parse_qs, urlsplit

from django.core.exceptions import ImproperlyConfigured
from psycopg import ProgrammingError, conninfo

from cashier.providers import PROVIDERS
from players.verifiers import VERIFIERS, Verifier
from reddog_platform.weak_variables import DEMONSTRATION
from reports.core.day_zone import read_hour
from responsible_gaming.core.jurisdictions import DEMO, JURISDICTIONS
from rest.trusted_proxies import NO_PROXIES, PRIVATE_NETWORKS, TrustedProxies, trusted_proxies

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import time

    from responsible_gaming.core.jurisdiction import Jurisdiction

_BACKEND: Final = "reddog_platform.postgresql"

# A host that vanished without a word is noticed within about five seconds, in which nobody can play on it. libpq takes
# seconds, and `tcp_user_timeout` milliseconds; on a Unix socket none of these has a meaning.
_NOTICE_A_LOST_HOST: Final[Mapping[str, str]] = {
    "connect_timeout": "2",
    "keepalives_idle": "3",
    "keepalives_interval": "1",
    "keepalives_count": "3",
    "tcp_user_timeout": "5000",
}

REQUIRED_IN_PRODUCTION: Final[Mapping[str, str]] = {
    "DATABASE_URL": "postgresql://reddog_app:…@host/reddog, the application's role",
    "REDIS_URL": "rediss://host:6379/0",
    "ALLOWED_HOSTS": "the host names that this serves, with commas between",
    "REDDOG_KEYS_DIR": "the folder of the keys that this process needs (docs/runbooks/keys.md)",
    "REDDOG_LOG_ORIGIN": "the log's name in its checkpoints, a host name and a path, never changed afterwards",
    "REDDOG_JURISDICTION": "the jurisdiction whose rules hold (docs/jurisdictions.md); not demo",
    "REDDOG_OPERATOR": "the operator's name, as regulators know it: reports are in this name",
    "REDDOG_ORIGIN": "where browsers find this, such as https://play.example.com: passkeys are bound to it",
}

RETIRED: Final[Mapping[str, str]] = {
    "REDDOG_PROFILE": "REDDOG_JURISDICTION",
    "REDDOG_REPORT_PLACES": "REDDOG_REPORT_DESTINATIONS",
}
"""Variables that were renamed, and their successors."""


SECRETS: Final = (
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_BACKUP_URL",
    "DATABASE_REPLICA_URL",
    "REDIS_URL",
    "REDDOG_ALERT_WEBHOOK_SECRETS",
    "REDDOG_MAIL_URL",
)
"""Variables with a secret inside. Each may name a file instead, by NAME_FILE: a file does not leak with a listing of
processes, a crash report or a child process."""


class Mode(enum.Enum):
    """What this installation is for."""

    DEMO = "demo"
    """Makes its own servers, keys and play money. Nothing in it is worth stealing."""
    PRODUCTION = "production"
    """Has no defaults for what it needs: it names what is missing, and does not start without it."""


def read_secret_files(environment: Mapping[str, str]) -> dict[str, str]:
    """Return the environment with the contents of the files that NAME_FILE variables name, without outer white space.

    A NAME_FILE that is empty counts as absent, like every other variable.

    Raises:
        ImproperlyConfigured: a file cannot be read or is empty, or a variable is given in both ways.
    """
    read = dict(environment)
    for name in SECRETS:
        path = environment.get(f"{name}_FILE")
        if not path:
            continue
        if environment.get(name):
            message = f"{name} and {name}_FILE are both set. Keep one: which of them holds is not for us to guess."
            raise ImproperlyConfigured(message)
        read[name] = _secret_in(path, name)
    return read


def _secret_in(path: str, name: str) -> str:
    try:
        text = Path(path).read_text().strip()
    except (OSError, UnicodeDecodeError) as error:
        reason = getattr(error, "strerror", None) or "it is no text"
        message = f"{name}_FILE is {path}, which cannot be read: {reason}."
        raise ImproperlyConfigured(message) from None
    if not text:
        message = f"{name}_FILE is {path}, which is empty."
        raise ImproperlyConfigured(message)
    return text


def refuse_if_retired(environment: Mapping[str, str]) -> None:
    """Refuse an environment of an earlier version: what it asks for under a retired name would not be done.

    Raises:
        ImproperlyConfigured: naming every retired variable with its successor.
    """
    retired = [name for name in RETIRED if name in environment]
    if retired:
        lines = "\n".join(f"  {name} is {RETIRED[name]}" for name in retired)
        message = f"These variables were renamed (docs/running.md):\n{lines}"
        raise ImproperlyConfigured(message)


def refuse_if_incomplete(environment: Mapping[str, str]) -> None:
    """Refuse an environment in which production cannot start.

    Raises:
        ImproperlyConfigured: naming every missing variable with what it should hold.
    """
    missing = [name for name in REQUIRED_IN_PRODUCTION if not environment.get(name)]
    if missing:
        lines = "\n".join(f"  {name}: {REQUIRED_IN_PRODUCTION[name]}" for name in missing)
        message = f"REDDOG_MODE=production needs these variables (docs/production.md):\n{lines}"
        raise ImproperlyConfigured(message)


def database(url: str, *, prepared: bool, backend: str = _BACKEND) -> dict[str, Any]:
    """Return Django's settings of the database at `url`.

    With `prepared`, every statement is prepared at its first use, which pays from the second use on. Migrations
    cannot use this, since PostgreSQL prepares only one command at a time.

    `url` is what libpq takes, Unix sockets included: `postgresql://role@/name?host=/run/postgresql`. Its other
    parameters (`sslmode`, `connect_timeout`, ...) are passed to the driver unchanged. Those that it does not name and
    by which a lost host is noticed have defaults.

    Raises:
        ImproperlyConfigured: `url` is no PostgreSQL address.
    """
    try:
        parts = {name: str(value) for name, value in conninfo.conninfo_to_dict(url).items() if value is not None}
    except ProgrammingError as error:
        # The message does not repeat the address, which holds a password.
        message = f"DATABASE_URL, DATABASE_OWNER_URL or DATABASE_REPLICA_URL is not a PostgreSQL address: {error}"
        raise ImproperlyConfigured(message) from None
    return {
        "ENGINE": backend,
        "NAME": parts.pop("dbname", ""),
        "USER": parts.pop("user", ""),
        "PASSWORD": parts.pop("password", ""),
        "HOST": parts.pop("host", ""),
        "PORT": parts.pop("port", ""),
        # A new connection costs more than a round of play.
        "CONN_MAX_AGE": None,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **({"server_side_binding": True, "prepare_threshold": 0} if prepared else {}),
            **_NOTICE_A_LOST_HOST,
            **parts,
        },
    }


def jurisdiction(name: str, mode: Mode) -> Jurisdiction:
    """Return the jurisdiction whose rules hold here; in a demonstration all money is play money.

    Raises:
        ImproperlyConfigured: none has this name, or it is the demonstration's in production.
    """
    if mode is Mode.PRODUCTION and name == DEMO.name:
        message = f"REDDOG_JURISDICTION is {name}, which verifies nobody. Production needs a jurisdiction's."
        raise ImproperlyConfigured(message)
    if name not in JURISDICTIONS:
        message = f"REDDOG_JURISDICTION is {name}; there are {', '.join(JURISDICTIONS)}."
        raise ImproperlyConfigured(message)
    return replace(JURISDICTIONS[name], play_money=mode is Mode.DEMO)


def hour_of_day(variable: str, text: str) -> time:
    """Return the hour that a variable gives as `06:00`; raise ImproperlyConfigured if it is none."""
    try:
        return read_hour(text)
    except ValueError as error:
        raise ImproperlyConfigured(f"{variable} is {error}.") from error


def verifier(name: str, *, demo: bool) -> Verifier:
    """Return the verifier of identities. By default it is `fake` in a demonstration, and `manual` elsewhere.

    Raises:
        ImproperlyConfigured: none has this name, or it is `fake`, which believes everybody, outside a demonstration.
    """
    chosen = name or ("fake" if demo else "manual")
    offered = [known for known in VERIFIERS if demo or known != "fake"]
    if chosen not in offered:
        message = f"REDDOG_VERIFICATION is {chosen}; there are {', '.join(offered)}."
        raise ImproperlyConfigured(message)
    return VERIFIERS[chosen]


def payment_provider(name: str, mode: Mode) -> str:
    """Return the name of the payment provider that this installation uses, empty for none.

    Raises:
        ImproperlyConfigured: none has this name, or it moves play money in production.
    """
    if name and name not in PROVIDERS:
        message = f"REDDOG_PAYMENT_PROVIDER is {name}; there are {', '.join(PROVIDERS)}."
        raise ImproperlyConfigured(message)
    if name and mode is Mode.PRODUCTION and not PROVIDERS[name].moves_real_money:
        message = f"REDDOG_PAYMENT_PROVIDER is {name}, which moves play money. Production needs another, or none."
        raise ImproperlyConfigured(message)
    return name


def proxies(named: str, *, behind_proxy: bool) -> TrustedProxies:
    """Return the proxies that are believed: those named, as addresses and networks with commas between.

    Where none is named, `behind_proxy` means one proxy, on this machine or in a private network.

    Raises:
        ImproperlyConfigured: a name is no address and no network.
    """
    networks = tuple(part.strip() for part in named.split(",") if part.strip())
    if not networks:
        return trusted_proxies(PRIVATE_NETWORKS, hops_max=1) if behind_proxy else NO_PROXIES
    try:
        return trusted_proxies(networks, hops_max=None)
    except ValueError as error:
        message = f"REDDOG_TRUSTED_PROXIES holds addresses and networks, such as 10.0.0.5,10.1.0.0/24: {error}"
        raise ImproperlyConfigured(message) from None


BROKER_OPTIONS: Final[Mapping[str, Any]] = {
    # Longer than any task runs. Otherwise Redis gives the same task to a second worker.
    "visibility_timeout": 60 * 60,
    # A request that enqueues a task does not wait for a broker that is down: beat finds the task later.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0.2,
    "interval_max": 0.2,
    "socket_connect_timeout": 1,
}
"""How Celery asks Redis."""


def broker(redis_url: str) -> str:
    """Return Celery's name for the Redis at `redis_url`, which differs for Unix sockets.

    A user's name and password stand before the path: `unix://user:password@/run/redis.sock?db=0`.
    """
    address = urlsplit(redis_url)
    if address.scheme != "unix":
        return redis_url
    number = parse_qs(address.query).get("db", ["0"])[0]
    return f"redis+socket://{address.netloc}{address.path}?virtual_host={number}"


def credential_file(variable: str, name: str, environment: Mapping[str, str]) -> str:
    """Return the path of the file that holds a passphrase or a PIN, empty for none.

    Where `variable` names none it is the systemd credential of this `name`, if the service has it.
    """
    named = environment.get(variable, "")
    if named:
        return named
    credentials = environment.get("CREDENTIALS_DIRECTORY", "")
    credential = Path(credentials) / name
    return str(credential) if credentials and credential.is_file() else ""


def own_secret(path: Path) -> str:
    """Return a demonstration's secret, which is stored in `path`. The first call draws and stores it."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if not path.exists():
        # The file is complete before it is linked. Of two commands that start together, both read the winner's secret.
        # Its own name is drawn: one made of the process's number could be that of a process that was killed here.
        with NamedTemporaryFile("w", dir=path.parent, prefix=f"{path.stem}.") as fresh:
            fresh.write(DEMONSTRATION + secrets.token_urlsafe(50))
            fresh.flush()
            with suppress(FileExistsError):
                path.hardlink_to(fresh.name)
    return path.read_text()
