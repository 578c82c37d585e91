"""The terms of protection that a log publishes for itself, and which of them hold when.

Source: docs/formats/protection.md, "Profiles".
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypedDict

from verifier.common_fields import Common
from verifier.predicates import KEBAB, MILLISECONDS, ZONE, array, boolean, fraction, integer, one_of
from verifier.shape import shape
from verifier.verdict import Code, Fault

DAY_MS: Final = 86_400_000
NOTICE_MS: Final = 7 * DAY_MS
"""So long before it holds, a profile with a shorter wait is announced."""

# Written as calls, because `from` is a keyword of Python.
_Terms = TypedDict(
    "_Terms",
    {
        "confirm_ms": int,
        "cool_ms": int,
        "cool_open_ms": int,
        "exclude_days_min": int,
        "exclude_terms": list[int],
        "from": int,
        "key_wait_ms": int,
        "loosen_after_period": bool,
        "loosen_ms": int,
        "payout_floor": tuple[int, int],
        "stake_loosen_ms": int,
        "timeout_days": tuple[int, int],
        "windows": str,
        "zone": str,
    },
)
"""The terms of a profile, as far as a verdict depends on them."""


class _Profile(Common, _Terms):
    type: Literal["profile"]


class Profile(_Profile, total=False):
    """Terms of protection are published. `bonus_free_month` is in minor units."""

    bonus_free_month: int
    play_money: bool


_DAYS = integer(1, 36_525)

SHAPE = shape(
    {
        "name": KEBAB,
        "ver": integer(1),
        "from": MILLISECONDS,
        "windows": one_of(("calendar", "rolling")),
        "zone": ZONE,
        "loosen_ms": MILLISECONDS,
        "loosen_after_period": boolean,
        "stake_loosen_ms": MILLISECONDS,
        "confirm_ms": MILLISECONDS,
        "timeout_days": array(_DAYS, 2, 2),
        "exclude_days_min": _DAYS,
        "exclude_terms": array(_DAYS, 0, 16),
        "cool_ms": MILLISECONDS,
        "cool_open_ms": MILLISECONDS,
        "key_wait_ms": MILLISECONDS,
        "payout_floor": fraction,
    },
    {"bonus_free_month": integer(0), "play_money": boolean},
)


@dataclass(slots=True, kw_only=True)
class Profiles:
    """The profiles that were announced up to some log index, in order."""

    announced: list[Profile] = field(default_factory=list)

    def accept(self, record: Profile) -> None:
        """Announce a profile. One that is refused is followed all the same, like every record.

        Raises:
            Fault: `E_PROFILE` if it holds from before its record on, or sooner than a shorter wait may.
        """
        begins = record["from"]
        replaced = [self.at(record["time"])]
        replaced += [earlier for earlier in self.announced if record["time"] < earlier["from"] <= begins]
        self.announced.append(record)
        if begins < record["time"]:
            raise Fault(Code.E_PROFILE, "the profile holds from before it was announced on")
        for earlier in replaced:
            if earlier is not None and begins < record["time"] + NOTICE_MS and (name := _shorter(record, earlier)):
                raise Fault(Code.E_PROFILE, f"{name} is shortened less than 7 days after its announcement")

    def at(self, time: int) -> Profile | None:
        """Return the profile in force at a millisecond: of those that hold by then the one announced last.

        The first one holds from its record on, whatever the clocks of those who write others.
        """
        for profile in reversed(self.announced):
            if profile["from"] <= time:
                return profile
        return self.announced[0] if self.announced else None

    def key_wait_ms(self, *, at: int, otherwise: int) -> int:
        """Return how long a key waits that operators let in at a millisecond."""
        profile = self.at(at)
        return otherwise if profile is None else profile["key_wait_ms"]


def _shorter(record: Profile, earlier: Profile) -> str | None:
    """Return the first wait that is shorter than before; None if none is."""
    for name in ("loosen_ms", "stake_loosen_ms", "exclude_days_min", "cool_ms", "cool_open_ms", "key_wait_ms"):
        if record[name] < earlier[name]:
            return name
    if record["timeout_days"][0] < earlier["timeout_days"][0]:
        return "timeout_days"
    return "loosen_after_period" if earlier["loosen_after_period"] and not record["loosen_after_period"] else None
