"""Cards as numbers and as text."""

import pytest

from games.core.cards import PACK, Card, MalformedCard, card_text, parse_card


def test_a_pack_counts_ranks_from_the_two_to_the_ace_in_clubs_diamonds_hearts_and_spades() -> None:
    named = {0: "2c", 8: "Tc", 12: "Ac", 13: "2d", 26: "2h", 39: "2s", 44: "7s", 51: "As"}

    assert {card: card_text(Card(card)) for card in named} == named


def test_every_card_of_a_pack_is_read_back_from_its_own_text() -> None:
    assert [parse_card(card_text(Card(card))) for card in range(PACK)] == list(range(PACK))


def test_cards_of_other_packs_read_as_those_of_the_first() -> None:
    assert card_text(Card(44 + 7 * PACK)) == "7s"


@pytest.mark.parametrize("wrong", ["", "7", "s7", "10s", "1s", "7S", "ts", "7s ", " 7s", "7♠", "7ss"])
def test_anything_else_is_no_card(wrong: str) -> None:
    with pytest.raises(MalformedCard):
        parse_card(wrong)
