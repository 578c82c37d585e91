"""What the platform writes about limits and exclusions, as an auditor folds it; and the terms that it publishes."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import TYPE_CHECKING, Any

import pytest

from audit.core.records import parse_entry
from audit.operations.export import export_log
from audit.queries.records import system_entries_of_type
from kernel.instants import to_epoch_ms
from kernel.refusals import Refusal
from players.operations.set_pin import set_pin
from responsible_gaming.core.exclusion import ExclusionKind
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.loosening import LooseningTooEarly
from responsible_gaming.core.rules.daily_time import DAILY_TIME
from responsible_gaming.core.rules.losses import LOSS_DAY, LOSS_WEEK
from responsible_gaming.operations import change_bet_limit as bet_limit
from responsible_gaming.operations.adopt_jurisdiction import adopt_counting
from responsible_gaming.operations.change_player_limit import (
    cancel_player_limit_loosening,
    change_player_limit,
    confirm_player_limit,
)
from responsible_gaming.operations.exclude import ask_return, exclude
from responsible_gaming.operations.exclude_by_operator import exclude_by_operator, lift_by_operator
from responsible_gaming.operations.publish_profile import publish_profile
from responsible_gaming.queries.profiles import is_announced, terms_in_force
from tests import world
from tests.approving import approval
from tests.verifier.auditor import audited_folder
from tests.world import DEMO, NOW, PIN
from verifier.verdict import Code

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path

    from kernel.ids import ChainId
    from responsible_gaming.core.jurisdiction import Jurisdiction
    from verifier.audit import AuditResult

pytestmark = [pytest.mark.clause("F26"), pytest.mark.clause("F28"), pytest.mark.django_db]

DAY = timedelta(days=1)
LIMITS = (LOSS_DAY, LOSS_WEEK, DAILY_TIME)
MINUTE_MS = 60_000
VALUES = (None, 60 * MINUTE_MS, 120 * MINUTE_MS, 240 * MINUTE_MS)
ADA = "Ada,Ada,1990-01-01"
# Between two acts: nearly nothing, hours, about the wait of a loosening, weeks, and longer than any exclusion waits.
PAUSES = (timedelta(seconds=1), timedelta(hours=5), DAY, timedelta(days=3), timedelta(days=8), timedelta(days=190))


def judged(folder: Path, *, now: datetime) -> AuditResult:
    world.run_sequencer(now=now)
    export_log(folder)
    return audited_folder(folder)


def faults(result: AuditResult) -> set[Code]:
    """Return the codes told; but this clock leaps over the hours in which events would have been listed."""
    return {*result.tally.failures} - {Code.E_EVENT_LATE}


class Chance:
    """Players and operators who try whatever they may."""

    def __init__(self, seed: int, chain: ChainId, jurisdiction: Jurisdiction) -> None:
        self.dice, self.chain, self.jurisdiction = random.Random(seed), chain, jurisdiction
        self.now = NOW

    def act(self) -> str:
        """Try something, and return what it was; nothing where it was refused."""
        self.now += self.dice.choice(PAUSES)
        name, tried = self.dice.choice(list(self.acts().items()))
        with suppress(Refusal):
            tried()
            return name
        return ""

    def acts(self) -> dict[str, Callable[[], object]]:
        chain, now = self.chain, self.now
        place: dict[str, Any] = {"jurisdiction": self.jurisdiction, "now": now}
        rules, limit, value = self.jurisdiction.exclusions, self.dice.choice(LIMITS), self.dice.choice(VALUES)
        days = self.dice.choice((None, 1, 3, 30, 184, 366, 400))
        whole: dict[str, Any] = {"pin": PIN, **place}
        staff: dict[str, Any] = {"reason": "a test", "actor": "operator:ann"}
        return {
            "change": lambda: change_player_limit(chain, limit, value, **whole),
            "change again": lambda: change_player_limit(chain, limit, value, **whole),
            "confirm": lambda: confirm_player_limit(chain, limit, **whole),
            "cancel": lambda: cancel_player_limit_loosening(chain, limit, **place),
            "bet": lambda: bet_limit.change_bet_limit(chain, self.dice.choice((None, 500, 900)), **whole),
            "confirm bet": lambda: bet_limit.confirm_loosening(chain, **whole),
            "cancel bet": lambda: bet_limit.cancel_loosening(chain, **place),
            "operator's": lambda: world.impose_limit(chain, limit, value, **place),
            "time-out": lambda: exclude(chain, ExclusionKind.TIME_OUT, days, rules=rules, now=now),
            "self-exclusion": lambda: exclude(chain, ExclusionKind.SELF_EXCLUSION, days, rules=rules, now=now),
            "return": lambda: ask_return(chain, rules=rules, now=now),
            "excluded": lambda: exclude_by_operator(chain, days, **staff, now=now),
            "lifted": lambda: lift_by_operator(chain, by=approval(), now=now),
            "listed": lambda: world.import_exclusion_list(ADA, force=True, now=now),
            "listed until": lambda: world.import_exclusion_list(f"{ADA},2027-03-01", force=True, now=now),
            "dropped": lambda: world.import_exclusion_list(force=True, now=now),
            "counted anew": lambda: adopt_counting(chain, self.jurisdiction.window_rule, now=now),
        }


@pytest.mark.parametrize(
    ("name", "seed"), [("demo", 0), ("new-jersey", 0), ("pennsylvania", 1), ("great-britain", 1), ("malta", 0)]
)
def test_whatever_the_operations_allow_an_auditor_accepts(name: str, seed: int, tmp_path: Path) -> None:
    jurisdiction = JURISDICTIONS[name]
    world.open_house(jurisdiction=jurisdiction)
    chain = world.sign_up(jurisdiction=jurisdiction)
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    chance = Chance(seed, chain, jurisdiction)

    done = [chance.act() for _ in range(100)]
    result = judged(tmp_path / "log", now=chance.now)

    assert faults(result) == set(), result.tally.gravest
    assert result.tally.records["limits"] > 20
    assert len({*done}) > 10, "most of what may be tried was done"


def test_the_published_wait_binds_where_the_code_is_configured_for_a_shorter_one(tmp_path: Path) -> None:
    """The log has another wait than the code: what a release was rolled back to may not let players out sooner."""
    world.open_house(jurisdiction=replace(DEMO, loosening_delay_ms=2 * DEMO.loosening_delay_ms))
    chain = world.sign_up()
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    change_player_limit(chain, LOSS_DAY, 5_000, pin=PIN, jurisdiction=DEMO, now=NOW)
    change_player_limit(chain, LOSS_DAY, 9_000, pin=PIN, jurisdiction=DEMO, now=NOW)

    # The published wait binds, although the code is configured for a shorter one.
    with pytest.raises(LooseningTooEarly):
        confirm_player_limit(chain, LOSS_DAY, pin=PIN, jurisdiction=DEMO, now=NOW + DAY)
    confirm_player_limit(chain, LOSS_DAY, pin=PIN, jurisdiction=DEMO, now=NOW + 2 * DAY)

    assert faults(judged(tmp_path / "log", now=NOW + 2 * DAY)) == set()


# --- The published terms ----------------------------------------------------------------------------------------


def profiles() -> list[Any]:
    return [parse_entry(entry) for entry in system_entries_of_type("profile")]


def test_the_terms_are_published_once_and_again_when_they_change() -> None:
    world.open_house()
    assert publish_profile(DEMO, now=NOW) == 0
    assert is_announced(DEMO)

    malta = JURISDICTIONS["malta"]
    assert not is_announced(malta)
    assert publish_profile(malta, now=NOW + DAY) == 1

    first, second = profiles()
    assert (first["name"], first["payout_floor"], first["from"]) == ("demo", [3, 4], to_epoch_ms(NOW))
    assert (first["play_money"], second["play_money"]) == (True, False)
    assert (second["name"], second["cool_open_ms"], second["zone"]) == ("malta", 7 * 86_400_000, "Europe/Malta")
    assert second["from"] == second["time"]


def test_a_shorter_wait_is_announced_and_binds_seven_days_later(tmp_path: Path) -> None:
    longer = replace(
        DEMO,
        bet_limit_delay_ms=86_400_000,
        loosening_after_period=True,
        exclusions=ExclusionRules(
            time_out_days_min=3,
            time_out_days_max=42,
            self_exclusion_days_min=366,
            self_exclusion_terms_days=(366, 1_827),
            cooling_off_ms=2 * 86_400_000,
            indefinite_cooling_off_ms=3 * 86_400_000,
        ),
    )
    world.open_house(jurisdiction=longer)
    rolling = replace(DEMO, window_kind=JURISDICTIONS["great-britain"].window_kind)
    assert publish_profile(rolling, now=NOW) == 2

    _, at_once, later = profiles()
    assert (at_once["windows"], at_once["from"], at_once["exclude_days_min"]) == ("rolling", to_epoch_ms(NOW), 366)
    assert (later["windows"], later["from"]) == ("rolling", to_epoch_ms(NOW) + 7 * 86_400_000)
    assert (later["exclude_days_min"], later["loosen_after_period"], later["stake_loosen_ms"]) == (184, False, 0)
    bound = terms_in_force(rolling, now=NOW + 6 * DAY)
    assert bound.exclusions == replace(longer.exclusions, self_exclusion_terms_days=())
    assert (bound.loosening_after_period, bound.bet_limit_delay_ms) == (True, 86_400_000)
    assert terms_in_force(rolling, now=NOW + 7 * DAY) == rolling
    assert publish_profile(rolling, now=NOW + DAY) == 0

    chain = world.sign_up(jurisdiction=rolling)
    set_pin(chain, proof=world.proof(), new_pin=PIN, now=NOW)
    chance = Chance(7, chain, rolling)
    for _ in range(60):
        chance.act()
    assert faults(judged(tmp_path / "log", now=chance.now)) == set()


def test_an_auditor_refuses_the_shorter_wait_before_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("responsible_gaming.operations.publish_profile.NOTICE_DURATION_MS", 6 * 86_400_000)
    world.open_house()
    publish_profile(replace(DEMO, loosening_delay_ms=0), now=NOW)

    assert faults(judged(tmp_path / "log", now=NOW)) == {Code.E_PROFILE}
