"""The fields of a round's records.

Source: docs/formats/record.md, `deal`, `settle` and `void`.
"""

from collections.abc import Sequence

from audit.core.records import moves_document
from games.core.cards import Card, card_text
from games.core.family import Bet, SeatResult, SideBetResult
from kernel.ids import RoundId
from wallet.core.ledger import Balance, Posting, net_moves


def deal_fields(  # noqa: PLR0913  a record has as many fields as it has
    round_id: RoundId,
    *,
    rules_leaf: bytes,
    limits_leaf: bytes,
    request_digest: bytes,
    bet: Bet,
    cards: Sequence[Card],
    postings: Sequence[Posting],
    before: Balance,
    after: Balance,
) -> dict[str, object]:
    """Write what is known before the player decides."""
    return {
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "rules": rules_leaf.hex(),
        "limits": limits_leaf.hex(),
        "ante": bet.stake_minor,
        **({"bonus": bet.side_bet_minor} if bet.side_bet_minor else {}),
        "cards": [card_text(card) for card in cards],
        "req": request_digest.hex(),
        **_money(postings, before, after),
    }


def settle_fields(  # noqa: PLR0913  a record has as many fields as it has
    round_id: RoundId,
    *,
    deal_leaf: bytes,
    acts: Sequence[dict[str, object]],
    cards: Sequence[Card],
    result: SeatResult,
    seed: bytes,
    postings: Sequence[Posting],
    before: Balance,
    after: Balance,
) -> dict[str, object]:
    """Write the round's end, and the seed from which all of it follows."""
    return {
        "deal": deal_leaf.hex(),
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "acts": list(acts),
        "cards": [card_text(card) for card in cards],
        "result": result.outcome,
        "pay": {"staked": result.staked_minor, "returned": result.returned_minor},
        **_bonus(result.side_bet),
        "seed": seed.hex(),
        **_money(postings, before, after),
    }


def void_fields(  # noqa: PLR0913  a record has as many fields as it has
    round_id: RoundId,
    *,
    deal_leaf: bytes,
    reason: str,
    by: Sequence[str],
    seed: bytes,
    postings: Sequence[Posting],
    before: Balance,
    after: Balance,
) -> dict[str, object]:
    """Write why the round has no result, who agreed, and the seed that shows what it would have been."""
    return {
        "deal": deal_leaf.hex(),
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "reason": reason,
        "by": list(by),
        "seed": seed.hex(),
        **_money(postings, before, after),
    }


def _bonus(bonus: SideBetResult | None) -> dict[str, object]:
    return {} if bonus is None else {"bonus": {"category": bonus.category, "returned": bonus.returned_minor}}


def _money(postings: Sequence[Posting], before: Balance, after: Balance) -> dict[str, object]:
    return {"moves": moves_document(net_moves(postings)), "bal": [before.cash_minor, after.cash_minor]}
