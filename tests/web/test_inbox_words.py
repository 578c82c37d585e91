"""The table's page tells a player's messages in two languages: the English is the platform's own, word for word."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Final

from audit.event_catalogue import MESSAGES

CATALOGUE: Final = Path(__file__).resolve().parents[2] / "web/client/src/base/words/table/messages.en.ts"
_ENTRY: Final = re.compile(r'^  "([a-z.-]+)":\s*("(?:[^"\\]|\\.)*"),$', re.MULTILINE)


def test_the_page_says_in_english_what_the_platform_told() -> None:
    said = {key: json.loads(text) for key, text in _ENTRY.findall(CATALOGUE.read_text(encoding="utf-8"))}

    subjects = {kind: message.subject for kind, message in MESSAGES.items()}
    assert said == subjects | {f"{kind}.text": message.text for kind, message in MESSAGES.items()}
