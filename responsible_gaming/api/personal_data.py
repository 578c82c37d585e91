"""One player's limits, exclusions, reality checks and assessments, for a release of personal data."""

from collections.abc import Iterator
from typing import Any, Final

from kernel.ids import ChainId
from kernel.instants import rfc3339
from players.queries.personal_data import sessions
from responsible_gaming.core.limits.loosening import Loosening
from responsible_gaming.queries.assessments import assessments_of
from responsible_gaming.queries.exclusions import exclusions as exclusions_of
from responsible_gaming.queries.limit_settings import bet_limit as bet_limit_of, limit_settings
from responsible_gaming.queries.limits import limits_in_table
from responsible_gaming.queries.reality_checks import reality_checks as reality_checks_of

_PAGE: Final = 256

# At most one a day, so this is more than ten years of them.
_ASSESSMENTS: Final = 5_000


def limits(chain: ChainId) -> dict[str, Any]:
    """Return a player's limits as their newest record has them; earlier ones are in the records."""
    return limits_in_table(chain).document()


def own_limits(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield what the player and the operator set, in minor units or milliseconds, with pending loosenings."""
    for (name, owner), limit in sorted(limit_settings(chain).items()):
        yield {
            "name": name,
            "owner": owner.value,
            "value": limit.value,
            "loosening": _loosening(limit.loosening),
        }


def bet_limit(chain: ChainId) -> dict[str, Any]:
    """Return a player's own table bet limit in minor units, its pending loosening, and its last change."""
    limit = bet_limit_of(chain)
    return {
        "maximum": limit.maximum_minor,
        "modified_at": None if limit.modified_ms is None else rfc3339(limit.modified_ms),
        "loosening": _loosening(limit.loosening),
    }


def exclusions(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield a player's newest exclusion of each kind, in force or not. Earlier ones are in the records."""
    for kind, exclusion in sorted(exclusions_of(chain).items()):
        instants = {"since": exclusion.since_ms, "until": exclusion.until_ms, "lifted_at": exclusion.lifted_ms}
        yield {
            "kind": kind.value,
            **{name: None if at_ms is None else rfc3339(at_ms) for name, at_ms in instants.items()},
        }


def reality_checks(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield the session summaries that a player acknowledged, in minor units, newest sessions first."""
    before = None
    while page := sessions(chain, before=before, limit=_PAGE):
        for row in reality_checks_of([session.id for session in page]):
            yield {
                "session": row.session.hex,
                "at": rfc3339(row.checked_ms),
                "elapsed_ms": row.elapsed_ms,
                "staked": row.staked_minor,
                "returned": row.returned_minor,
            }
        before = page[-1].id


def assessments(chain: ChainId) -> Iterator[dict[str, Any]]:
    """Yield a player's assessments, newest first."""
    for row in assessments_of(chain, limit=_ASSESSMENTS):
        yield {"at": rfc3339(row.at_ms), "score": row.score, "findings": row.findings}


def _loosening(loosening: Loosening | None) -> dict[str, Any] | None:
    if loosening is None:
        return None
    return {
        "value": loosening.value,
        "confirmable_from": rfc3339(loosening.confirmable_ms),
        "expires_at": rfc3339(loosening.expires_ms),
    }
