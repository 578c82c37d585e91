"""Production does not start with what a stranger could know: weak secrets, everybody's hosts, a demonstration's things."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from contextlib import nullcontext
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import psycopg
import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import connection, transaction
from django.db.utils import ProgrammingError

from audit.queries.demonstration import was_a_demonstration
from reddog_platform import environment, weak_variables
from reddog_platform.demo.furnish import furnish, mark_database
from reddog_platform.embedded.home import CHECKOUT

if TYPE_CHECKING:
    from collections.abc import Mapping

CHECK: Final = ("check", "--deploy", "--fail-level", "INFO")
# The same in each test process, which must find the same tests.
SECRET: Final = "kT3vQz8NwX1bR6mYc0JfH5sLd9GaUe2PoViC7tKxZnW4rBqMyE8uFj6D"
SOUND: Final = {
    "SECRET_KEY": SECRET,
    "ALLOWED_HOSTS": "play.example.com,.example.com",
    "REDDOG_ORIGIN": "https://play.example.com",
}
APP: Final = ("--app", "reddog_platform.celery")


def manage(*words: str, variables: Mapping[str, str]) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", *words]
    return subprocess.run(command, cwd=CHECKOUT, env=variables, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def first_keys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the first installation's keys, which every other one has a copy of."""
    return tmp_path_factory.mktemp("production") / "keys"


@pytest.fixture
def production(servers_environment: Mapping[str, str], tmp_path: Path, first_keys: Path) -> dict[str, str]:
    """Return the environment of a sound installation, whose keys are made."""
    surroundings = {name: value for name, value in servers_environment.items() if not name.startswith("REDDOG_")}
    surroundings.pop("DATABASE_OWNER_URL")
    variables = {
        **surroundings,
        "REDDOG_MODE": "production",
        "SECRET_KEY": SECRET,
        "ALLOWED_HOSTS": "play.example.com",
        "REDDOG_KEYS_DIR": str(tmp_path / "keys"),
        "REDDOG_LOG_DIR": str(tmp_path / "log"),
        "REDDOG_LOG_ORIGIN": "play.example.com/log",
        "REDDOG_ORIGIN": "https://play.example.com",
        "REDDOG_JURISDICTION": "new-jersey",
        "REDDOG_OPERATOR": "An operator",
        # Whose they are is tried here, not how they are kept.
        "REDDOG_KEYS_PLAIN": "allowed",
    }
    if not first_keys.exists():
        made = manage("make_keys", variables={**variables, "REDDOG_KEYS_DIR": str(first_keys)})
        assert made.returncode == 0, made.stderr
    shutil.copytree(first_keys, tmp_path / "keys")
    return variables


def test_production_lets_nobody_guess_its_names(production: dict[str, str]) -> None:
    words = "from reddog_platform import settings; print(settings.REDDOG_NAMES_IN_NO_PASSWORD)"
    told = subprocess.run(
        [sys.executable, "-c", words], cwd=CHECKOUT, env=production, capture_output=True, text=True, check=True
    )

    assert told.stdout == "('Red Dog', 'An operator')\n"


def test_a_sound_installation_has_no_finding_of_any_level(production: dict[str, str]) -> None:
    checked = manage(*CHECK, variables=production)

    assert (checked.returncode, checked.stderr) == (0, "")
    assert checked.stdout == "System check identified no issues (3 silenced).\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "x" * 60),
        ("SECRET_KEY", SECRET[:49]),
        ("SECRET_KEY", "0123456789" * 6),
        ("SECRET_KEY", f"django-insecure-{SECRET}"),
        ("SECRET_KEY", f"{weak_variables.DEMONSTRATION}{SECRET}"),
        ("SECRET_KEY_FALLBACKS", f"{SECRET},short"),
        ("SECRET_KEY_FALLBACKS", f"{SECRET},{'ab' * 40}"),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", "play.example.com,*"),
        ("ALLOWED_HOSTS", "."),
        ("ALLOWED_HOSTS", " , "),
        ("ALLOWED_HOSTS", ".com"),
        ("ALLOWED_HOSTS", "*.example.com"),
        ("REDDOG_CORS_ORIGINS", "*"),
        ("REDDOG_ORIGIN", "http://play.example.com"),
        ("REDDOG_THROTTLES", "off"),
    ],
)
def test_a_weak_variable_is_named_and_not_repeated(name: str, value: str) -> None:
    with pytest.raises(ImproperlyConfigured) as refused:
        weak_variables.refuse_if_weak({**SOUND, name: value})

    assert f"\n  {name}: " in str(refused.value)
    assert str(refused.value).count("\n") == 1
    # Neither this secret nor a sound one beside it.
    assert SECRET[:20] not in str(refused.value)
    assert "abab" not in str(refused.value)
    weak_variables.refuse_if_weak(SOUND)


@pytest.mark.parametrize(
    ("hosts", "refused"),
    [
        ("127.0.0.1", False),
        ("localhost,[::1],10.213.7.6", False),
        ("127.0.0.1,play.example.com", True),
        ("203.0.114.9", True),
        (".example.com", True),
    ],
)
def test_only_a_benchmark_that_no_player_reaches_runs_without_throttles(hosts: str, *, refused: bool) -> None:
    variables = {**SOUND, "ALLOWED_HOSTS": hosts, "REDDOG_THROTTLES": "off"}
    with pytest.raises(ImproperlyConfigured, match="REDDOG_THROTTLES") if refused else nullcontext():
        weak_variables.refuse_if_weak(variables)


def test_no_process_starts_with_what_is_weak(production: dict[str, str]) -> None:
    weak = {
        **production,
        "SECRET_KEY": "x" * 60,
        "SECRET_KEY_FALLBACKS": "short",
        "ALLOWED_HOSTS": "*",
        "REDDOG_THROTTLES": "off",
    }
    for command in (
        ["manage.py", "doctor"],
        ["manage.py", *CHECK],
        ["-c", "import reddog_platform.wsgi"],
        ["-m", "celery", *APP, "beat"],
    ):
        refused = subprocess.run(
            [sys.executable, *command], cwd=CHECKOUT, env=weak, capture_output=True, text=True, check=False
        )

        assert refused.returncode != 0
        assert "REDDOG_MODE=production does not start with these variables" in refused.stderr
        for name in ("SECRET_KEY", "SECRET_KEY_FALLBACKS", "ALLOWED_HOSTS", "REDDOG_THROTTLES"):
            assert f"\n  {name}: " in refused.stderr


def test_production_furnishes_no_demonstration(production: dict[str, str]) -> None:
    refused = manage("demo", variables=production)

    assert refused.returncode != 0
    assert "This is production: the demonstration's passwords are known to everybody." in refused.stderr


def test_no_variable_switches_debugging_on(production: dict[str, str]) -> None:
    words = "from reddog_platform import settings; print(settings.DEBUG)"
    asked = {**production, "DEBUG": "1", "DJANGO_DEBUG": "1", "REDDOG_DEBUG": "1"}

    told = subprocess.run(
        [sys.executable, "-c", words], cwd=CHECKOUT, env=asked, capture_output=True, text=True, check=True
    )

    assert told.stdout == "False\n"


def test_a_web_server_alone_needs_the_secret_of_the_tokens(production: dict[str, str]) -> None:
    without = {name: value for name, value in production.items() if name != "SECRET_KEY"}

    checked = manage(*CHECK, variables=without)
    assert (checked.returncode, checked.stderr) == (0, "")
    for module in ("reddog_platform.celery", "reddog_platform.exporter"):
        command = [sys.executable, "-c", f"import django; django.setup(); import {module}"]
        started = subprocess.run(command, cwd=CHECKOUT, env=without, capture_output=True, text=True, check=False)
        assert started.returncode == 0, started.stderr
    web = [sys.executable, "-c", "import reddog_platform.wsgi"]
    refused = subprocess.run(web, cwd=CHECKOUT, env=without, capture_output=True, text=True, check=False)
    assert refused.returncode != 0
    assert "A web server needs SECRET_KEY" in refused.stderr


def test_plain_http_is_used_only_where_it_is_said(production: dict[str, str]) -> None:
    said = {**production, "REDDOG_ORIGIN": "http://play.example.com", "SECURE_SSL_REDIRECT": "false"}

    assert manage(*CHECK, variables=said).returncode == 0


def test_what_django_warns_of_is_an_error_at_every_start(production: dict[str, str]) -> None:
    # Nothing in the environment leads to one, so the settings of a careless change to the code do.
    words = (
        "from django.conf import settings; import django; settings.SECURE_HSTS_SECONDS = 0; django.setup();"
        " from reddog_platform.checks import refuse_to_start_unsound; refuse_to_start_unsound()"
    )
    started = subprocess.run(
        [sys.executable, "-c", words], cwd=CHECKOUT, env=production, capture_output=True, text=True, check=False
    )

    assert started.returncode != 0
    assert "ERRORS:" in started.stderr
    assert "security.W004" in started.stderr


@pytest.mark.parametrize("mark", ["keys.json", "django.key", "name"])
def test_the_keys_of_a_demonstration_are_refused(production: dict[str, str], tmp_path: Path, mark: str) -> None:
    demo = {name: value for name, value in production.items() if name not in environment.REQUIRED_IN_PRODUCTION}
    demo |= {"REDDOG_MODE": "demo", "REDDOG_KEYS_DIR": str(tmp_path / "demo"), "SECRET_KEY": SECRET}
    if mark != "name":
        demo["REDDOG_LOG_ORIGIN"] = production["REDDOG_LOG_ORIGIN"]
    folder = tmp_path / "demo"
    assert manage("make_keys", variables=demo).returncode == 0
    assert manage("make_keys", variables=demo).returncode == 0
    listed = (folder / "keys.json").read_text()
    assert '"demonstration": true' in listed
    if mark != "keys.json":
        # As an earlier version made them.
        (folder / "keys.json").write_text(listed.replace(',\n  "demonstration": true', ""))
    if mark == "django.key":
        environment.own_secret(folder / "django.key")

    refused = manage("check", variables={**production, "REDDOG_KEYS_DIR": str(folder)})

    assert refused.returncode == 1
    assert "reddog.E003" in refused.stderr


@pytest.mark.parametrize("process", ["manage.py", "web", "worker"])
def test_no_process_starts_on_a_database_that_was_a_demonstration(production: dict[str, str], process: str) -> None:
    mark_database(now=datetime.now(UTC))
    command = {
        "manage.py": [sys.executable, "manage.py", "sequencer", "--once"],
        "web": [sys.executable, "-c", "import reddog_platform.wsgi"],
        "worker": [
            *(sys.executable, "-m", "celery", *APP, "worker"),
            *("--queues", "realtime", "--pool", "solo"),
        ],
    }[process]

    refused = subprocess.run(
        command, cwd=CHECKOUT, env=production, capture_output=True, text=True, check=False, timeout=120
    )

    assert refused.returncode != 0
    assert "reddog.E004" in refused.stderr


@pytest.mark.django_db(databases=["default", "owner"])
def test_the_mark_of_a_demonstration_is_written_once_and_cannot_be_removed() -> None:
    assert not was_a_demonstration()
    for _ in range(2):
        furnish(clock=partial(datetime.now, UTC))

    assert was_a_demonstration()
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM audit_event WHERE kind = 'demonstration-furnished'")
        assert cursor.fetchone() == (1,)
    for change in ("DELETE FROM audit_event", "UPDATE audit_event SET kind = 'x'", "TRUNCATE audit_event"):
        with pytest.raises(ProgrammingError, match="permission denied"), transaction.atomic():
            connection.cursor().execute(change)
    assert was_a_demonstration()


@pytest.mark.parametrize("marked", ["database", "keys"])
def test_the_doctor_of_production_names_what_was_a_demonstrations(production: dict[str, str], marked: str) -> None:
    sound = diagnosed(production)
    if marked == "database":
        mark_database(now=datetime.now(UTC))
    else:
        environment.own_secret(Path(production["REDDOG_KEYS_DIR"]) / "django.key")

    found = diagnosed(production)

    assert sound["demonstration"]["healthy"]
    assert sound["checks"] == {**sound["checks"], "healthy": True, "state": "all passed"}
    assert not found["demonstration"]["healthy"]
    assert found["demonstration"]["state"] == f"of a demonstration: {marked}"
    assert "cannot be removed" in found["demonstration"]["repair"]
    assert ("reddog.E004" if marked == "database" else "reddog.E003") in found["checks"]["state"]


def diagnosed(variables: dict[str, str]) -> dict[str, dict[str, Any]]:
    """Return what the doctor says of an installation, by subject; no subject stands there twice."""
    told = json.loads(manage("doctor", "--json", variables=variables).stdout)["diagnostics"]
    assert len({line["subject"] for line in told}) == len(told)
    return {line["subject"]: line for line in told}


def test_a_database_that_is_away_stops_nobody_from_starting_and_is_told(production: dict[str, str]) -> None:
    away = {**production, "DATABASE_URL": "postgresql://reddog_app@/reddog?host=/nowhere"}

    started = manage("check", variables=away)
    strict = manage(*CHECK, variables=away)

    assert started.returncode == 0
    assert "reddog.W001" in started.stderr
    assert strict.returncode == 1


def test_a_database_without_tables_was_no_demonstration(production: dict[str, str]) -> None:
    with psycopg.connect(production["DATABASE_URL"], autocommit=True) as session:
        (name,) = session.execute("SELECT current_database()").fetchone() or ("",)
    assert name.startswith("test_reddog_")
    empty = {**production, "DATABASE_URL": production["DATABASE_URL"].replace(name, "postgres"), **_path()}

    assert manage("check", variables=empty).returncode == 0


def _path() -> dict[str, str]:
    return {"PATH": os.environ["PATH"]}
