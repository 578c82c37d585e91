"""The attacks on players' protection: limits that are loosened, exclusions that are lifted, terms that are shortened.

As in the other rows, the operator has all keys.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from benchmarks.tamper_campaign.mutations import leave_out
from benchmarks.tamper_campaign.rows import Row, at, put

if TYPE_CHECKING:
    from benchmarks.tamper_campaign.owned_log import OwnedLog
    from tests.verifier.producer import Document


def act_of(log: OwnedLog, do: str, who: str) -> Document:
    """Return the first record of limits to which somebody did something."""
    return next(
        each.fields
        for each in log.drafts
        if each.fields["type"] == "limits" and (each.fields["act"]["do"], each.fields["act"]["who"]) == (do, who)
    )


def _loosened_at_once(log: OwnedLog) -> None:
    request = act_of(log, "ask", "player")
    request["act"]["do"] = "set"
    request["rg"]["now"]["loss_day"] = request["act"]["value"]


def _confirmed_unrequested(log: OwnedLog) -> None:
    request = act_of(log, "ask", "player")
    request["rg"]["now"]["loss_day"] = request["act"]["value"]
    request["act"] = {"do": "confirm", "who": "player", "name": "loss_day"}


def _exclusion_lifted(log: OwnedLog) -> None:
    act_of(log, "exclude", "player")["rg"] = {"now": {}}


def _owner_invented(log: OwnedLog) -> None:
    act_of(log, "set", "operator")["act"]["who"] = "list"


_LIMITS, _PROFILE = frozenset({"E_LIMITS"}), frozenset({"E_PROFILE"})
PROTECTION_ROWS: Final = (
    Row(name="limit loosened at once", expected=_LIMITS, spoil=_loosened_at_once),
    Row(name="loosening confirmed that nobody asked for", expected=_LIMITS, spoil=_confirmed_unrequested),
    Row(name="exclusion lifted", expected=_LIMITS, spoil=_exclusion_lifted),
    Row(name="limit of an owner that there is not", expected=_LIMITS, spoil=_owner_invented),
    Row(
        name="stakes before the terms of protection",
        expected=_PROFILE,
        spoil=lambda log: leave_out(log, at(log, "profile")),
    ),
    Row(name="terms that hold from before their record", expected=_PROFILE, spoil=put("profile", **{"from": 1})),
    Row(
        name="game below the least return", expected=frozenset({"E_RTP"}), spoil=put("profile", payout_floor=[99, 100])
    ),
)
