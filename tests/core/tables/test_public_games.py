"""A game around a pot as its records tell it to everybody, beside the game itself."""

from hypothesis import HealthCheck, given, settings

from tables.core.public_game import public_game
from tests.core.tables.random_games import PlayedGame, played_games

# A whole game is played before the test begins, which may take long on a busy machine.
for_every_game = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@for_every_game
@given(played_games())
def test_the_records_tell_everybody_chips_turn_seals_and_marks_of_the_game(game: PlayedGame) -> None:
    hand, *turns = [{**record, "seq": seq} for seq, record in enumerate(game.records)]
    for count, state in enumerate(game.states):
        told, dealt = public_game(hand, turns[:count]), state.dealt

        assert told.order == dealt.order
        assert told.attendance == state.attendance
        assert told.ends_ms == state.ends_ms
        if state.end is not None:
            continue  # the records say how the pot was divided in `hand_end` alone
        assert tuple(told.stacks_minor.values()) == dealt.game.stacks_minor
        assert told.pot_minor == dealt.game.pot_minor
        assert {seat: told.seals[seat] for seat in dealt.seats_in_play} == {
            hand.seat: hand.seal.hex() for hand in dealt.hands
        }
        assert told.turn is not None
        assert dealt.shown is not None
        assert (told.turn.seat, list(told.turn.cards)) == (dealt.shown.seat, dealt.shown.texts)
        assert told.turn.seq == max(seq for seq, turn in enumerate(game.records[: count + 1]) if "now" in turn)
        assert (told.turn.key, told.turn.until_ms) == (dealt.shown.key.hex(), state.decision_ends_ms)
