"""Every control under every jurisdiction: a column of this matrix is a profile, a row a control."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Final
from uuid import UUID

import pytest

from kernel.refusals import Refusal
from players.core.age import Underage, require_age
from players.core.eligibility import NotVerified
from players.core.session_state import SessionLocked
from players.core.verification import Method, Verification
from players.operations.verify import decide_verification
from players.tokens import session_id_of
from responsible_gaming.core.exclusion import Kind
from responsible_gaming.core.limits import NO_LIMITS
from responsible_gaming.core.names import Sum
from responsible_gaming.core.profile import PROFILES, Profile
from responsible_gaming.core.rules import deposit
from responsible_gaming.core.rules.deposit import DepositLimitExceeded, DepositLimitMissing
from responsible_gaming.core.rules.exclusion import PlayerExcluded
from responsible_gaming.core.rules.pacing import RoundTooSoon
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.core.rules.session_time import SessionTimeOver
from responsible_gaming.core.rules.wager_cap import WagerAboveCap
from responsible_gaming.core.spans import Span, Windows, spans_at
from responsible_gaming.core.usage import NO_USAGE, Usage
from responsible_gaming.core.wager import LimitExceeded
from responsible_gaming.operations.check_reality import acknowledge
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.world import NOW, Seated
from wallet.core.ledger import NOTHING, Totals

pytestmark = [pytest.mark.clause("F53"), pytest.mark.django_db]

SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
INSTANT: Final = timedelta(milliseconds=1)
HIGH_GAME: Final = "yablon"

Control = Callable[[Profile], None]
CONTROLS: Final[list[Control]] = []


def control(check: Control) -> Control:
    """Put a control into the matrix."""
    CONTROLS.append(check)
    return check


def sit_down() -> Seated:
    """Bring in a player whose identity is verified."""
    world.house_opened()
    player = world.seated(amount_minor=1_000_000)
    decide_verification(
        player.chain, Verification.VERIFIED, method=Method.PASSPORT, reason="a test", actor="operator:ann", now=NOW
    )
    return player


def bet(
    player: Seated, profile: Profile, *, at: datetime = NOW, stake_minor: int = 500, game: str = world.GAME
) -> None:
    """Bet, and finish the round."""
    view = world.dealt(player, stake_minor, now=at, profile=profile, game=game)
    if view.outcome is None:
        world.decided(player, view, now=at, profile=profile)


def refuses(refusal: type[Refusal], ask: Callable[[], object]) -> bool:
    before = world.everything_stored()
    with pytest.raises(refusal):
        ask()
    return world.everything_stored() == before


@control
def age(profile: Profile) -> None:
    years, today = profile.accounts.minimum_age_years, NOW.date()
    require_age(today.replace(year=today.year - years), today=today, minimum_years=years)
    with pytest.raises(Underage):
        require_age(today.replace(year=today.year - years, day=today.day + 1), today=today, minimum_years=years)


@control
def verified_identity(profile: Profile) -> None:
    world.house_opened()
    player = world.seated()
    if profile.accounts.verification_required:
        assert refuses(NotVerified, lambda: bet(player, profile))
    else:
        bet(player, profile)


@control
def cap_of_one_wager(profile: Profile) -> None:
    player, cap_minor = sit_down(), profile.wager_maximum_minor
    if cap_minor is None:
        bet(player, profile, stake_minor=50_000, game=HIGH_GAME)
        return
    assert refuses(WagerAboveCap, lambda: bet(player, profile, stake_minor=cap_minor + 1, game=HIGH_GAME))
    bet(player, profile, stake_minor=cap_minor, game=HIGH_GAME)


@control
def limit_on_losses_over_a_day(profile: Profile) -> None:
    player = sit_down()
    world.limited(player.chain, NO_LIMITS.with_values({"loss_day": 499}, profile.counting), profile=profile)

    assert refuses(LimitExceeded, lambda: bet(player, profile))


@control
def limit_on_wagers_until_its_day_is_over(profile: Profile) -> None:
    player = sit_down()
    world.limited(player.chain, NO_LIMITS.with_values({"wager_day": 999}, profile.counting), profile=profile)
    bet(player, profile)
    spans = spans_at(int(NOW.timestamp() * 1000), profile.counting)
    over_at = NOW + timedelta(days=1)
    if profile.windows is Windows.CALENDAR:
        over_at = datetime.fromtimestamp(spans.day_ends_ms / 1000, tz=UTC)
    begun = replace(player, session_id=_come_back(over_at - SECOND))

    assert refuses(LimitExceeded, lambda: bet(begun, profile, at=over_at - INSTANT))
    # A new day, and a new seed for it.
    world.epoch_opened(player.chain, now=over_at)
    bet(begun, profile, at=over_at + profile.cycle_ms * INSTANT)


@control
def limit_on_deposits(profile: Profile) -> None:
    usage = Usage(totals=Totals(700, 0, 0), earlier=dict.fromkeys(Span, NOTHING))
    for span in Span:
        limits = {Sum.DEPOSIT.over(span).value: 1_000}
        deposit.check(limits, 300, usage, profile)
        with pytest.raises(DepositLimitExceeded):
            deposit.check(limits, 301, usage, profile)


@control
def deposit_limit_before_the_first_deposit(profile: Profile) -> None:
    if not profile.deposit_limit_first:
        deposit.check({}, 300, NO_USAGE, profile)
        return
    with pytest.raises(DepositLimitMissing):
        deposit.check({}, 300, NO_USAGE, profile)


@control
def limit_on_a_session(profile: Profile) -> None:
    player = sit_down()
    world.limited(player.chain, NO_LIMITS.with_values({"session_ms": 5 * 60_000}, profile.counting), profile=profile)

    bet(player, profile, at=NOW + 5 * MINUTE - INSTANT)
    assert refuses(SessionTimeOver, lambda: bet(player, profile, at=NOW + 5 * MINUTE + profile.cycle_ms * INSTANT))


@control
def reality_check(profile: Profile) -> None:
    player, due_at = sit_down(), NOW + profile.reality_check_ms * INSTANT
    unlocked = replace(profile, sessions=replace(profile.sessions, inactivity_ms=10**12))

    bet(player, unlocked, at=due_at - INSTANT)
    later = due_at + profile.cycle_ms * INSTANT
    assert refuses(RealityCheckDue, lambda: bet(player, unlocked, at=later))
    acknowledge(player.session_id, player.chain, profile=profile, now=later)
    bet(player, unlocked, at=later)


@control
def pace(profile: Profile) -> None:
    player = sit_down()
    bet(player, profile)
    if profile.cycle_ms:
        too_soon = NOW + (profile.cycle_ms - 1) * INSTANT
        assert refuses(RoundTooSoon, lambda: bet(player, profile, at=too_soon))
    bet(player, profile, at=NOW + profile.cycle_ms * INSTANT)


@control
def nobody_at_the_session(profile: Profile) -> None:
    player, locked_at = sit_down(), NOW + profile.sessions.inactivity_ms * INSTANT

    assert refuses(SessionLocked, lambda: bet(player, profile, at=locked_at))


@control
def exclusion(profile: Profile) -> None:
    player = sit_down()
    view = world.waiting_round(player)
    exclude(player.chain, Kind.SELF_EXCLUSION, None, rules=profile.exclusions, now=NOW)

    assert world.decided(player, view, profile=profile).outcome is not None
    assert refuses(PlayerExcluded, lambda: bet(player, profile, at=NOW + MINUTE))


@pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))
@pytest.mark.parametrize("check", CONTROLS, ids=lambda check: check.__name__)
def test_a_control_holds_under_a_profile(check: Control, profile: Profile) -> None:
    check(profile)


def _come_back(at: datetime) -> UUID:
    return session_id_of(world.logged_in(now=at).token)
