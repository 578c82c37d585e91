"""What the log shows of a significant event: its leaf, and the public and the private part that the leaf fixes.

Source: docs/formats/events.md.
"""

import hashlib
import hmac
import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from kernel import canonical_json

EVENT_SALT_BYTES: Final = 16
_LEAF_DOMAIN: Final = b"RDF2/event\0"
_PRIVATE_DOMAIN: Final = b"RDF2/event-priv\0"
_ACTOR_DIGITS: Final = 16
_INTEGER_MAX: Final = 2**53 - 1


@dataclass(frozen=True, slots=True, kw_only=True)
class EventFacts:
    """An event as it is stored; `audit.models.Event` describes the fields."""

    at_ms: int
    kind: str
    subject: UUID | None
    actor: str
    reason: str
    before: Mapping[str, object]
    after: Mapping[str, object]
    request_id: str | None
    salt: bytes
    private_salt: bytes


def private_part(event: EventFacts) -> dict[str, object]:
    """Return what may be erased: names, addresses, free words, and what was before and after.

    `before` and `after` are texts of JSON, because their keys and values are not limited to what a record may hold.
    """
    request = {} if event.request_id is None else {"request": event.request_id}
    return {
        "actor": event.actor,
        "after": _json_text(event.after),
        "before": _json_text(event.before),
        "reason": event.reason,
        "salt": event.private_salt.hex(),
        **request,
    }


def public_part(event: EventFacts, *, actor_key: bytes) -> dict[str, object]:
    """Return what stays: when, what kind, about whom by number, by whom by a code, and the values that are numbers."""
    subject = {} if event.subject is None else {"subject": event.subject.hex}
    return {
        "actor": coded_actor(event.actor, actor_key),
        "at": event.at_ms,
        "kind": event.kind,
        "priv": hashlib.sha256(_PRIVATE_DOMAIN + canonical_json.encode(private_part(event))).hexdigest(),
        "salt": event.salt.hex(),
        "told": public_values(event.after),
        **subject,
    }


def event_leaf(event: EventFacts, *, actor_key: bytes) -> bytes:
    """Return the 32 bytes that the log lists for an event."""
    return hashlib.sha256(_LEAF_DOMAIN + canonical_json.encode(public_part(event, actor_key=actor_key))).digest()


def public_values(after: Mapping[str, object]) -> dict[str, object]:
    """Return the members of `after` that are integers or booleans. A text may be a name, an address or free words."""
    return {
        name: value
        for name, value in after.items()
        if canonical_json.is_key(name) and (type(value) is bool or (type(value) is int and abs(value) <= _INTEGER_MAX))
    }


def coded_actor(actor: str, actor_key: bytes) -> str:
    """Return who acted, with a code in place of a name: the same for the same name, and nothing to those without the key."""
    role, colon, name = actor.partition(":")
    if not colon:
        return role
    return f"{role}:{hmac.digest(actor_key, name.encode(), 'sha256').hex()[:_ACTOR_DIGITS]}"


def _json_text(document: Mapping[str, object]) -> str:
    return json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
