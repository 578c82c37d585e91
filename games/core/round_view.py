"""A round as its player sees it, read from its signed records alone.

The first answer to a request, the answer to its repetition, and the round's page are the same function of the same
records: they cannot disagree.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from audit.core.records import read
from games.core.cards import parse
from games.core.families import family_of
from games.core.family import Action, Chance, Decision, LegalAction
from games.core.sheet import RuleSheet


@dataclass(frozen=True, slots=True)
class StoredEntry:
    """A signed note and its leaf."""

    entry: str
    leaf: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundView:
    """A round, open (with what its player may do) or settled (with what it brought). Amounts in minor units.

    `cards` are those the player may see, in deal order; `seed` is known once the round is settled. `cash_minor` and
    `in_play_minor` are the player's money after the round's newest step. `receipts` are its records, oldest first.
    """

    round_id: str
    game: str
    rules_leaf: str
    rules_version: int
    currency: str
    epoch: int
    nonce: int
    ante_minor: int
    staked_minor: int
    returned_minor: int | None
    outcome: str | None
    cards: tuple[str, ...]
    spread: int | None
    legal: tuple[LegalAction, ...]
    labels: Mapping[Action, str]
    default_action: Action | None
    times_out_ms: int | None
    acts: tuple[Mapping[str, Any], ...]
    seed: str | None
    dealt_ms: int
    settled_ms: int | None
    cash_minor: int
    in_play_minor: int
    receipts: tuple[tuple[int, StoredEntry], ...]


def view_round(
    sheet: RuleSheet, *, deal: StoredEntry, settle: StoredEntry | None, in_play_minor: int, currency: str
) -> RoundView:
    """Tell a round from its `deal` record, and its `settle` record where there is one."""
    dealt: Mapping[str, Any] = read(deal.entry)
    settled: Mapping[str, Any] | None = None if settle is None else read(settle.entry)
    spread, decision = _standing(sheet, dealt["ante"], dealt["cards"])
    if settled is not None:
        decision = None
    receipts = [(dealt["seq"], deal)]
    if settled is not None and settle is not None:
        receipts.append((settled["seq"], settle))
    return RoundView(
        round_id=f"{dealt['chain']}-{dealt['epoch']}-{dealt['nonce']}",
        game=sheet.game,
        rules_leaf=dealt["rules"],
        rules_version=sheet.version,
        currency=currency,
        epoch=dealt["epoch"],
        nonce=dealt["nonce"],
        ante_minor=dealt["ante"],
        staked_minor=dealt["ante"] if settled is None else settled["pay"]["staked"],
        returned_minor=None if settled is None else settled["pay"]["returned"],
        outcome=None if settled is None else settled["result"],
        cards=tuple((settled or dealt)["cards"]),
        spread=spread,
        legal=() if decision is None else decision.legal,
        labels=sheet.labels,
        default_action=None if decision is None else decision.default,
        times_out_ms=None if decision is None else dealt["time"] + sheet.timeout_ms,
        acts=() if settled is None else tuple(settled["acts"]),
        seed=None if settled is None else settled["seed"],
        dealt_ms=dealt["time"],
        settled_ms=None if settled is None else settled["time"],
        cash_minor=(settled or dealt)["bal"][1],
        in_play_minor=in_play_minor,
        receipts=tuple(receipts),
    )


def _standing(sheet: RuleSheet, ante_minor: int, cards: Sequence[str]) -> tuple[int | None, Decision | None]:
    """Return the spread of the visible cards, and the decision that they leave to the player, if any."""
    family = family_of(sheet)
    state = family.draw(family.start(sheet, [ante_minor]), [parse(card) for card in cards])
    need = family.need(state)
    assert not isinstance(need, Chance) or need.count == 1, "only a pair's third card can be missing"
    return family.spread(state), need if isinstance(need, Decision) else None
