"""E-mail addresses that were changed, kept in the personal document until their owner is told of the change.

They are kept by the event of the change: who changes an address twice does not get the first message.

Source: docs/alerts.md; regulation F34.
"""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

MEMBER: Final = "former_emails"
KEPT_MAX: Final = 5
"""So many are kept if no mail can be sent: the newest."""


def with_former_email(document: Mapping[str, Any], event: UUID, address: str) -> dict[str, Any]:
    """Return a personal document that keeps the address that an event replaced."""
    # Ids of events are in the order of time.
    kept = sorted({**_former_emails(document), event.hex: address}.items())[-KEPT_MAX:]
    return {**document, MEMBER: dict(kept)}


def former_email(document: Mapping[str, Any], event: UUID) -> str | None:
    """Return the address that an event replaced, or None where its owner was told, or it replaced none."""
    return _former_emails(document).get(event.hex)


def without_former_email(document: Mapping[str, Any], event: UUID) -> dict[str, Any]:
    """Return a personal document without the address that an event replaced."""
    kept = {name: address for name, address in _former_emails(document).items() if name != event.hex}
    others = {name: value for name, value in document.items() if name != MEMBER}
    return {**others, MEMBER: kept} if kept else others


def _former_emails(document: Mapping[str, Any]) -> dict[str, str]:
    return dict(document.get(MEMBER, {}))
