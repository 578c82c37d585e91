"""Watch what each version of a rule sheet returns, and switch one off that returns what its rules cannot.

Of each version, currency, bet and direction, the evidence over the year to date is weighed against what was seen before,
which the events say. A further step saves an event; from the third on it switches the version off. A step is never taken
back: evidence that falls again is no proof of innocence, and two people put the version back on.

A look reads the roll-ups of at most a year, however long the log is.

Source: docs/switches.md, "Drift of the return"; regulation F43 (GLI-19 A.6.2).
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from django.db import transaction

from audit.operations.save_event import NewEvent, save_event
from audit.operations.set_switch import SwitchUnchanged
from audit.queries.events import DRIFT, EventRow, events_of_kind
from audit.queries.switches import version_switch
from games.core.sheet import RuleSheet
from games.laboratory.result_range import ResultRange, main_range, side_range
from games.queries.sheets import sheet_in_currency
from reports.core.day_zone import DayZone
from reports.core.period import Period
from reports.core.rtp_drift import Drift, DriftLevel, DriftSums, level_of, steps
from reports.core.schedule import PLATFORM
from reports.operations.aggregate_log import cursor_for_update
from reports.queries.game_totals import VersionKey, merge_totals, version_key
from reports.queries.rollups import GameSums, game_sums
from tables.operations.switch_off import SwitchOffOrder, switch_off

_DAY: Final = timedelta(days=1)
_MESSAGE: Final = "This version of the game is being checked."


@dataclass(frozen=True, slots=True, kw_only=True)
class DriftSeries:
    """Bets of which the evidence is weighed together."""

    version: VersionKey
    bet: str
    """`main` or `side`."""
    drift: Drift
    year: int

    def document(self) -> dict[str, object]:
        """Write it as events do."""
        return {**self.version._asdict(), "bet": self.bet, "drift": self.drift.value, "year": self.year}


def watch_drift(zone: DayZone, *, now: datetime) -> int:
    """Save an event for each series whose evidence took a further step, and act on it; return how many there were.

    Raises:
        RollupsInAnotherZone: nothing was done.
    """
    today = zone.day_of(now)
    period = Period(date(today.year, 1, 1), today + _DAY, zone)
    with transaction.atomic():
        # Of two turns at once, the second waits here and reads what the first has saved.
        cursor_for_update(zone)
        reached = _steps_saved(events_of_kind(DRIFT), today.year)
        taken = [
            (series, found)
            for series, sums in _series(period)
            if (found := steps(sums, series.drift)) > reached.get(_name(series.document()), 0)
        ]
        for series, found in taken:
            _act(series, found, before=reached.get(_name(series.document()), 0), now=now)
    return len(taken)


def _act(series: DriftSeries, found: int, *, before: int, now: datetime) -> None:
    level = level_of(found)
    save_event(
        NewEvent(
            kind=DRIFT,
            actor=PLATFORM,
            reason=f"evidence of 1 to 10^{3 * found} that the return is {series.drift.value} what the rules can give",
            before={**series.document(), "steps": before, "level": level_of(before).value},
            after={**series.document(), "steps": found, "level": level.value},
        ),
        now=now,
    )
    if level is DriftLevel.STOP:
        order = SwitchOffOrder(
            switch=version_switch(series.version.game, series.version.version),
            reason=f"its return drifts {series.drift.value} its rules ({series.bet} bet, {series.version.currency})",
            message=_MESSAGE,
            actor=PLATFORM,
        )
        # Another currency, or a member of the staff, may have been first.
        with suppress(SwitchUnchanged):
            switch_off(order, now=now)


def _steps_saved(events: list[EventRow], year: int) -> Mapping[str, int]:
    """Return the steps that the events of this year say, by series."""
    saved: dict[str, int] = {}
    for event in events:
        if event.after["year"] == year:
            name = _name(event.after)
            saved[name] = max(saved.get(name, 0), int(str(event.after["steps"])))
    return saved


def _name(document: Mapping[str, object]) -> str:
    return " ".join(str(document[member]) for member in (*VersionKey._fields, "bet", "drift", "year"))


def _series(period: Period) -> Iterator[tuple[DriftSeries, DriftSums]]:
    """Yield what players' bets of the year came to; test accounts are left out, where staff may try anything."""
    totals = merge_totals((sums for sums in game_sums(period) if not sums.test), version_key)
    for version, sums in totals.items():
        sheet = sheet_in_currency(sums.rules_leaf, version.currency)
        assert sheet is not None, "nothing was played in a currency that the sheet does not offer"
        for bet, found in (("main", _main(sheet, sums)), ("side", _side(sheet, sums))):
            if found is not None:
                for drift in Drift:
                    yield DriftSeries(version=version, bet=bet, drift=drift, year=period.first.year), found


def _main(sheet: RuleSheet, sums: GameSums) -> DriftSums | None:
    able = main_range(sheet)
    if able is None:
        return None
    result_minor = sums.winnings_minor - sums.wagers_minor
    return _sums(able, result_minor, sums.stake_total_minor, int(sums.stake_squares))


def _side(sheet: RuleSheet, sums: GameSums) -> DriftSums | None:
    able = side_range(sheet)
    if able is None:
        return None
    result_minor = sums.side_winnings_minor - sums.side_wagers_minor
    return _sums(able, result_minor, sums.side_wagers_minor, int(sums.side_bet_squares))


def _sums(able: ResultRange, result_minor: int, stake_total_minor: int, stake_squares: int) -> DriftSums:
    return DriftSums(
        result_minor=result_minor,
        stake_total_minor=stake_total_minor,
        stake_squares=stake_squares,
        stake_max_minor=able.stake_max_minor,
        mean_min=able.mean_min,
        mean_max=able.mean_max,
        square_max=able.square_max,
        net_min=able.net_min,
        net_max=able.net_max,
    )
