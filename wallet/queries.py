"""What the ledger tells: balances, statements, whether a request was done before."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db import connection

from kernel.ids import ChainId
from kernel.statement import Clause, Condition, Source
from wallet.core.ledger import Account, Balance, Posting
from wallet.models import AccountSet, Journal as StoredJournal, StoredPosting


class BalanceRow(NamedTuple):
    """A chain's currency and its player's money; nulls before the first journal."""

    currency: str
    cash_minor: int | None
    in_play_minor: int | None

    def balance(self) -> Balance:
        """Return the player's money."""
        return Balance(self.cash_minor or 0, self.in_play_minor or 0)

    def with_balance(self, balance: Balance) -> "BalanceRow":
        """Return the row as it is read once `balance` is the newest journal's."""
        return BalanceRow(self.currency, balance.cash_minor, balance.in_play_minor)


class SeenRow(NamedTuple):
    """The journal that a key's first request wrote."""

    seq: int
    request_digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """A journal as the player's statement shows it: what happened, and the balances after it."""

    seq: int
    kind: str
    time_ms: int
    reference: str
    actor: str
    balance: Balance
    postings: tuple[Posting, ...]


BALANCE_SOURCE = Source(
    Clause(
        "balance",
        "SELECT a.currency, j.cash_minor, j.in_play_minor FROM head JOIN wallet_accounts a ON a.chain = head.chain"
        " LEFT JOIN LATERAL (SELECT cash_minor, in_play_minor FROM wallet_journal w WHERE w.chain = head.chain"
        " ORDER BY w.seq DESC LIMIT 1) j ON true",
        (),
    ),
    BalanceRow,
)
"""The money of the chain that a source named `head` gives. One index lookup, however long the history."""


def seen_source(key: str) -> Source[SeenRow]:
    """Look whether the chain that a source named `head` gives has done a request with this key."""
    sql = "SELECT j.seq, j.request_digest FROM head JOIN wallet_journal j ON j.chain = head.chain AND j.key = %s"
    return Source(Clause("seen", sql, (key,)), SeenRow)


def unseen(key: str) -> Condition:
    """Say that the chain of the row named `before` has not done a request with this key."""
    sql = "NOT EXISTS (SELECT FROM wallet_journal w WHERE w.chain = before.chain AND w.key = %s)"
    return Condition(sql, (key,))


def currency_of(chain: ChainId) -> str:
    """Return the currency of the chain's accounts."""
    return AccountSet.objects.values_list("currency", flat=True).get(chain=chain)


def all_currencies() -> dict[ChainId, str]:
    """Return the currency of every chain's accounts; for `fsck`."""
    return {ChainId(chain): code for chain, code in AccountSet.objects.values_list("chain", "currency")}


def balance(chain: ChainId) -> Balance:
    """Return the player's money now."""
    newest = StoredJournal.objects.filter(chain=chain).order_by("-seq").values_list("cash_minor", "in_play_minor")
    return Balance(*(newest.first() or (0, 0)))


def balance_after(chain: ChainId, *, seq: int) -> Balance:
    """Return the player's money after the journal of record number `seq`."""
    return Balance(*StoredJournal.objects.values_list("cash_minor", "in_play_minor").get(chain=chain, seq=seq))


def statement(chain: ChainId, *, before_seq: int | None, limit: int) -> list[StatementLine]:
    """Return up to `limit` journals, newest first, of numbers below `before_seq` (None: from the newest)."""
    journals = StoredJournal.objects.filter(chain=chain)
    if before_seq is not None:
        journals = journals.filter(seq__lt=before_seq)
    page = list(journals.order_by("-seq")[:limit])
    if not page:
        return []
    postings = _postings(chain, from_seq=page[-1].seq, to_seq=page[0].seq)
    return [
        StatementLine(
            seq=journal.seq,
            kind=journal.kind,
            time_ms=journal.time_ms,
            reference=journal.reference,
            actor=journal.actor,
            balance=Balance(journal.cash_minor, journal.in_play_minor),
            postings=postings[journal.seq],
        )
        for journal in page
    ]


def all_journals() -> Iterator[tuple[ChainId, int, int, list[Posting]]]:
    """Yield every journal as chain, number, cash after it, and its postings; for `fsck`. Reads everything."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_JOURNALS)
        for chain, seq, cash_minor, postings in cursor:
            rows = json.loads(postings)
            yield chain, seq, cash_minor, [Posting(Account(row[0]), Account(row[1]), row[2]) for row in rows]


def broken_balances() -> Iterator[tuple[ChainId, int]]:
    """Yield every journal whose balances are not those before it plus its postings; for `fsck`. Reads everything."""
    with connection.cursor() as cursor:
        cursor.execute(_BROKEN)
        yield from cursor.fetchall()


def _postings(chain: ChainId, *, from_seq: int, to_seq: int) -> dict[int, tuple[Posting, ...]]:
    rows = StoredPosting.objects.filter(chain=chain, seq__gte=from_seq, seq__lte=to_seq).order_by("seq", "line")
    return {
        seq: tuple(Posting(Account(row.source), Account(row.target), row.amount_minor) for row in group)
        for seq, group in groupby(rows, key=lambda row: row.seq)
    }


_JOURNALS = """
SELECT j.chain, j.seq, j.cash_minor, COALESCE(
  (SELECT jsonb_agg(jsonb_build_array(p.source, p.target, p.amount_minor) ORDER BY p.line)
   FROM wallet_posting p WHERE p.chain = j.chain AND p.seq = j.seq), '[]')
FROM wallet_journal j
"""

_BROKEN = """
SELECT chain, seq FROM (
  SELECT j.chain, j.seq,
    j.cash_minor - lag(j.cash_minor, 1, 0::bigint) OVER w - COALESCE(m.cash, 0) AS cash_gap,
    j.in_play_minor - lag(j.in_play_minor, 1, 0::bigint) OVER w - COALESCE(m.in_play, 0) AS in_play_gap
  FROM wallet_journal j
  LEFT JOIN (
    SELECT chain, seq,
      sum(CASE WHEN target = 'cash' THEN amount_minor WHEN source = 'cash' THEN -amount_minor ELSE 0 END) AS cash,
      sum(CASE WHEN target = 'in_play' THEN amount_minor WHEN source = 'in_play' THEN -amount_minor ELSE 0 END)
        AS in_play
    FROM wallet_posting GROUP BY chain, seq
  ) m ON m.chain = j.chain AND m.seq = j.seq
  WINDOW w AS (PARTITION BY j.chain ORDER BY j.seq)
) gaps WHERE cash_gap <> 0 OR in_play_gap <> 0
"""
