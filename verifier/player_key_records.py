"""The records of player keys, and the fields that they add to other records.

Source: docs/formats/player-keys.md, "Records".
"""

from typing import Literal, TypedDict

from verifier.common_fields import Common


class PlayerSignature(TypedDict):
    """A signature by a key of the player's; `until` in milliseconds."""

    kid: str
    sig: str
    until: int


class SeatSignature(TypedDict):
    """A player's signature in a table's chain, where no key is named; `until` in milliseconds."""

    sig: str
    until: int


class _LimitsAct(TypedDict):
    do: str
    who: str


class LimitsAct(_LimitsAct, total=False):
    """Who changed what about the limits."""

    kind: str
    name: str
    until: int
    value: int


class Possession(TypedDict):
    """The new key's own signature over the statement that lets it in; `until` in milliseconds."""

    sig: str
    until: int


class _PlayerKey(Common):
    type: Literal["player_key"]
    alg: str
    pop: Possession
    pub: str
    use: str


class PlayerKey(_PlayerKey, total=False):
    """A key of the player's is let in: the first by itself, each further one by another key or by two operators."""

    by: list[str]
    ev: str
    psig: PlayerSignature


class _PlayerKeyEnd(Common):
    type: Literal["player_key_end"]
    kid: str
    why: str


class PlayerKeyEnd(_PlayerKeyEnd, total=False):
    """A key of the player's signs no more."""

    by: list[str]
    ev: str
    psig: PlayerSignature


KeyRecord = PlayerKey | PlayerKeyEnd
