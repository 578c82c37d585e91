"""Settle a test laboratory's explicit hands with the engine of live play."""

from collections.abc import Callable, Mapping
from typing import Final

from games.core.sheet import RuleSheet
from games.laboratory.hand_line import Line, MalformedLine, UnreadableLine, read, required
from games.laboratory.montana import hands as montana
from games.laboratory.pot import hands as pot
from games.laboratory.red_dog import hands as red_dog
from kernel.refusals import Refusal, RefusalKind

_SETTLE: Final[Mapping[str, Callable[[Line], dict[str, object]]]] = {
    **dict.fromkeys(red_dog.SHEETS, red_dog.settle),
    **dict.fromkeys(montana.SHEETS, montana.settle),
    **dict.fromkeys(pot.SHEETS, pot.settle),
}

SHEETS: Final[Mapping[str, RuleSheet]] = {**red_dog.SHEETS, **montana.SHEETS, **pot.SHEETS}
"""The sheet for each `variant` of a line: every game under its own name, and the laboratory's words for houses."""


class UnknownVariant(Refusal):
    """The laboratory does not know this game."""

    code, kind = "unknown-variant", RefusalKind.NOT_FOUND


UNREADABLE: Final = UnreadableLine.code
"""The `error` of a line that is no line of the format: the file is damaged."""

UNKNOWN: Final = UnknownVariant.code
"""The `error` of a line about an unknown game: it says nothing about the hand."""


def settle_line(text: bytes) -> dict[str, object]:
    """Settle one line of JSON and return what to print.

    The answer has the line's `id` (null if it is neither text nor a whole number) and `legal`; then the result
    of the hand, or `error`, the code of the refusal, and for `malformed-line` the `member` at fault.

    Source: docs/formats/hands.md.
    """
    name: object = None
    try:
        line = read(text)
        name = line.get("id") if type(line.get("id")) in {str, int} else None
        return {"id": name, **_settle(line)}
    except MalformedLine as refusal:
        return {"id": name, "legal": False, "error": refusal.code, "member": refusal.member}
    except Refusal as refusal:
        return {"id": name, "legal": False, "error": refusal.code}


def _settle(line: Line) -> dict[str, object]:
    variant = required(line, "variant", str)
    settle = _SETTLE.get(variant)
    if settle is None:
        raise UnknownVariant(f"{variant} is not a game of the laboratory.", known=sorted(_SETTLE))
    return settle(line)
