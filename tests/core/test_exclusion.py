"""Staying away, by whoever's decision, as pure decisions."""

from collections.abc import Sequence

import pytest
from hypothesis import example, given, settings, strategies as st

from kernel.refusals import Refusal
from responsible_gaming.core.exclusion import (
    DAY_MS,
    OWN,
    Exclusion,
    ExclusionKind,
    ExclusionNotShortened,
    ExclusionOutOfRange,
    Exclusions,
    ExclusionStillRuns,
    Listing,
    NotExcluded,
    NotExcludedByOperator,
    ask_return,
    exclude_by_operator,
    exclude_oneself,
    holding,
    last_lifted_ms,
    lift_by_operator,
    national_exclusion_of,
)
from responsible_gaming.core.exclusion_rules import ExclusionRules
from responsible_gaming.core.jurisdictions import JURISDICTIONS
from responsible_gaming.core.limits.excluded import PlayerExcluded, require_not_excluded
from responsible_gaming.core.limits.in_force import Limits

pytestmark = pytest.mark.clause("F28")

NOW = 1_790_000_000_000
HALF_A_YEAR = 184
RULES = JURISDICTIONS["demo"].exclusions
UNTIL_THE_LIST_FREES = Listing(until_ms=None)
LONG_COOLING = ExclusionRules(
    time_out_days_min=1,
    time_out_days_max=42,
    self_exclusion_days_min=HALF_A_YEAR,
    cooling_off_ms=DAY_MS,
    indefinite_cooling_off_ms=7 * DAY_MS,
)


def excluded(
    kind: ExclusionKind, days: int | None, *, held: Exclusions | None = None, rules: ExclusionRules = RULES
) -> Exclusions:
    """Return what is held once a player has excluded herself at NOW."""
    held = held or {}
    return {**held, kind: exclude_oneself(held, kind, days, rules=rules, now_ms=NOW)}


# --- One's own word -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [1, 42])
def test_a_time_out_ends_by_itself_to_the_millisecond(days: int) -> None:
    found = excluded(ExclusionKind.TIME_OUT, days)[ExclusionKind.TIME_OUT]

    assert found.holds(NOW)
    assert found.holds(NOW + days * DAY_MS - 1)
    assert not found.holds(NOW + days * DAY_MS)


@pytest.mark.parametrize(
    ("jurisdiction", "kind", "days", "allowed"),
    [
        ("demo", ExclusionKind.TIME_OUT, 0, False),
        ("demo", ExclusionKind.TIME_OUT, 1, True),
        ("demo", ExclusionKind.TIME_OUT, 42, True),
        ("demo", ExclusionKind.TIME_OUT, 43, False),
        ("demo", ExclusionKind.TIME_OUT, None, False),
        ("demo", ExclusionKind.SELF_EXCLUSION, 183, False),
        ("demo", ExclusionKind.SELF_EXCLUSION, 184, True),
        ("demo", ExclusionKind.SELF_EXCLUSION, 36_525, True),
        ("demo", ExclusionKind.SELF_EXCLUSION, 36_526, False),
        ("demo", ExclusionKind.SELF_EXCLUSION, None, True),
        ("new-jersey", ExclusionKind.TIME_OUT, 2, False),  # 72 hours at least
        ("new-jersey", ExclusionKind.TIME_OUT, 3, True),
        ("new-jersey", ExclusionKind.TIME_OUT, 43, False),
        ("new-jersey", ExclusionKind.SELF_EXCLUSION, 365, False),
        ("new-jersey", ExclusionKind.SELF_EXCLUSION, 366, True),  # one year or five
        ("new-jersey", ExclusionKind.SELF_EXCLUSION, 367, False),
        ("new-jersey", ExclusionKind.SELF_EXCLUSION, 1_827, True),
        ("new-jersey", ExclusionKind.SELF_EXCLUSION, None, True),
    ],
)
def test_an_exclusion_lasts_as_long_as_the_jurisdiction_has_it(
    jurisdiction: str,
    kind: ExclusionKind,
    days: int | None,
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    rules = JURISDICTIONS[jurisdiction].exclusions
    if allowed:
        assert excluded(kind, days, rules=rules)[kind].holds(NOW)
        return
    with pytest.raises(ExclusionOutOfRange):
        excluded(kind, days, rules=rules)


@pytest.mark.parametrize("days", [HALF_A_YEAR, 1_000, None])
def test_a_self_exclusion_ends_a_day_after_the_player_asks_once_its_time_is_over(days: int | None) -> None:
    held = excluded(ExclusionKind.SELF_EXCLUSION, days)
    over_ms = NOW + (HALF_A_YEAR if days is None else days) * DAY_MS

    assert held[ExclusionKind.SELF_EXCLUSION].holds(over_ms + 10_000 * DAY_MS)
    with pytest.raises(ExclusionStillRuns):
        ask_return(held, rules=RULES, now_ms=over_ms - 1)
    returning = ask_return(held, rules=RULES, now_ms=over_ms)
    assert returning.holds(over_ms + DAY_MS - 1)
    assert not returning.holds(over_ms + DAY_MS)
    held = {ExclusionKind.SELF_EXCLUSION: returning}
    assert ask_return(held, rules=RULES, now_ms=over_ms + DAY_MS - 1) == returning


@pytest.mark.parametrize(("days", "cooling_days"), [(HALF_A_YEAR, 1), (None, 7)])
def test_how_long_a_return_takes_is_the_jurisdictions_affair(days: int | None, cooling_days: int) -> None:
    held = excluded(ExclusionKind.SELF_EXCLUSION, days, rules=LONG_COOLING)
    over_ms = NOW + HALF_A_YEAR * DAY_MS

    assert ask_return(held, rules=LONG_COOLING, now_ms=over_ms).lifted_ms == over_ms + cooling_days * DAY_MS


def test_there_is_nothing_to_return_from_but_a_self_exclusion_that_holds() -> None:
    left = Exclusion(kind=ExclusionKind.SELF_EXCLUSION, since_ms=0, until_ms=1, returnable_ms=1, lifted_ms=NOW)
    by_operator = exclude_by_operator({}, None, now_ms=NOW)
    named = national_exclusion_of(None, UNTIL_THE_LIST_FREES, rules=RULES, now_ms=NOW)
    assert named is not None
    for held in (
        {},
        excluded(ExclusionKind.TIME_OUT, 1),
        {left.kind: left},
        {by_operator.kind: by_operator, named.kind: named},
    ):
        with pytest.raises(NotExcluded):
            ask_return(held, rules=RULES, now_ms=NOW)


@pytest.mark.parametrize(
    ("first", "wanted", "allowed"),
    [
        ((ExclusionKind.TIME_OUT, 7), (ExclusionKind.TIME_OUT, 7), True),
        ((ExclusionKind.TIME_OUT, 7), (ExclusionKind.TIME_OUT, 6), False),
        ((ExclusionKind.TIME_OUT, 42), (ExclusionKind.SELF_EXCLUSION, HALF_A_YEAR), True),
        ((ExclusionKind.SELF_EXCLUSION, HALF_A_YEAR), (ExclusionKind.TIME_OUT, 42), False),
        ((ExclusionKind.SELF_EXCLUSION, 200), (ExclusionKind.SELF_EXCLUSION, 199), False),
        ((ExclusionKind.SELF_EXCLUSION, 200), (ExclusionKind.SELF_EXCLUSION, None), True),
        ((ExclusionKind.SELF_EXCLUSION, None), (ExclusionKind.SELF_EXCLUSION, 36_525), False),
    ],
)
def test_only_a_stricter_exclusion_of_ones_own_is_taken_beside_one_that_holds(
    first: tuple[ExclusionKind, int | None],
    wanted: tuple[ExclusionKind, int | None],
    allowed: bool,  # noqa: FBT001  a column
) -> None:
    held = excluded(*first)
    if allowed:
        after = excluded(*wanted, held=held)
        before_ms, after_ms = (last_lifted_ms(exclusions.values()) for exclusions in (held, after))
        assert after_ms is None or (before_ms is not None and after_ms >= before_ms)
        return
    with pytest.raises(ExclusionNotShortened):
        excluded(*wanted, held=held)


# --- The operator's -----------------------------------------------------------------------------------------


def test_an_operators_exclusion_holds_until_its_end_or_until_it_is_lifted() -> None:
    a_week, endless = exclude_by_operator({}, 7, now_ms=NOW), exclude_by_operator({}, None, now_ms=NOW)

    assert (a_week.lifted_ms, endless.lifted_ms) == (NOW + 7 * DAY_MS, None)
    lifted = lift_by_operator({endless.kind: endless}, now_ms=NOW + 5)
    assert lifted.holds(NOW + 4)
    assert not lifted.holds(NOW + 5)


def test_an_operators_exclusion_is_lengthened_or_lifted_and_never_quietly_shortened() -> None:
    held = {ExclusionKind.OPERATOR_EXCLUSION: exclude_by_operator({}, 7, now_ms=NOW)}

    assert exclude_by_operator(held, 8, now_ms=NOW).lifted_ms == NOW + 8 * DAY_MS
    with pytest.raises(ExclusionNotShortened):
        exclude_by_operator(held, 6, now_ms=NOW)
    held = {ExclusionKind.OPERATOR_EXCLUSION: exclude_by_operator(held, None, now_ms=NOW)}
    with pytest.raises(ExclusionNotShortened):
        exclude_by_operator(held, 36_525, now_ms=NOW)


def test_an_operator_lifts_nothing_but_an_operators_exclusion() -> None:
    named = national_exclusion_of(None, UNTIL_THE_LIST_FREES, rules=RULES, now_ms=NOW)
    assert named is not None
    held = {**excluded(ExclusionKind.TIME_OUT, 1), **excluded(ExclusionKind.SELF_EXCLUSION, None), named.kind: named}

    with pytest.raises(NotExcludedByOperator) as refused:
        lift_by_operator(held, now_ms=NOW)

    assert refused.value.members == {"kinds": ["national-exclusion", "self-exclusion", "time-out"]}
    over = {ExclusionKind.OPERATOR_EXCLUSION: exclude_by_operator({}, 1, now_ms=NOW - DAY_MS)}
    with pytest.raises(NotExcludedByOperator):
        lift_by_operator(over, now_ms=NOW)


# --- The national list --------------------------------------------------------------------------------------


def test_whom_the_list_names_is_excluded_until_a_day_after_it_does_not() -> None:
    named = national_exclusion_of(None, UNTIL_THE_LIST_FREES, rules=RULES, now_ms=NOW)
    assert named is not None
    assert named.lifted_ms is None
    assert national_exclusion_of(named, UNTIL_THE_LIST_FREES, rules=RULES, now_ms=NOW + DAY_MS) == named

    freed = national_exclusion_of(named, None, rules=RULES, now_ms=NOW + 9 * DAY_MS)
    assert freed is not None
    assert freed.lifted_ms == NOW + 10 * DAY_MS
    assert national_exclusion_of(freed, None, rules=RULES, now_ms=NOW + 10 * DAY_MS - 1) == freed
    again = national_exclusion_of(freed, UNTIL_THE_LIST_FREES, rules=RULES, now_ms=NOW + 10 * DAY_MS - 1)
    assert again is not None
    assert again.lifted_ms is None


def test_an_entry_with_an_end_excludes_until_a_day_after_it() -> None:
    named = national_exclusion_of(None, Listing(until_ms=NOW + DAY_MS), rules=RULES, now_ms=NOW)

    assert named is not None
    assert named.lifted_ms == NOW + 2 * DAY_MS
    assert national_exclusion_of(None, Listing(until_ms=NOW - DAY_MS), rules=RULES, now_ms=NOW) is None
    assert national_exclusion_of(None, None, rules=RULES, now_ms=NOW) is None


@pytest.mark.parametrize(
    ("until_ms", "lifted_ms"),
    [
        (None, None),  # made endless
        (NOW + 30 * DAY_MS, NOW + 31 * DAY_MS),  # made longer
        (NOW + 5 * DAY_MS, NOW + 6 * DAY_MS),  # made shorter
        (NOW - 5 * DAY_MS, NOW + DAY_MS),  # ended before it was heard of
    ],
)
def test_the_list_alone_moves_the_end_of_its_exclusion_and_never_to_less_than_a_day_away(
    until_ms: int | None, lifted_ms: int | None
) -> None:
    named = national_exclusion_of(None, Listing(until_ms=NOW + 20 * DAY_MS), rules=RULES, now_ms=NOW)

    moved = national_exclusion_of(named, Listing(until_ms=until_ms), rules=RULES, now_ms=NOW)

    assert moved is not None
    assert moved.lifted_ms == lifted_ms
    assert national_exclusion_of(moved, Listing(until_ms=until_ms), rules=RULES, now_ms=NOW + 1000) == moved


# --- All of them --------------------------------------------------------------------------------------------

Word = tuple[str, int | None, int]
WORDS = ("time-out", "self-exclusion", "return", "operator", "lift", "named", "freed")
words = st.lists(
    st.tuples(st.sampled_from(WORDS), st.none() | st.integers(1, 400), st.integers(0, 250 * DAY_MS)), max_size=25
)


def said(held: Exclusions, word: str, days: int | None, *, now_ms: int) -> Exclusion | None:
    """Return the exclusion that a word makes; `days` are those of an entry too."""
    if word == "return":
        return ask_return(held, rules=RULES, now_ms=now_ms)
    if word == "operator":
        return exclude_by_operator(held, days, now_ms=now_ms)
    if word == "lift":
        return lift_by_operator(held, now_ms=now_ms)
    if word in {"named", "freed"}:
        until_ms = None if days is None else now_ms + days * DAY_MS
        listing = None if word == "freed" else Listing(until_ms=until_ms)
        return national_exclusion_of(held.get(ExclusionKind.NATIONAL_EXCLUSION), listing, rules=RULES, now_ms=now_ms)
    return exclude_oneself(held, ExclusionKind(word), days, rules=RULES, now_ms=now_ms)


def promise(kind: ExclusionKind, days: int | None, word: str, *, at_ms: int, before_ms: int | None) -> int | None:
    """Return the instant before which a kind must hold after a word (None: without end), written down by itself."""
    if word == "lift":
        return at_ms
    if word in {"return", "freed"}:
        return at_ms + DAY_MS if before_ms is None else min(before_ms, at_ms + DAY_MS)
    if kind is ExclusionKind.SELF_EXCLUSION or days is None:
        return None
    if kind is ExclusionKind.NATIONAL_EXCLUSION:
        return at_ms + (days + 1) * DAY_MS
    return at_ms + days * DAY_MS


@settings(max_examples=1000)
@example([("self-exclusion", 400, 0), ("self-exclusion", None, 0), ("return", None, 184 * DAY_MS)])
@example([("operator", None, 0), ("self-exclusion", 184, 0), ("named", None, 0), ("lift", None, 0)])
@given(words)
def test_nothing_that_anybody_says_ends_the_exclusion_of_another_or_ones_own_before_its_time(
    told: Sequence[Word],
) -> None:
    held: dict[ExclusionKind, Exclusion] = {}
    promised: dict[ExclusionKind, int | None] = {}
    own_ms, at_ms = 0, NOW
    for word, days, later_ms in told:
        at_ms += later_ms
        try:
            after = said(held, word, days, now_ms=at_ms)
        except Refusal:
            continue
        if after is None or after == held.get(after.kind):
            continue
        promised[after.kind] = promise(after.kind, days, word, at_ms=at_ms, before_ms=promised.get(after.kind, at_ms))
        held = {**held, after.kind: after}
        if word in {kind.value for kind in OWN}:
            own_ms = max(own_ms, at_ms + (HALF_A_YEAR if days is None else days) * DAY_MS)

        for kind, exclusion in held.items():
            assert exclusion.lifted_ms == promised[kind]
        own = [held[kind].lifted_ms for kind in OWN if kind in held]
        assert not own or None in own or max(end for end in own if end is not None) >= own_ms
        # What deals are bound to says the same at every instant as the exclusions one by one.
        limits = Limits().with_exclusion(last_lifted_ms(held.values()))
        for probe_ms in (at_ms, *(end for end in promised.values() if end is not None and end > at_ms)):
            for instant_ms in (probe_ms - 1, probe_ms):
                if instant_ms >= at_ms:
                    plays = "excluded" not in limits.in_force(instant_ms)
                    assert plays == (not holding(held, now_ms=instant_ms))


def test_limits_carry_an_exclusion_to_its_end_and_the_others_beyond_it() -> None:
    limits = Limits(current={"stake_max": 500}).with_exclusion(NOW)

    assert limits.in_force(NOW - 1) == {"stake_max": 500, "excluded": 1}
    assert limits.in_force(NOW) == {"stake_max": 500}
    tightened = limits.with_values({"stake_max": 400}, JURISDICTIONS["demo"].window_rule)
    assert tightened.in_force(NOW) == {"stake_max": 400}
    assert tightened.in_force(NOW - 1) == {"stake_max": 400, "excluded": 1}
    assert limits.with_exclusion(None).in_force(10**15) == {"stake_max": 500, "excluded": 1}


def test_what_is_no_wager_is_refused_as_well_until_the_exclusion_ends() -> None:
    limits = Limits().with_exclusion(NOW)

    with pytest.raises(PlayerExcluded):
        require_not_excluded(limits.in_force(NOW - 1))
    require_not_excluded(limits.in_force(NOW))
