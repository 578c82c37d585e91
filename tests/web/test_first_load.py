"""The table opens quickly on a telephone: what its page loads first is small."""

from __future__ import annotations

import gzip
import re
from pathlib import Path
from typing import Final

WEB: Final = Path(__file__).resolve().parents[2] / "web" / "static" / "web"
COMPRESSED_BYTES_MAX: Final = 150_000


def test_the_first_load_of_the_table_is_small() -> None:
    page = WEB / "table" / "index.html"
    loaded = [WEB / name for name in re.findall(r'"/static/web/([^"]+)"', page.read_text())]

    assert len(loaded) >= 3
    assert sum(len(gzip.compress(path.read_bytes(), 6)) for path in (page, *loaded)) < COMPRESSED_BYTES_MAX
