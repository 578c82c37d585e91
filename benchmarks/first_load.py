"""How soon a page can be used: `benchmarks/first_load.py http://localhost:8000`, against a demonstration that runs.

Chromium opens each page with nothing kept, as a phone on a slow mobile network does: 1.6 megabits a second, 150 ms of
delay, a processor four times slower than this one. A page can be used once what one does there first is shown and no
script keeps the browser busy. Prints one JSON object: of each page the medians of requests, bytes received, and
milliseconds until the first words are painted and until it can be used.
"""

from __future__ import annotations

import argparse
import json
import statistics
from typing import TYPE_CHECKING, Any, Final

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from playwright.sync_api import Browser

_PAGES: Final = {
    "/": "a[href='/play']",
    "/play": "input[name=username]",
    "/console/": "input[name=username]",
    "/desk": "button",
}
"""What one does first on each page."""
_NETWORK: Final = {"offline": False, "latency": 150, "downloadThroughput": 200_000, "uploadThroughput": 93_750}
"""In bytes a second."""
_SLOWER: Final = 4
_PATIENCE_MS: Final = 120_000
_USABLE: Final = """async selector => {
  const painted = () => performance.getEntriesByName("first-contentful-paint").length > 0;
  while (document.querySelector(selector) === null || !painted()) await new Promise(requestAnimationFrame);
  await new Promise(resolve => requestIdleCallback(resolve));
  return performance.now();
}"""
_MEASURED: Final = """() => {
  const got = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  const [paint] = performance.getEntriesByName("first-contentful-paint");
  return { requests: got.length, bytes: got.reduce((sum, each) => sum + each.transferSize, 0), painted_ms: paint.startTime };
}"""


def main() -> None:
    """Open each page in turns, and print what it took."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("origin")
    parser.add_argument("--turns", type=int, default=5)
    parser.add_argument("--chromium", default="/usr/bin/chromium")
    options = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=options.chromium, args=["--no-sandbox", "--disable-gpu"])
        runs = {page: [opened(browser, options.origin, page) for _ in range(options.turns)] for page in _PAGES}
        browser.close()
    medians = {
        page: {name: round(statistics.median(run[name] for run in taken)) for name in taken[0]}
        for page, taken in runs.items()
    }
    print(json.dumps(medians, indent=1))


def opened(browser: Browser, origin: str, place: str) -> dict[str, Any]:
    """Open a page in a profile of its own, and return what it took."""
    context = browser.new_context(base_url=origin, viewport={"width": 360, "height": 740})
    page = context.new_page()
    debugger = context.new_cdp_session(page)
    debugger.send("Network.enable")
    debugger.send("Network.emulateNetworkConditions", _NETWORK)
    debugger.send("Emulation.setCPUThrottlingRate", {"rate": _SLOWER})
    page.goto(place, wait_until="commit", timeout=_PATIENCE_MS)
    usable_ms = page.evaluate(_USABLE, _PAGES[place])
    page.wait_for_load_state("load", timeout=_PATIENCE_MS)
    measured: dict[str, Any] = page.evaluate(_MEASURED)
    context.close()
    return {**measured, "usable_ms": usable_ms}


if __name__ == "__main__":
    main()
