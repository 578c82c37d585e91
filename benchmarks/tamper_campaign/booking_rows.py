"""Attacks on money and dates that only the record's own word, its event or another chain contradicts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from benchmarks.tamper_campaign.mutations import replace_event
from benchmarks.tamper_campaign.rows import Row, draft, put

if TYPE_CHECKING:
    from collections.abc import Callable

    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.producer import Document

_DAY_MS: Final = 86_400_000


def _adjustment(log: OwnedLog) -> Document:
    return next(each.fields for each in log.drafts if each.fields.get("kind") == "adjustment")


def _first_of_chain(log: OwnedLog, kind: str, chain: str) -> Document:
    return next(each.fields for each in log.drafts if each.fields["type"] == kind and each.fields["chain"] == chain)


def _caused(cause: str, **others: Any) -> Callable[[OwnedLog], object]:
    return lambda log: _adjustment(log).update(cause=cause, **others)


def _corrected(log: OwnedLog) -> None:
    """Call a grant the correction of what another player's round came to."""
    chain = _adjustment(log)["chain"]
    others = next(each for each in log.drafts if each.fields["type"] == "settle" and each.fields["chain"] != chain)
    _caused("correction", of=others.leaf)(log)


def _above_deposit_limit(log: OwnedLog) -> None:
    """Call a grant money for another reason, above what its player may deposit in a day."""
    granted = _adjustment(log)
    granted["cause"] = "other"
    limits = _first_of_chain(log, "limits", granted["chain"])
    terms = draft(log, "profile").fields
    limits["rg"] = {"now": {"deposit_day": 1, "windows": terms["windows"], "zone": terms["zone"]}}
    limits["act"] = {"do": "set", "who": "player", "name": "deposit_day", "value": 1}


def _called_a_bonus(log: OwnedLog) -> None:
    """Call a grant a bonus, whose event says so, above what its player may deposit in a day."""
    _above_deposit_limit(log)
    granted = _adjustment(log)
    del granted["cause"]
    granted["kind"], granted["moves"][1][0] = "bonus", "bonus"
    replace_event(log, granted["ev"], lambda event: event.update(kind="bonus-given"))


def _deposit_of_test_account(log: OwnedLog) -> None:
    granted = _adjustment(log)
    _first_of_chain(log, "init", granted["chain"])["test"] = True
    amount = dict(granted["moves"])["cash"]
    granted.update(kind="deposit", moves=[["cash", amount], ["deposit", -amount]])
    del granted["cause"], granted["ev"]


def _other_amount(log: OwnedLog) -> None:
    leaf = _adjustment(log)["ev"]
    replace_event(log, leaf, lambda event: event["told"].update(amount_minor=event["told"]["amount_minor"] + 1))


def _other_kind(log: OwnedLog) -> None:
    leaf = draft(log, "void", 0, "nonce").fields["ev"]
    replace_event(log, leaf, lambda event: event.update(kind="identity-viewed"))


def _same_tag(log: OwnedLog) -> None:
    draft(log, "init", -1).fields["player"] = draft(log, "init").fields["player"]


def _dated_back(log: OwnedLog) -> None:
    """Date the beginning of the last player's chain a day back, where the chain itself does not contradict it."""
    draft(log, "init", -1).fields["time"] -= _DAY_MS


def _row(name: str, expected: str, spoil: Callable[[OwnedLog], object]) -> Row:
    return Row(name=name, expected=frozenset((expected,)), spoil=spoil)


BOOKING_ROWS: Final = (
    _row("chain begun a day before it was, by its date", "E_CLOCK", _dated_back),
    _row("second chain of a person", "E_TAG", _same_tag),
    _row("money from nowhere called a returned withdrawal", "E_CAUSE", _caused("returned", of="5e" * 32)),
    _row("money from nowhere called a correction", "E_CAUSE", _corrected),
    _row("deposit above the limit called an adjustment", "E_RG", _above_deposit_limit),
    _row("deposit above the limit called a bonus", "E_RG", _called_a_bonus),
    _row("deposit of a player for money called play money", "E_CAUSE", put("profile", play_money=False)),
    _row(
        "deposit called play money, of which the profile says nothing",
        "E_CAUSE",
        lambda log: draft(log, "profile").fields.pop("play_money"),
    ),
    _row("adjustment without a cause", "E_FORM", lambda log: _adjustment(log).pop("cause")),
    _row("test account that deposits", "E_ACCOUNT", _deposit_of_test_account),
    _row("event of another amount than the adjustment", "E_EVENT", _other_amount),
    _row("void that names an event of another kind", "E_EVENT", _other_kind),
    _row("seat of a stake that was dealt to", "E_SEATS", put("deal", "seat", seat=2)),
    _row("seed of the hands that were left, exchanged", "E_SEED", put("open", "left", left="5e" * 32)),
    _row("cause of a round's end", "E_FORM", put("settle", cause="other")),
)
