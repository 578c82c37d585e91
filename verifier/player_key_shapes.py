"""The forms of the records of player keys, and what the second version adds to types of the first for them.

Source: docs/formats/player-keys.md, "Records".
"""

import binascii
from base64 import b64encode

from verifier.predicates import HEX_32, MILLISECONDS, closed, integer, matching, one_of, text, two_operators
from verifier.record_patterns import having
from verifier.shape import Shape, shape


def _base64(value: object) -> bool:
    """Accept standard base64 in its only spelling. How long the bytes are is judged with the signature."""
    if type(value) is not str or len(value) > _BASE64_MAX:
        return False
    try:
        raw = binascii.a2b_base64(value, strict_mode=True)
    except ValueError:
        # Of base64 that is none, and of letters beyond ASCII.
        return False
    return b64encode(raw).decode() == value


_BASE64_MAX = 200
having(_base64, '"[A-Za-z0-9+/]{85}[AQgw]=="')
"""The pattern is of 64 bytes alone, as signatures are: of the last letter two bits count."""
_KID = matching(r"[0-9a-f]{16}")
PLAYER_SIGNATURE = closed({"kid": _KID, "sig": _base64, "until": MILLISECONDS})
_LIMITS_ACT = closed(
    {
        "do": one_of(("set", "ask", "confirm", "cancel", "exclude", "return", "lift", "profile")),
        "who": one_of(("player", "operator", "list", "platform")),
    },
    {"name": text, "value": integer(0), "kind": text, "until": MILLISECONDS},
)
_SIGNED_OR_STAFF = {"psig": PLAYER_SIGNATURE, "by": two_operators, "ev": HEX_32}

SHAPES: dict[str, Shape] = {
    # Which algorithms there are, and how long their keys, is judged with the key: both are `E_PKEY`.
    "player_key": shape(
        {
            "alg": matching(r"[a-z0-9]{1,20}"),
            "pub": matching(r"([0-9a-f]{2}){1,128}"),
            "use": one_of(("play", "recover")),
            "pop": closed({"sig": _base64, "until": MILLISECONDS}),
        },
        _SIGNED_OR_STAFF,
    ),
    "player_key_end": shape(
        {"kid": _KID, "why": one_of(("rotated", "lost", "stolen", "closed"))},
        _SIGNED_OR_STAFF,
    ),
}

SEAT_SIGNATURE = closed({"sig": _base64, "until": MILLISECONDS})
"""A signature in a table's chain, which the other seats read: it names no key."""

ADDED = {
    "open": {"psig": PLAYER_SIGNATURE, "root": HEX_32},
    "deal": {"psig": PLAYER_SIGNATURE},
    "settle": {"psig": PLAYER_SIGNATURE},
    "limits": {"psig": PLAYER_SIGNATURE, "act": _LIMITS_ACT},
}
"""The optional fields of types of the first version. Which of them a record has is judged by its chain."""
