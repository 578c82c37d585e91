"""Which values a limit may have, and which limits players set in this way.

Source: docs/rules/limits.md, LI-1, LI-3.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kernel.refusals import Kind, Refusal
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.limits.names import TOTAL_AND_WINDOW, Name, Sum

SETTABLE: Final = tuple(name for name in Name if name is not Name.EXCLUDED)
"""The limits that have a value; staying away has rules of its own."""

TIMES: Final = frozenset({Name.SESSION, Name.DAY, Name.CHECK})
"""Those of them that are times; the others are amounts."""

AMOUNT_MOST_MINOR: Final = 10**12
"""The highest limit on money, which is as much as an account is funded up to."""

_MINUTE_MS: Final = 60 * 1000
_SHORTEST_MS: Final[Mapping[Name, int]] = MappingProxyType({Name.SESSION: 5 * _MINUTE_MS, Name.DAY: 15 * _MINUTE_MS})
_LONGEST_MS: Final = 24 * 60 * _MINUTE_MS


class LimitOutOfRange(Refusal):
    """A limit cannot have this value."""

    code, kind = "limit-out-of-range", Kind.INVALID


class LimitSetElsewhere(Refusal):
    """This limit is changed by rules of its own."""

    code, kind = "limit-set-elsewhere", Kind.CONFLICT


def require_players(name: Name) -> None:
    """Let a limit pass that players change by these rules.

    Raises:
        LimitSetElsewhere: the table bet limit may be modified once in a gaming week.
    """
    if name is Name.STAKE_MAX:
        raise LimitSetElsewhere("Nothing was changed. Change your limit for one bet at /api/v1/me/bet-limit.")


def require_in_range(name: Name, value: int | None, jurisdiction: Jurisdiction) -> None:
    """Let a value pass that a limit may have; None, no limit, it always may.

    Raises:
        LimitOutOfRange: with `minimum` and `maximum` in minor units or `minimum_seconds` and `maximum_seconds`, or with
            `choices_seconds`.
    """
    if value is None:
        return
    if name is Name.CHECK:
        _require_choice(value, jurisdiction.reality_check_choices_ms)
    elif name in TIMES:
        _require_minutes(value, _SHORTEST_MS[name])
    else:
        _require_amount(value, _lowest_minor(name))


def _lowest_minor(name: Name) -> int:
    # To lose nothing leaves what was won to play with, to deposit nothing leaves what is there. To stake nothing is
    # to stay away, which has ways of its own that nobody can take back.
    total = TOTAL_AND_WINDOW[name][0] if name in TOTAL_AND_WINDOW else None
    return 0 if total in {Sum.LOSS, Sum.DEPOSIT} else 1


def _require_amount(value: int, lowest_minor: int) -> None:
    if not lowest_minor <= value <= AMOUNT_MOST_MINOR:
        raise LimitOutOfRange(
            f"Nothing was changed. This limit is {lowest_minor} to {AMOUNT_MOST_MINOR} minor units.",
            minimum=lowest_minor,
            maximum=AMOUNT_MOST_MINOR,
        )


def _require_minutes(value: int, shortest_ms: int) -> None:
    if not shortest_ms <= value <= _LONGEST_MS or value % _MINUTE_MS:
        raise LimitOutOfRange(
            f"Nothing was changed. This limit is {shortest_ms // _MINUTE_MS} to {_LONGEST_MS // _MINUTE_MS} whole minutes.",
            minimum_seconds=shortest_ms // 1000,
            maximum_seconds=_LONGEST_MS // 1000,
        )


def _require_choice(value: int, choices_ms: tuple[int, ...]) -> None:
    if value not in choices_ms:
        minutes = ", ".join(str(choice_ms // _MINUTE_MS) for choice_ms in choices_ms)
        raise LimitOutOfRange(
            f"Nothing was changed. A reality check can come every {minutes} minutes.",
            choices_seconds=[choice_ms // 1000 for choice_ms in choices_ms],
        )
