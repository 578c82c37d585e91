"""Post journals: the ledger's CTEs of a step's statement.

They select from `head`, the CTE that advances the chain. If the step lost the race for the chain, no money moves.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from kernel.cte import Cte, values
from wallet.core.idempotency import IdempotentRequest
from wallet.core.ledger import Balance, Posting


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJournal:
    """A journal to be stored. `wallet.models.StoredJournal` describes the fields that are not described here."""

    seq: int
    kind: str
    time_ms: int
    postings: Sequence[Posting]
    """The movements, in the order in which they are numbered."""
    balance: Balance
    """The player's money and totals after the journal."""
    reference: str
    actor: str
    request: IdempotentRequest | None = None
    """The client's request, if its key must find the journal again."""


def open_accounts_clause(currency: str) -> Cte:
    """Return the CTE that opens a new chain's accounts, all in `currency`."""
    return Cte(
        "accounts",
        "INSERT INTO wallet_accounts (chain, currency) SELECT head.chain, %s::text FROM head",
        (currency,),
    )


def journal_clauses(journals: Sequence[NewJournal]) -> tuple[Cte, ...]:
    """Return the CTEs that store `journals` and their postings, if any of them moves money."""
    journal_rows: list[object] = []
    posting_rows: list[object] = []
    for journal in journals:
        key, digest = (None, None) if journal.request is None else (journal.request.key, journal.request.digest)
        journal_rows += (
            journal.seq,
            journal.kind,
            journal.time_ms,
            journal.balance.cash_minor,
            journal.balance.in_play_minor,
            *journal.balance.totals,
            journal.reference,
            journal.actor,
            key,
            digest,
        )
        for line, posting in enumerate(journal.postings):
            posting_rows += (
                journal.seq,
                line,
                posting.from_account.value,
                posting.to_account.value,
                posting.amount_minor,
            )
    lines = sum(len(journal.postings) for journal in journals)
    stored = Cte("journal", _JOURNAL + values(_JOURNAL_ROW, len(journals)) + " AS j", journal_rows)
    if not lines:
        # A decision that costs nothing, and the end of a game that brought nothing, move no money.
        return (stored,)
    return stored, Cte("posting", _POSTING + values(_POSTING_ROW, lines) + " AS p", posting_rows)


_JOURNAL = (
    "INSERT INTO wallet_journal (chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor,"
    " staked_minor, returned_minor, reference, actor, key, request_digest) SELECT head.chain, j.* FROM head, "
)
_JOURNAL_ROW = (
    "(%s::bigint, %s::text, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::text, %s::text,"
    " %s::text, %s::bytea)"
)
_POSTING = (
    "INSERT INTO wallet_posting (chain, seq, line, source, target, amount_minor) SELECT head.chain, p.* FROM head, "
)
_POSTING_ROW = "(%s::bigint, %s::smallint, %s::text, %s::text, %s::bigint)"
