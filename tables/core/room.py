"""How limits on wagers bind a game around a pot, where chips that were won can be bet again.

Source: docs/formats/tables.md, "Limits".
"""

from collections.abc import Iterable
from dataclasses import replace

from games.core.action import Action
from games.core.family import LegalAction
from kernel.money import amount_document, display
from kernel.refusals import Refusal, RefusalKind
from wallet.core.ledger import Totals


class RaiseBeyondRoom(Refusal):
    """A limit on wagers leaves no room for this raise."""

    code, kind = "raise-beyond-room", RefusalKind.CONFLICT


def room_minor(left_minor: Iterable[int]) -> int | None:
    """Return the most that a game's raises may sum to, given what each limit on wagers in force leaves before the sit.

    None where no such limit is in force.
    """
    return min(left_minor, default=None)


def within_room(legal_actions: Iterable[LegalAction], left_minor: int | None) -> tuple[LegalAction, ...]:
    """Return what stays open to a seat whose raises may cost `left_minor` more; None is no bound."""
    if left_minor is None:
        return tuple(legal_actions)
    narrowed = (_narrow(legal, left_minor) if legal.action is Action.RAISE else legal for legal in legal_actions)
    return tuple(legal for legal in narrowed if legal is not None)


def require_room(amount_minor: int, left_minor: int | None, *, currency: str) -> None:
    """Refuse a raise that costs more than is left of the game's room.

    Raises:
        RaiseBeyondRoom: with `maximum`, an amount.
    """
    if left_minor is not None and amount_minor > left_minor:
        raise RaiseBeyondRoom(
            "Nothing was changed. Your limits on wagers leave room for raises of"
            f" {display(left_minor, currency)} in this game. Raise less, or take another decision.",
            maximum=amount_document(left_minor, currency),
        )


def totals_of_leaving(*, buy_in_minor: int, raised_minor: int, returned_minor: int) -> Totals:
    """Return what the end of a game adds to a player's running totals; the sit has added the buy-in.

    Staked are then the buy-in or the raises, whichever is more, and lost is what the game cost.
    """
    beyond_minor = max(0, raised_minor - buy_in_minor)
    return Totals(deposited_minor=0, staked_minor=beyond_minor, returned_minor=beyond_minor + returned_minor)


def _narrow(legal: LegalAction, left_minor: int) -> LegalAction | None:
    most_minor = min(legal.cost_max_minor, left_minor)
    return None if most_minor < legal.cost_min_minor else replace(legal, cost_max_minor=most_minor)
