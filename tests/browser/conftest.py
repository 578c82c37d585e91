"""A real browser before a real web server on the test's own database. It is skipped, and says so, where there is none."""

from __future__ import annotations

import contextlib
import shutil
import sys
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Final

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from reddog_platform.embedded.home import CHECKOUT
from tests import world
from tests.event_stream import StreamServer
from tests.journeys.running import Running, WebServer, sequencer, surroundings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

CHROMIUM: Final = shutil.which("chromium") or shutil.which("google-chrome")
_OPTIONS: Final = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE_MS: Final = 60_000
"""How long a test waits for what should come at once, on a machine that does much else. A test that passes waits no longer."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip, in words, what needs a browser where none is installed."""
    if CHROMIUM is not None:
        return
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.skip(reason="no Chromium is installed (Debian's package chromium)"))


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Return the browser, one for all tests of a file.

    While it runs, this thread has an event loop, in which Django would refuse the tests' own statements.
    """
    with pytest.MonkeyPatch.context() as patch, sync_playwright() as playwright:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")
        expect.set_options(timeout=PATIENCE_MS)
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(_OPTIONS))
        yield started
        started.close()


@pytest.fixture
def environment(transactional_db: None, servers_environment: Mapping[str, str], tmp_path: Path) -> dict[str, str]:
    """Return the environment of this test's processes; keys and rules are published."""
    del transactional_db
    world.open_house(now=datetime.now(UTC))
    return surroundings(servers_environment, tmp_path)


@pytest.fixture
def address(environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Return the origin of a web server, by the name that passkeys accept, with a sequencer behind it."""
    server = WebServer(environment=environment, logs=tmp_path)
    environment["REDDOG_ORIGIN"] = origin = f"http://localhost:{server.port}"
    with sequencer(environment=environment, logs=tmp_path), server:
        yield origin


@pytest.fixture
def live_address(environment: dict[str, str], tmp_path: Path) -> Iterator[str]:
    """Return the origin of a web server with all that live tables need behind it: sequencer, croupier and streams."""
    stream = StreamServer(environment=environment, logs=tmp_path)
    server = WebServer(environment=environment, logs=tmp_path)
    environment["REDDOG_STREAM_URL"] = stream.url
    environment["REDDOG_ORIGIN"] = origin = f"http://localhost:{server.port}"
    command = [sys.executable, str(CHECKOUT / "manage.py"), "croupier"]
    croupier = Running(command, environment=environment, log=tmp_path / "croupier.log")
    with server, stream, sequencer(environment=environment, logs=tmp_path), croupier:
        yield origin


@pytest.fixture
def visit(browser: Browser) -> Iterator[Callable[[str], Page]]:
    """Return what opens an empty page of a further visitor of an origin, each in a browser profile of its own."""
    with contextlib.ExitStack() as opened:
        yield lambda origin: opened.enter_context(visitor(browser, origin))


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """Return an empty page of a new visitor."""
    with visitor(browser, address) as opened:
        yield opened


@contextlib.contextmanager
def visitor(
    browser: Browser, origin: str, *, timezone: str = "America/New_York", touch: bool = False
) -> Iterator[Page]:
    """Yield an empty page of a new visitor, which fails the test if a script raises or the page's policy is broken."""
    context = browser.new_context(base_url=origin, locale="en-US", timezone_id=timezone, has_touch=touch)
    context.set_default_timeout(PATIENCE_MS)
    opened = context.new_page()
    faults: list[str] = []
    opened.on("pageerror", lambda error: faults.append(str(error)))
    opened.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    yield opened
    context.close()
    assert not faults, faults
