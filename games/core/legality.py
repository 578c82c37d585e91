"""Refuse the bets and actions that a sheet and a state do not allow, in the same way for every family."""

from collections.abc import Sequence

from games.core.action import Action
from games.core.family import Bet, DecisionNeeded, IllegalAction, LegalAction, Need, SeatsOutOfLimits, StakeOutOfLimits
from games.core.sheet import RuleSheet
from kernel.money import amount_document, display


def require_bets(sheet: RuleSheet, bets: Sequence[Bet], *, seats_min: int = 1) -> None:
    """Refuse too few or too many seats, and stakes outside the limits. Each family checks side bets itself.

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
                f"Nothing was taken. {sheet.game} takes stakes of {display(sheet.stake_min_minor, sheet.currency)}"
                f" to {display(sheet.stake_max_minor, sheet.currency)}.",
                minimum=amount_document(sheet.stake_min_minor, sheet.currency),
                maximum=amount_document(sheet.stake_max_minor, sheet.currency),
            )


def require_legal(sheet: RuleSheet, need: Need, *, seat: int, action: Action, amount_minor: int) -> None:
    """Refuse an action that the state does not wait for, or not from this seat, or not at this price.

    Raises:
        IllegalAction: with `legal_actions`, those open to that seat now, each with its lowest and highest cost, and
            the step between costs where not every amount is taken.
    """
    legal_actions = need.legal_actions if isinstance(need, DecisionNeeded) and need.seat == seat else ()
    if any(open_to.action is action and open_to.takes(amount_minor) for open_to in legal_actions):
        return
    price = f" for {display(amount_minor, sheet.currency)}" if amount_minor else ""
    raise IllegalAction(
        f"Nothing was changed. Not open to you now: {action}{price}.",
        legal_actions=[_document(open_to, sheet.currency) for open_to in legal_actions],
    )


def _document(legal: LegalAction, currency: str) -> dict[str, object]:
    amounts_minor = {"cost_min": legal.cost_min_minor, "cost_max": legal.cost_max_minor}
    if legal.step_minor != 1:
        amounts_minor["cost_step"] = legal.step_minor
    costs = {name: amount_document(amount_minor, currency) for name, amount_minor in amounts_minor.items()}
    return {"action": legal.action.value, **costs}
