"""Whether the limits that steps read are those that the log has. Reads all of them."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from audit.core.records import parse_entry
from audit.queries.records import newest_entries
from kernel.ids import ChainId
from players.queries.persons import chains_of_persons
from responsible_gaming.core.exclusion import Exclusion, ExclusionKind, last_lifted_ms
from responsible_gaming.core.limits.definition import LimitName, LimitOwner
from responsible_gaming.core.limits.excluded import EXCLUDED
from responsible_gaming.core.limits.in_force import NO_LIMITS, Limits
from responsible_gaming.core.limits.limit_setting import LimitSetting, strictest
from responsible_gaming.core.rules import LIMITS
from responsible_gaming.models import StoredExclusion, StoredLimits, StoredLimitSetting, StoredListedPerson
from responsible_gaming.queries.exclusions import exclusion_of
from responsible_gaming.queries.limit_settings import limit_setting_of
from responsible_gaming.queries.limits import stored_limits

_BATCH = 5_000


def faults() -> Iterator[str]:
    """Yield a sentence for each chain whose stored limits or exclusions are not those of its newest `limits` record.

    Yield one also for each chain whose limits in force are not the strictest of its settings, and for each player whom
    the national list names without an end and who is not excluded.
    """
    stored = {row.chain: stored_limits(row) for row in StoredLimits.objects.iterator(chunk_size=2000)}
    own = _limit_settings()
    for name in sorted({name for settings in own.values() for name, _ in settings} - LIMITS.keys()):
        yield f"The limit {name} was set, and the registry does not have it."
    exclusions: dict[ChainId, list[Exclusion]] = defaultdict(list)
    for row in StoredExclusion.objects.iterator(chunk_size=2000):
        exclusions[ChainId(row.chain)].append(exclusion_of(row))
    for chain, entry in newest_entries("limits"):
        record: Any = parse_entry(entry)
        limits = stored.get(chain, NO_LIMITS)
        if limits.document() != record["rg"]:
            yield f"The limits of chain {chain.hex} are not those of its newest record of them."
        if not _binds(limits, strictest(own.get(chain, {}))):
            yield f"The limits of chain {chain.hex} are not the strictest that were set."
        if not _bound(exclusions[chain], limits):
            yield f"The exclusions of chain {chain.hex} are not what its limits have."
    yield from _overlooked(exclusions)


def _limit_settings() -> dict[UUID, dict[tuple[LimitName, LimitOwner], LimitSetting]]:
    own: defaultdict[UUID, dict[tuple[LimitName, LimitOwner], LimitSetting]] = defaultdict(dict)
    for row in StoredLimitSetting.objects.iterator(chunk_size=2000):
        own[row.chain][LimitName(row.name), LimitOwner(row.owner)] = limit_setting_of(row)
    return own


def _binds(limits: Limits, values: dict[str, int]) -> bool:
    """Return whether these values bind, during an exclusion and after it."""
    now = {name: value for name, value in limits.current.items() if name != EXCLUDED}
    return now == values and (limits.effective_at_ms is None or limits.upcoming == values)


def _bound(exclusions: Sequence[Exclusion], limits: Limits) -> bool:
    """Return whether the limits exclude a player until the last of the exclusions has ended."""
    if not exclusions or not limits.current.get(EXCLUDED):
        return not exclusions and not limits.current.get(EXCLUDED)
    return limits.effective_at_ms == last_lifted_ms(exclusions)


def _overlooked(exclusions: dict[ChainId, list[Exclusion]]) -> Iterator[str]:
    endless = StoredListedPerson.objects.filter(until_day=None).values_list("digest", flat=True)
    digests = [bytes(digest) for digest in endless.iterator(chunk_size=_BATCH)]
    for start in range(0, len(digests), _BATCH):
        for _, chain in chains_of_persons(digests[start : start + _BATCH]):
            exclusion_of_list = {exclusion.kind: exclusion for exclusion in exclusions[chain]}.get(
                ExclusionKind.NATIONAL_EXCLUSION
            )
            if exclusion_of_list is None or exclusion_of_list.lifted_ms is not None:
                yield f"The national list names the player of chain {chain.hex}, who is not excluded."
