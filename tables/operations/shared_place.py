"""Two players of a table around a pot on one device, or at one address: refused or flagged, as the jurisdiction says.

Whoever sees two hands plays them against the others.

Source: docs/jurisdictions.md; regulation F52.
"""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from audit.operations.save_event import NewEvent
from audit.queries.events import has_event
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind
from players.queries.sessions import session_references
from players.queries.shared_places import shared_places
from responsible_gaming.core.jurisdiction import Jurisdiction, SharedPlaceRule
from tables.core.epoch import TableEpoch
from tables.models import Table
from tables.queries.seats import sessions_of_others

_KIND: Final = "shared-device-at-table"


class SharedPlace(Refusal):
    """Another player of this table plays from the same place."""

    code, kind = "shared-place", RefusalKind.FORBIDDEN


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatWanted:
    """A seat around a pot that a player wants."""

    chain: ChainId
    """The player's."""
    session_id: UUID
    epoch: TableEpoch
    seat: int


def lock_seats(table: ChainId) -> None:
    """Let stakes at a table be placed one after the other until the caller's transaction ends.

    Otherwise neither of two who sit down in the same moment would see the other.
    """
    Table.objects.select_for_update(no_key=True).only("chain").get(chain=table)


def require_places_apart(wanted: SeatWanted, *, jurisdiction: Jurisdiction) -> NewEvent | None:
    """Refuse a player who shares a device or an address with another one of the epoch, or return what flags it.

    The caller has locked the table's seats, and writes the stake and the event in the same transaction.

    Raises:
        SharedPlace: with what is `shared`.
    """
    others = sessions_of_others(wanted.epoch, wanted.chain)
    shared = shared_places(wanted.session_id, others.keys())
    found = (
        ("device", jurisdiction.shared_device, shared.device),
        ("address", jurisdiction.shared_address, shared.address),
    )
    for what, rule, sessions in found:
        if sessions and rule is SharedPlaceRule.REFUSED:
            raise SharedPlace(
                f"Nothing was taken. Somebody at this table plays from the same {what}. Take a seat at another table.",
                shared=what,
            )
    chains = {what: sorted(others[session].hex for session in sessions) for what, _, sessions in found if sessions}
    return _event(wanted, chains) if chains else None


def _event(wanted: SeatWanted, chains: dict[str, list[str]]) -> NewEvent | None:
    """Return what flags a player; None if an event names the same players at this table in the same session already."""
    flagged = {
        "table": wanted.epoch.chain.hex,
        "session": session_references(wanted.chain)[wanted.session_id],
        "shared_with": chains,
    }
    if has_event(_KIND, subject=wanted.chain, after=flagged):
        return None
    after = {**flagged, "epoch": wanted.epoch.number, "seat": wanted.seat}
    return NewEvent(kind=_KIND, actor="platform", subject=wanted.chain, after=after)
