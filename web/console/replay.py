"""A round step by step, in words, from its signed records: what was dealt, who did what, and what was paid."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from web.console.api_words import said
from web.console.cards import cards_text
from web.console.thing import Line
from web.console.wording import NOTHING, amount, instant, minor_units


def replay(played: Mapping[str, Any]) -> list[Line]:
    """Return the steps of a round of the interface's."""
    records = [_record(receipt["note"]) for receipt in played["receipts"]]
    currency = played["stake"]["currency"]
    lines = [_dealt(played, records[0])]
    acted_at = datetime.fromisoformat(played["dealt_at"])
    for act in played["acts"]:
        at = datetime.fromisoformat(act["acted_at"])
        lines.append(
            Line(
                instant(act["acted_at"]),
                _("%(action)s, by %(actor)s, %(seconds)s s later, for %(amount)s")
                % {
                    "action": said(act["action"]),
                    "actor": said(act["actor"]),
                    "seconds": f"{(at - acted_at).total_seconds():.1f}",
                    "amount": amount(act["amount"]),
                },
            )
        )
        acted_at = at
    if played["settled_at"] is not None and len(records) > 1:
        lines.append(_ended(played, records[0], records[-1], currency))
    return lines


def _dealt(played: Mapping[str, Any], deal: Mapping[str, Any]) -> Line:
    return Line(
        instant(played["dealt_at"]),
        _("Dealt, record %(number)s: %(stake)s staked; %(cards)s; spread %(spread)s")
        % {
            "number": deal["seq"],
            "stake": amount(played["stake"]),
            "cards": cards_text(deal["cards"]),
            "spread": NOTHING if played["spread"] is None else played["spread"],
        },
    )


def _ended(played: Mapping[str, Any], deal: Mapping[str, Any], end: Mapping[str, Any], currency: str) -> Line:
    if played["status"] == "voided":
        text = _("Voided, record %(number)s: %(reason)s. %(returned)s given back") % {
            "number": end["seq"],
            "reason": end.get("reason", NOTHING),
            "returned": amount(played["returned"] or played["staked"] or played["stake"]),
        }
        return Line(instant(played["settled_at"]), text)
    last = played["cards"][len(deal["cards"]) :]
    return Line(
        instant(played["settled_at"]),
        _("Settled, record %(number)s: %(cards)s drawn; %(outcome)s; %(staked)s staked, %(returned)s returned")
        % {
            "number": end["seq"],
            "cards": cards_text(last),
            "outcome": said(played["outcome"]),
            "staked": minor_units(end["pay"]["staked"], currency),
            "returned": minor_units(end["pay"]["returned"], currency),
        },
    )


def _record(note: str) -> dict[str, Any]:
    """Return the entry of a signed record: the lines of a note above the first empty one."""
    entry: dict[str, Any] = json.loads(note.partition("\n\n")[0])
    return entry
