"""The table opens quickly on a telephone: what its page loads first is small."""

from __future__ import annotations

import gzip
import html
import json
import re
from pathlib import Path
from typing import Final

import pytest
from django.test import Client

WEB: Final = Path(__file__).resolve().parents[2] / "web" / "static" / "web"
COMPRESSED_BYTES_MAX: Final = 150_000
DESK_BYTES_MAX: Final = 370_000


def test_the_first_load_of_the_table_is_small() -> None:
    page = WEB / "table" / "index.html"
    loaded = [WEB / name for name in re.findall(r'"/static/web/([^"]+)"', page.read_text())]

    assert len(loaded) >= 3
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in (page, *loaded)) < COMPRESSED_BYTES_MAX


def test_the_desk_is_one_small_file_that_asks_for_nothing() -> None:
    page = (WEB / "desk.html").read_text()

    assert len(page.encode()) < DESK_BYTES_MAX
    assert "/assets/" not in page
    assert re.findall(r'<(?:script|link|img)[^>]* (?:src|href)="(?!data:)', page) == []


def header(client: Client, address: str, name: str) -> str:
    """Return a header of a file that is there, which is closed again."""
    answer = client.get(address)
    answer.close()
    assert answer.status_code == 200, address
    return str(answer.headers[name])


def test_a_browser_keeps_what_is_named_by_its_content_and_asks_for_the_page_itself_each_time() -> None:
    client = Client()
    page = client.get("/play")
    assets = [name for name in re.findall(r'"(/static/web/[^"]+)"', page.content.decode()) if "/assets/" in name]

    assert len(assets) >= 3
    kept = {header(client, name, "Cache-Control") for name in assets}
    assert kept == {"max-age=315360000, public, immutable"}
    assert page.headers["Cache-Control"] == "no-store"
    # An icon keeps its name when it changes.
    assert "immutable" not in header(client, "/static/web/icon.svg", "Cache-Control")


def test_the_table_is_told_the_decimals_of_the_currencies_that_do_not_have_two() -> None:
    page = Client().get("/play").content.decode()
    told = re.search(r'<meta name="currency-decimals" content="([^"]*)" />', page)

    assert told is not None
    decimals = json.loads(html.unescape(told[1]))
    assert (decimals["JPY"], decimals["KWD"], decimals.get("EUR")) == (0, 3, None)


@pytest.mark.parametrize("place", ["/", "/play", "/console/log-in", "/desk"])
def test_every_page_has_an_icon_and_asks_for_none_that_is_not_there(place: str) -> None:
    client = Client()
    icon = re.search(r'<link rel="icon"[^>]* href="([^"]+)"', client.get(place).content.decode())

    assert icon is not None
    if not icon[1].startswith("data:image/svg+xml;base64,"):
        assert header(client, icon[1], "Content-Type").startswith("image/svg+xml")
