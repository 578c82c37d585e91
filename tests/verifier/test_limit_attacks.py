"""Each limit of a player over a day, a week and a month: kept to the last minor unit, and broken by one.

The operator of these logs holds every key: what he takes beyond a limit he signs like everything else.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.hands import deals_consecutive, deals_loss, deals_trips, deals_win
from tests.verifier.play import Player, founded, seated
from tests.verifier.producer import HOUR_MS, SYSTEM, Document, Log
from tests.verifier.sheets import MONTANA
from verifier import verdict_output

if TYPE_CHECKING:
    from tests.verifier.hands import Wanted

DAY_MS = 24 * HOUR_MS
WINDOWS = ("day", "week", "month")
RUNS = ("calendar", "rolling")
ROLLING = {"day": DAY_MS, "week": 7 * DAY_MS, "month": 30 * DAY_MS}
# On the wall of New York, as docs/formats/record.md has it: fall back on 1 November 2026, spring forward on 14 March
# 2027.
CALENDAR = [
    ("day", "2026-11-01T04:00Z", "2026-11-02T05:00Z", 25),
    ("day", "2027-03-14T05:00Z", "2027-03-15T04:00Z", 23),
    ("week", "2026-10-30T04:00Z", "2026-11-06T05:00Z", 169),
    ("week", "2027-03-12T05:00Z", "2027-03-19T04:00Z", 167),
    ("month", "2026-11-01T04:00Z", "2026-12-01T05:00Z", 30 * 24 + 1),
    ("month", "2027-03-01T05:00Z", "2027-04-01T04:00Z", 31 * 24 - 1),
]


def rg(limits: dict[str, int], *, windows: str = "calendar", zone: str = "America/New_York") -> Document:
    """Return limits over windows as a record has them."""
    return {"now": {"windows": windows, "zone": zone, **limits}}


def verdict(log: Log) -> str:
    """Return the code; where a limit was broken, it must be the log's last record that is named."""
    outcome = audited(log.seal())
    failure = verdict_output.deciding(outcome)
    if failure is not None and failure.code == "E_RG":
        assert failure.place.index == len(log.drafts) - 1
        assert failure.place.kind == log.drafts[-1].fields["type"]
        assert outcome.tally.failures == {"E_RG": 1}
    return code(outcome)


def at(log: Log, instant: int) -> None:
    """Date the next record: a second goes by with each."""
    assert instant > log.now
    log.now = instant - 1000


def ms(instant: str) -> int:
    return int(datetime.fromisoformat(instant).timestamp()) * 1000


def playing(limits: Document, *, wanted: Wanted = deals_loss) -> tuple[Log, Player, str]:
    """Begin a log with a player of these limits, who has an epoch open, and return the rules too."""
    log, rules = founded()
    return log, seated(log, "ada").limit(limits).open(wanted=wanted), rules


# --- Each limit, at it and one beyond ---------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "expected"), [(1100, "OK"), (1099, "E_RG")])
@pytest.mark.parametrize("windows", RUNS)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("kind", ["wager", "loss"])
def test_a_deal_that_takes_a_total_past_its_limit_is_refused(
    kind: str, window: str, windows: str, most: int, expected: str
) -> None:
    log, ada, rules = playing(rg({f"{kind}_{window}": most}, windows=windows))
    # 500 are lost, 600 more are put down.
    ada.deal(500, rules=rules).settle("stand").deal(600, rules=rules)

    assert verdict(log) == expected


@pytest.mark.parametrize(("most", "expected"), [(1100, "OK"), (1099, "E_RG")])
@pytest.mark.parametrize("windows", RUNS)
@pytest.mark.parametrize("window", WINDOWS)
def test_a_deposit_that_takes_the_total_past_its_limit_is_refused(
    window: str, windows: str, most: int, expected: str
) -> None:
    log, ada, _ = playing(rg({f"deposit_{window}": most}, windows=windows))
    ada.move("deposit", 500).move("deposit", 600)

    assert verdict(log) == expected


@pytest.mark.parametrize(("most", "expected"), [(1000, "OK"), (999, "E_RG")])
@pytest.mark.parametrize("windows", RUNS)
@pytest.mark.parametrize("window", WINDOWS)
@pytest.mark.parametrize("kind", ["wager", "loss"])
def test_a_raise_that_takes_a_total_past_its_limit_is_refused_even_where_it_wins(
    kind: str, window: str, windows: str, most: int, expected: str
) -> None:
    log, ada, rules = playing(rg({f"{kind}_{window}": most}, windows=windows), wanted=deals_win)
    ada.deal(500, rules=rules).settle("raise")

    assert verdict(log) == expected


@pytest.mark.parametrize(("most", "expected"), [(700, "OK"), (699, "E_RG")])
@pytest.mark.parametrize("kind", ["wager", "loss"])
def test_a_side_bet_is_staked_like_the_ante(kind: str, most: int, expected: str) -> None:
    log, ada, _ = playing(rg({f"{kind}_day": most}))
    montana = log.add(SYSTEM, "rules", {"rules": MONTANA})
    ada.deal(600, rules=montana, sheet=MONTANA, bonus=100)

    assert verdict(log) == expected


@pytest.mark.parametrize("windows", RUNS)
def test_a_limit_of_nothing_lets_nothing_pass(windows: str) -> None:
    log, ada, rules = playing(rg({"wager_month": 0}, windows=windows))

    assert verdict(log) == "OK"
    ada.deal(500, rules=rules)
    assert verdict(log) == "E_RG"


def test_each_kind_of_money_has_its_own_limit() -> None:
    log, ada, rules = playing(rg({"deposit_day": 500}))
    ada.deal(5000, rules=rules).settle("raise").move("deposit", 500)

    assert verdict(log) == "OK"


def test_a_log_says_every_limit_by_its_name() -> None:
    log, ada, rules = playing(rg({"loss_week": 400}))
    ada.deal(500, rules=rules)

    failure = verdict_output.deciding(audited(log.seal()))

    assert failure is not None
    assert failure.sentence == "loss_week would come to 500, the limit is 400"


@pytest.mark.parametrize(("kind", "field", "value"), [("settle", "seed", "ab" * 32), ("wallet", "bal", [0, 0])])
def test_a_limit_is_judged_before_seed_and_money(kind: str, field: str, value: object) -> None:
    log, ada, rules = playing(rg({"wager_day": 999, "deposit_day": 499}))
    if kind == "settle":
        ada.deal(500, rules=rules).settle("raise")
    else:
        ada.move("deposit", 500)
    log.drafts[-1].fields[field] = value

    assert verdict(log) == "E_RG"


def test_a_limit_that_was_broken_once_is_told_once_and_counts_what_was_taken() -> None:
    log, ada, rules = playing(rg({"loss_day": 999}))
    ada.deal(500, rules=rules).settle("raise")
    ada.limit({"now": {}}).deal(500, rules=rules).settle("stand")
    assert audited(log.seal()).tally.failures == {"E_RG": 1}

    # 2000 are staked by now: the raise above the limit too.
    ada.limit(rg({"wager_day": 1999})).deal(500, rules=rules)
    assert audited(log.seal()).tally.failures == {"E_RG": 2}
    log.drafts[-2].fields["rg"] = rg({"wager_day": 2000})
    assert audited(log.seal()).tally.failures == {"E_RG": 1}


# --- What counts ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ante", "expected"), [(6000, "OK"), (6001, "E_RG")])
@pytest.mark.parametrize("windows", RUNS)
def test_winnings_give_room_for_losses(windows: str, ante: int, expected: str) -> None:
    log, ada, rules = playing(rg({"loss_day": 500, "loss_month": 500}, windows=windows), wanted=deals_trips)
    # Trips pay 11 to one: of 500 come back 6000, which leaves a loss of -5500. With 6000 more it would be 500.
    ada.deal(500, rules=rules).settle().deal(ante, rules=rules)

    assert verdict(log) == expected


def test_winnings_give_no_room_for_wagers() -> None:
    log, ada, rules = playing(rg({"wager_day": 999}), wanted=deals_trips)
    ada.deal(500, rules=rules).settle().deal(500, rules=rules)

    assert verdict(log) == "E_RG"


def test_a_stake_that_comes_back_is_no_loss() -> None:
    log, ada, rules = playing(rg({"loss_day": 500}), wanted=deals_consecutive)
    ada.deal(500, rules=rules).settle().deal(500, rules=rules)

    assert verdict(log) == "OK"


@pytest.mark.parametrize(("limits", "expected"), [({"loss_day": 500}, "OK"), ({"wager_day": 999}, "E_RG")])
def test_a_void_gives_back_what_was_lost_and_not_what_was_staked(limits: dict[str, int], expected: str) -> None:
    log, ada, rules = playing(rg(limits))
    ada.deal(500, rules=rules).void().deal(500, rules=rules)

    assert verdict(log) == expected


def test_only_deposits_count_as_deposits() -> None:
    log, ada, _ = playing(rg({"deposit_day": 500}))
    ada.move("adjustment", 5000).move("bonus", 5000).move("withdrawal", -100).move("deposit", 500)

    assert verdict(log) == "OK"


def test_neither_adjustments_nor_bonuses_nor_deposits_make_up_for_a_loss() -> None:
    log, ada, rules = playing(rg({"loss_day": 999}))
    ada.deal(500, rules=rules).settle("stand").move("adjustment", 500).move("bonus", 500).move("deposit", 500)
    ada.deal(500, rules=rules)

    assert verdict(log) == "E_RG"


def test_what_another_player_stakes_counts_for_nobody_else() -> None:
    log, rules = founded()
    for name in ("ada", "ben"):
        seated(log, name).limit(rg({"wager_day": 500})).open().deal(500, rules=rules)

    assert verdict(log) == "OK"


# --- Which limits bind, and from when ---------------------------------------------------------------------------


@pytest.mark.parametrize(("most", "expected"), [(1100, "OK"), (1099, "E_RG")])
def test_a_limit_counts_what_came_before_it(most: int, expected: str) -> None:
    log, ada, rules = playing({"now": {}})
    ada.deal(500, rules=rules).settle("stand").limit(rg({"wager_day": most, "loss_day": most})).deal(600, rules=rules)

    assert verdict(log) == expected


def test_a_limit_that_is_passed_already_breaks_nothing_until_more_is_staked() -> None:
    log, ada, rules = playing({"now": {}})
    ada.deal(500, rules=rules).limit(rg({"wager_day": 0, "loss_day": 0, "deposit_day": 0})).settle("stand")

    assert verdict(log) == "OK"


@pytest.mark.parametrize(("most", "expected"), [(1000, "OK"), (999, "E_RG")])
@pytest.mark.parametrize("kind", ["wager", "loss"])
def test_limits_tightened_in_mid_round_bind_its_raise(kind: str, most: int, expected: str) -> None:
    log, ada, rules = playing({"now": {}})
    ada.deal(500, rules=rules).limit(rg({f"{kind}_day": most})).settle("raise")

    assert verdict(log) == expected


@pytest.mark.parametrize(("later", "expected"), [(0, "OK"), (1, "E_RG")])
def test_limits_loosened_in_mid_round_let_its_raise_pass(later: int, expected: str) -> None:
    log, ada, rules = playing({"now": {}})
    # The settlement is three records later: limits, deal, settle, a second each.
    tight = rg({"wager_day": 500})
    ada.limit({**tight, "next": {"effective_at": log.now + 3000 + later}}).deal(500, rules=rules).settle("raise")

    assert verdict(log) == expected


def test_neither_the_limit_of_one_stake_nor_an_exclusion_binds_a_raise() -> None:
    log, ada, rules = playing({"now": {"stake_max": 500}})
    ada.deal(500, rules=rules).limit({"now": {"stake_max": 100, "excluded": 1}}).settle("raise")

    assert verdict(log) == "OK"


@pytest.mark.parametrize(("most", "expected"), [(1000, "OK"), (999, "E_RG")])
def test_a_raise_counts_in_the_window_of_its_settlement(most: int, expected: str) -> None:
    log, ada, rules = playing(rg({"wager_day": most}))
    noon, midnight = ms("2026-10-01T16:00Z"), ms("2026-10-02T04:00Z")
    at(log, noon)
    ada.deal(500, rules=rules)
    at(log, midnight)
    ada.settle("raise").deal(500, rules=rules)

    assert verdict(log) == expected


@pytest.mark.parametrize("kind", ["deposit", "withdrawal", "bonus", "adjustment"])
def test_while_a_player_is_excluded_only_deposits_are_refused(kind: str) -> None:
    log, ada, _ = playing({"now": {"excluded": 1}})
    ada.move(kind, -100 if kind == "withdrawal" else 100)

    assert verdict(log) == ("E_RG" if kind == "deposit" else "OK")


@pytest.mark.parametrize(("later", "expected"), [(0, "OK"), (1, "E_RG")])
def test_a_deposit_is_taken_again_from_the_instant_at_which_an_exclusion_ends(later: int, expected: str) -> None:
    log, ada, _ = playing({"now": {}})
    # The deposit is two records later: limits, wallet, a second each.
    ada.limit({"now": {"excluded": 1}, "next": {"effective_at": log.now + 2000 + later}}).move("deposit", 100)

    assert verdict(log) == expected


def test_before_its_first_limits_a_chain_has_none() -> None:
    log, _ = founded()
    ada = Player(log, "ada")
    tag = {"player": "ab" * 32, "cur": "USD", "exp": 2, "bal": [0, 0], "test": False}
    ada.record("init", tag)
    ada.move("deposit", 100)

    assert verdict(log) == "OK"


def test_a_raise_on_a_deal_that_named_no_limits_is_judged_without_any() -> None:
    log, rules = founded()
    ada = seated(log, "ada")
    del log.drafts[log.index("limits")]
    log.sizes = [len(log.drafts)]
    ada.limits = "ab" * 32
    ada.open(wanted=deals_win).deal(500, rules=rules).settle("raise")

    assert audited(log.seal()).tally.failures == {"E_RG": 1}


# --- Edges of the windows ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("short", "expected"), [(0, "OK"), (1, "E_RG")])
@pytest.mark.parametrize("window", WINDOWS)
def test_what_was_staked_exactly_a_rolling_window_ago_no_longer_counts(window: str, short: int, expected: str) -> None:
    log, ada, rules = playing(rg({f"wager_{window}": 999}, windows="rolling"))
    ada.deal(500, rules=rules)
    staked_at = log.now
    ada.settle("stand")
    at(log, staked_at + ROLLING[window] - short)
    ada.deal(500, rules=rules)

    assert verdict(log) == expected


@pytest.mark.parametrize(("short", "expected"), [(0, "OK"), (1, "E_RG")])
@pytest.mark.parametrize("window", WINDOWS)
def test_what_was_deposited_exactly_a_rolling_window_ago_no_longer_counts(
    window: str, short: int, expected: str
) -> None:
    log, ada, _ = playing(rg({f"deposit_{window}": 999}, windows="rolling"))
    ada.move("deposit", 500)
    at(log, log.now + ROLLING[window] - short)
    ada.move("deposit", 500)

    assert verdict(log) == expected


@pytest.mark.parametrize(("short", "expected"), [(0, "E_RG"), (1, "OK")])
def test_what_came_back_exactly_a_rolling_window_ago_no_longer_gives_room(short: int, expected: str) -> None:
    log, ada, rules = playing(rg({"loss_day": 5000}, windows="rolling"), wanted=deals_trips)
    ada.deal(500, rules=rules).settle()
    returned_at = log.now
    at(log, returned_at + DAY_MS - short)
    # 500 came back as 6000 a day ago: with it, 5001 more are no loss.
    ada.deal(5001, rules=rules)

    assert verdict(log) == expected


@pytest.mark.parametrize(("window", "start", "end", "hours"), CALENDAR)
def test_a_calendar_window_is_from_midnight_to_midnight_also_where_the_clocks_change(
    window: str, start: str, end: str, hours: int
) -> None:
    assert ms(end) - ms(start) == hours * HOUR_MS

    def staking(first: int, second: int) -> str:
        log, ada, rules = playing(rg({f"wager_{window}": 999}))
        at(log, first)
        ada.deal(500, rules=rules).settle("stand")
        at(log, second)
        ada.deal(500, rules=rules)
        return verdict(log)

    assert staking(ms(start), ms(end) - 1) == "E_RG"
    assert staking(ms(start) - 1, ms(end) - 1) == "OK"
    assert staking(ms(start), ms(end)) == "OK"


def test_the_calendar_hangs_on_the_wall_of_the_zone_that_the_limits_name() -> None:
    def staking(zone: str) -> str:
        log, ada, rules = playing(rg({"wager_day": 999}, zone=zone))
        at(log, ms("2026-10-01T14:59Z"))
        ada.deal(500, rules=rules).settle("stand")
        at(log, ms("2026-10-01T15:00Z"))
        ada.deal(500, rules=rules)
        return verdict(log)

    assert staking("Asia/Tokyo") == "OK"
    assert staking("UTC") == "E_RG"
    assert staking("Etc/GMT-9") == "OK"


# --- Bytes that are no limits -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "limits",
    [
        {"wager_day": 5},
        {"wager_day": 5, "windows": "calendar"},
        {"loss_week": 5, "zone": "UTC"},
        {"windows": "calendar", "zone": "UTC"},
        {"stake_max": 5, "windows": "rolling", "zone": "UTC"},
        {"zone": "UTC"},
        {"deposit_month": -1, "windows": "rolling", "zone": "UTC"},
        {"loss_day": True, "windows": "rolling", "zone": "UTC"},
        {"loss_day": "5", "windows": "rolling", "zone": "UTC"},
        {"loss_day": 5, "windows": "weekly", "zone": "UTC"},
        {"loss_day": 5, "windows": 1, "zone": "UTC"},
        *(
            {"loss_day": 5, "windows": "calendar", "zone": zone}
            for zone in ("", 5, "localtime", "posix/UTC", "../etc/passwd", "/UTC", "UTC/", "A/B/C/D", "Mars\n", "Ü")
        ),
        {"session_ms": 0},
        {"day_ms": -1},
        {"week_ms": 0},
        {"month_ms": "1"},
        {"check_ms": False},
        {"excluded": 2},
        {"excluded": True},
        {"stake_max": -1},
    ],
)
@pytest.mark.parametrize("part", ["now", "next"])
def test_limits_that_are_not_of_their_form_are_refused(part: str, limits: Document) -> None:
    log, _ = founded()
    changed = {"now": {}, "next": {"effective_at": log.now}}
    changed[part] = {**changed[part], **limits}
    Player(log, "ada").register().limit(changed)

    assert verdict(log) == "E_FORM"


def test_times_of_play_are_read_and_bind_nothing() -> None:
    log, ada, rules = playing(
        {"now": {"session_ms": 1, "day_ms": 1, "week_ms": 1, "month_ms": 1, "check_ms": 1, "of_another_kind": "yes"}}
    )
    ada.deal(500, rules=rules).settle("raise")

    assert verdict(log) == "OK"


@pytest.mark.parametrize("zone", ["America/New_York", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "EST5EDT", "UTC"])
def test_zones_are_called_as_the_database_calls_them(zone: str) -> None:
    log, ada, rules = playing(rg({"wager_day": 500}, zone=zone))
    ada.deal(500, rules=rules)

    assert verdict(log) == "OK"


@pytest.mark.parametrize(("time", "expected"), [("9998-12-31T23:59:59Z", "OK"), ("9999-01-01T00:00Z", "E_RG")])
def test_nothing_is_staked_under_a_calendar_that_has_no_such_day(time: str, expected: str) -> None:
    log, ada, rules = playing(rg({"loss_month": 500}))
    at(log, ms(time))
    ada.deal(500, rules=rules)

    assert verdict(log) == expected
