"""Whether the limits that steps read are those that the log has. Reads all of them."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any
from uuid import UUID

from audit.core.records import read
from audit.queries import newest_entries
from responsible_gaming.core.limits import NO_LIMITS, Limits
from responsible_gaming.core.names import Name
from responsible_gaming.core.own_limit import Owner, OwnLimit, strictest
from responsible_gaming.models import StoredExclusion, StoredLimits, StoredOwnLimit
from responsible_gaming.queries import own_limit_of, stored_limits


def faults() -> Iterator[str]:
    """Yield a sentence for each chain whose stored limits or exclusion are not those of its newest `limits` record.

    And for each in which something else binds than the strictest of what the player and the operator set.
    """
    stored = {row.chain: stored_limits(row) for row in StoredLimits.objects.iterator(chunk_size=2000)}
    own = _own_limits()
    lifted = dict(StoredExclusion.objects.values_list("chain", "lifted_ms"))
    for chain, entry in newest_entries("limits"):
        record: Any = read(entry)
        limits = stored.get(chain, NO_LIMITS)
        if limits.document() != record["rg"]:
            yield f"The limits of chain {chain.hex} are not those of its newest record of them."
        if lifted.get(chain) != (limits.effective_at_ms if limits.now.get(Name.EXCLUDED) else None):
            yield f"The exclusion of chain {chain.hex} is not the one that its limits have."
        if not _binds(limits, strictest(own.get(chain, {}))):
            yield f"The limits of chain {chain.hex} are not the strictest that were set."


def _own_limits() -> dict[UUID, dict[tuple[Name, Owner], OwnLimit]]:
    own: defaultdict[UUID, dict[tuple[Name, Owner], OwnLimit]] = defaultdict(dict)
    for row in StoredOwnLimit.objects.iterator(chunk_size=2000):
        own[row.chain][Name(row.name), Owner(row.owner)] = own_limit_of(row)
    return own


def _binds(limits: Limits, values: dict[str, int]) -> bool:
    """Tell whether these values bind, beside an exclusion and after it."""
    now = {name: value for name, value in limits.now.items() if name != Name.EXCLUDED}
    return now == values and (limits.effective_at_ms is None or limits.following == values)
