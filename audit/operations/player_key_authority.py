"""Who changes the keys of a chain, as the record and the event of the change say it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from audit.chain_head import Head
from audit.core.note import leaf_hash
from audit.core.player_key_changes import require_use
from audit.core.player_signatures import KeyUse, PlayerSignature, Statement, psig_fields
from audit.core.records import Record
from audit.models import Event
from audit.operations.accept_signature import signature_context
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.operations.save_event import NewEvent, compose_event, leaf_hex, store_events
from audit.queries.player_keys import StoredKey
from kernel.cte import Cte
from kernel.ids import ChainId


@dataclass(frozen=True, slots=True, kw_only=True)
class KeyOperators:
    """Two operators who act for a player that has lost all keys, and why."""

    by: tuple[str, str]
    reason: str

    def __post_init__(self) -> None:
        assert self.by[0] != self.by[1], "two different people"


Authority = PlayerSignature | KeyOperators | None
"""Another key, two operators, or nobody: for the first key of a chain."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedKey:
    """A key after its change, and the record of the change."""

    key: StoredKey
    seq: int
    entry: str

    @property
    def leaf(self) -> bytes:
        """The record's leaf."""
        return leaf_hash(self.entry)


def key_named(held: Sequence[StoredKey], kid: str) -> StoredKey | None:
    """Return the key of this id, ended or not."""
    return next((key for key in held if key.kid == kid), None)


def authority_fields(
    authority: Authority,
    statement: Statement,
    *,
    head: Head,
    held: Sequence[StoredKey],
    uses: frozenset[KeyUse],
    at_ms: int,
    ev: Event,
) -> dict[str, object]:
    """Return the fields of the record that say who allowed it: a key of one of these uses, or two operators.

    Raises:
        RecoveryKeyRequired: the signing key is of another use.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: as
            `psig_fields`.
    """
    if isinstance(authority, KeyOperators):
        return {"by": list(authority.by), "ev": leaf_hex(ev)}
    signing = None if authority is None else key_named(held, authority.kid)
    key = None if signing is None or signing.has_ended else signing.as_signer()
    require_use(key, uses)
    return psig_fields(authority, signature_context(head, key=key, at_ms=at_ms), statement, uses=uses)


def key_event(kind: str, chain: ChainId, authority: Authority, after: Mapping[str, object], *, now: datetime) -> Event:
    """Compose the event of a change."""
    actor, reason = "player", ""
    if isinstance(authority, KeyOperators):
        actor, reason = f"operator:{authority.by[0]}+{authority.by[1]}", authority.reason
    return compose_event(NewEvent(kind=kind, actor=actor, subject=chain, reason=reason, after=after), now=now)


def write_change(head: Head, record: Record, row: Cte, event: Event) -> None:
    """Write record, row and event in the caller's transaction, which holds the chain's row."""
    after = head.advanced_by(record, has_keys=True)
    written = execute_step([advance_cte(head, after), *record_ctes([record]), row])
    assert written, "nothing else writes to a chain whose row is held"
    store_events([event])
