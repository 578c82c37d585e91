"""Gaming days on which many accounts played, written by SQL as the owner's role.

Rows of rounds, journals, postings and log indexes agree with one another, balances and totals included. They are stored
in the order of time, like rows that were really played. They have no records, so nothing that reads records may be
measured on them. No round has a side bet, because its return is in the record alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    import psycopg

    from reports.core.period import Period

ACCOUNTS: Final = 2_000
"""Accounts play in turn, so that each has an entry on nearly every day, and no two of its rows are stored together."""


def fill(session: psycopg.Connection[Any], *, rounds: int, period: Period) -> int:
    """Write `rounds` rounds, evenly over the period, for accounts like that of `player0`; return the log's new size.

    One account in a hundred is a test account, one in ten is kept in pounds. Of a thousand rounds one is voided; the
    last of each hundredth account is open.
    """
    session.execute("SET work_mem = '256MB'; SET synchronize_seqscans = off")
    session.execute(_ACCOUNT, [ACCOUNTS])
    session.execute(_PLAYED, [period.start_ms, period.end_ms, rounds, ACCOUNTS])
    for statement in _ROWS:
        session.execute(statement)
    (size,) = session.execute(_LOG).fetchone() or (0,)
    session.execute("DROP TABLE account, played, entry")
    # The server does this by itself sooner or later, but must not do it during a measurement.
    session.execute("VACUUM ANALYZE")
    return int(size)


_ACCOUNT: Final = """
CREATE TEMP TABLE account AS
SELECT number, gen_random_uuid() AS chain, CASE WHEN number %% 10 = 1 THEN 'GBP' ELSE 'USD' END AS currency,
  number %% 100 = 0 AS test
FROM generate_series(0, %s - 1) number
"""

# `luck` is a number from 0 to 999 that depends only on the round's own number. This table has a settlement for every
# round; `open` marks the newest rounds, which have not had theirs yet.
_PLAYED: Final = """
CREATE TEMP TABLE played AS
WITH asked AS (SELECT %s::bigint AS from_ms, %s::bigint AS to_ms, %s::bigint AS rounds, %s::bigint AS accounts),
sheets AS (
  SELECT array_agg(game ORDER BY game) AS games, array_agg(leaf ORDER BY game) AS leaves, count(*) AS count
  FROM games_sheet
),
dealt AS (
  SELECT n, n / accounts AS number, n %% accounts AS account, from_ms + 1 + n * (to_ms - from_ms - 30000) / rounds AS
  dealt_ms,
    (hashint8(n) & 65535) %% 1000 AS luck, 500 * (1 + (hashint8(-1 - n) & 7)) AS ante,
    rounds - n <= accounts AND n %% 100 = 0 AS open, 1 + (n / 7) %% count AS sheet
  FROM asked, sheets, generate_series(0, rounds - 1) n
),
staked AS (
  SELECT *, CASE WHEN luck > 0 AND luck %% 2 = 0 THEN ante ELSE 0 END AS raised FROM dealt
),
settled AS (
  SELECT *, ante + raised AS staked,
    CASE WHEN luck = 0 THEN ante WHEN luck < 480 THEN 0 WHEN luck < 580 THEN ante + raised ELSE 2 * (ante + raised) END
      AS returned,
    CASE WHEN luck = 0 THEN 'void' WHEN luck < 480 THEN 'lose' WHEN luck < 580 THEN 'pair_push' ELSE 'win' END AS
    outcome
  FROM staked
)
SELECT s.n, a.chain, s.number / 256 AS epoch, 1 + s.number %% 256 AS nonce, 2 + 2 * s.number AS deal_seq, s.dealt_ms,
  s.dealt_ms + 1000 + 25 * s.luck AS settled_ms, games[s.sheet] AS game, leaves[s.sheet] AS rules_leaf, s.ante,
  s.raised,
  s.staked, s.returned, s.outcome, s.open,
  sum(s.staked) OVER before - s.staked AS staked_before, sum(s.returned) OVER before - s.returned AS returned_before,
  replace(a.chain::text, '-', '') || '-' || s.number / 256 || '-' || 1 + s.number %% 256 AS reference
FROM settled s JOIN account a ON a.number = s.account, sheets
WINDOW before AS (PARTITION BY s.account ORDER BY s.n)
"""

# The frontier must have a root for each complete subtree; these roots prove nothing.
_LOG: Final = """
UPDATE audit_log SET size = grown.size,
  frontier = array_fill(sha256(''), ARRAY[bit_count(grown.size::bit(64))::integer])
FROM (SELECT count(*) AS size FROM entry) grown RETURNING grown.size
"""

_DEPOSIT_MINOR: Final = 1_000_000_000

_ROWS: Final[tuple[str, ...]] = (
    """INSERT INTO players_player SELECT (jsonb_populate_record(p, jsonb_build_object('chain', a.chain,
          'username', 'past' || a.number, 'person_digest', null, 'email_digest', null, 'test_account', a.test))).*
        FROM account a, players_player p WHERE p.username = 'player0'""",
    "INSERT INTO wallet_accounts (chain, currency) SELECT chain, currency FROM account",
    """INSERT INTO games_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor, settle_seq,
          settled_ms, staked_minor, returned_minor, outcome)
        SELECT chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, ante, CASE WHEN NOT open THEN deal_seq + 1
        END,
          CASE WHEN NOT open THEN settled_ms END, CASE WHEN NOT open THEN staked END,
          CASE WHEN NOT open THEN returned END, CASE WHEN NOT open THEN outcome END
        FROM played ORDER BY n""",
    # An entry has its log index, the balances and totals after it, and what it moved: deposited, put into play, taken
    # back from play, lost, won.
    f"""CREATE TEMP TABLE entry AS
        SELECT row_number() OVER (ORDER BY time_ms, n, seq) - 1 AS index, e.*,
          {_DEPOSIT_MINOR} + returned_total - staked_total AS cash
        FROM (
          SELECT -1::bigint AS n, chain, 1::bigint AS seq, 'deposit' AS kind, %(from)s::bigint AS time_ms,
            0::bigint AS in_play, 0::bigint AS staked_total, 0::bigint AS returned_total, 'past' AS reference,
            {_DEPOSIT_MINOR}::bigint AS deposit, 0::bigint AS put, 0::bigint AS back, 0::bigint AS lost, 0::bigint AS
            won
          FROM account
          UNION ALL
          SELECT n, chain, deal_seq, 'deal', dealt_ms, ante, staked_before + ante, returned_before, reference,
            0, ante, 0, 0, 0
          FROM played
          UNION ALL
          SELECT n, chain, deal_seq + 1, CASE outcome WHEN 'void' THEN 'void' ELSE 'settle' END, settled_ms, 0,
            staked_before + staked, returned_before + returned, reference,
            0, raised, LEAST(staked, returned), GREATEST(staked - returned, 0), GREATEST(returned - staked, 0)
          FROM played WHERE NOT open
        ) e""".replace("%(from)s", "(SELECT min(dealt_ms) - 1 FROM played)"),
    """INSERT INTO audit_leaf (index, chain, seq, leaf)
        SELECT index, chain, seq, sha256(int8send(index)) FROM entry ORDER BY index""",
    f"""INSERT INTO wallet_journal (chain, seq, kind, time_ms, cash_minor, in_play_minor, deposited_minor, staked_minor,
          returned_minor, reference, actor, key, request_digest)
        SELECT chain, seq, kind, time_ms, cash, in_play, {_DEPOSIT_MINOR}, staked_total, returned_total, reference,
          'player', gen_random_uuid()::text, sha256(int8send(index))
        FROM entry ORDER BY index""",
    """INSERT INTO wallet_posting (chain, seq, line, source, target, amount_minor)
        SELECT e.chain, e.seq, m.line, m.source, m.target, m.amount
        FROM entry e, LATERAL (VALUES (0, 'deposit', 'cash', e.deposit), (1, 'cash', 'in_play', e.put),
          (2, 'in_play', 'cash', e.back), (3, 'in_play', 'house', e.lost), (4, 'house', 'cash', e.won)
        ) m (line, source, target, amount)
        WHERE m.amount > 0 ORDER BY e.index, m.line""",
)
