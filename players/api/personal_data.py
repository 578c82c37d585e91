"""Who one player is and when the player was here, for the player."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players import personal_data, queries, vault

_PAGE: Final = 256

# Not about the person: what ties the person to the log's pseudonym, which the first record holds.
_OURS: Final = frozenset({"player_key"})


def profile(chain: ChainId) -> dict[str, Any]:
    """Return a player's account with the personal document in it; `person` is null once that was erased."""
    found = queries.player(chain)
    try:
        told = {name: value for name, value in vault.read(chain).items() if name not in _OURS}
    except vault.PlayerErased:
        told = None
    return {
        "username": found.username,
        "status": found.status,
        "created_at": _instant(found.created_at),
        "has_pin": found.has_pin,
        "second_factor": queries.second_factor(chain).enrolled,
        "verification": {
            "state": found.verification,
            "method": found.verification_method or None,
            "decided_at": _instant(found.verification_at),
        },
        "person": told,
    }


def consents(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield what a player agreed to and took back, oldest first; a few rows for each version of a document."""
    for row in personal_data.consents(chain):
        told = {"document": row.kind, "version": row.version, "sha256": row.sha256, "given": row.given}
        yield {**told, "at": _instant(row.at)}


def devices(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield the devices that a player logged in from, in the order in which they were first seen."""
    for row in personal_data.devices(chain):
        yield {
            "label": row.label,
            "first_seen_at": _instant(row.first_seen_at),
            "full_log_in_at": _instant(row.full_log_in_at),
        }


def sessions(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's sessions, newest first."""
    before = None
    while page := personal_data.sessions(chain, before=before, limit=_PAGE):
        for row in page:
            yield {
                "id": row.id.hex,
                "address": row.address,
                "device_label": row.device_label or "",
                "created_at": _instant(row.created_at),
                "active_at": _instant(row.active_at),
                "expires_at": _instant(row.expires_at),
                "ended_at": _instant(row.revoked_at),
                "end_reason": row.end_reason or None,
            }
        before = page[-1].id


def _instant(at: datetime | None) -> str | None:
    return None if at is None else rfc3339(to_epoch_ms(at))
