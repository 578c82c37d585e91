"""Records of tables, put into chains by the log's and the ledger's own operations: what lies below the app of tables."""

import hashlib
import os
from collections.abc import Mapping, Sequence
from datetime import datetime

from audit import keys
from audit.chain_head import Head
from audit.core.records import SALT_BYTES, Record, build_record
from audit.operations.append import advance_cte, execute_step, record_ctes
from audit.queries.chains import load_head
from games.core.family import Bet
from kernel.ids import ChainId
from kernel.instants import to_epoch_ms
from tables.core.player_records import Movement, StakeOrder, leave_fields, leave_postings, stake_fields, stake_postings
from tests.core.tables.seated import POT, table
from tests.world import NOW
from wallet.core.ledger import Balance, Posting, apply_postings
from wallet.operations.post_journals import NewJournal, journal_clauses
from wallet.queries.balances import balance, currency_of

AROUND_POT = table(POT)
TABLE_LEAF = hashlib.sha256(b"the table record").digest()


def next_record(head: Head, kind: str, fields: Mapping[str, object], *, now: datetime = NOW) -> Record:
    """Sign the record that follows a head."""
    return build_record(
        head.tip, kind, fields, now_ms=to_epoch_ms(now), salt=os.urandom(SALT_BYTES), signer=keys.signer("rounds")
    )


def sit(chain: ChainId, buy_in_minor: int) -> Record:
    """Buy a player into a game around a pot."""
    head = load_head(chain)
    assert head.limits_leaf is not None
    bet = Bet(buy_in_minor)
    order = StakeOrder(table_leaf=TABLE_LEAF, epoch=0, seat=1, bet=bet, contribution=os.urandom(32))
    movement = _movement(chain, stake_postings(AROUND_POT, bet))
    fields = stake_fields(AROUND_POT, order, movement, limits_leaf=head.limits_leaf)
    return _write(head, "sit", fields, movement, stake_open=True)


def leave(chain: ChainId, stake: Record, *, returned_minor: int, rake_minor: int = 0, beyond_minor: int = 0) -> Record:
    """End a player's game: the chips come back, and what was bet of them beyond the buy-in is added to the totals."""
    buy_in = stake.document["buy_in"]
    assert isinstance(buy_in, int)
    movement = _movement(
        chain, leave_postings(returned_minor=returned_minor, rake_minor=rake_minor), beyond_minor=beyond_minor
    )
    fields = leave_fields(
        stake_leaf=stake.tip.leaf,
        end_leaf=hashlib.sha256(b"the hand_end record").digest(),
        buy_in_minor=buy_in,
        returned_minor=returned_minor,
        movement=movement,
    )
    return _write(load_head(chain), "leave", fields, movement, stake_open=False)


def _movement(chain: ChainId, postings: Sequence[Posting], *, beyond_minor: int = 0) -> Movement:
    stored = balance(chain)
    before = Balance(stored.cash_minor, stored.in_play_minor, stored.totals, currency_of(chain))
    after = apply_postings(before, postings)
    return Movement(postings=postings, before=before, after=after.with_bets_again(beyond_minor))


def _write(head: Head, kind: str, fields: Mapping[str, object], movement: Movement, *, stake_open: bool) -> Record:
    record = next_record(head, kind, fields)
    journal = NewJournal(
        seq=record.tip.seq,
        kind=kind,
        time_ms=record.tip.time_ms,
        postings=movement.postings,
        balance=movement.after,
        reference=f"{TABLE_LEAF.hex()}-0",
        actor="player",
    )
    after = head.advanced_by(record, stake_open=stake_open)
    assert execute_step([advance_cte(head, after), *record_ctes([record]), *journal_clauses([journal])])
    return record
