"""The decisions that a seat can take."""

import enum


class Action(enum.StrEnum):
    """What a seat may decide; the value is the word that the API and the records use."""

    RAISE = "raise"
    STAND = "stand"
    PLAY = "play"
    SURRENDER = "surrender"
    TAKE = "take"
    CALL = "call"
    DOWN = "down"
