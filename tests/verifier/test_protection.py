"""Who may loosen what, and when: an operator with every key lifts a player's protection, and each way has its code.

Clocks begin at day 0 of the profile. A step is the day, the act, and the limits that the operator says are in force.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier.attacked import verdict
from tests.verifier.auditor import audited, code
from tests.verifier.keyed import PHONE, THIEF, keyed_log
from tests.verifier.play import Player, announce, founded, seated
from tests.verifier.producer import ROUNDS, SYSTEM, Log
from tests.verifier.protected import DAY_MS, REGISTERED, profile
from tests.verifier.sheets import MONTANA_3
from verifier import verdict_output
from verifier.judge import Depth
from verifier.verdict import Code

if TYPE_CHECKING:
    from tests.verifier.producer import Document

# Monday 14 September 2026, 00:00 in Paris: the gaming week turns on day 4, and on day 11.
START = 1_789_336_800_000
EXCLUDED: Document = {"excluded": 1}
FIVE, NINE, MANY = {"loss_day": 5000}, {"loss_day": 9000}, {"loss_day": 90_000}

Step = tuple[float, "Document", "Document"]


def at(days: float) -> int:
    return START + int(days * DAY_MS)


def player(do: str, **act: Any) -> Document:
    return {"do": do, "who": "player", **act}


def operator(do: str, **act: Any) -> Document:
    return {"do": do, "who": "operator", **act}


def listed(do: str, **act: Any) -> Document:
    return {"do": do, "who": "list", **act}


def own(value: int | None = 5000, do: str = "set", name: str = "loss_day") -> Document:
    return player(do, name=name, **({} if value is None else {"value": value}))


def rg(now: Document, *, after: Document | None = None, ends: float | None = None, **counted: str) -> Document:
    """Return what is in force: `now`, and `after` an exclusion whose end is known."""
    windows = {"windows": "rolling", "zone": "Europe/Paris", **counted}
    both = {"now": {**now, **(windows if "loss_day" in now else {})}}
    if ends is not None:
        later = after or {}
        both["next"] = {**later, **(windows if "loss_day" in later else {}), "effective_at": at(ends)}
    return both


def protected(*steps: Step, **terms: Any) -> Log:
    """Write a log of a player whose limits are changed by these steps."""
    log = Log(now=START - 10 * DAY_MS)
    log.version = "rdf/2"
    announce(log, ROUNDS)
    log.profiled = True
    log.add(SYSTEM, "profile", profile(log.now + log.tick_ms, **terms))
    ada = Player(log, "ada").register()
    log.tick_ms = 0
    for days, act, said in steps:
        hours = range(log.now // 3_600_000 + 1, at(days) // 3_600_000)
        for hour in hours[-1:]:
            log.now = hour * 3_600_000
            log.list_events([])
        log.now = at(days)
        log.add(ada.chain, "limits", {"rg": said, "act": act})
    return log


OPEN_SELF = player("exclude", kind="self_exclusion")
SELF = player("exclude", kind="self_exclusion", until=at(201))
TIME_OUT = player("exclude", kind="time_out", until=at(31))
BY_STAFF = operator("exclude", kind="operator_exclusion")
BY_LIST = listed("exclude", kind="national_exclusion")
OUT = rg(EXCLUDED)

HONEST: dict[str, list[Step]] = {
    "tightened, asked, confirmed": [
        (1, own(), rg(FIVE)),
        (2, own(9000, "ask"), rg(FIVE)),
        (3, own(None, "confirm"), rg(NINE)),
    ],
    "asked, taken back, asked again": [
        (1, own(), rg(FIVE)),
        (2, own(9000, "ask"), rg(FIVE)),
        (2.1, own(None, "cancel"), rg(FIVE)),
        (2.2, own(None, "ask"), rg(FIVE)),
        (3.2, own(None, "confirm"), rg({})),
    ],
    "asked again once the first has lapsed": [
        (1, own(), rg(FIVE)),
        (2, own(9000, "ask"), rg(FIVE)),
        (10, own(8000, "ask"), rg(FIVE)),
    ],
    "tightened while a looser one waits": [
        (1, own(), rg(FIVE)),
        (2, own(9000, "ask"), rg(FIVE)),
        (2.5, own(4000), rg({"loss_day": 4000})),
        (2.6, own(6000, "ask"), rg({"loss_day": 4000})),
    ],
    "the operator's own value, under the player's": [
        (1, own(), rg(FIVE)),
        (2, operator("set", name="loss_day", value=90_000), rg(FIVE)),
        (3, operator("set", name="loss_day", value=900), rg({"loss_day": 900})),
        (4, operator("set", name="loss_day"), rg(FIVE)),
    ],
    "a bet limit after the week's turn": [
        (1, own(2000, name="stake_max"), rg({"stake_max": 2000})),
        (2, own(4000, "ask", "stake_max"), rg({"stake_max": 2000})),
        (4, own(None, "confirm", "stake_max"), rg({"stake_max": 4000})),
    ],
    "a time-out that ends by itself": [
        (1, TIME_OUT, rg(EXCLUDED, ends=31)),
        (31, own(), rg(FIVE)),
    ],
    "an end that the record still says": [
        (1, TIME_OUT, rg(EXCLUDED, ends=31)),
        (32, own(), rg({**EXCLUDED, **FIVE}, after=FIVE, ends=31)),
    ],
    "a self-exclusion, left at its end": [
        (1, SELF, OUT),
        (201, player("return"), rg(EXCLUDED, ends=202)),
        (203, TIME_OUT | {"until": at(210)}, rg(EXCLUDED, ends=210)),
    ],
    "an open one, left after the least time": [(1, OPEN_SELF, OUT), (185, player("return"), rg(EXCLUDED, ends=187))],
    "an operator's, lifted": [(1, BY_STAFF, OUT), (2, operator("lift"), rg({}))],
    "the list's, dropped and taken up again": [
        (1, BY_LIST, OUT),
        (5, listed("lift"), rg(EXCLUDED, ends=6)),
        (5.5, BY_LIST | {"until": at(50)}, rg(EXCLUDED, ends=51)),
    ],
    "several at once": [
        (1, own(), rg(FIVE)),
        (2, TIME_OUT, rg({**EXCLUDED, **FIVE}, after=FIVE, ends=31)),
        (3, BY_STAFF, rg({**EXCLUDED, **FIVE})),
        (4, operator("lift"), rg({**EXCLUDED, **FIVE}, after=FIVE, ends=31)),
    ],
}

SET_FIVE: Step = (1, own(), rg(FIVE))
ASKED: list[Step] = [SET_FIVE, (2, own(9000, "ask"), rg(FIVE))]
REFUSED: dict[str, tuple[list[Step], str]] = {
    "loosened at once": ([SET_FIVE, (1.1, own(9000), rg(NINE))], "E_LIMITS"),
    "no limit in the next record": ([SET_FIVE, (1.1, own(None), rg({}))], "E_LIMITS"),
    "the same again": ([SET_FIVE, (1.1, own(), rg(FIVE))], "E_LIMITS"),
    "asked, and put in force": ([SET_FIVE, (2, own(9000, "ask"), rg(NINE))], "E_LIMITS"),
    "asked for something tighter": ([SET_FIVE, (2, own(4000, "ask"), rg(FIVE))], "E_LIMITS"),
    "asked where nothing is set": ([(1, own(9000, "ask"), rg({}))], "E_LIMITS"),
    "asked twice": ([*ASKED, (2.1, own(None, "ask"), rg(FIVE))], "E_LIMITS"),
    "confirmed before its time": ([*ASKED, (2.9, own(None, "confirm"), rg(NINE))], "E_LIMITS"),
    "confirmed after it lapsed": ([*ASKED, (10, own(None, "confirm"), rg(NINE))], "E_LIMITS"),
    "confirmed and nobody asked": ([SET_FIVE, (3, own(None, "confirm"), rg(NINE))], "E_LIMITS"),
    "confirmed, and more put in force": ([*ASKED, (3, own(None, "confirm"), rg(MANY))], "E_LIMITS"),
    "confirmed after it was taken back": (
        [*ASKED, (2.1, own(None, "cancel"), rg(FIVE)), (3, own(None, "confirm"), rg(NINE))],
        "E_LIMITS",
    ),
    "confirmed after something tighter": (
        [*ASKED, (2.1, own(4000), rg({"loss_day": 4000})), (3, own(None, "confirm"), rg(NINE))],
        "E_LIMITS",
    ),
    "taken back, and nothing waits": ([SET_FIVE, (2, own(None, "cancel"), rg(FIVE))], "E_LIMITS"),
    "a bet limit before the week's turn": (
        [
            (1, own(2000, name="stake_max"), rg({"stake_max": 2000})),
            (2, own(4000, "ask", "stake_max"), rg({"stake_max": 2000})),
            (3.9, own(None, "confirm", "stake_max"), rg({"stake_max": 4000})),
        ],
        "E_LIMITS",
    ),
    "a bet limit a week too late": (
        [
            (1, own(2000, name="stake_max"), rg({"stake_max": 2000})),
            (2, own(4000, "ask", "stake_max"), rg({"stake_max": 2000})),
            (11, own(None, "confirm", "stake_max"), rg({"stake_max": 4000})),
        ],
        "E_LIMITS",
    ),
    "the player's own value by the operator": (
        [SET_FIVE, (2, operator("set", name="loss_day", value=90_000), rg(MANY))],
        "E_LIMITS",
    ),
    "an ask by the operator": ([SET_FIVE, (2, operator("ask", name="loss_day", value=9000), rg(FIVE))], "E_LIMITS"),
    "a confirmation by the operator": ([*ASKED, (3, operator("confirm", name="loss_day"), rg(NINE))], "E_LIMITS"),
    "an owner that does not exist": ([SET_FIVE, (2, listed("set", name="loss_day", value=1), rg(FIVE))], "E_LIMITS"),
    "a limit that nobody set": ([(1, own(), rg({**FIVE, "loss_week": 9000}))], "E_LIMITS"),
    "a limit left out": (
        [(1, own(2000, name="stake_max"), rg({"stake_max": 2000})), (2, own(), rg(FIVE))],
        "E_LIMITS",
    ),
    "values changed by the platform": ([SET_FIVE, (2, REGISTERED, rg(NINE))], "E_LIMITS"),
    "values left as they are by the player": ([SET_FIVE, (2, player("profile"), rg(FIVE))], "E_LIMITS"),
    "other windows": ([(1, own(), rg(FIVE, windows="calendar"))], "E_LIMITS"),
    "another zone": ([(1, own(), rg(FIVE, zone="Pacific/Kiritimati"))], "E_LIMITS"),
    "an exclusion left out": ([(1, TIME_OUT, rg({}))], "E_LIMITS"),
    "an exclusion dropped by another act": ([(1, SELF, OUT), (2, own(), rg(FIVE))], "E_LIMITS"),
    "an end that was not set": ([(1, SELF, rg(EXCLUDED, ends=2))], "E_LIMITS"),
    "an end sooner than that": ([(1, TIME_OUT, rg(EXCLUDED, ends=4))], "E_LIMITS"),
    "limits that end with an exclusion": (
        [SET_FIVE, (2, TIME_OUT, rg({**EXCLUDED, **FIVE}, after={}, ends=31))],
        "E_LIMITS",
    ),
    "an end where another exclusion has none": (
        [(1, BY_STAFF, OUT), (2, TIME_OUT, rg(EXCLUDED, ends=31))],
        "E_LIMITS",
    ),
    "a time-out shortened": (
        [(1, TIME_OUT, rg(EXCLUDED, ends=31)), (2, TIME_OUT | {"until": at(4)}, rg(EXCLUDED, ends=4))],
        "E_LIMITS",
    ),
    "a time-out too short": ([(1, TIME_OUT | {"until": at(1.5)}, rg(EXCLUDED, ends=1.5))], "E_LIMITS"),
    "a time-out too long": ([(1, TIME_OUT | {"until": at(99)}, rg(EXCLUDED, ends=99))], "E_LIMITS"),
    "a time-out without an end": ([(1, player("exclude", kind="time_out"), OUT)], "E_LIMITS"),
    "a self-exclusion too short": ([(1, SELF | {"until": at(100)}, OUT)], "E_LIMITS"),
    "an open self-exclusion given an end": ([(1, OPEN_SELF, OUT), (2, SELF, OUT)], "E_LIMITS"),
    "a return before the end": ([(1, SELF, OUT), (100, player("return"), rg(EXCLUDED, ends=101))], "E_LIMITS"),
    "a return from an open one too early": (
        [(1, OPEN_SELF, OUT), (184, player("return"), rg(EXCLUDED, ends=186))],
        "E_LIMITS",
    ),
    "a return before the end of an earlier one": (
        [(1, SELF | {"until": at(300)}, OUT), (2, OPEN_SELF, OUT), (200, player("return"), rg(EXCLUDED, ends=202))],
        "E_LIMITS",
    ),
    "free at the return": ([(1, SELF, OUT), (201, player("return"), rg({}))], "E_LIMITS"),
    "free a day too early": (
        [(1, OPEN_SELF, OUT), (185, player("return"), rg(EXCLUDED, ends=186))],
        "E_LIMITS",
    ),
    "a return from an operator's": ([(1, BY_STAFF, OUT), (200, player("return"), rg(EXCLUDED, ends=201))], "E_LIMITS"),
    "a return asked for twice": (
        [
            (1, SELF, OUT),
            (201, player("return"), rg(EXCLUDED, ends=202)),
            (201.5, player("return"), rg(EXCLUDED, ends=202.5)),
        ],
        "E_LIMITS",
    ),
    "a self-exclusion lifted by the operator": ([(1, SELF, OUT), (2, operator("lift"), rg({}))], "E_LIMITS"),
    "the list's lifted by the operator": ([(1, BY_LIST, OUT), (2, operator("lift"), rg({}))], "E_LIMITS"),
    "the list's lifted at once": ([(1, BY_LIST, OUT), (2, listed("lift"), rg({}))], "E_LIMITS"),
    "the operator's lifted by the list": ([(1, BY_STAFF, OUT), (2, listed("lift"), rg({}))], "E_LIMITS"),
    "lifted where nothing is": ([(1, operator("lift"), rg({}))], "E_LIMITS"),
    "another's kind": ([(1, player("exclude", kind="operator_exclusion"), OUT)], "E_LIMITS"),
    "a kind that does not exist": ([(1, player("exclude", kind="holiday"), OUT)], "E_LIMITS"),
    "an act with a member too many": ([(1, own() | {"until": 5}, rg(FIVE))], "E_FORM"),
    "an act without its member": ([(1, player("set", value=5000), rg(FIVE))], "E_FORM"),
    "an exclusion as a limit": ([(1, own(1, name="excluded"), OUT)], "E_FORM"),
}


@pytest.mark.clause("F26")
@pytest.mark.clause("F28")
@pytest.mark.parametrize("steps", HONEST.values(), ids=HONEST.keys())
def test_what_the_profile_allows_is_accepted(steps: list[Step]) -> None:
    outcome = audited(protected(*steps, cool_open_ms=2 * DAY_MS).seal())

    assert code(outcome) == "OK", verdict_output.deciding(outcome)


@pytest.mark.clause("F26")
@pytest.mark.clause("F28")
@pytest.mark.parametrize(("steps", "expected"), REFUSED.values(), ids=REFUSED.keys())
def test_whatever_else_an_operator_writes_is_refused_where_it_stands(steps: list[Step], expected: str) -> None:
    log = protected(*steps, cool_open_ms=2 * DAY_MS)
    outcome = audited(log.seal())

    failure = verdict_output.deciding(outcome)
    assert failure is not None
    assert (failure.code, failure.place.index) == (expected, log.index("limits", last=True)), failure.sentence
    assert verdict_output.exit_status(outcome) == 1
    assert code(audited(log.seal(), depth=Depth.TREE)) == expected
    # What came before it is honest.
    assert verdict(protected(*steps[:-1], cool_open_ms=2 * DAY_MS)) == "OK"


def test_after_limits_that_do_not_follow_a_chain_s_later_ones_are_not_told_again() -> None:
    log = protected(SET_FIVE, (1.1, own(9000), rg(NINE)), (1.2, own(8000), rg({"loss_day": 8000})), (3, TIME_OUT, OUT))

    assert audited(log.seal()).tally.failures[Code.E_LIMITS] == 1


@pytest.mark.parametrize("act", [BY_STAFF, BY_LIST, operator("set", name="stake_max", value=1)])
def test_who_is_not_the_player_leaves_an_event(act: Document) -> None:
    log = protected((1, act, OUT if act["do"] == "exclude" else rg({"stake_max": 1})))
    assert verdict(log) == "OK"

    del log.drafts[log.index("limits", last=True)].fields["ev"]
    assert verdict(log) == "E_EVENT_MISSING"


def test_the_platform_counts_limits_anew_and_leaves_an_event() -> None:
    log = protected(SET_FIVE)
    log.list_events([])
    log.now += 1000
    log.add(SYSTEM, "profile", profile(log.now, windows="calendar", zone="Europe/London"))
    chain = log.drafts[log.index("init")].fields["chain"]
    log.add(chain, "limits", {"rg": rg(FIVE, windows="calendar", zone="Europe/London")})
    assert verdict(log) == "OK"

    del log.drafts[log.index("limits", last=True)].fields["ev"]
    assert verdict(log) == "E_EVENT_MISSING"


def test_the_terms_are_those_of_the_profile_in_force_at_the_act() -> None:
    def loosened(days: float, name: str, windows: str) -> Log:
        counted = {"windows": windows, "zone": "Europe/Paris"} if name == "loss_week" else {}
        tight = {"now": {name: 5000, **counted}}
        return protected(
            (1, own(name=name), tight),
            (2, own(9000, "ask", name), tight),
            (days, own(None, "confirm", name), {"now": {name: 9000, **counted}}),
            loosen_after_period=True,
            loosen_ms=0,
            windows=windows,
        )

    # Time is counted by the calendar always.
    for name, windows in (("loss_week", "calendar"), ("week_ms", "rolling")):
        assert verdict(loosened(3.99, name, windows)) == "E_LIMITS"
        assert verdict(loosened(4, name, windows)) == "OK"
    terms = (1, SELF | {"until": at(367)}, OUT)
    assert verdict(protected(terms, exclude_terms=[366, 1827], exclude_days_min=366)) == "OK"
    assert verdict(protected(terms, exclude_terms=[365, 1827], exclude_days_min=365)) == "E_LIMITS"


# --- Profiles ---------------------------------------------------------------------------------------------------

SHORTER: list[Document] = [
    {"loosen_ms": 0},
    {"cool_ms": 0},
    {"cool_open_ms": 0},
    {"key_wait_ms": 0},
    {"exclude_days_min": 183},
    {"timeout_days": [1, 42]},
    {"stake_loosen_ms": 0},
    {"loosen_after_period": False},
]
BEFORE: Document = {"timeout_days": [2, 42], "stake_loosen_ms": DAY_MS, "loosen_after_period": True}


def renewed(terms: Document, *, notice_ms: int) -> Log:
    log = protected(**BEFORE)
    log.tick_ms = 1000
    log.add(SYSTEM, "profile", profile(log.now + log.tick_ms + notice_ms, **{**BEFORE, **terms}))
    return log


@pytest.mark.clause("F26")
@pytest.mark.parametrize("terms", SHORTER, ids=lambda terms: next(iter(terms)))
def test_a_shorter_wait_is_announced_seven_days_before(terms: Document) -> None:
    assert verdict(renewed(terms, notice_ms=7 * DAY_MS)) == "OK"
    assert verdict(renewed(terms, notice_ms=7 * DAY_MS - 1)) == "E_PROFILE"


def test_a_profile_holds_from_no_time_before_it() -> None:
    assert verdict(renewed({"loosen_ms": 2 * DAY_MS}, notice_ms=0)) == "OK"
    assert verdict(renewed({"loosen_ms": 2 * DAY_MS}, notice_ms=-1)) == "E_PROFILE"


def test_a_longer_wait_that_is_announced_is_not_shortened_before_it_holds() -> None:
    def log(notice_ms: int) -> Log:
        announced = renewed({"cool_ms": 3 * DAY_MS}, notice_ms=3 * DAY_MS)
        announced.add(SYSTEM, "profile", profile(announced.now + announced.tick_ms + notice_ms, **BEFORE))
        return announced

    assert verdict(log(4 * DAY_MS)) == "E_PROFILE"
    assert verdict(log(7 * DAY_MS)) == "OK"
    # Nothing was in force yet that this would shorten.
    assert verdict(log(DAY_MS)) == "OK"


def test_a_profile_is_signed_by_a_records_key_names_an_event_and_stands_in_the_second_version() -> None:
    log = renewed({}, notice_ms=0)
    place = log.index("profile", last=True)

    spoiled = log.copied()
    del spoiled.drafts[place].fields["ev"]
    assert verdict(spoiled) == "E_EVENT_MISSING"
    spoiled = log.copied()
    del spoiled.drafts[place].fields["payout_floor"]
    assert verdict(spoiled) == "E_FORM"
    spoiled = log.copied()
    spoiled.drafts[place].fields["chain"] = spoiled.drafts[spoiled.index("init")].fields["chain"]
    assert verdict(spoiled) == "E_SYS"
    first, _ = founded()
    first.add(SYSTEM, "profile", profile(first.now))
    assert verdict(first) == "E_TYPE"


def test_nothing_is_staked_and_no_limit_changed_before_a_profile() -> None:
    def dealt(*, profiled: bool) -> str:
        log, rules = founded()
        log.version, log.profiled = "rdf/2", not profiled
        seated(log, "ada").open().deal(500, rules=rules)
        return verdict(log)

    assert dealt(profiled=True) == "OK"
    assert dealt(profiled=False) == "E_PROFILE"
    without = protected((1, own(), rg(FIVE)))
    del without.drafts[without.index("profile")]
    assert verdict(without) == "E_PROFILE"


def test_a_key_of_the_operators_waits_as_long_as_the_profile_says() -> None:
    def taken_over(waited_ms: int) -> str:
        log, ada, rules = keyed_log()
        log.add(SYSTEM, "profile", profile(log.now + log.tick_ms, key_wait_ms=4 * DAY_MS))
        ada.end(PHONE, "lost").let_in(THIEF, staff=True)
        ada.device = THIEF
        log.now += waited_ms - log.tick_ms
        ada.deal(500, rules=rules)
        return verdict(log)

    assert taken_over(4 * DAY_MS - 1) == "E_PKEY"
    assert taken_over(4 * DAY_MS) == "W_KEY_FORCED"


@pytest.mark.clause("F05")
def test_a_game_below_the_least_return_is_for_test_accounts_alone() -> None:
    def played(floor: list[int], *, test: bool) -> str:
        log = Log()
        log.version = "rdf/2"
        announce(log, ROUNDS)
        rules = log.add(SYSTEM, "rules", {"rules": MONTANA_3})
        log.profiled = True
        log.add(SYSTEM, "profile", profile(log.now + log.tick_ms, payout_floor=floor))
        ada = Player(log, "ada").register(test=test).commit().move("adjustment", 100_000)
        log.checkpoint()
        ada.open().deal(600, rules=rules, sheet=MONTANA_3).settle()
        return verdict(log)

    assert played([67, 100], test=False) == "OK"
    assert played([68, 100], test=False) == "E_RTP"
    assert played([68, 100], test=True) == "OK"


# --- Chains that began in the first version -----------------------------------------------------------------------


def test_limits_of_the_first_version_are_nobody_s_and_what_follows_is_not_judged_by_owners() -> None:
    log, _ = founded()
    ada = Player(log, "ada").register().limit({"now": {"stake_max": 500}})
    ben = Player(log, "ben").register()
    log.version = "rdf/2"
    log.add(ada.chain, "limits", {"rg": {"now": {"stake_max": 900}}, "act": own(900, name="stake_max")})
    assert verdict(log) == "OK"

    log.add(ben.chain, "limits", {"rg": {"now": {"stake_max": 900}}, "act": own(800, name="stake_max")})
    assert verdict(log) == "E_LIMITS"
