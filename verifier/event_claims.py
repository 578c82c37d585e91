"""What a record says of the event that it names, and whether the event says the same.

Source: docs/formats/events.md, "Records".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from verifier.common_fields import Common
from verifier.verdict import Code, Fault

AMOUNT: Final = "amount_minor"

_KINDS: Final[Mapping[str, frozenset[str]]] = {
    "adjustment": frozenset(("balance-adjusted",)),
    "bonus": frozenset(("bonus-given",)),
    "commit": frozenset(("commitment-replaced", "table-commitment-replaced")),
    "erasure": frozenset(("player-erased",)),
    "key": frozenset(("keys-announced",)),
    "player_key": frozenset(("player-key-added",)),
    "player_key_end": frozenset(("player-key-ended",)),
    "profile": frozenset(("limits-profile-published",)),
    "returned": frozenset(("withdrawal-returned",)),
    "revoke": frozenset(("keys-revoked",)),
    "rules": frozenset(("rules-published",)),
    "table": frozenset(("table-opened",)),
    "table_abort": frozenset(("table-epoch-voided",)),
    "void": frozenset(("round-voided",)),
}
"""The kinds of events that may cause a record of a type; of a wallet record by its kind, of a return by its cause."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EventClaim:
    """What the event that a record names must say. What is None it may say as it likes."""

    kinds: frozenset[str] | None = None
    amount_minor: int | None = None
    """What the record gave to cash, below 0 where it took."""

    def fault(self, number: int, event: Mapping[str, Any]) -> Fault | None:
        """Return the fault of a record that names this event, which has this number; None if they agree."""
        if self.kinds is not None and event["kind"] not in self.kinds:
            return Fault(Code.E_EVENT, f"the record names event {number}, which is of another kind")
        # An event of another amount, or of none.
        said = event["told"].get(AMOUNT)
        if self.amount_minor is not None and (type(said) is not int or said != self.amount_minor):
            return Fault(Code.E_EVENT, f"the record moves {self.amount_minor}, and event {number} says otherwise")
        return None


def claim_of(record: Common) -> EventClaim:
    """Return what the event that `record` names must say."""
    fields = cast("dict[str, Any]", record)
    kind = fields["type"]
    if kind != "wallet":
        return EventClaim(kinds=_KINDS.get(kind))
    kind = "returned" if fields.get("cause") == "returned" else fields["kind"]
    return EventClaim(kinds=_KINDS.get(kind), amount_minor=dict(fields["moves"]).get("cash", 0))
