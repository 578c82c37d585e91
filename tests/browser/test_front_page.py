"""The address of the platform leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.browser.axe import assert_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_front_page_leads_to_the_table(page: Page) -> None:
    page.goto("/")
    assert_accessible(page)

    page.get_by_role("link", name="The table").click()

    page.get_by_role("banner").get_by_text("Red Dog", exact=True).wait_for()
    assert page.url.partition("#")[0].endswith("/play")


@pytest.mark.parametrize(("door", "heading"), [("The console", "Log in"), ("The desk", "Judge a log")])
def test_it_leads_to_the_staffs_page_and_to_the_auditors(page: Page, door: str, heading: str) -> None:
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto("/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 320

    page.get_by_role("link", name=door).click()

    page.get_by_role("heading", name=heading).first.wait_for()
