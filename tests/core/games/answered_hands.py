"""What the laboratory answers for explicit hands, against what their lines expect."""

import json
from typing import Any

from games.laboratory.hands import settle_line


def differences(lines: list[str], *, codes_too: bool) -> list[dict[str, object]]:
    """Return the answers that are not what their lines expect; error codes count only where `codes_too`."""
    wrong = []
    for line in lines:
        asked = json.loads(line)
        # Which member is malformed, a second program need not say.
        answered = {name: told for name, told in settle_line(line.encode()).items() if name != "member"}
        expected: dict[str, Any] = {"id": asked["id"], **asked["expect"]}
        if not codes_too and not expected["legal"]:
            expected["error"] = answered.get("error")
        if answered != expected:
            wrong.append(answered)
    return wrong
