"""A player's account, consents, devices and sessions, for a release of personal data."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from kernel.ids import ChainId
from kernel.instants import rfc3339, to_epoch_ms
from players import vault
from players.queries import accounts, personal_data, second_factors

_PAGE: Final = 256

# Not about the person: it links the person to the pseudonym in the log's first record.
_NOT_RELEASED: Final = frozenset({"player_key"})


def profile(chain: ChainId) -> dict[str, Any]:
    """Return a player's account with the personal document; `person` is null once it was erased."""
    row = accounts.player(chain)
    try:
        person = {name: value for name, value in vault.read(chain).items() if name not in _NOT_RELEASED}
    except vault.PlayerErased:
        person = None
    return {
        "username": row.username,
        "status": row.status,
        "created_at": _instant(row.created_at),
        "has_pin": row.has_pin,
        "second_factor": second_factors.second_factor(chain).enrolled,
        "verification": {
            "status": row.verification,
            "method": row.verification_method or None,
            "decided_at": _instant(row.verification_at),
        },
        "person": person,
    }


def consents(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's agreements and withdrawals, oldest first: a few rows for each version of a document."""
    for row in personal_data.consents(chain):
        yield {
            "document": row.kind,
            "version": row.version,
            "sha256": row.sha256,
            "given": row.given,
            "at": _instant(row.at),
        }


def devices(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield the devices that a player logged in from, sorted by when they were first seen."""
    for row in personal_data.devices(chain):
        yield {
            "label": row.label,
            "first_seen_at": _instant(row.first_seen_at),
            "full_login_at": _instant(row.full_login_at),
        }


def passkeys(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's passkeys, oldest first."""
    for row in personal_data.passkeys(chain):
        yield {
            "name": row.name,
            "credential_id": row.credential_id.hex(),
            "created_at": _instant(row.created_at),
            "last_used_at": _instant(row.last_used_at),
        }


def sessions(chain: ChainId) -> Iterator[dict[str, object]]:
    """Yield a player's sessions, newest first."""
    before = None
    while page := personal_data.sessions(chain, before=before, limit=_PAGE):
        for row in page:
            yield {
                "id": row.id.hex,
                "reference": row.reference.hex(),
                "salt": row.salt.hex(),
                "ip_address": row.address,
                "device_label": row.device_label or "",
                "created_at": _instant(row.created_at),
                "continues_from": _instant(row.continues_from),
                "active_at": _instant(row.active_at),
                "expires_at": _instant(row.expires_at),
                "ended_at": _instant(row.revoked_at),
                "end_reason": row.end_reason or None,
            }
        before = page[-1].id


def _instant(at: datetime | None) -> str | None:
    return None if at is None else rfc3339(to_epoch_ms(at))
