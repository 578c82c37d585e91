"""Let a player's key in: its record, its row and its event, in one transaction.

The chain's row is locked until the transaction ends, so that a bet that is being recorded comes before or after.

Source: docs/formats/player-keys.md; docs/adr/0047-signed-requests.md.
"""

from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Final

from django.db import IntegrityError, transaction
from psycopg.errors import UniqueViolation

from audit.chain_head import Head
from audit.core.player_key_changes import KEY_WAIT_MS, PlayerKeyTaken, require_room, uses_that_admit
from audit.core.player_keys import Algorithm, kid_of, require_usable
from audit.core.player_signatures import KeyUse, SignedOver, Statement, signed_text
from audit.core.player_statements import new_key
from audit.core.records import Record
from audit.operations.accept_signature import signature_context
from audit.operations.player_key_authority import (
    Authority,
    ChangedKey,
    KeyOperators,
    authority_fields,
    key_event,
    key_named,
    write_change,
)
from audit.queries.chains import head_for_update
from audit.queries.player_keys import StoredKey, is_in_log, keys_of
from audit.queries.records import record_entry
from audit.signed_record import signed_record
from kernel.cte import Cte
from kernel.ids import ChainId
from kernel.refusals import Refusal, RefusalKind

_TAKEN: Final = "Nothing was done. Make a new key: each serves one account, once."


class FirstKeyByPlayer(Refusal):
    """The first key of an account is the player's to add."""

    code, kind = "first-key-by-player", RefusalKind.CONFLICT


@dataclass(frozen=True, slots=True, kw_only=True)
class NewPlayerKey:
    """A key that is to be let in."""

    algorithm: Algorithm
    public: bytes
    use: KeyUse
    possession: SignedOver
    """Its own signature over the statement that lets it in."""

    @property
    def kid(self) -> str:
        """Its id."""
        return kid_of(self.algorithm, self.public)


def add_player_key(chain: ChainId, new: NewPlayerKey, *, authority: Authority, now: datetime) -> ChangedKey:
    """Let a key into a chain. The same key again gets the first answer, until it ends.

    Raises:
        UnusablePlayerKey, TooManyPlayerKeys, PlayerKeyTaken, RecoveryKeyRequired, FirstKeyByPlayer: nothing was written.
        SignatureRequired, UnknownPlayerKey, PlayerKeyWaits, ChainMoved, OutdatedSignature, WrongPlayerSignature: a
            signature is missing or does not hold.
    """
    require_usable(new.algorithm, new.public)
    try:
        with transaction.atomic():
            head, held = head_for_update(chain), keys_of(chain)
            same = key_named(held, new.kid)
            if same is not None and not same.has_ended and same.use == new.use:
                return ChangedKey(key=same, seq=same.record_seq, entry=record_entry(chain, same.record_seq))
            if same is not None or is_in_log(new.public):
                raise PlayerKeyTaken(_TAKEN)
            return _add(head, held, new, authority, now)
    except IntegrityError as error:
        # Another chain let it in at this very moment.
        cause = error.__cause__
        if not isinstance(cause, UniqueViolation) or cause.diag.table_name != "audit_player_key":
            raise
        raise PlayerKeyTaken(_TAKEN) from error


def require_admissible(chain: ChainId, new: NewPlayerKey, *, now: datetime) -> list[StoredKey]:
    """Lock the row of a chain that operators are to let a key into, and return the chain's keys.

    Raises:
        UnusablePlayerKey, PlayerKeyTaken, FirstKeyByPlayer, TooManyPlayerKeys: operators cannot let it in.
        ChainMoved, OutdatedSignature, WrongPlayerSignature: its own signature does not hold, or no more.
    """
    require_usable(new.algorithm, new.public)
    head, held = head_for_update(chain), keys_of(chain)
    if key_named(held, new.kid) is not None or is_in_log(new.public):
        raise PlayerKeyTaken(_TAKEN)
    _require_had_keys(head)
    require_room(held)
    _possession(head, new, _statement(head, new), at_ms=head.record_time_ms(now))
    return held


def _require_had_keys(head: Head) -> None:
    if not head.has_keys:
        raise FirstKeyByPlayer("Nothing was done. The account never had a key: its player adds the first one.")


def _statement(head: Head, new: NewPlayerKey) -> Statement:
    return partial(new_key, prev=head.tip.leaf, algorithm=new.algorithm, public=new.public, use=new.use)


def _add(head: Head, held: list[StoredKey], new: NewPlayerKey, authority: Authority, now: datetime) -> ChangedKey:
    if isinstance(authority, KeyOperators):
        _require_had_keys(head)
    require_room(held)
    at_ms = head.record_time_ms(now)
    details = {"kid": new.kid, "use": new.use}
    event = key_event("player-key-added", head.tip.chain, authority, details, now=now)
    statement = _statement(head, new)
    admitted = authority_fields(
        authority,
        statement,
        head=head,
        held=held,
        uses=uses_that_admit(new.use, held, at_ms=at_ms),
        at_ms=at_ms,
        ev=event,
    )
    fields = {
        "alg": new.algorithm,
        "pub": new.public.hex(),
        "use": new.use,
        "pop": _possession(head, new, statement, at_ms=at_ms),
        **admitted,
    }
    record = signed_record(head.tip, "player_key", fields, now_ms=at_ms)
    key = _stored(new, record, by_operators=isinstance(authority, KeyOperators))
    write_change(head, record, _key_cte(key), event)
    return ChangedKey(key=key, seq=record.tip.seq, entry=record.entry)


def _possession(head: Head, new: NewPlayerKey, statement: Statement, *, at_ms: int) -> dict[str, object]:
    context = signature_context(head, key=None, at_ms=at_ms)
    text = signed_text(new.possession, context, statement, algorithm=new.algorithm, public=new.public)
    return {"sig": text, "until": new.possession.until_ms}


def _stored(new: NewPlayerKey, record: Record, *, by_operators: bool) -> StoredKey:
    return StoredKey(
        kid=new.kid,
        algorithm=new.algorithm,
        public=new.public,
        use=new.use,
        record_seq=record.tip.seq,
        added_ms=record.tip.time_ms,
        lives_from_ms=record.tip.time_ms + (KEY_WAIT_MS if by_operators else 0),
        by_operators=by_operators,
    )


def _key_cte(key: StoredKey) -> Cte:
    return Cte(
        "player_key",
        "INSERT INTO audit_player_key (chain, kid, algorithm, public, use, record_seq, added_ms, lives_from_ms,"
        " by_operators) SELECT head.chain, %s::text, %s::text, %s::bytea, %s::text, %s::bigint, %s::bigint, %s::bigint,"
        " %s::boolean FROM head",
        (
            key.kid,
            key.algorithm,
            key.public,
            key.use,
            key.record_seq,
            key.added_ms,
            key.lives_from_ms,
            key.by_operators,
        ),
    )
