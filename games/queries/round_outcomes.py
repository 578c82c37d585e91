"""Outcomes of many rounds at once, for reports."""

from typing import Final, NamedTuple

from django.db.models import F, Q

from audit.queries.record_documents import record_member
from games.core.round_view import VOID
from games.models import Round
from kernel.cte import Cte
from kernel.ids import ChainId

_SIDE_RETURNED = record_member("r.chain", "r.settle_seq", "bonus", "returned")

# Only journals of rounds refer to a round's id; other references have no numbers in these places. A stake at a table
# refers to a round of the table's chain.
_PART = (
    "CASE WHEN j.kind IN ('deal', 'settle', 'void')"
    " AND split_part(j.reference, '-', 1) = replace(j.chain::text, '-', '')"
    " THEN split_part(j.reference, '-', {})::integer END"
)

PLAYED: Final = Cte(
    "played",
    "SELECT j.index, j.chain, j.kind, j.time_ms, r.deal_seq AS stake_seq, r.dealt_ms AS stake_ms, r.rules_leaf, r.stake_minor, r.side_bet_minor,"
    " COALESCE(r.staked_minor, 0) AS staked_minor, COALESCE(r.returned_minor, 0) AS returned_minor,"
    f" CASE WHEN r.side_bet_minor > 0 AND j.kind = 'settle' THEN {_SIDE_RETURNED} ELSE 0 END AS side_returned_minor,"
    " CASE j.kind WHEN 'deal' THEN r.stake_minor + r.side_bet_minor"
    " WHEN 'settle' THEN r.staked_minor - r.stake_minor - r.side_bet_minor ELSE 0 END AS into_play_minor,"
    " r.stake_minor::numeric ^ 2 AS stake_square, r.side_bet_minor::numeric ^ 2 AS side_bet_square"
    f" FROM journals j JOIN games_round r ON r.chain = j.chain AND r.epoch = {_PART.format(2)}"
    f" AND r.nonce = {_PART.format(3)}",
    (),
)
"""The steps of rounds among the journals of the CTE `journals`, each with its round's stakes and result.

`into_play_minor` is what the step itself put at stake. `stake_seq` numbers the record that placed the round's stake, at `stake_ms`.
"""


class LargeRound(NamedTuple):
    """A settled round with a large stake or win."""

    settled_ms: int
    chain: ChainId
    epoch: int
    nonce: int
    game: str
    staked_minor: int
    returned_minor: int


def ended_between(from_ms: int, to_ms: int) -> Cte:
    """Select the rounds that were settled or voided in [from_ms, to_ms), from the rounds' own rows."""
    sql = (
        "SELECT r.chain, r.rules_leaf, r.game, r.outcome = 'void' AS voided, r.stake_minor, r.side_bet_minor,"
        " r.staked_minor, r.returned_minor, r.settled_ms FROM games_round r"
        " WHERE r.settled_ms >= %s AND r.settled_ms < %s"
    )
    return Cte("ended", sql, (from_ms, to_ms))


def dealt_between(from_ms: int, to_ms: int) -> Cte:
    """Select the rounds that were dealt in [from_ms, to_ms), with their stakes, from the rounds' own rows.

    Such a round has ended since, or is open: by that the index finds it.
    """
    sql = (
        "SELECT r.chain, r.stake_minor + r.side_bet_minor AS staked_minor FROM games_round r"
        " WHERE (r.settled_ms >= %s OR r.settle_seq IS NULL) AND r.dealt_ms >= %s AND r.dealt_ms < %s"
    )
    return Cte("dealt", sql, (from_ms, from_ms, to_ms))


def in_play_at(time_ms: int) -> Cte:
    """Select the rounds open at an instant (ms): their stakes, and the numbers of the records that dealt them."""
    sql = (
        "SELECT r.chain, r.deal_seq AS seq, r.stake_minor + r.side_bet_minor AS staked_minor FROM games_round r"
        " WHERE (r.settled_ms >= %s OR r.settle_seq IS NULL) AND r.dealt_ms < %s"
    )
    return Cte("in_play", sql, (time_ms, time_ms))


def large_rounds(from_ms: int, to_ms: int, *, minimum_minor: int) -> list[LargeRound]:
    """Return the rounds settled in [from_ms, to_ms) with a stake or a win of `minimum_minor` or more, in order of time.

    A win is the returned money less the staked money.
    """
    settled = Round.objects.filter(settled_ms__gte=from_ms, settled_ms__lt=to_ms).exclude(outcome=VOID)
    large = settled.filter(
        Q(staked_minor__gte=minimum_minor) | Q(returned_minor__gte=F("staked_minor") + minimum_minor)
    )
    rows = large.order_by("settled_ms", "chain", "epoch", "nonce").values_list(*LargeRound._fields)
    return [LargeRound(*row) for row in rows]
