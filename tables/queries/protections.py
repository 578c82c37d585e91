"""Which players at a table are protected from play now."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from audit.core.records import parse_entry
from audit.queries.records import replaced_entries
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from players.core.session_rules import SessionRules
from players.core.status import Status
from players.queries.accounts import statuses_of
from players.queries.sessions import newest_activity
from responsible_gaming.core.limits.excluded import EXCLUDED
from responsible_gaming.core.limits.in_force import Limits, recorded_in_force
from responsible_gaming.core.protection import Protection, SeatedPlayer
from responsible_gaming.queries.limits import limits_of
from tables.queries.table_states import SeatedStake


def protections(seated: Sequence[SeatedStake], *, rules: SessionRules, now: datetime) -> Mapping[int, Protection]:
    """Return why the players of these stakes are protected from play, by seat; who may play is left out."""
    chains = [each.chain for each in seated]
    statuses, activity, limits = statuses_of(chains), newest_activity(chains, now=now), limits_of(chains)
    replaced = replaced_entries("limits", {each.chain: each.seq for each in seated})
    found = {
        each.stake.seat: SeatedPlayer(
            status=statuses[each.chain],
            active_at=activity.get(each.chain),
            limits=limits[each.chain].in_force(to_epoch_ms(now)),
            limits_at_sit=_at_sit(each, limits[each.chain], replaced),
        ).protection(now=now, rules=rules)
        for each in seated
    }
    return {seat: protection for seat, protection in found.items() if protection is not None}


def must_not_play(seated: Sequence[SeatedStake], *, now: datetime) -> list[SeatedStake]:
    """Return the stakes of players for whom no hand may begin: excluded, or with an account that is not active."""
    chains = [each.chain for each in seated]
    statuses, limits, at_ms = statuses_of(chains), limits_of(chains), to_epoch_ms(now)
    return [
        each
        for each in seated
        if statuses[each.chain] != Status.ACTIVE or limits[each.chain].in_force(at_ms).get(EXCLUDED)
    ]


def _at_sit(seated: SeatedStake, limits: Limits, replaced: Mapping[ChainId, str]) -> Mapping[str, int]:
    """Return the limits that were in force at a stake: of the stored limits, or of the record that they replaced since."""
    if seated.chain not in replaced:
        return limits.in_force(seated.placed_ms)
    record: Any = parse_entry(replaced[seated.chain])
    return recorded_in_force(record["rg"], seated.placed_ms)
