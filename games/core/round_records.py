"""Write the fields of a round's records.

A record keeps the words of its format: there the stake is `ante`, and the side bet is `bonus`. This file writes them
and `round_view.py` reads them; everywhere else they are `stake_minor` and `side_bet_minor`.

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
    session_reference: bytes,
    bet: Bet,
    cards: Sequence[Card],
    postings: Sequence[Posting],
    before: Balance,
    after: Balance,
) -> dict[str, object]:
    """Write the `deal` record: what is known before the player decides."""
    return {
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "rules": rules_leaf.hex(),
        "limits": limits_leaf.hex(),
        "ante": bet.stake_minor,
        **({"bonus": bet.side_bet_minor} if bet.side_bet_minor else {}),
        "cards": [card_text(card) for card in cards],
        "req": request_digest.hex(),
        "sess": session_reference.hex(),
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
    """Write the `settle` record: the round's end, and the seed that its cards follow from."""
    return {
        "deal": deal_leaf.hex(),
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "acts": list(acts),
        "cards": [card_text(card) for card in cards],
        "result": result.outcome,
        "pay": {"staked": result.staked_minor, "returned": result.returned_minor},
        **_side_bet(result.side_bet),
        "seed": seed.hex(),
        **_money(postings, before, after),
    }


def void_fields(  # noqa: PLR0913  a record has as many fields as it has
    round_id: RoundId,
    *,
    deal_leaf: bytes,
    reason: str,
    by: Sequence[str],
    ev: str,
    seed: bytes,
    postings: Sequence[Posting],
    before: Balance,
    after: Balance,
) -> dict[str, object]:
    """Write the `void` record: the reason, who agreed, the leaf of its event, and the seed.

    The seed shows what the result would have been.
    """
    return {
        "deal": deal_leaf.hex(),
        "epoch": round_id.epoch,
        "nonce": round_id.nonce,
        "reason": reason,
        "by": list(by),
        "ev": ev,
        "seed": seed.hex(),
        **_money(postings, before, after),
    }


def _side_bet(result: SideBetResult | None) -> dict[str, object]:
    return {} if result is None else {"bonus": {"category": result.category, "returned": result.returned_minor}}


def _money(postings: Sequence[Posting], before: Balance, after: Balance) -> dict[str, object]:
    return {"moves": moves_document(net_moves(postings)), "bal": [before.cash_minor, after.cash_minor]}
