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
from players.core.verification import Method
from players.models import Session
from players.operations.verify import verify_identity
from players.tokens import session_id_of
from reddog_platform.apply_retention import BatchSizes, apply_retention
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.jurisdiction import Jurisdiction
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.excluded import PlayerExcluded
from responsible_gaming.core.limits.in_force import NO_LIMITS
from responsible_gaming.core.limits.limit_context import DepositContext
from responsible_gaming.core.limits.usage import NO_USAGE, Usage
from responsible_gaming.core.limits.wager import LimitExceeded
from responsible_gaming.core.limits.windows import LimitWindow, WindowKind, window_starts_at
from responsible_gaming.core.rules import deposits
from responsible_gaming.core.rules.deposits import DEPOSITS, DepositLimitExceeded, MissingDepositLimit
from responsible_gaming.core.rules.pacing import RoundTooSoon
from responsible_gaming.core.rules.reality_check import RealityCheckDue
from responsible_gaming.core.rules.session_time import SessionTimeOver
from responsible_gaming.core.rules.wager_cap import WagerAboveCap
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from responsible_gaming.operations.exclude import exclude
from tests import world
from tests.approving import approval
from tests.world import NOW, SeatedPlayer
from wallet.core.ledger import NOTHING, Totals

pytestmark = [pytest.mark.clause("F53"), pytest.mark.django_db]

SECOND: Final = timedelta(seconds=1)
MINUTE: Final = timedelta(minutes=1)
INSTANT: Final = timedelta(milliseconds=1)
HIGH_GAME: Final = "yablon"

Control = Callable[[Jurisdiction], None]
CONTROLS: Final[list[Control]] = []


def control(check: Control) -> Control:
    """Put a control into the matrix."""
    CONTROLS.append(check)
    return check


def sit_down(jurisdiction: Jurisdiction) -> SeatedPlayer:
    """Bring in a player whose identity is verified."""
    world.open_house()
    player = world.seat_player(amount_minor=1_000_000, jurisdiction=jurisdiction)
    verify_identity(player.chain, method=Method.PASSPORT, by=approval(), now=NOW)
    return player


def bet(
    player: SeatedPlayer,
    jurisdiction: Jurisdiction,
    *,
    at: datetime = NOW,
    stake_minor: int = 500,
    game: str = world.GAME,
) -> None:
    """Bet, and finish the round."""
    view = world.deal(player, stake_minor, now=at, jurisdiction=jurisdiction, game=game)
    if view.outcome is None:
        world.decide(player, view, now=at, jurisdiction=jurisdiction)


def refuses(refusal: type[Refusal], ask: Callable[[], object]) -> bool:
    before = world.everything_stored()
    with pytest.raises(refusal) as caught:
        ask()
    return world.unchanged_since(before, caught.value)


@control
def age(jurisdiction: Jurisdiction) -> None:
    years, today = jurisdiction.accounts.minimum_age_years, NOW.date()
    require_age(today.replace(year=today.year - years), today=today, minimum_years=years)
    with pytest.raises(Underage):
        require_age(today.replace(year=today.year - years, day=today.day + 1), today=today, minimum_years=years)


@control
def verified_identity(jurisdiction: Jurisdiction) -> None:
    world.open_house()
    player = world.seat_player(jurisdiction=jurisdiction)
    if jurisdiction.accounts.verification_required:
        assert refuses(NotVerified, lambda: bet(player, jurisdiction))
    else:
        bet(player, jurisdiction)


@control
def cap_of_one_wager(jurisdiction: Jurisdiction) -> None:
    player, cap_minor = sit_down(jurisdiction), jurisdiction.amounts_in(jurisdiction.currencies[0]).wager_maximum_minor
    if cap_minor is None:
        bet(player, jurisdiction, stake_minor=50_000, game=HIGH_GAME)
        return
    assert refuses(WagerAboveCap, lambda: bet(player, jurisdiction, stake_minor=cap_minor + 1, game=HIGH_GAME))
    bet(player, jurisdiction, stake_minor=cap_minor, game=HIGH_GAME)


@control
def limit_on_losses_over_a_day(jurisdiction: Jurisdiction) -> None:
    player = sit_down(jurisdiction)
    world.set_limits(
        player.chain, NO_LIMITS.with_values({"loss_day": 499}, jurisdiction.window_rule), jurisdiction=jurisdiction
    )

    assert refuses(LimitExceeded, lambda: bet(player, jurisdiction))


@control
def limit_on_wagers_until_its_day_is_over(jurisdiction: Jurisdiction) -> None:
    player = sit_down(jurisdiction)
    world.set_limits(
        player.chain, NO_LIMITS.with_values({"wager_day": 999}, jurisdiction.window_rule), jurisdiction=jurisdiction
    )
    bet(player, jurisdiction)
    spans = window_starts_at(int(NOW.timestamp() * 1000), jurisdiction.window_rule)
    over_at = NOW + timedelta(days=1)
    if jurisdiction.window_kind is WindowKind.CALENDAR:
        over_at = datetime.fromtimestamp(spans.day_ends_ms / 1000, tz=UTC)
    begun = replace(player, session_id=_come_back(over_at - SECOND))

    assert refuses(LimitExceeded, lambda: bet(begun, jurisdiction, at=over_at - INSTANT))
    # A new day, and a new seed for it.
    world.open_next_epoch(player.chain, now=over_at)
    bet(begun, jurisdiction, at=over_at + jurisdiction.game_cycle_ms * INSTANT)


@control
def limit_on_deposits(jurisdiction: Jurisdiction) -> None:
    usage = Usage(totals=Totals(700, 0, 0), earlier=dict.fromkeys(LimitWindow, NOTHING))
    context = DepositContext(jurisdiction=jurisdiction, currency=jurisdiction.currencies[0], usage=usage)
    for limit in DEPOSITS:
        deposits.check_deposit({limit.name: 1_000}, 300, context)
        with pytest.raises(DepositLimitExceeded):
            deposits.check_deposit({limit.name: 1_000}, 301, context)


@control
def deposit_limit_before_the_first_deposit(jurisdiction: Jurisdiction) -> None:
    context = DepositContext(jurisdiction=jurisdiction, currency=jurisdiction.currencies[0], usage=NO_USAGE)
    if not jurisdiction.deposit_limit_first:
        deposits.check_deposit({}, 300, context)
        return
    with pytest.raises(MissingDepositLimit):
        deposits.check_deposit({}, 300, context)


@control
def limit_on_a_session(jurisdiction: Jurisdiction) -> None:
    player = sit_down(jurisdiction)
    world.set_limits(
        player.chain,
        NO_LIMITS.with_values({"session_ms": 5 * 60_000}, jurisdiction.window_rule),
        jurisdiction=jurisdiction,
    )

    bet(player, jurisdiction, at=NOW + 5 * MINUTE - INSTANT)
    assert refuses(
        SessionTimeOver, lambda: bet(player, jurisdiction, at=NOW + 5 * MINUTE + jurisdiction.game_cycle_ms * INSTANT)
    )


@control
def reality_check(jurisdiction: Jurisdiction) -> None:
    player, due_at = sit_down(jurisdiction), NOW + jurisdiction.reality_check_interval_ms * INSTANT
    unlocked = replace(jurisdiction, sessions=replace(jurisdiction.sessions, inactivity_duration_ms=10**12))

    bet(player, unlocked, at=due_at - INSTANT)
    later = due_at + jurisdiction.game_cycle_ms * INSTANT
    assert refuses(RealityCheckDue, lambda: bet(player, unlocked, at=later))
    acknowledge_reality_check(player.session_id, player.chain, jurisdiction=jurisdiction, now=later)
    bet(player, unlocked, at=later)


@control
def pace(jurisdiction: Jurisdiction) -> None:
    player = sit_down(jurisdiction)
    bet(player, jurisdiction)
    if jurisdiction.game_cycle_ms:
        too_soon = NOW + (jurisdiction.game_cycle_ms - 1) * INSTANT
        assert refuses(RoundTooSoon, lambda: bet(player, jurisdiction, at=too_soon))
    bet(player, jurisdiction, at=NOW + jurisdiction.game_cycle_ms * INSTANT)


@control
def nobody_at_the_session(jurisdiction: Jurisdiction) -> None:
    player, locked_at = sit_down(jurisdiction), NOW + jurisdiction.sessions.inactivity_duration_ms * INSTANT

    assert refuses(SessionLocked, lambda: bet(player, jurisdiction, at=locked_at))


@control
def exclusion(jurisdiction: Jurisdiction) -> None:
    # A deal that waits for no decision may be followed by the next at once.
    player = sit_down(replace(jurisdiction, game_cycle_ms=0))
    view = world.deal_open_round(player)
    exclude(player.chain, ExclusionKind.SELF_EXCLUSION, None, rules=jurisdiction.exclusions, now=NOW)

    assert world.decide(player, view, jurisdiction=jurisdiction).outcome is not None
    assert refuses(PlayerExcluded, lambda: bet(player, jurisdiction, at=NOW + MINUTE))


@control
def retention(jurisdiction: Jurisdiction) -> None:
    session = Session.objects.get(player=sit_down(jurisdiction).chain)
    over = session.expires_at + timedelta(days=jurisdiction.retention.session_place_days)

    def kept(at: datetime) -> bool:
        apply_retention(jurisdiction=jurisdiction, clock=lambda: at, batch=BatchSizes())
        return bool(Session.objects.get(id=session.id).address)

    assert kept(over - timedelta(microseconds=1))
    assert not kept(over)


@pytest.mark.parametrize("jurisdiction", JURISDICTIONS.values(), ids=list(JURISDICTIONS))
@pytest.mark.parametrize("check", CONTROLS, ids=lambda check: check.__name__)
def test_a_control_holds_under_a_jurisdiction(check: Control, jurisdiction: Jurisdiction) -> None:
    check(jurisdiction)


def _come_back(at: datetime) -> UUID:
    return session_id_of(world.log_in_player(now=at).token)
