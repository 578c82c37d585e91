"""Requests at a table that move no money: each is carried out once for its key, and answered as before from then on.

A request that moves money has its key in the journal of the player's chain (`wallet.operations.post_journals`).

Source: docs/api.md, "Doing a thing once"; docs/adr/0095-keys-without-money.md.
"""

from typing import Final, NamedTuple

from django.db import connection

from audit.core.note import leaf_hash
from audit.queries.records import record_entry
from kernel.cte import Cte
from kernel.ids import ChainId
from tables.models import AnsweredRequest
from tables.operations.departure import Departure
from tables.operations.table_step import rows_cte
from tables.operations.turn_requests import TakenTurn
from tables.operations.withdraw_stake import WithdrawalRequest
from wallet.core.idempotency import IdempotentRequest, require_same_request


def turn_before(chain: ChainId, table: ChainId, request: IdempotentRequest | None) -> TakenTurn | None:
    """Return the `turn` that answered a player's request when it was sent before; None for a new one, or one without a key.

    Raises:
        ReusedIdempotencyKey: the key belongs to another request of this player.
    """
    answer = None if request is None else _answer(chain, request)
    if answer is None:
        return None
    assert answer.seq is not None, "the same path asks for the same kind of answer"
    entry = record_entry(table, answer.seq)
    return TakenTurn(seq=answer.seq, leaf=leaf_hash(entry), entry=entry)


def departure_before(chain: ChainId, request: IdempotentRequest) -> Departure | None:
    """Return what became of a player who got up by this request before; None for a new one, or if it gave a stake back.

    Whose departure set a mark is away: the row of the `turn` was written with it.

    Raises:
        ReusedIdempotencyKey: the key belongs to another request of this player.
    """
    answer = _answer(chain, request)
    if answer is None or (answer.seq is None and answer.departure is None):
        return None
    return Departure.AWAY if answer.departure is None else Departure(answer.departure)


def turn_cte(chain: ChainId, table: ChainId, request: IdempotentRequest, *, seq: int) -> Cte:
    """Keep the number of the `turn` that answers a player's request, if the step that writes it is written.

    The same key a second time breaks the step by the row's primary key.
    """
    columns = (("chain", "uuid"), ("key", "text"), ("request_digest", "bytea"), ("table", "uuid"), ("seq", "bigint"))
    row = (chain, request.key, request.digest, table, seq)
    return rows_cte("answered", "tables_request", columns, [row])


def keep_departure(chain: ChainId, request: WithdrawalRequest, departure: Departure) -> None:
    """Keep what became of a player whose getting up changed nothing.

    The first request of an epoch is kept, so that no key after key fills the table. A later one with another key gets its answer while the hand runs.
    """
    row = AnsweredRequest(
        chain=chain,
        key=request.idempotency.key,
        request_digest=request.idempotency.digest,
        table=request.table,
        departure=departure,
        epoch=request.epoch,
    )
    AnsweredRequest.objects.bulk_create([row], ignore_conflicts=True)


class _Answer(NamedTuple):
    request_digest: bytes
    seq: int | None
    departure: str | None


def _answer(chain: ChainId, request: IdempotentRequest) -> _Answer | None:
    with connection.cursor() as cursor:
        cursor.execute(_ANSWER, (chain, request.key) * 2)
        row = cursor.fetchone()
    if row is None:
        return None
    answer = _Answer(*row)
    require_same_request(request, bytes(answer.request_digest))
    return answer


_ANSWER: Final = """
SELECT request_digest, seq, departure FROM tables_request WHERE chain = %s AND key = %s
UNION ALL
SELECT request_digest, NULL, NULL FROM wallet_journal WHERE chain = %s AND key = %s
LIMIT 1
"""
"""The journal's key is of another request, or of a departure that gave a stake back."""
