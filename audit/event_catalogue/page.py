"""The page of all kinds of events, docs/events.md."""

from typing import Final

from audit.event_catalogue import CATALOGUE
from audit.event_catalogue.kind import EventKind, Message, Severity

_HEAD: Final = """# Significant events

Every kind of significant event that the platform saves, by the part in which it happens: written by
`manage.py events_page` from the catalogue in `audit/event_catalogue/`, and never by hand. `GET /api/v1/ops/events`
answers them, `?severity=` those of one severity. Their bytes in the log are in [formats/events.md](formats/events.md); who
is sent what is in [alerts.md](alerts.md).

| severity | meaning |
|---|---|
| `info` | The ordinary course: it is looked up when there is a question. |
| `notice` | A change with weight, made by somebody who may: it is reviewed. |
| `warning` | Something was refused, is late or looks wrong: it is looked at the same day. |
| `alarm` | It is looked at now. |

The last column says where the player reads of it whom the event concerns: in the inbox, or in the inbox and by mail.
"""


def events_page() -> str:
    """Return the page as the catalogue has it now."""
    assert len(Severity) == _HEAD.count("\n| `"), "the page explains every severity"
    return "\n".join([_HEAD, *(_section(part, kinds) for part, kinds in CATALOGUE.items())])


def _section(part: str, kinds: tuple[EventKind, ...]) -> str:
    rows = [f"| `{kind.name}` | {kind.severity} | {kind.meaning} | {_channel(kind.message)} |" for kind in kinds]
    return "\n".join([f"## {part}", "", "| kind | severity | meaning | player |", "|---|---|---|---|", *rows, ""])


def _channel(message: Message | None) -> str:
    if message is None:
        return ""
    return "inbox, mail" if message.by_mail else "inbox"
