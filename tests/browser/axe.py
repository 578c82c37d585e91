"""The rules of accessibility that a program can check, by axe-core, in the page as it stands."""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from playwright.sync_api import Page

_AXE: Final = Path(__file__).parents[2] / "web/client/node_modules/axe-core/axe.min.js"
_RULES: Final = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice")


def assert_accessible(page: Page) -> None:
    """Assert that axe finds nothing wrong on the page; each finding is told with its elements.

    axe comes with the packages of the pages (`make pages`). Without them only this check is left out, with a warning,
    because all else that a test of the browser shows needs Python alone.
    """
    if not _AXE.exists():
        warnings.warn("axe was not run: web/client/node_modules is missing (make pages)", stacklevel=2)
        return
    # The debugger runs it, so that the page's policy stays as strict as it is.
    page.evaluate(_AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(
        "async rules => (await axe.run(document, { runOnly: rules, resultTypes: ['violations'] })).violations",
        list(_RULES),
    )
    assert not found, "\n".join(_told(violation) for violation in found)


def _told(violation: dict[str, Any]) -> str:
    elements = "\n".join(f"    {node['html']}\n    {node['failureSummary']}" for node in violation["nodes"])
    return f"{violation['id']}: {violation['help']}\n{elements}"
