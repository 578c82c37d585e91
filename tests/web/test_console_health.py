"""System health on the console: each of the doctor's lines, with what to do where something is wrong."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from django.core.cache import cache

from approvals.tasks import import_exclusions_task
from reddog_platform.stored_diagnostics import stored_diagnostics
from reddog_platform.tasks import look_around
from staff.core.roles import Role
from tests import world
from tests.api.caller import Administrator, now
from tests.web.house_scene import text_of
from tests.web.test_console_doors import browser

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from pytest_django.fixtures import Settings

pytestmark = pytest.mark.django_db(transaction=True, databases=["default", "owner"])


@pytest.fixture(autouse=True)
def _nothing_seen() -> Iterator[None]:
    """Have no look kept, and keep none for other tests."""
    cache.delete("diagnostics")
    yield
    cache.delete("diagnostics")


@pytest.mark.parametrize(
    ("slug", "form"),
    [
        ("authorise-policy", {"sha256": "0" * 64}),
        ("authorise-vault-key", {"step": "rotate", "key": "vault-2"}),
        ("authorise-key", {"use": "log", "vkey": f"casino.example/log+0123abcd+{'A' * 44}"}),
    ],
)
def test_an_administrator_proposes_witnesses_and_keys_and_an_operator_does_not(slug: str, form: dict[str, str]) -> None:
    world.open_house(now=now())
    client, address = browser("sam", Role.ADMINISTRATORS), f"/console/health/do/{slug}"
    assert address in client.get("/console/health").content.decode()
    assert address not in browser("op").get("/console/health").content.decode()

    done = client.post(address, {"reason": "a test", **form})

    assert (done.status_code, done.headers["Location"]) == (302, "/console/health?done=proposed"), done.content.decode()
    (proposal,) = json.loads(Administrator("ben").get("/ops/proposals").content)["items"]
    assert (proposal["proposer"], proposal["act"], proposal["arguments"]) == ("sam", slug, form)


def test_what_the_worker_saw_is_shown_line_by_line() -> None:
    world.open_house(now=now())
    client = browser()
    assert "Nobody has looked yet" in text_of(client.get("/console/health"))

    assert not look_around(), "no sequencer runs here"

    page = text_of(client.get("/console/health"))
    assert "Nobody has looked yet" not in page
    for item in stored_diagnostics()["items"]:
        for said in (item["subject"], item["finding"], "" if item["healthy"] else item["repair"]):
            assert said in page, (item, said)


def test_today_says_how_many_the_nightly_list_would_free_and_by_which_file(tmp_path: Path, settings: Settings) -> None:
    world.open_house(now=now())
    world.import_exclusion_list("Lovelace,Ada,1990-01-01", now=now())
    path = tmp_path / "list.csv"
    path.write_text("family_name,given_name,birth_date\n")
    settings.REDDOG_EXCLUSION_LIST = str(path)
    import_exclusions_task()

    assert not look_around(), "no sequencer runs here"

    sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    shown = text_of(browser().get("/console/"))
    assert f"1 persons stay on the exclusion list whom its file would free (sha256 {sha256})" in shown
    assert "Propose `replace-exclusion-list` with it" in shown
