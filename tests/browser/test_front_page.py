"""The address of the platform leads somewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.axe import assert_accessible

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_the_front_page_leads_to_the_table(page: Page) -> None:
    page.goto("/")

    page.get_by_role("link", name="The table").click()

    page.get_by_role("heading", name="Red Dog").wait_for()
    assert page.url.endswith("/play")


def test_the_front_page_is_accessible(page: Page) -> None:
    page.goto("/")

    assert_accessible(page)
