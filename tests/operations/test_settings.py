"""What the environment does to an installation."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import TYPE_CHECKING

import pytest
from django.core.exceptions import ImproperlyConfigured

from reddog_platform import environment
from reddog_platform.embedded.home import CHECKOUT
from reddog_platform.environment import Mode

if TYPE_CHECKING:
    from pathlib import Path


def manage(*words: str, python: tuple[str, ...] = (), **variables: str) -> subprocess.CompletedProcess[str]:
    # Nothing of what this test process was given, which may be everything that production asks for.
    surroundings = {name: value for name, value in os.environ.items() if name not in environment.REQUIRED_IN_PRODUCTION}
    return subprocess.run(
        [sys.executable, *python, "manage.py", *words],
        cwd=CHECKOUT,
        env={**surroundings, **variables},
        capture_output=True,
        text=True,
        check=False,
    )


def test_production_names_everything_that_is_missing_at_once() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.refuse_if_incomplete({"REDIS_URL": "x", "DATABASE_URL": ""})

    for name in (
        "DATABASE_URL",
        "ALLOWED_HOSTS",
        "REDDOG_KEYS_DIR",
        "REDDOG_LOG_ORIGIN",
        "REDDOG_OPERATOR",
        "REDDOG_ORIGIN",
        "REDDOG_JURISDICTION",
    ):
        assert f"  {name}: " in str(refusal.value)
    assert "  REDIS_URL: " not in str(refusal.value)
    assert "SECRET_KEY" not in str(refusal.value), "most processes have none"


@pytest.mark.parametrize("command", ["check", "doctor", "migrate"])
def test_production_does_not_start_without_its_variables_and_says_nothing_but_which(command: str) -> None:
    refused = manage(command, REDDOG_MODE="production")

    assert refused.returncode == 2
    assert refused.stdout == ""
    assert refused.stderr.startswith("REDDOG_MODE=production needs these variables")
    assert "  DATABASE_URL: postgresql://" in refused.stderr
    assert "Traceback" not in refused.stderr


@pytest.mark.parametrize(("name", "successor"), environment.RETIRED.items())
def test_nothing_starts_with_a_variable_under_its_retired_name(name: str, successor: str) -> None:
    refused = manage("check", **{name: ""})  # type: ignore[arg-type]  # no variable has a parameter's name

    assert refused.returncode == 2
    assert refused.stderr == f"These variables were renamed (docs/running.md):\n  {name} is {successor}\n"


def test_every_retired_variable_has_a_successor_that_the_settings_read() -> None:
    settings = (CHECKOUT / "reddog_platform" / "settings.py").read_text()

    for name, successor in environment.RETIRED.items():
        assert f'"{name}"' not in settings
        assert f'env.str("{successor}"' in settings


def test_python_without_assertions_is_refused() -> None:
    refused = manage("check", python=("-O",))

    assert refused.returncode != 0
    assert "reddog.E001" in refused.stderr


def test_serving_as_the_owner_of_the_tables_is_refused() -> None:
    url = "postgresql://reddog_owner@/reddog?host=/nowhere"

    refused = manage("check", DATABASE_URL=url, DATABASE_OWNER_URL=url)

    assert refused.returncode != 0
    assert "reddog.E002" in refused.stderr


@pytest.mark.parametrize(
    ("url", "host", "name"),
    [
        ("postgresql://reddog_app@/reddog?host=/run/postgresql", "/run/postgresql", "reddog"),
        ("postgresql://reddog_app@%2Frun%2Fpostgresql/reddog", "/run/postgresql", "reddog"),
        ("postgres://reddog_app:p%40ss@db.example:5433/reddog?sslmode=verify-full", "db.example", "reddog"),
    ],
)
def test_an_address_is_what_libpq_takes(url: str, host: str, name: str) -> None:
    entry = environment.database(url, prepared=True)

    assert (entry["HOST"], entry["NAME"], entry["USER"]) == (host, name, "reddog_app")


def test_further_parameters_of_an_address_reach_the_driver() -> None:
    entry = environment.database("postgresql://u@h/d?sslmode=verify-full&connect_timeout=3", prepared=False)

    assert entry["OPTIONS"].items() >= {"sslmode": "verify-full", "connect_timeout": "3"}.items()
    # What the address does not name is ours.
    assert entry["OPTIONS"]["keepalives_idle"] == "3"


def test_a_wrong_address_is_refused_without_repeating_its_password() -> None:
    with pytest.raises(ImproperlyConfigured) as refusal:
        environment.database("postgresql://u:s3cret@h/d?colour=red", prepared=True)

    assert "colour" in str(refusal.value)
    assert "s3cret" not in str(refusal.value)


@pytest.mark.parametrize(
    ("redis_url", "broker"),
    [
        ("unix:///run/redis", "redis+socket:///run/redis?virtual_host=0"),
        ("unix:///run/redis?db=3", "redis+socket:///run/redis?virtual_host=3"),
        ("unix://web:s3cret@/run/redis?db=3", "redis+socket://web:s3cret@/run/redis?virtual_host=3"),
        ("unix://:s3cret@/run/redis", "redis+socket://:s3cret@/run/redis?virtual_host=0"),
        ("rediss://host:6379/1", "rediss://host:6379/1"),
    ],
)
def test_celery_has_its_own_name_for_a_socket(redis_url: str, broker: str) -> None:
    assert environment.broker(redis_url) == broker


def test_a_demonstrations_secret_is_made_once_and_is_private(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "django.key"

    first = environment.own_secret(path)

    assert environment.own_secret(path) == first
    assert len(first) >= 50
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["django.key"]


def test_what_a_killed_process_left_of_a_secret_is_in_nobodys_way(tmp_path: Path) -> None:
    # In a container, the next process has the same number.
    left = tmp_path / f"django.{os.getpid()}"
    left.write_text("")

    secret = environment.own_secret(tmp_path / "django.key")

    assert len(secret) >= 50
    assert environment.own_secret(tmp_path / "django.key") == secret


def test_all_who_draw_a_secret_at_once_have_the_same(tmp_path: Path) -> None:
    path = tmp_path / "django.key"
    together = Barrier(8)

    def draw(_: int) -> str:
        together.wait()
        return environment.own_secret(path)

    with ThreadPoolExecutor(8) as pool:
        secrets = set(pool.map(draw, range(8)))

    assert secrets == {path.read_text()}
    assert [file.name for file in tmp_path.iterdir()] == ["django.key"]


@pytest.mark.parametrize(
    ("name", "mode", "allowed"),
    [
        ("instant", Mode.DEMO, True),
        ("", Mode.DEMO, True),
        ("", Mode.PRODUCTION, True),
        ("instant", Mode.PRODUCTION, False),
        ("somebody", Mode.DEMO, False),
        ("somebody", Mode.PRODUCTION, False),
    ],
)
def test_production_has_no_provider_of_play_money(
    name: str,
    mode: Mode,
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    if allowed:
        assert environment.payment_provider(name, mode) == name
        return
    with pytest.raises(ImproperlyConfigured, match="REDDOG_PAYMENT_PROVIDER"):
        environment.payment_provider(name, mode)


def test_whoever_has_the_settings_sends_tasks_to_the_brokers_that_they_name() -> None:
    words = "import django; django.setup(); from celery import current_app; print(current_app.conf.broker_url)"
    surroundings = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "reddog_platform.settings",
        "REDIS_URL": "redis://elsewhere:7/0",
    }

    asked = subprocess.run([sys.executable, "-c", words], env=surroundings, capture_output=True, text=True, check=True)

    assert asked.stdout.strip() == "redis://elsewhere:7/0"


@pytest.mark.parametrize("name", environment.SECRETS)
def test_a_secret_may_be_in_a_file(name: str, tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("a secret\n")

    read = environment.read_secret_files({f"{name}_FILE": str(tmp_path / "secret"), "OTHER": "value"})

    assert read[name] == "a secret"
    assert read["OTHER"] == "value"
    assert environment.read_secret_files({f"{name}_FILE": "", name: "direct"})[name] == "direct"


@pytest.mark.parametrize(
    ("variables", "complaint"),
    [
        ({"SECRET_KEY_FILE": "/nowhere/at/all"}, "SECRET_KEY_FILE is /nowhere/at/all, which cannot be read"),
        ({"SECRET_KEY_FILE": os.devnull}, "which is empty"),
        ({"REDIS_URL_FILE": os.devnull, "REDIS_URL": "redis://"}, "REDIS_URL and REDIS_URL_FILE are both set"),
        ({"DATABASE_URL_FILE": sys.executable}, "which cannot be read: it is no text"),
    ],
)
def test_a_secrets_file_that_cannot_be_used_is_named_and_nothing_starts(
    variables: dict[str, str], complaint: str
) -> None:
    with pytest.raises(ImproperlyConfigured, match=complaint):
        environment.read_secret_files(variables)


def test_a_process_takes_its_secrets_from_files_and_does_not_pass_them_on(tmp_path: Path) -> None:
    (tmp_path / "database").write_text("postgresql://somebody:word@/elsewhere?host=/nowhere\n")
    (tmp_path / "key").write_text("from a file\n")
    script = (
        "import os; from django.conf import settings; from reddog_platform.embedded import servers;"
        " print(settings.DATABASES['default']['USER'], settings.SECRET_KEY, len(servers.wanted()),"
        " any('word' in value for value in os.environ.values()))"
    )
    variables = {"DATABASE_URL_FILE": str(tmp_path / "database"), "SECRET_KEY_FILE": str(tmp_path / "key")}
    ours = {*environment.REQUIRED_IN_PRODUCTION, *environment.SECRETS}
    given = {name: value for name, value in os.environ.items() if name not in ours}

    found = subprocess.run(
        [sys.executable, "-c", script],
        cwd=CHECKOUT,
        env={**given, "DJANGO_SETTINGS_MODULE": "reddog_platform.settings", **variables},
        capture_output=True,
        text=True,
        check=True,
    )

    assert found.stdout.split() == ["somebody", "from", "a", "file", "1", "False"]
