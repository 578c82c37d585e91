"""Voided rounds of one seat, for reports."""

from kernel.cte import Cte


def rounds_voided_between(from_ms: int, to_ms: int) -> Cte:
    """Select the rounds that were voided in [from_ms, to_ms), with the number of the record that says why.

    The columns are those of `tables.queries.voided_stakes`: here the round's own chain says why, too.
    """
    sql = (
        "SELECT r.settled_ms AS time_ms, r.chain, r.settle_seq AS seq, r.game,"
        " concat_ws('-', replace(r.chain::text, '-', ''), r.epoch, r.nonce) AS round, r.returned_minor AS amount_minor,"
        " r.chain AS told_chain, r.settle_seq AS told_seq"
        " FROM games_round r WHERE r.settled_ms >= %s AND r.settled_ms < %s AND r.outcome = 'void'"
    )
    return Cte("voided_rounds", sql, (from_ms, to_ms))
