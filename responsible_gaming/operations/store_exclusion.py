"""Store an exclusion: the row, the limits that bind it to the chain, and the event, in one transaction.

From its commit on no bet is taken, and a bet that is being decided at that moment reads again. An open round is
finished by its rules. Callers decide which exclusion, and by whom.

Source: docs/rules/exclusion.md; regulation F28, F34.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction

from audit.core.player_signatures import PlayerSignature
from audit.operations.save_event import NewEvent, save_event
from audit.queries.chains import head_for_update
from kernel.ids import ChainId
from kernel.instants import rfc3339
from players.operations.recognize_person import lock_others, review_others
from responsible_gaming.core.exclusion import Exclusion, Exclusions, last_lifted_ms
from responsible_gaming.core.limits_act import LimitsDeed, act_on_exclusion
from responsible_gaming.models import StoredExclusion
from responsible_gaming.operations.put_limits_in_force import put_limits_in_force
from responsible_gaming.operations.tell_other_cells import tell_other_cells
from responsible_gaming.queries.exclusions import exclusions
from responsible_gaming.queries.limits import limits_in_table


@dataclass(frozen=True, slots=True, kw_only=True)
class EventCause:
    """What is done to an exclusion, by whom (`player`, `platform`, `operator:<name>`), and why."""

    do: LimitsDeed
    actor: str
    reason: str = ""
    signature: PlayerSignature | None = None
    """The player's own, of a request to return."""


def store_exclusion(
    chain: ChainId,
    decide: Callable[[Exclusions, int], Exclusion | None],
    *,
    cause: EventCause,
    now: datetime,
    listed_digest: bytes | None = None,
) -> Exclusions:
    """Store what `decide` makes of a player's exclusions at an instant (ms), and return all of them afterwards.

    `decide` changes one kind. If it changes nothing, there is no event and no record.
    """
    with transaction.atomic():
        if cause.do is LimitsDeed.EXCLUDE:
            lock_others(chain)
        # The chain's row is locked since it always exists: two first exclusions would not see each other's rows.
        at_ms = head_for_update(chain).record_time_ms(now)
        before_all = exclusions(chain)
        after = decide(before_all, at_ms)
        before = None if after is None else before_all.get(after.kind)
        if after is None or after == before:
            return before_all
        _store(chain, after, listed_digest)
        kept = {**before_all, after.kind: after}
        ended = "exclusion-return-asked" if cause.do is LimitsDeed.RETURN else "exclusion-lifted"
        ev = save_event(
            NewEvent(
                kind="exclusion-set" if cause.do is LimitsDeed.EXCLUDE else ended,
                actor=cause.actor,
                subject=chain,
                reason=cause.reason,
                before=_document(before),
                after=_document(after),
            ),
            now=now,
        )
        put_limits_in_force(
            chain,
            limits_in_table(chain).with_exclusion(last_lifted_ms(kept.values())),
            act=act_on_exclusion(cause.do, after),
            now=now,
            ev=None if cause.actor == "player" else ev,
            signature=cause.signature,
        )
        if cause.do is LimitsDeed.EXCLUDE:
            review_others(chain, now=now)
        tell_other_cells(chain, kept, now_ms=at_ms)
    return kept


def _store(chain: ChainId, exclusion: Exclusion, listed_digest: bytes | None) -> None:
    StoredExclusion.objects.update_or_create(
        chain=chain,
        kind=exclusion.kind.value,
        defaults={
            "since_ms": exclusion.since_ms,
            "until_ms": exclusion.until_ms,
            "returnable_ms": exclusion.returnable_ms,
            "lifted_ms": exclusion.lifted_ms,
            "listed_digest": listed_digest,
        },
    )


def _document(exclusion: Exclusion | None) -> dict[str, object]:
    if exclusion is None:
        return {}
    instants = {
        "since": exclusion.since_ms,
        "until": exclusion.until_ms,
        "returnable_from": exclusion.returnable_ms,
        "lifted_at": exclusion.lifted_ms,
    }
    return {
        "kind": exclusion.kind.value,
        **{name: None if instant is None else rfc3339(instant) for name, instant in instants.items()},
    }
