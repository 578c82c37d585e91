"""The row of a round: the CTEs that insert and settle it. Both select from the step's `head`."""

from typing import Final, NamedTuple

from audit.core.records import ChainTip
from games.core.family import Bet, SeatResult
from kernel.cte import Cte
from kernel.ids import RoundId


class RoundResult(NamedTuple):
    """The columns that the end of a round fills, in the order of both statements; all null while it is open."""

    settle_seq: int | None = None
    settled_ms: int | None = None
    staked_minor: int | None = None
    returned_minor: int | None = None
    outcome: str | None = None


NO_RESULT: Final = RoundResult()


def result_columns(record: ChainTip, result: SeatResult) -> RoundResult:
    """Return the columns of a round that the record at `record` ended."""
    return RoundResult(record.seq, record.time_ms, result.staked_minor, result.returned_minor, result.outcome)


def insert_round_cte(
    round_id: RoundId, bet: Bet, *, game: str, rules_leaf: bytes, deal: ChainTip, result: RoundResult
) -> Cte:
    """Insert the round that the record at `deal` dealt; `result` if the same step settles it."""
    return Cte(
        "round",
        "INSERT INTO games_round (chain, epoch, nonce, game, rules_leaf, deal_seq, dealt_ms, stake_minor,"
        " side_bet_minor, settle_seq, settled_ms, staked_minor, returned_minor, outcome)"
        " SELECT head.chain, %s::int, %s::int, %s::text, %s::bytea, %s::bigint, %s::bigint, %s::bigint, %s::bigint,"
        " %s::bigint, %s::bigint, %s::bigint, %s::bigint, %s::text FROM head",
        (
            round_id.epoch,
            round_id.nonce,
            game,
            rules_leaf,
            deal.seq,
            deal.time_ms,
            bet.stake_minor,
            bet.side_bet_minor,
            *result,
        ),
    )


def settle_round_cte(round_id: RoundId, result: RoundResult) -> Cte:
    """Mark the open round as settled."""
    return Cte(
        "settled",
        "UPDATE games_round r SET settle_seq = %s, settled_ms = %s, staked_minor = %s, returned_minor = %s,"
        " outcome = %s FROM head WHERE r.chain = head.chain AND r.epoch = %s AND r.nonce = %s",
        (*result, round_id.epoch, round_id.nonce),
    )
