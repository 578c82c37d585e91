"""Whether the limits that steps read are those that the log has. Reads all of them."""

from collections.abc import Iterator
from typing import Any

from audit.core.records import read
from audit.queries import newest_entries
from responsible_gaming.core.limits import NO_LIMITS, Limits
from responsible_gaming.models import StoredLimits


def faults() -> Iterator[str]:
    """Yield a sentence for each chain whose stored limits are not those of its newest `limits` record."""
    stored = {
        row.chain: Limits(now=row.now, following=row.following, effective_at_ms=row.effective_at_ms)
        for row in StoredLimits.objects.iterator(chunk_size=2000)
    }
    for chain, entry in newest_entries("limits"):
        record: Any = read(entry)
        if stored.get(chain, NO_LIMITS).document() != record["rg"]:
            yield f"The limits of chain {chain.hex} are not those of its newest record of them."
