"""End a player's key: its record, its row and its event, in one transaction.

The chain's row is locked until the transaction ends. So a bet that is being recorded comes before or after, and no number
of bets can put the end of a stolen key off. A round that is open has no acts: the one act of a round of one player ends
it, and so no act is left without a key.

Source: docs/formats/player-keys.md; docs/adr/0047-signed-requests.md.
"""

from datetime import datetime
from functools import partial
from typing import Final

from django.db import transaction

from audit.chain_head import Head
from audit.core.player_key_changes import EndWord, PlayerKeyEnded, require_endable_by_operators, uses_that_end
from audit.core.player_signatures import PlayerSignature
from audit.core.player_statements import key_end
from audit.core.records import Record
from audit.operations.player_key_authority import (
    ChangedKey,
    KeyOperators,
    authority_fields,
    key_event,
    key_named,
    write_change,
)
from audit.queries.chains import head_for_update
from audit.queries.player_keys import StoredKey, keys_of
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind

_NO_SUCH_KEY: Final = "Nothing was done. GET /api/v1/me/keys lists the keys of this account."


class PlayerKeyNotFound(Refusal):
    """The account has no such key."""

    code, kind = "player-key-not-found", RefusalKind.NOT_FOUND


def end_player_key(
    chain: ChainId, kid: str, why: EndWord, *, authority: PlayerSignature | KeyOperators, now: datetime
) -> ChangedKey:
    """End a key. The same end again gets the first answer.

    Raises:
        PlayerKeyNotFound, PlayerKeyEnded, RecoveryKeyRequired: nothing was written.
        UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: the signature does not
            hold.
    """
    with transaction.atomic():
        head, held = head_for_update(chain), keys_of(chain)
        key = key_named(held, kid)
        if key is None:
            raise PlayerKeyNotFound(_NO_SUCH_KEY)
        if key.why is None:
            return _end(head, held, key, why, authority, now)
        if key.why != why:
            raise _ended_before(key)
        assert key.end_seq is not None, "an ended key has the record of its end"
        return ChangedKey(key=key, seq=key.end_seq, entry=record_entry(chain, key.end_seq))


def require_endable(chain: ChainId, kid: str) -> list[StoredKey]:
    """Lock the row of a chain of which operators are to end a key, and return the chain's keys.

    Raises:
        PlayerKeyNotFound, PlayerKeyEnded, RecoveryKeyRequired: operators cannot end it.
    """
    head_for_update(chain)
    held = keys_of(chain)
    key = key_named(held, kid)
    if key is None:
        raise PlayerKeyNotFound(_NO_SUCH_KEY)
    if key.has_ended:
        raise _ended_before(key)
    require_endable_by_operators(key)
    return held


def _ended_before(key: StoredKey) -> PlayerKeyEnded:
    return PlayerKeyEnded(f"Nothing was done. The key has ended before, as {key.why}.", why=key.why)


def _end(
    head: Head,
    held: list[StoredKey],
    key: StoredKey,
    why: EndWord,
    authority: PlayerSignature | KeyOperators,
    now: datetime,
) -> ChangedKey:
    if isinstance(authority, KeyOperators):
        require_endable_by_operators(key)
    at_ms = head.record_time_ms(now)
    details = {"kid": key.kid, "use": key.use, "why": why}
    event = key_event("player-key-ended", head.tip.chain, authority, details, now=now)
    allowed = authority_fields(
        authority,
        partial(key_end, prev=head.tip.leaf, kid=key.kid, why=why),
        head=head,
        held=held,
        uses=uses_that_end(key, at_ms=at_ms),
        at_ms=at_ms,
        ev=event,
    )
    record = signed_record(head.tip, "player_key_end", {"kid": key.kid, "why": why, **allowed}, now_ms=at_ms)
    write_change(head, record, _end_cte(key.kid, why, record), event)
    ended = key._replace(why=why, end_seq=record.tip.seq, ended_ms=record.tip.time_ms)
    return ChangedKey(key=ended, seq=record.tip.seq, entry=record.entry)


def _end_cte(kid: str, why: EndWord, record: Record) -> Cte:
    return Cte(
        "player_key_end",
        "INSERT INTO audit_player_key_end (chain, kid, why, record_seq, ended_ms)"
        " SELECT head.chain, %s::text, %s::text, %s::bigint, %s::bigint FROM head",
        (kid, why, record.tip.seq, record.tip.time_ms),
    )
