"""Refuse the bets and the actions that a sheet and a state do not allow: the same for every family."""

from collections.abc import Sequence

from games.core.family import (
    Action,
    Bet,
    Decision,
    IllegalAction,
    Need,
    SeatsOutOfLimits,
    StakeOutOfLimits,
)
from games.core.sheet import RuleSheet
from kernel.money import amount_document


def require_bets(sheet: RuleSheet, bets: Sequence[Bet], *, seats_min: int = 1) -> None:
    """Refuse too few or too many seats, and stakes outside the limits; side bets are the family's own affair.

    Raises:
        SeatsOutOfLimits: with `minimum` and `maximum`, counts of seats.
        StakeOutOfLimits: with `minimum` and `maximum`, amounts, both inclusive.
    """
    if not seats_min <= len(bets) <= sheet.seats:
        seats = f"{len(bets)} seats; this game is played by {seats_min} to {sheet.seats}."
        raise SeatsOutOfLimits(seats, minimum=seats_min, maximum=sheet.seats)
    for bet in bets:
        if not sheet.stake_min_minor <= bet.stake_minor <= sheet.stake_max_minor:
            raise StakeOutOfLimits(
                f"Nothing was taken. {sheet.game} takes stakes of {sheet.stake_min_minor} to {sheet.stake_max_minor}.",
                minimum=amount_document(sheet.stake_min_minor, sheet.currency),
                maximum=amount_document(sheet.stake_max_minor, sheet.currency),
            )


def require_legal(sheet: RuleSheet, need: Need, *, seat: int, action: Action, amount_minor: int) -> None:
    """Refuse an action that the state does not wait for, or not from this seat, or not at this price.

    Raises:
        IllegalAction: with `legal`, the actions open to that seat now, each with its lowest and highest cost.
    """
    legal = need.legal if isinstance(need, Decision) and need.seat == seat else ()
    for open_to in legal:
        if open_to.action is action and open_to.cost_min_minor <= amount_minor <= open_to.cost_max_minor:
            return
    raise IllegalAction(
        f"The round does not take {action} of {amount_minor} now; nothing was changed.",
        legal=[
            {
                "action": open_to.action.value,
                "cost_min": amount_document(open_to.cost_min_minor, sheet.currency),
                "cost_max": amount_document(open_to.cost_max_minor, sheet.currency),
            }
            for open_to in legal
        ],
    )
