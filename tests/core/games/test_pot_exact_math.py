"""The exact mathematics of Pot Red Dog against arithmetic of another kind."""

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from games.core.pot.game import terms_of
from games.core.sheet import Rtp
from games.core.variants import insert, pot_red_dog
from games.laboratory.exact_math import exact_rtp, figures_of

SHEET = pot_red_dog.SHEET
ODDS = {1: 10, 2: 5, 3: 2}

Row = dict[str, str | None]


def table(packs: int) -> dict[str, Row]:
    found = figures_of(SHEET).tables["spreads_1_pack" if packs == 1 else "spreads_2_packs"]
    assert isinstance(found, dict)
    return found


@pytest.mark.clause("F07")
@pytest.mark.parametrize("packs", [1, 2])
def test_the_chances_of_two_cards_are_those_of_the_formula_and_sum_to_one(packs: int) -> None:
    cards, copies = 52 * packs, 4 * packs
    # 12 - s pairs of ranks have s ranks between them, in two orders; 13 ranks pair with the copies left of them.
    expected = {str(s): Fraction(2 * (12 - s) * copies**2, cards * (cards - 1)) for s in range(12)}
    expected["pair"] = Fraction(copies - 1, cards - 1)

    chances = {name: Fraction(str(row["chance"])) for name, row in table(packs).items()}

    assert chances == expected
    assert sum(chances.values()) == 1


@pytest.mark.clause("F07")
@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("spread", range(1, 12))
def test_a_raise_wins_by_the_cards_between_and_is_worth_its_odds(packs: int, spread: int) -> None:
    win = Fraction(spread * 4 * packs, 52 * packs - 2)
    expectation = win * ODDS.get(spread, 1) - (1 - win)

    row = table(packs)[str(spread)]

    assert (row["win"], row["expectation"]) == (str(win), str(expectation))


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("spread", range(1, 12))
def test_above_its_pot_the_smallest_raise_is_worth_more_than_to_go_down_and_at_it_as_much(
    packs: int, spread: int
) -> None:
    row = table(packs)[str(spread)]
    win, above = Fraction(str(row["win"])), Fraction(str(row["raise_above_pot_minor"]))

    def worth(pot_minor: Fraction) -> Fraction:
        return win * min(1000 * Fraction(ODDS.get(spread, 1)), pot_minor) - (1 - win) * 1000

    assert worth(above + 1) > -500
    assert above == 0 or worth(above) == -500


@pytest.mark.parametrize(("packs", "red_dog", "pot"), [(1, "1/25", "25000"), (2, "1/17", "17000")])
def test_a_call_is_worth_more_than_ten_chips_above_this_pot(packs: int, red_dog: str, pot: str) -> None:
    # 2 of 50 cards, or 6 of 102; ten chips of 100 divided by that.
    row = table(packs)["pair"]

    assert (row["red_dog"], row["call_above_pot_minor"]) == (red_dog, pot)


def test_one_turn_alone_is_played_best_by_these_numbers() -> None:
    assert figures_of(SHEET).strategy == {
        "raise_most_at_spread": [7, 8, 9, 10, 11],
        # (0.92 * 1000 - 500) / 0.08 and so on
        "raise_least_above_pot_minor": {
            "1": "5250",
            "2": "2125",
            "3": "3250/3",
            "4": "1125/2",
            "5": "250",
            "6": "125/3",
        },
        "call_above_pot_minor": "25000",
    }


def test_players_together_get_back_what_they_put_in_however_they_play() -> None:
    computed = figures_of(SHEET)

    assert exact_rtp(SHEET) == Rtp(first_bet=Fraction(1), total_wagered=Fraction(1))
    assert set(computed.policies) == {"optimal", "never_raise", "always_raise"}
    assert all(play.profit == play.variance == 0 for play in computed.policies.values())
    assert sum(computed.optimal.outcomes.values()) == 1


@pytest.mark.clause("PRD-20")
def test_a_rake_is_what_the_players_together_lose_of_a_chip_that_is_won() -> None:
    raked = replace(SHEET, terms=replace(terms_of(SHEET), rake_basis_points=250))

    assert exact_rtp(raked).first_bet == Fraction(39, 40)
    assert figures_of(raked).tables == figures_of(SHEET).tables


def test_a_raise_that_costs_as_much_as_it_could_win_back_is_never_made_instead_of_going_down() -> None:
    poor = replace(SHEET, terms=replace(terms_of(SHEET), pay_spread=(1,) * 11))

    # One of the four cards between, of 50: 0.08 - 0.92 of ten chips is worse than five chips lost.
    found = figures_of(poor).tables["spreads_1_pack"]
    assert isinstance(found, dict)
    assert found["1"]["raise_above_pot_minor"] is None


@pytest.mark.clause("PRD-24")
def test_of_a_game_without_known_payouts_only_the_cards_have_chances() -> None:
    computed = figures_of(insert.SHEET)

    assert computed.strategy == {}
    found = computed.tables["spreads_1_pack"]
    assert isinstance(found, dict)
    assert {member for row in found.values() for member in row} == {"chance"}


def test_the_public_rules_show_these_figures_of() -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / "pot-red-dog.md").read_text(encoding="utf-8")
    shown = re.findall(r"^\| (\d+) \| (\S+) = .*? \| (\S+) \| (\S+) \| (\S+) \| .*? \|$", page, re.MULTILINE)

    one, two = table(1), table(2)
    assert shown == [
        (name, one[name]["win"], one[name]["expectation"], two[name]["win"], two[name]["expectation"])
        for name in map(str, range(1, 12))
    ]
