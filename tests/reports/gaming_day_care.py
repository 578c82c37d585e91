"""The gaming day beside the money: sessions, limits, exclusions, the staff, and what the platform found in itself."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Final

import pytest

from audit.operations.save_event import NewEvent, save_event
from players.core.pin import MAX_PIN_FAILURES
from players.core.status import Status
from players.operations.change_password import change_password
from players.operations.check_credentials import WrongCredentials
from players.operations.end_sessions import close_session
from players.operations.log_in import log_out
from players.operations.set_pin import WrongPin, require_pin
from players.operations.set_status import set_status
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.limits.loosening import LooseningTooEarly
from responsible_gaming.core.rules.deposits import DEPOSIT_DAY
from responsible_gaming.core.rules.single_stake import STAKE_MAX
from responsible_gaming.operations.acknowledge_reality_check import acknowledge_reality_check
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.set_operator_limit import set_operator_limit
from tests import world
from tests.approving import approval
from tests.reports.gaming_day_ground import ABE, ADA, BEA, DEE, FAE, OPENED, PROFILE, Played, at

if TYPE_CHECKING:
    from datetime import datetime

    from kernel.ids import ChainId

_ANN: Final = "operator:ann"
_APPROVED, _OTHER = "a" * 64, "b" * 64


def days_before() -> None:
    """Set what ends, and what is changed, on the day."""
    days, rules = PROFILE.exclusions.self_exclusion_days_min, PROFILE.exclusions
    exclude(DEE, ExclusionKind.SELF_EXCLUSION, days, rules=rules, now=OPENED + timedelta(days=1))
    _want(ADA, 50_000, now=at(-35))
    _want(BEA, 60_000, now=at(-35))
    _want(BEA, None, now=at(-30))


def night(played: Played) -> None:
    """See what an hour has come to, leave, and end a session from elsewhere."""
    acknowledge_reality_check(played.seats["ada-night"].session_id, ADA, jurisdiction=PROFILE, now=at(1))
    log_out(played.seats["ada-night"].session_id, now=at(1, 30))


def morning(played: Played) -> None:
    """Close a session that was forgotten."""
    close_session(BEA, played.seats["bea-night"].session_id, now=at(3))


def lost_password(played: Played) -> None:
    """Change a password, and be locked out by those who do not know it."""
    played.log_in("abe", "abe-day", now=at(8, 10))
    newest = played.seats["abe-day"].session_id
    change_password(newest, ABE, proof=world.proof(), new_password="another pass phrase", now=at(8, 20))
    for minute in (30, 31, 32):
        with pytest.raises(WrongCredentials):
            world.log_in_player("abe", now=at(8, minute))
    with pytest.raises(WrongCredentials):
        world.log_in_player("nobody", now=at(8, 40))


def limits() -> None:
    """Tighten, loosen, take back and lay down limits, from a quarter past eleven on."""
    _want(ADA, 20_000, now=at(11, 15))
    _want(ADA, 30_000, now=at(11, 20))
    with pytest.raises(LooseningTooEarly):
        confirm_player_limit(ADA, DEPOSIT_DAY, pin=world.PIN, jurisdiction=PROFILE, now=at(11, 25))
    cancel_player_limit_loosening(ADA, DEPOSIT_DAY, jurisdiction=PROFILE, now=at(11, 30))
    confirm_player_limit(BEA, DEPOSIT_DAY, pin=world.PIN, jurisdiction=PROFILE, now=at(11, 40))
    set_operator_limit(BEA, STAKE_MAX, 20_000, reason="a talk", actor=_ANN, jurisdiction=PROFILE, now=at(11, 50))
    _want(FAE, 5_000, now=at(11, 55))


def exclusions() -> None:
    """Lock a PIN, and keep players away by their own word, the operator's and the national list's."""
    ask_return(DEE, rules=PROFILE.exclusions, now=at(12))
    for _ in range(MAX_PIN_FAILURES):
        with pytest.raises(WrongPin):
            require_pin(ABE, "1357", now=at(12, 10))
    exclude(ABE, ExclusionKind.TIME_OUT, 1, rules=PROFILE.exclusions, now=at(12, 20))
    exclude_by_operator(ABE, None, reason="a complaint", actor=_ANN, now=at(12, 30))
    lift_by_operator(ABE, by=approval("settled"), now=at(12, 40))
    world.import_exclusion_list(f"Abe,Ada,{world.identity_of('abe').born}", now=at(12, 50))
    world.import_exclusion_list(force=True, now=at(13))


def staff() -> None:
    """Let an operator begin work and suspend somebody, and the platform look at itself."""
    world.log_in_staff("ann", now=at(13, 10))
    set_status(ABE, Status.SUSPENDED, reason="+1 complaint", actor=_ANN, now=at(13, 20))
    _verified("games/core", _APPROVED, _APPROVED, now=at(14))
    _verified("audit/core", _APPROVED, _OTHER, now=at(14, 1))
    _verified("verifier", _APPROVED, None, now=at(14, 2))


def _want(chain: ChainId, value: int | None, *, now: datetime) -> None:
    change_player_limit(chain, DEPOSIT_DAY, value, pin=world.PIN, jurisdiction=PROFILE, now=now)


def _verified(component: str, expected: str, found: str | None, *, now: datetime) -> None:
    before, after = {"component": component, "sha256": expected}, {"component": component}
    save_event(
        NewEvent(
            kind="self-verification",
            actor="platform",
            before=before,
            after=after if found is None else {**after, "sha256": found},
        ),
        now=now,
    )
