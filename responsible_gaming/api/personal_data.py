"""What protects one player, and what the markers of harm said, for the player."""

from collections.abc import Iterator
from typing import Any, Final

from kernel.ids import ChainId
from kernel.instants import rfc3339
from players.personal_data import sessions
from responsible_gaming.core.limits.loosening import Loosening

_PAGE: Final = 256

# One a day at most: more than ten years of them.
_ASSESSMENTS: Final = 5_000


def limits(chain: ChainId) -> dict[str, Any]:
    """Return a player's limits as their newest record has them; earlier ones are in the records."""
    return queries.limits_in_table(chain).document()


def own_limits(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield what the player and the operator set, in minor units or milliseconds, with what waits to be loosened."""
    for (name, owner), limit in sorted(queries.own_limits(chain).items()):
        yield {
            "name": name.value,
            "owner": owner.value,
            "value": limit.value,
            "loosening": _waiting(limit.loosening),
        }


def bet_limit(chain: ChainId) -> dict[str, Any]:
    """Return a player's own table bet limit, in minor units, with what waits, and when it was modified last."""
    found = queries.bet_limit(chain)
    return {
        "maximum": found.maximum_minor,
        "modified_at": None if found.modified_ms is None else rfc3339(found.modified_ms),
        "loosening": _waiting(found.loosening),
    }


def exclusions(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield a player's newest exclusion of each kind, whether it holds or not; earlier ones are in the records."""
    for kind, found in sorted(queries.exclusions(chain).items()):
        instants = {"since": found.since_ms, "until": found.until_ms, "lifted_at": found.lifted_ms}
        yield {
            "kind": kind.value,
            **{name: None if at_ms is None else rfc3339(at_ms) for name, at_ms in instants.items()},
        }


def reality_checks(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield what a player acknowledged of the own play, in minor units, the newest sessions first."""
    before = None
    while page := sessions(chain, before=before, limit=_PAGE):
        for found in queries.reality_checks([session.id for session in page]):
            yield {
                "session": found.session.hex,
                "at": rfc3339(found.checked_ms),
                "elapsed_ms": found.elapsed_ms,
                "staked": found.staked_minor,
                "returned": found.returned_minor,
            }
        before = page[-1].id


def assessments(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield what the markers of harm said of a player, newest first."""
    for found in queries.assessments_of(chain, limit=_ASSESSMENTS):
        yield {"at": rfc3339(found.at_ms), "score": found.score, "findings": found.findings}


def _waiting(loosening: Loosening | None) -> dict[str, Any] | None:
    if loosening is None:
        return None
    return {
        "value": loosening.value,
        "confirmable_from": rfc3339(loosening.confirmable_ms),
        "lapses_at": rfc3339(loosening.expires_ms),
    }
