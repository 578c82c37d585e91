"""Journals with their postings: the player's statement, and everything for `fsck`."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final, NamedTuple

from django.db import connection

from kernel.cte import Cte, TypedCte
from kernel.ids import ChainId
from wallet.core.ledger import Account, Balance, Posting
from wallet.models import StoredJournal, StoredPosting
from wallet.queries.balances import balance_of_journal


@dataclass(frozen=True, slots=True, kw_only=True)
class StatementLine:
    """A journal in the player's statement. `wallet.models.StoredJournal` describes its fields."""

    seq: int
    kind: str
    time_ms: int
    reference: str
    actor: str
    balance: Balance
    postings: tuple[Posting, ...]


class LastDealRow(NamedTuple):
    """When the newest round of a chain began (ms)."""

    dealt_ms: int


LAST_DEAL_SOURCE: Final = TypedCte(
    Cte(
        "last_deal",
        "SELECT d.time_ms FROM head, LATERAL (SELECT j.time_ms FROM wallet_journal j WHERE j.chain = head.chain"
        " AND j.kind IN ('deal', 'sit') ORDER BY j.seq DESC LIMIT 1) d",
        (),
    ),
    LastDealRow,
)
"""When the newest round of the chain that a source named `head` gives began, at a table too. It is among the newest."""


def statement(
    chain: ChainId, *, before_seq: int | None, limit: int, start_ms: int | None = None, end_ms: int | None = None
) -> list[StatementLine]:
    """Return up to `limit` journals of [start_ms, end_ms), the newest first; None does not bound.

    They have numbers below `before_seq` (None: from the newest). A chain's times never fall, so that each bound is a
    number, which the index by time finds.
    """
    journals = StoredJournal.objects.filter(chain=chain)
    if before_seq is not None:
        journals = journals.filter(seq__lt=before_seq)
    if start_ms is not None:
        first = _first_since(chain, start_ms)
        if first is None:
            return []
        journals = journals.filter(seq__gte=first.seq)
    end = None if end_ms is None else _first_since(chain, end_ms)
    if end is not None:
        journals = journals.filter(seq__lt=end.seq)
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
            balance=balance_of_journal(journal),
            postings=postings.get(journal.seq, ()),
        )
        for journal in page
    ]


def first_reference_since(chain: ChainId, kind: str, *, since_ms: int) -> str | None:
    """Return the reference of a chain's first journal of a kind at or after an instant, None if there is none.

    A journal that refers to a round or a game of another chain, such as a table's, is none of these.
    """
    first = _first_since(chain, since_ms, kind=kind, reference__startswith=f"{chain.hex}-")
    return None if first is None else first.reference


def first_number_since(chain: ChainId, since_ms: int) -> int | None:
    """Return the number of a chain's first journal at or after an instant, None if there is none."""
    first = _first_since(chain, since_ms)
    return None if first is None else first.seq


def reference_of(chain: ChainId, seq: int) -> str:
    """Return the reference of the journal of record number `seq`, which exists."""
    return StoredJournal.objects.values_list("reference", flat=True).get(chain=chain, seq=seq)


def all_journals() -> Iterator[tuple[ChainId, int, int, list[Posting]]]:
    """Yield the chain, number, cash afterwards and postings of every journal, for `fsck`. Reads everything."""
    with connection.chunked_cursor() as cursor:
        cursor.execute(_JOURNALS)
        for chain, seq, cash_minor, postings in cursor:
            rows = json.loads(postings)
            yield chain, seq, cash_minor, [Posting(Account(row[0]), Account(row[1]), row[2]) for row in rows]


def broken_balances() -> Iterator[tuple[ChainId, int]]:
    """Yield every journal whose balances or totals differ from the journal before it plus its postings, for `fsck`.

    What `bets_made_again` and `gifts_as_deposits` yield is no fault here. Reads everything.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BROKEN)
        yield from cursor.fetchall()


def bets_made_again() -> Iterator[tuple[ChainId, int, int]]:
    """Yield the chain and number of every `leave`, with what it adds to staked and returned beyond its postings.

    That amount is in minor units, 0 or more. Whoever knows the game's end compares it: the raises of the seat, as far
    as they exceed its buy-in. Reads everything.
    """
    with connection.cursor() as cursor:
        cursor.execute(_BETS_MADE_AGAIN)
        yield from cursor.fetchall()


def gifts_as_deposits() -> Iterator[tuple[ChainId, int, int]]:
    """Yield the chain and number of every adjustment that adds to deposited beyond its postings, with how much.

    That amount is in minor units. Whoever knows the adjustment's cause compares it. Reads everything.
    """
    with connection.cursor() as cursor:
        cursor.execute(_GIFTS_AS_DEPOSITS)
        yield from cursor.fetchall()


def _first_since(chain: ChainId, since_ms: int, **filters: str) -> StoredJournal | None:
    rows = StoredJournal.objects.filter(chain=chain, time_ms__gte=since_ms, **filters)
    return rows.order_by("time_ms", "seq").first()


def _postings(chain: ChainId, *, from_seq: int, to_seq: int) -> dict[int, tuple[Posting, ...]]:
    """Return the postings by journal, without journals that moved nothing: a seat that lost its last chips is left so."""
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


_GAPS = """
  SELECT j.chain, j.seq, j.kind,
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
      sum(amount_minor) FILTER (WHERE target = 'in_play' OR source = 'cash' AND target = 'table') AS staked,
      sum(amount_minor) FILTER (WHERE source IN ('in_play', 'house', 'table') AND target = 'cash') AS returned
    FROM wallet_posting GROUP BY chain, seq
  ) m ON m.chain = j.chain AND m.seq = j.seq
  WINDOW w AS (PARTITION BY j.chain ORDER BY j.seq)
"""

_BROKEN = f"""
SELECT chain, seq FROM ({_GAPS}) gaps
WHERE cash_gap <> 0 OR in_play_gap <> 0 OR deposited_gap <> 0 AND kind <> 'adjustment' OR staked_gap <> returned_gap
  OR staked_gap < 0 OR staked_gap > 0 AND kind <> 'leave'
"""

_BETS_MADE_AGAIN = f"""
SELECT chain, seq, staked_gap::bigint FROM ({_GAPS}) gaps WHERE kind = 'leave' AND staked_gap = returned_gap AND staked_gap >= 0
ORDER BY chain, seq
"""

_GIFTS_AS_DEPOSITS = f"""
SELECT chain, seq, deposited_gap::bigint FROM ({_GAPS}) gaps WHERE kind = 'adjustment' AND deposited_gap <> 0
"""
