"""What the ledger tells: balances, statements, whether a request was done before."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from django.db import connection

from kernel.cte import Condition, Cte, TypedCte
from kernel.ids import ChainId
from wallet.core.ledger import NOTHING, Account, Balance, Posting, Totals
from wallet.models import AccountSet, Journal as StoredJournal, StoredPosting


class BalanceRow(NamedTuple):
    """A chain's currency, its player's money and totals; nulls before the first journal."""

    currency: str
    cash_minor: int | None
    in_play_minor: int | None
    deposited_minor: int | None
    staked_minor: int | None
    returned_minor: int | None

    def balance(self) -> Balance:
        """Return the player's money."""
        totals = Totals(self.deposited_minor or 0, self.staked_minor or 0, self.returned_minor or 0)
        return Balance(self.cash_minor or 0, self.in_play_minor or 0, totals)

    def with_balance(self, balance: Balance) -> "BalanceRow":
        """Return the row as it is read once `balance` is the newest journal's."""
        return BalanceRow(self.currency, balance.cash_minor, balance.in_play_minor, *balance.totals)


class EarlierRow(NamedTuple):
    """A chain's totals as they were just before three instants."""

    day_deposited_minor: int
    day_staked_minor: int
    day_returned_minor: int
    week_deposited_minor: int
    week_staked_minor: int
    week_returned_minor: int
    month_deposited_minor: int
    month_staked_minor: int
    month_returned_minor: int

    def totals(self) -> tuple[Totals, Totals, Totals]:
        """Return them one by one."""
        return Totals(*self[:3]), Totals(*self[3:6]), Totals(*self[6:])


class HourRow(NamedTuple):
    """An hour of a chain's ledger: when it began (ms), how many bets, and what happened in minor units."""

    starts_ms: int
    bets: int
    deposited_minor: int
    staked_minor: int
    returned_minor: int


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


BALANCE_SOURCE = TypedCte(
    Cte(
        "balance",
        "SELECT a.currency, j.* FROM head JOIN wallet_accounts a ON a.chain = head.chain"
        " LEFT JOIN LATERAL (SELECT cash_minor, in_play_minor, deposited_minor, staked_minor, returned_minor"
        " FROM wallet_journal w WHERE w.chain = head.chain ORDER BY w.seq DESC LIMIT 1) j ON true",
        (),
    ),
    BalanceRow,
)
"""The money of the chain that a source named `head` gives. One index lookup, however long the history."""


def earlier_source(day_ms: int, week_ms: int, month_ms: int) -> TypedCte[EarlierRow]:
    """Read the totals just before three instants, of the chain that a source named `head` gives: three look-ups."""
    columns = ("deposited_minor", "staked_minor", "returned_minor")
    wanted = ", ".join(f"COALESCE({span}.{column}, 0)" for span in ("day", "week", "month") for column in columns)
    joined = "".join(
        f" LEFT JOIN LATERAL (SELECT {', '.join(columns)} FROM wallet_journal w WHERE w.chain = head.chain"
        f" AND w.time_ms < %s ORDER BY w.time_ms DESC, w.seq DESC LIMIT 1) {span} ON true"
        for span in ("day", "week", "month")
    )
    clause = Cte("earlier", f"SELECT {wanted} FROM head{joined}", (day_ms, week_ms, month_ms))
    return TypedCte(clause, EarlierRow)


def seen_source(key: str) -> TypedCte[SeenRow]:
    """Look whether the chain that a source named `head` gives has done a request with this key."""
    sql = "SELECT j.seq, j.request_digest FROM head JOIN wallet_journal j ON j.chain = head.chain AND j.key = %s"
    return TypedCte(Cte("seen", sql, (key,)), SeenRow)


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
    newest = StoredJournal.objects.filter(chain=chain).order_by("-seq").first()
    return Balance() if newest is None else _balance_of(newest)


def balance_after(chain: ChainId, *, seq: int) -> Balance:
    """Return the player's money after the journal of record number `seq`."""
    return _balance_of(StoredJournal.objects.get(chain=chain, seq=seq))


def totals_before(chain: ChainId, time_ms: int) -> Totals:
    """Return what had gone through the accounts before an instant (ms). One look-up, however long the history."""
    earlier = StoredJournal.objects.filter(chain=chain, time_ms__lt=time_ms)
    newest = earlier.order_by("-time_ms", "-seq").first()
    return NOTHING if newest is None else _balance_of(newest).totals


def hours(chain: ChainId, *, from_ms: int, to_ms: int) -> list[HourRow]:
    """Return the hours of [from_ms, to_ms) in which the ledger moved, in order, with what happened in each."""
    with connection.cursor() as cursor:
        cursor.execute(_HOURS, (chain, from_ms, chain, from_ms, to_ms))
        return [HourRow(*row) for row in cursor.fetchall()]


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
            balance=_balance_of(journal),
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
    """Yield every journal whose balances or totals are not those before it plus its postings; for `fsck`.

    Reads everything.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BROKEN)
        yield from cursor.fetchall()


def _balance_of(journal: StoredJournal) -> Balance:
    totals = Totals(journal.deposited_minor, journal.staked_minor, journal.returned_minor)
    return Balance(journal.cash_minor, journal.in_play_minor, totals)


def _postings(chain: ChainId, *, from_seq: int, to_seq: int) -> dict[int, tuple[Posting, ...]]:
    rows = StoredPosting.objects.filter(chain=chain, seq__gte=from_seq, seq__lte=to_seq).order_by("seq", "line")
    return {
        seq: tuple(Posting(Account(row.source), Account(row.target), row.amount_minor) for row in group)
        for seq, group in groupby(rows, key=lambda row: row.seq)
    }


_HOURS = """
WITH before AS (
  SELECT deposited_minor, staked_minor, returned_minor FROM wallet_journal
  WHERE chain = %s AND time_ms < %s ORDER BY time_ms DESC, seq DESC LIMIT 1
), hourly AS (
  SELECT time_ms / 3600000 * 3600000 AS starts_ms, count(*) FILTER (WHERE kind = 'deal') AS bets,
    max(deposited_minor) AS deposited, max(staked_minor) AS staked, max(returned_minor) AS returned
  FROM wallet_journal WHERE chain = %s AND time_ms >= %s AND time_ms < %s GROUP BY 1
)
SELECT starts_ms, bets,
  deposited - COALESCE(lag(deposited) OVER w, (SELECT deposited_minor FROM before), 0),
  staked - COALESCE(lag(staked) OVER w, (SELECT staked_minor FROM before), 0),
  returned - COALESCE(lag(returned) OVER w, (SELECT returned_minor FROM before), 0)
FROM hourly WINDOW w AS (ORDER BY starts_ms) ORDER BY starts_ms
"""

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
    j.in_play_minor - lag(j.in_play_minor, 1, 0::bigint) OVER w - COALESCE(m.in_play, 0) AS in_play_gap,
    j.deposited_minor - lag(j.deposited_minor, 1, 0::bigint) OVER w - COALESCE(m.deposited, 0) AS deposited_gap,
    j.staked_minor - lag(j.staked_minor, 1, 0::bigint) OVER w - COALESCE(m.staked, 0) AS staked_gap,
    j.returned_minor - lag(j.returned_minor, 1, 0::bigint) OVER w - COALESCE(m.returned, 0) AS returned_gap
  FROM wallet_journal j
  LEFT JOIN (
    SELECT chain, seq,
      sum(CASE WHEN target = 'cash' THEN amount_minor WHEN source = 'cash' THEN -amount_minor ELSE 0 END) AS cash,
      sum(CASE WHEN target = 'in_play' THEN amount_minor WHEN source = 'in_play' THEN -amount_minor ELSE 0 END)
        AS in_play,
      sum(amount_minor) FILTER (WHERE source = 'deposit' AND target = 'cash') AS deposited,
      sum(amount_minor) FILTER (WHERE target = 'in_play') AS staked,
      sum(amount_minor) FILTER (WHERE source IN ('in_play', 'house') AND target = 'cash') AS returned
    FROM wallet_posting GROUP BY chain, seq
  ) m ON m.chain = j.chain AND m.seq = j.seq
  WINDOW w AS (PARTITION BY j.chain ORDER BY j.seq)
) gaps
WHERE cash_gap <> 0 OR in_play_gap <> 0 OR deposited_gap <> 0 OR staked_gap <> 0 OR returned_gap <> 0
"""
