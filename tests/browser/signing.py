"""A key that a player makes in the page, and the auditor's verdict on what was signed with it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from typing import TYPE_CHECKING, Any

from playwright.sync_api import expect

from audit.queries.log import log_status
from tests import world
from tests.journeys.running import manage, until

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from playwright.sync_api import Page


def make_key(page: Page) -> str:
    """Let in the page's key, as a person does who is logged in there; return the recovery code."""
    page.goto("/play#/account/security")
    # By the page, now: the auditor finds an event that is noted long after its instant.
    pin = page.locator("form-box[name=pin]")
    pin.get_by_label("New PIN").fill(world.PIN)
    pin.get_by_label("Present password").fill(world.PASSWORD)
    pin.get_by_role("button", name="Set the PIN").click()
    page.get_by_role("button", name="Make a key").click()
    code = page.locator("#recovery-code").inner_text()
    assert re.fullmatch(r"([A-Z2-7]{4} ){6}[A-Z2-7]{2}", code)
    form = page.locator("form-box[name=enrolment]")
    form.get_by_label("I have written the recovery code down").check()
    form.get_by_label("PIN").fill(world.PIN)
    form.get_by_role("button", name="Let the key in").click()
    expect(page.get_by_text("From now on this browser signs")).to_be_visible()
    return code


def audited(folder: Path, environment: Mapping[str, str]) -> Any:
    """Return the verdict on the exported log, once it covers everything."""
    until(lambda: log_status().pending == 0 and log_status().checkpoint_size == log_status().size)
    exported = manage("export_log", str(folder), environment=environment)
    assert exported.returncode == 0, exported.stderr
    done = subprocess.run(
        [sys.executable, "-m", "verifier", str(folder), "--json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return json.loads(done.stdout)
