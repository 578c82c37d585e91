"""Whether the limits that steps read are those that the log has. Reads all of them."""

from collections.abc import Iterator
from typing import Any

from audit.core.records import read
from audit.queries import newest_entries
from responsible_gaming.core.limits import NO_LIMITS
from responsible_gaming.core.names import Name
from responsible_gaming.models import StoredExclusion, StoredLimits
from responsible_gaming.queries import stored_limits


def faults() -> Iterator[str]:
    """Yield a sentence for each chain whose stored limits or exclusion are not those of its newest `limits` record."""
    stored = {row.chain: stored_limits(row) for row in StoredLimits.objects.iterator(chunk_size=2000)}
    lifted = dict(StoredExclusion.objects.values_list("chain", "lifted_ms"))
    for chain, entry in newest_entries("limits"):
        record: Any = read(entry)
        limits = stored.get(chain, NO_LIMITS)
        if limits.document() != record["rg"]:
            yield f"The limits of chain {chain.hex} are not those of its newest record of them."
        if lifted.get(chain) != (limits.effective_at_ms if limits.now.get(Name.EXCLUDED) else None):
            yield f"The exclusion of chain {chain.hex} is not the one that its limits have."
