"""Whether the limits that steps read are those that the log has, and the time of play that of the bets. Reads all of it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any
from uuid import UUID

from django.conf import settings

from audit.core.records import parse_entry
from audit.queries.chains import play_times
from audit.queries.records import newest_entries
from kernel.ids import ChainId
from kernel.play_time import NO_PLAY, PlayTime
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
from responsible_gaming.queries.profiles import announced_profiles
from wallet.queries.play_stretches import newest_stretches

_BATCH = 5_000
_TWO_DAYS_MS = 2 * 24 * 60 * 60 * 1000


def faults() -> Iterator[str]:
    """Yield a sentence for each chain whose stored limits or exclusions are not those of its newest `limits` record.

    Yield one also for each chain whose limits in force are not the strictest of its settings, for each player whom the
    national list names without an end and who is not excluded, and for each whose time of play is not that of the bets.
    """
    stored = {row.chain: stored_limits(row) for row in StoredLimits.objects.iterator(chunk_size=2000)}
    own = _limit_settings()
    for name in sorted({name for of_chain in own.values() for name, _ in of_chain} - LIMITS.keys()):
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
    yield from _miscounted()


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


def _miscounted() -> Iterator[str]:
    jurisdiction = settings.REDDOG_JURISDICTION
    zone, since_ms = _days(jurisdiction.zone)
    counted = newest_stretches(pause_duration_ms=jurisdiction.sessions.pause_duration_ms, zone=zone)
    for chain, kept in play_times().items():
        play = counted.get(chain, NO_PLAY)
        # Days of another zone were counted before the zone changed, and a day and a night later nothing of them is left.
        if play.last_ms - _TWO_DAYS_MS < since_ms:
            play = PlayTime(play.began_ms, play.last_ms, kept.earlier_duration_ms)
        if kept != play:
            yield f"The time of play of chain {chain.hex} is not that of its bets."


def _days(configured: str) -> tuple[str, int]:
    """Return the time zone of the days that are counted now, and since when, as the log says it."""
    profiles = announced_profiles()
    if not profiles:
        return configured, 0
    zone, since_ms = profiles[0]["zone"], 0
    for profile in profiles[1:]:
        if profile["zone"] != zone:
            zone, since_ms = profile["zone"], profile["from"]
    return zone, since_ms
