"""The shapes of records that tables write. Some share their type with a record of a round of one seat.

Source: docs/formats/tables.md, "Records of the table's chain" and "Records of players' chains".
"""

from collections.abc import Mapping
from typing import Final

from verifier.player_key_shapes import PLAYER_SIGNATURE, SEAT_SIGNATURE
from verifier.predicates import (
    CURRENCY,
    HEX_32,
    MILLISECONDS,
    array,
    boolean,
    card,
    closed,
    integer,
    moves,
    moves_or_none,
    one_of,
    text,
)
from verifier.shape import BALANCE, EPOCH, MINOR, WORD, Shape, shape
from verifier.sheets import sheet_of_any_family

TABLE_TYPES: Final = frozenset(("table", "commit", "seats", "open", "hand", "turn", "hand_end", "table_abort"))
SEAT_TYPES: Final = frozenset(("deal", "sit", "act", "settle", "void", "leave"))
KINDS: Final = TABLE_TYPES | SEAT_TYPES


def shape_of(document: Mapping[str, object], kind: str) -> Shape | None:
    """Return the shape of a record as tables write it; None if this one can only be of a round of one seat."""
    if kind in _VARIANTS:
        mark, with_mark, without = _VARIANTS[kind]
        return with_mark if mark in document else without
    return _SHAPES.get(kind)


_SEATS_MAX = 10
_SEAT = integer(0, 255)
_PLACES = 2
_SEED = HEX_32
_COMMITTED = closed({"commit": HEX_32, "n": integer(1, 1)})
_REVEALS = array(closed({"seat": _SEAT, "r": HEX_32}), 0, _SEATS_MAX)
_SEALED = array(closed({"seat": _SEAT, "h": HEX_32}), 0, 1000)
_HAND = array(card, 2, 2)
_DEALT = array(card, 0, 60)
_PAY = closed({"returned": MINOR, "staked": MINOR})
_SIDE_BET = closed({"category": WORD, "returned": MINOR})

_COURSE = {
    "turns": array(
        closed(
            {
                "seat": _SEAT,
                "cards": array(card, 2, 3),
                "result": WORD,
                "staked": MINOR,
                "returned": MINOR,
                "refill": MINOR,
            }
        ),
        0,
        1000,
    ),
    "sealed": _SEALED,
    "stacks": array(MINOR, 2, _SEATS_MAX),
    "pot": MINOR,
    "at": array(integer(0), _PLACES, _PLACES),
}
_NOW = {"now": closed({"seat": _SEAT, "cards": _HAND, "key": HEX_32, "until": MILLISECONDS})}
_MONEY = {"moves": moves, "bal": BALANCE}
_STAKE = {
    "table": HEX_32,
    "epoch": EPOCH,
    "seat": _SEAT,
    "rules": HEX_32,
    "limits": HEX_32,
    "contrib": HEX_32,
    "sess": HEX_32,
    **_MONEY,
}
_STAKE_OPTIONS = {"late": closed({"abort": HEX_32}, {"r": HEX_32}), "psig": PLAYER_SIGNATURE, "req": HEX_32}
_RESULT = {"seat": _SEAT, "result": WORD, "staked": MINOR, "returned": MINOR}
_END = {"epoch": EPOCH, "hand": HEX_32, "seed": _SEED}

_SHAPES: dict[str, Shape] = {
    "rules": shape({"rules": sheet_of_any_family}),
    "table": shape(
        {
            "rules": HEX_32,
            "cur": CURRENCY,
            "exp": integer(0, 8),
            "seats": integer(1, _SEATS_MAX),
            "stake": array(integer(1), _PLACES, _PLACES),
            "admission": one_of(("public", "invited")),
            "test": boolean,
            "clock": closed({"bet": integer(1), "reveal": integer(1)}, {"game": integer(1)}),
        },
        {"beacon": closed({"src": text, "genesis": MILLISECONDS, "period": integer(1)})},
    ),
    "seats": shape(
        {
            "epoch": EPOCH,
            "next": _COMMITTED,
            "seats": array(
                closed(
                    {"seat": _SEAT, "stake": HEX_32, "contrib": HEX_32},
                    {"ante": integer(1), "bonus": integer(1), "buy_in": integer(1)},
                    least=4,
                ),
                1,
                _SEATS_MAX,
            ),
        }
    ),
    "table_abort": shape(
        {
            "epoch": EPOCH,
            "reason": one_of(("no_reveal", "not_covered", "void")),
            "missing": array(_SEAT, 0, _SEATS_MAX),
            "reveals": _REVEALS,
        },
        {"by": array(text, 0, 2), "seed": _SEED, "text": text},
    ),
    "sit": shape({**_STAKE, "buy_in": integer(1)}, {**_STAKE_OPTIONS, "room": MINOR}),
    "act": shape(
        {"deal": HEX_32, "hand": HEX_32, "a": WORD, "amt": MINOR, "moves": moves_or_none, "bal": BALANCE},
        {"psig": PLAYER_SIGNATURE},
    ),
    "leave": shape({"sit": HEX_32, "pay": _PAY, "moves": moves_or_none, "bal": BALANCE}, {"end": HEX_32}),
}

# A type, the field that tells its two shapes apart, the shape with that field and the one without. None is the shape
# of a round of one seat.
_VARIANTS: dict[str, tuple[str, Shape | None, Shape | None]] = {
    "open": (
        "reveals",
        shape(
            {"epoch": EPOCH, "size": integer(0), "client": HEX_32, "reveals": _REVEALS},
            {"beacon": closed({"src": text, "round": integer(0), "value": HEX_32})},
        ),
        None,
    ),
    "hand": (
        "order",
        shape(
            {"epoch": EPOCH, "order": array(_SEAT, 2, _SEATS_MAX), "until": MILLISECONDS, **_COURSE},
            _NOW,
        ),
        shape({"epoch": EPOCH, "cards": _DEALT, "sealed": _SEALED}, {"until": MILLISECONDS}),
    ),
    "turn": (
        "amt",
        shape(
            {
                "epoch": EPOCH,
                "n": integer(1),
                "seat": _SEAT,
                "a": WORD,
                "amt": MINOR,
                "by": one_of(("player", "timeout", "away")),
                **_COURSE,
            },
            {**_NOW, "psig": SEAT_SIGNATURE},
        ),
        shape(
            {
                "epoch": EPOCH,
                "n": integer(1),
                "seat": _SEAT,
                "a": one_of(("vote", "away", "back")),
                "by": one_of(("player", "protection")),
            },
            {"psig": SEAT_SIGNATURE},
        ),
    ),
    "hand_end": (
        "why",
        shape(
            {
                **_END,
                "why": one_of(("all_out", "last_one", "agreed", "time")),
                "hands": array(closed({"seat": _SEAT, "cards": _HAND, "key": HEX_32}), 0, _SEATS_MAX),
                "results": array(closed({**_RESULT, "rake": MINOR, "raised": MINOR}), 2, _SEATS_MAX),
            }
        ),
        shape(
            {
                **_END,
                "acts": array(
                    closed(
                        {
                            "seat": _SEAT,
                            "a": WORD,
                            "amt": MINOR,
                            "by": one_of(("player", "timeout")),
                            "t": MILLISECONDS,
                        },
                        {"act": HEX_32},
                    ),
                    0,
                    _SEATS_MAX,
                ),
                "cards": _DEALT,
                "results": array(closed(_RESULT, {"bonus": _SIDE_BET}), 1, _SEATS_MAX),
            }
        ),
    ),
    "deal": ("table", shape({**_STAKE, "ante": integer(1)}, {**_STAKE_OPTIONS, "bonus": integer(1)}), None),
    "settle": (
        "end",
        shape(
            {"deal": HEX_32, "end": HEX_32, "result": WORD, "pay": _PAY, **_MONEY},
            {"bonus": _SIDE_BET},
        ),
        None,
    ),
    "void": ("nonce", None, shape({"deal": HEX_32, **_MONEY}, {"end": HEX_32})),
}
