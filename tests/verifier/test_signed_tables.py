"""Players who sign at tables: honest evenings are accepted, and stakes, decisions and marks that they did not make are not.

The attacker links and signs again whatever he changes, checkpoints included. The players' signatures he can only move.
"""

from __future__ import annotations

import base64
import functools
from typing import TYPE_CHECKING

import pytest

from tests.verifier.auditor import audited, code
from tests.verifier.gamblers import Gambler, with_tables
from tests.verifier.keyed import LAPTOP, PHONE, THIEF, Device, message
from tests.verifier.producer import HOUR_MS
from tests.verifier.sheets import MONTANA_TABLE, POT, RED_DOG_TABLE
from tests.verifier.spoiling import OTHER, both, drop, fields, put, put_in
from tests.verifier.table_logs import decline, ended, spread_of_decider, table_asking
from tests.verifier.tables import Host
from verifier import verdict_output
from verifier.judge import Depth
from verifier.player_signatures import KEY_WAIT_MS
from verifier.turn_claims import TOLERANCE_MS, KeyLife, SignedTurn, TurnClaims
from verifier.verdict import Code, Place

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.verifier.producer import Document, Log

    Spoil = Callable[[Log], object]


def signing(log: Log) -> list[Gambler]:
    """Register a player with a key of each algorithm, and one without a key."""
    players = [Gambler(log, name) for name in ("ada", "ben", "cem")]
    players[0].let_in(PHONE)
    players[1].let_in(LAPTOP)
    return players


@functools.cache
def signed_hand(sheet_name: str = "red-dog") -> Log:
    """Two hands against the house; in each, seat 1 raises and seat 4 does not."""
    log = with_tables()
    players = signing(log)
    host = table_asking(log, RED_DOG_TABLE if sheet_name == "red-dog" else MONTANA_TABLE, players)
    host.seats()
    host.open()
    host.act(1, "raise")
    host.act(4, "stand" if sheet_name == "red-dog" else "surrender")
    host.finish_hand()
    host.settle()
    host.stake(players[1], 2, 500)
    host.seats()
    host.abort(missing=[2])
    host.settle()
    host.stake(players[1], 3, 500)
    host.stake(players[2], 4, 500)
    host.withdraw(4)
    return ended(log)


def game(*, turns: int = 6) -> tuple[Log, Host, list[Gambler]]:
    """Play a game around a pot of two players who sign and one who does not, up to after a raise and some turns."""
    log = with_tables()
    players = signing(log)
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((0, 3, 5), players, strict=True):
        host.stake(player, seat)
    host.seats()
    host.open()
    for _ in range(40):
        if spread_of_decider(host) and host.decider != 5:
            host.turn("raise", 1000)
            break
        decline(host)
    for _ in range(turns):
        decline(host)
    return log, host, players


@functools.cache
def signed_game() -> Log:
    """A whole game, with a vote, a seat that goes away and comes back, and defaults."""
    log, host, _ = game()
    host.mark(3, "vote")
    host.mark(0, "away")
    for _ in range(4):
        decline(host)
    host.mark(0, "back")
    host.default()
    host.divide("time")
    host.settle()
    return ended(log)


def verdict(log: Log, *, depth: Depth = Depth.FULL) -> str:
    return code(audited(log.seal(), depth=depth))


# --- Honest logs -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("log", [signed_hand, functools.partial(signed_hand, "montana"), signed_game])
def test_evenings_of_players_who_sign_are_accepted(log: Callable[[], Log], depth: Depth) -> None:
    result = audited(log().seal(), depth=depth)

    assert code(result) == "OK"
    assert result.tally.chains_with_keys == 2


def test_what_was_staked_at_tables_counts_with_and_without_keys() -> None:
    (money,) = audited(signed_game().seal()).tally.money.values()
    assert (money.handle, money.handle_signed) == (3 * POT["stake_max"], 2 * POT["stake_max"])


# --- What an operator invents ------------------------------------------------------------------------------------


def turn(log: Log, **wanted: object) -> Document:
    """Return the first decision around the pot with these fields."""
    return next(
        draft.fields
        for draft in log.drafts
        if draft.fields["type"] == "turn" and "amt" in draft.fields and wanted.items() <= draft.fields.items()
    )


def mark(log: Log, kind: str) -> Document:
    return fields(log, "turn", a=kind)


def sign_act_by_stake(log: Log) -> None:
    """Give a decision the signature of its stake."""
    fields(log, "act")["psig"] = fields(log, "deal")["psig"]


def move_signature(log: Log) -> None:
    """Give a seat's decision the signature of its next one."""
    turns = [draft.fields for draft in log.drafts if draft.fields["type"] == "turn"]
    one, two = [made for made in turns if made["seat"] == 3 and made["by"] == "player" and "amt" in made][:2]
    one["psig"] = two["psig"]


def sign_for_stranger(log: Log) -> None:
    """Sign for the seat of the player who has no key."""
    turn(log, seat=5, by="player")["psig"] = turn(log, seat=3, by="player")["psig"]


def sign_default(log: Log) -> None:
    turn(log, by="away")["psig"] = turn(log, seat=0, by="player")["psig"]


def vote_for_away(log: Log) -> None:
    mark(log, "away")["a"] = "vote"


@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize(
    ("log", "spoil", "expected"),
    [
        (signed_hand, drop("deal", "psig"), "E_PSIG_MISSING"),
        (signed_hand, drop("act", "psig"), "E_PSIG_MISSING"),
        (signed_game, drop("sit", "psig"), "E_PSIG_MISSING"),
        (signed_game, lambda log: turn(log, by="player", seat=0).pop("psig"), "E_PSIG_MISSING"),
        (signed_game, lambda log: mark(log, "vote").pop("psig"), "E_PSIG_MISSING"),
        (signed_game, sign_for_stranger, "E_PKEY"),
        (signed_game, sign_default, "E_FORM"),
    ],
)
def test_a_signature_that_is_missing_or_out_of_place_is_refused_in_both_modes(
    log: Callable[[], Log], spoil: Spoil, expected: str, depth: Depth
) -> None:
    spoilt = log().copied()
    spoil(spoilt)

    assert verdict(spoilt, depth=depth) == expected


@pytest.mark.parametrize(
    ("log", "spoil"),
    [
        (signed_hand, put("deal", contrib=OTHER)),
        (signed_hand, put("deal", seat=2)),
        (signed_hand, both(put_in("deal", ("ante",), 700), put_in("deal", ("bonus",), 100))),
        (signed_hand, put_in("deal", ("late", "r"), OTHER, number=-2)),
        (signed_hand, put("act", a="stand", amt=0)),
        (signed_hand, put("act", number=1, a="raise", amt=600)),
        (signed_hand, sign_act_by_stake),
        (signed_game, put("sit", buy_in=30_000)),
        (signed_game, lambda log: turn(log, a="raise").update(amt=1100)),
        (signed_game, lambda log: turn(log, a="raise").update(a="down", amt=500)),
        (signed_game, move_signature),
        (signed_game, vote_for_away),
        (signed_game, lambda log: mark(log, "vote")["psig"].update(until=mark(log, "vote")["time"] + 1)),
        (signed_game, lambda log: mark(log, "vote")["psig"].update(until=mark(log, "vote")["time"] - 1)),
        (signed_game, lambda log: mark(log, "vote")["psig"].update(until=mark(log, "vote")["time"] + 600_001)),
    ],
)
def test_what_no_player_signed_is_refused(log: Callable[[], Log], spoil: Spoil) -> None:
    spoilt = log().copied()
    spoil(spoilt)

    assert verdict(spoilt) == "E_PSIG"


def test_a_default_passed_off_as_a_decision_is_refused() -> None:
    spoilt = signed_game().copied()
    turn(spoilt, by="away", seat=0)["by"] = "player"

    assert verdict(spoilt) == "E_PSIG_MISSING"


# --- Keys that end, and strangers' keys --------------------------------------------------------------------------


def game_signed_after_end(wait_ms: int) -> Log:
    """Play on with a key that its player has ended `wait_ms` before."""
    log, host, players = game(turns=3)
    players[1].end_key("stolen")
    log.now += wait_ms - 100
    host.mark(3, "vote")
    host.divide("time")
    host.settle()
    return ended(log)


@pytest.mark.parametrize(("wait_ms", "expected"), [(TOLERANCE_MS, "OK"), (TOLERANCE_MS + 1, "E_PKEY")])
def test_a_key_that_has_ended_signs_no_turn(wait_ms: int, expected: str) -> None:
    assert verdict(game_signed_after_end(wait_ms)) == expected


def test_a_key_that_the_chain_never_had_signs_no_turn() -> None:
    log, host, players = game(turns=0)
    players[1].device = Device("the operator's own")
    host.mark(3, "vote")
    host.divide("time")
    host.settle()

    assert verdict(ended(log)) == "E_PSIG"


def test_a_first_key_during_a_game_binds_from_the_next_buy_in_on() -> None:
    log, host, players = game(turns=0)
    device = Device("cem's first")
    players[2].let_in(device)
    players[2].device = None
    host.mark(5, "vote")
    host.divide("time")
    host.settle()
    players[2].device = device
    host.stake(players[2], 5)

    assert verdict(ended(log)) == "OK"
    spoilt = log.copied()
    del spoilt.drafts[spoilt.index("sit", last=True)].fields["psig"]
    assert verdict(spoilt) == "E_PSIG_MISSING"


# --- Keys that operators let in ----------------------------------------------------------------------------------


def taken_over(*, waited_ms: int = KEY_WAIT_MS, also_in_the_chain: bool = False) -> Log:
    """Sign the buy-in with the player's key, and what is decided with one that operators let in."""
    players = signing(log := with_tables())
    players[0].let_in(THIEF, staff=True)
    log.now += waited_ms
    host = Host(log, POT)
    log.checkpoint()
    for seat, player in zip((0, 3, 5), players, strict=True):
        host.stake(player, seat)
    players[0].device = THIEF
    host.seats()
    host.open()
    for _ in range(9):
        decline(host)
    host.mark(0, "vote")
    host.divide("time")
    host.settle()
    if also_in_the_chain:
        players[0].let_in(Device("the thief's other"), by=THIEF)
    return ended(log)


@pytest.mark.parametrize("also_in_the_chain", [False, True])
def test_a_key_of_the_operators_that_signs_turns_is_warned_of_once(also_in_the_chain: bool) -> None:  # noqa: FBT001
    result = audited(taken_over(also_in_the_chain=also_in_the_chain).seal())

    assert code(result) == "W_KEY_FORCED"
    assert (result.tally.failures, verdict_output.exit_status(result)) == ({Code.W_KEY_FORCED: 1}, 3)
    (told,) = result.tally.milder
    assert (told.place.kind, THIEF.kid in told.sentence) == ("player_key" if also_in_the_chain else "turn", True)


def test_of_two_shares_the_earlier_turn_is_warned_of_whichever_is_added_first() -> None:
    life = KeyLife(chain="11" * 16, alg=THIEF.alg, pub=THIEF.pub.hex(), live_from=0, ended_at=None, untold=True)
    claims = TurnClaims(lives=[life])
    for index in (9, 4):
        said = {"type": "turn", "index": index}
        turn = SignedTurn(
            chain=life.chain,
            message=message(said),
            signature=base64.b64decode(THIEF.sign(said)),
            at=1_000,
            place=Place(index=index, kind="turn"),
        )
        claims.add(TurnClaims(made=[turn]))

    (told,) = claims.failures()
    assert (told.code, told.place.index) == (Code.W_KEY_FORCED, 4)


def test_a_key_of_the_operators_signs_no_turn_before_it_has_waited() -> None:
    assert verdict(taken_over(waited_ms=KEY_WAIT_MS - HOUR_MS)) == "E_PSIG"
